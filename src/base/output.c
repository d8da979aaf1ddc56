// SPDX-License-Identifier: GPL-2.0-or-later
#include "output.h"

#include "escape.h"
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define WHOLE (64 << 10) /* rows wait until there is so much to write */
#define ASK_MS 100		 /* how often a wait for the reader asks whether the run must end */
#define TEXT 4096
#define GRACE 10 /* so many more waits once it must */

static int target = STDOUT_FILENO;
static const char *file; /* to be opened when something is written; NULL: it is open */
static int first_error;
static bool (*run_ends)(void);
static bool is_socket;

/*
 * A signal that is read from a descriptor cannot end a write to a full pipe, so writes must not block. This opens
 * the pipe once more, because O_NONBLOCK holds for everybody who has the same open file. Without /proc writes
 * block. A socket needs nothing here: send() takes the flag with each call.
 */
static int reopen_pipe(void)
{
	struct stat st;
	int fd;

	if (fstat(STDOUT_FILENO, &st))
		return STDOUT_FILENO;
	is_socket = S_ISSOCK(st.st_mode);
	if (!S_ISFIFO(st.st_mode))
		return STDOUT_FILENO;
	fd = open("/proc/self/fd/1", O_WRONLY | O_NONBLOCK | O_CLOEXEC);
	return fd < 0 ? STDOUT_FILENO : fd;
}

/* 0 if there may be room now; -ETIMEDOUT if the run must end; or -errno */
static int wait_for_room(void)
{
	struct pollfd fd = {target, POLLOUT, 0};

	for (int grace = GRACE; grace; grace -= run_ends && run_ends()) {
		int n = poll(&fd, 1, ASK_MS);

		if (n > 0)
			return 0;
		if (n < 0 && errno != EINTR)
			return -errno;
	}
	return -ETIMEDOUT;
}

static int write_some(const char *from, size_t size, size_t *written)
{
	ssize_t n = is_socket ? send(target, from, size, MSG_DONTWAIT | MSG_NOSIGNAL) : write(target, from, size);

	if (n > 0)
		*written += (size_t)n;
	if (n >= 0)
		return n ? 0 : -ENOSPC;
	if (errno == EINTR)
		return 0;
	return errno == EAGAIN ? wait_for_room() : -errno;
}

/* Without O_NONBLOCK a FIFO would wait for its reader, and no signal would end that. */
int output_begin(void)
{
	int fd;

	if (!file)
		return 0;
	fd = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
	if (fd < 0)
		return -errno;
	file = NULL;
	is_socket = false;
	target = fd;
	return 0;
}

/* After an error it throws the rest away, which would follow a hole. */
static ssize_t write_all(void *unused, const char *from, size_t size)
{
	size_t written = 0;

	(void)unused;
	if (!first_error)
		first_error = -output_begin();
	while (!first_error && written < size)
		first_error = -write_some(from + written, size - written, &written);
	return (ssize_t)size;
}

int output_open(void)
{
	static char buffer[2 * WHOLE];
	bool terminal = isatty(STDOUT_FILENO);
	FILE *stream = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_all});

	if (!stream)
		return fail(-errno, "cannot open the output: %s", strerror(errno));
	target = reopen_pipe();
	setvbuf(stream, buffer, terminal ? _IOLBF : _IOFBF, sizeof(buffer));
	stdout = stream;
	return 0;
}

void output_to(const char *path)
{
	if (strcmp(path, "-"))
		file = path;
}

int output_descriptor(void)
{
	return target;
}

const char *output_error(int err)
{
	if (err == -ENXIO)
		return "a pipe that nobody reads";
	return err == -ETIMEDOUT ? "nobody reads it" : strerror(-err);
}

void output_ask(bool (*interrupted)(void))
{
	run_ends = interrupted;
}

void output_row_ended(void)
{
	if (__fpending(stdout) >= WHOLE)
		fflush(stdout);
}

void output_escaped(const char *text)
{
	char escaped[ESCAPED_SIZE(TEXT)];

	escape_text(escaped, sizeof(escaped), text, TEXT);
	fputs(escaped, stdout);
}

int output_flush(void)
{
	return fflush(stdout) ? -errno : -first_error;
}

bool output_gone(void)
{
	return first_error;
}

int output_close(int status)
{
	int err = output_flush();

	if (!err || err == -EPIPE)
		return status;
	return fail(EXIT_FAILED, "cannot write the output: %s", output_error(err));
}

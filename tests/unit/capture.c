// SPDX-License-Identifier: GPL-2.0-or-later
#include "capture.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

static int captured, kept, file = -1, terminal = -1;

static void must(int result)
{
	if (result >= 0)
		return;
	perror("capture");
	abort();
}

void capture_begin(int fd)
{
	fflush(stdout);
	captured = fd;
	kept = dup(fd);
	file = memfd_create("captured", MFD_CLOEXEC);
	must(kept);
	must(file);
	must(dup2(file, fd));
}

void capture_terminal(unsigned short columns, unsigned short rows)
{
	struct winsize size = {.ws_col = columns, .ws_row = rows};
	struct termios raw;

	fflush(stdout);
	captured = STDOUT_FILENO;
	kept = dup(captured);
	terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	must(terminal);
	must(grantpt(terminal));
	must(unlockpt(terminal));
	file = open(ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
	must(file);
	must(tcgetattr(file, &raw));
	cfmakeraw(&raw);
	must(tcsetattr(file, TCSANOW, &raw));
	must(ioctl(file, TIOCSWINSZ, &size));
	must(dup2(file, captured));
}

/* Reads until the terminal hangs up, because nobody has it open any more. */
static const char *end_terminal(void)
{
	static char text[1 << 14];
	size_t used = 0;
	ssize_t n;

	must(dup2(kept, captured));
	close(kept);
	close(file);
	while (used < sizeof(text) - 1 && (n = read(terminal, text + used, sizeof(text) - 1 - used)) > 0)
		used += (size_t)n;
	text[used] = '\0';
	close(terminal);
	terminal = -1;
	return text;
}

const char *capture_end(void)
{
	static char *text;
	off_t size;

	fflush(stdout);
	if (terminal >= 0)
		return end_terminal();
	must(dup2(kept, captured));
	size = lseek(file, 0, SEEK_END);
	free(text);
	text = malloc((size_t)size + 1);
	if (!text || pread(file, text, (size_t)size, 0) != size)
		must(-1);
	text[size] = '\0';
	close(kept);
	close(file);
	return text;
}

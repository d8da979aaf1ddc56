// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * uevents - a program that makes user events (Documentation/trace/user_events.rst, ABI of Linux 6.4), and writes a
 * number of them.
 *
 *	uevents N [NAME [COMMAND [ARGUMENT ...]]]
 *
 * Registers NAME ("ktally_work") and runs the command, a tool of ktally. When that has switched the event on, and
 * traces, it writes, for i from 0 to N - 1: size is i % 8 KiB, change is -(i % 5), kind is "alpha", "beta" or "gamma"
 * by i % 3, and text is "i=" and i. Then it sends SIGINT to the command; its end status is the command's. Without a
 * command it waits for nobody, and writes what is asked for. Status 77: this kernel has no user events.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* struct user_reg of <linux/user_events.h>, which may be older than this or not there */
struct user_reg {
	uint32_t size;
	uint8_t enable_bit, enable_size;
	uint16_t flags;
	uint64_t enable_addr, name_args;
	uint32_t write_index;
} __attribute__((packed));
#define DIAG_IOCSREG _IOWR('*', 0, struct user_reg *)

struct payload {
	uint32_t size;
	int32_t change;
	char kind[8];
	uint32_t text; /* __rel_loc: length << 16 | distance from the end of this */
} __attribute__((packed));

static volatile uint32_t enabled;

static int register_event(int fd, const char *name)
{
	char text[256];
	struct user_reg reg = {.size = sizeof(reg), .enable_size = sizeof(enabled)};

	snprintf(text, sizeof(text), "%s u32 size; int change; char[8] kind; __rel_loc char[] text", name);
	reg.enable_addr = (uintptr_t)&enabled;
	reg.name_args = (uintptr_t)text;
	if (ioctl(fd, DIAG_IOCSREG, &reg) < 0) {
		perror("uevents: DIAG_IOCSREG");
		exit(1);
	}
	return (int)reg.write_index;
}

static void write_event(int fd, int index, unsigned i)
{
	static const char *const kinds[] = {"alpha", "beta", "gamma"};
	struct payload p = {(i % 8) << 10, -(int)(i % 5), "", 0};
	char text[32];
	struct iovec parts[3] = {{&index, sizeof(index)}, {&p, sizeof(p)}, {text, 0}};

	strcpy(p.kind, kinds[i % 3]);
	parts[2].iov_len = (size_t)snprintf(text, sizeof(text), "i=%u", i) + 1;
	p.text = (uint32_t)parts[2].iov_len << 16;
	if (writev(fd, parts, 3) >= 0 || errno == EBADF) /* nobody listens */
		return;
	perror("uevents: write");
	exit(1);
}

static pid_t start(char **command)
{
	pid_t child = *command ? fork() : 0;

	if (*command && !child) {
		execvp(*command, command);
		perror(*command);
		_exit(127);
	}
	return child;
}

/* Events are switched on one by one, before the buffer that takes them: the tool waits for signals once it traces. */
static bool is_tracing(pid_t tool)
{
	char path[300], link[64];
	struct dirent *entry;
	bool found = false;
	DIR *folder;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)tool);
	folder = opendir(path);
	while (folder && !found && (entry = readdir(folder))) {
		ssize_t n;

		snprintf(path, sizeof(path), "/proc/%d/fd/%.16s", (int)tool, entry->d_name);
		n = readlink(path, link, sizeof(link) - 1);
		link[n > 0 ? n : 0] = '\0';
		found = strstr(link, "signalfd") != NULL;
	}
	if (folder)
		closedir(folder);
	return found;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0, status = 0;
	const char *name = argc > 2 ? argv[2] : "ktally_work";
	int fd = open("/sys/kernel/tracing/user_events_data", O_WRONLY | O_CLOEXEC), index;
	char *none[] = {NULL};
	pid_t child;

	if (fd < 0) {
		perror("uevents: /sys/kernel/tracing/user_events_data");
		return errno == ENOENT ? 77 : 1;
	}
	index = register_event(fd, name);
	child = start(argc > 3 ? argv + 3 : none);
	for (int waits = 0; child && !(enabled && is_tracing(child)) && waits < 6000; waits++) {
		nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
		if (waitpid(child, &status, WNOHANG) == child)
			return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
	}
	for (int i = 0; i < n; i++)
		write_event(fd, index, (unsigned)i);
	if (child) {
		kill(child, SIGINT);
		waitpid(child, &status, 0);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

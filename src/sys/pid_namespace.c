// SPDX-License-Identifier: GPL-2.0-or-later
#include "pid_namespace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define INITIAL 0xeffffffcU	  /* PROC_PID_INIT_INO, include/linux/proc_ns.h */
#define PF_KTHREAD 0x00200000 /* include/linux/sched.h */

/* In the initial namespace PID 2 is kthreadd. No other namespace contains kernel threads. */
bool pid_namespace_is_initial(void)
{
	static int is = -1;
	char text[256];
	struct stat st;
	unsigned flags;
	size_t n;
	FILE *file;

	if (is >= 0)
		return is;
	is = !stat("/proc/self/ns/pid", &st) && st.st_ino == INITIAL; /* fails without /proc */
	if (is)
		return true;
	file = fopen("/proc/2/stat", "re");
	if (!file)
		return false;
	n = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[n] = '\0';
	if (strrchr(text, ')') && sscanf(strrchr(text, ')'), ") %*c %*d %*d %*d %*d %*d %u", &flags) == 1)
		is = (flags & PF_KTHREAD) != 0;
	return is;
}

/* Number of PIDs in "NSpid:\t123\t1": this process has one in each namespace from /proc's down to its own. */
static unsigned levels(void)
{
	FILE *file = fopen("/proc/self/status", "re");
	char line[512];
	unsigned n = 0;

	while (file && fgets(line, sizeof(line), file))
		for (char *at = strncmp(line, "NSpid:", 6) ? NULL : line; at; at = strchr(at + 1, '\t'))
			n += at != line;
	if (file)
		fclose(file);
	return n;
}

uint64_t pid_namespace(void)
{
	struct stat st;
	/* Reading the link of another process requires permission to trace it. */
	const char *path = levels() == 1 ? "/proc/self/ns/pid" : "/proc/1/ns/pid";

	return stat(path, &st) ? 0 : st.st_ino;
}

uint32_t pid_self(void)
{
	char text[16] = "";

	if (readlink("/proc/self", text, sizeof(text) - 1) <= 0)
		return (uint32_t)getpid();
	return (uint32_t)strtoul(text, NULL, 10);
}

uint32_t pid_of(int pidfd)
{
	char path[48], line[128];
	int pid = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", pidfd);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file) && sscanf(line, "Pid: %d", &pid) != 1)
		;
	if (file)
		fclose(file);
	return pid > 0 ? (uint32_t)pid : 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * uregister FILE OFFSET - registers a uprobe there with nothing attached, and prints the milliseconds that
 * perf_event_open() took. Most of them the kernel waits for an RCU grace period, whoever asks (dup_mmap_sem).
 */
#include <errno.h>
#include <error.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int event_source(void)
{
	FILE *f = fopen("/sys/bus/event_source/devices/uprobe/type", "r");
	int type;

	if (!f || fscanf(f, "%d", &type) != 1)
		error(1, errno, "no event source for uprobes");
	fclose(f);
	return type;
}

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

int main(int argc, char **argv)
{
	struct perf_event_attr attr = {.size = sizeof(attr), .disabled = 1};
	double begun;

	if (argc != 3)
		error(2, 0, "uregister FILE OFFSET");
	attr.type = (unsigned)event_source();
	attr.uprobe_path = (unsigned long)argv[1];
	attr.probe_offset = strtoull(argv[2], NULL, 0);
	begun = now_ms();
	if (syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC) < 0)
		error(1, errno, "%s", argv[1]);
	printf("%.3f\n", now_ms() - begun);
	return 0;
}

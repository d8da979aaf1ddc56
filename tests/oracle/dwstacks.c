// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * dwstacks PID N [BYTES [EVENT]] - N stacks of a process' first thread, taken by perf and unwound by libdw from a copy
 * of the stack. A line each: "complete", "cut" or "-", "pointers" if frame pointers were followed too, and addresses,
 * innermost first. BYTES of each stack (65528). EVENT: clock (a thousand times a second, the default) or switches.
 * Status 1: none was taken, or the process has ended before.
 */
#include "source/perf/records.h"
#include "sys/usyms.h"

#include <errno.h>
#include <inttypes.h>
#include <ktally/stacks.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define ROOM (8UL << 20)

static _Alignas(8) unsigned char record[PERF_RECORD_SIZE];

static struct perf_event_attr event(uint32_t bytes, bool switches)
{
	return (struct perf_event_attr){
		.size = sizeof(struct perf_event_attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = switches ? PERF_COUNT_SW_CONTEXT_SWITCHES : PERF_COUNT_SW_CPU_CLOCK,
		.freq = !switches,
		.sample_period = switches ? 1 : 1000,
		.sample_type = PERF_COMMON | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER,
		.sample_id_all = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
		.sample_regs_user = UNWIND_REGS,
		.sample_stack_user = bytes / 8 * 8,
		.wakeup_events = 1,
	};
}

static bool print(const struct perf_sample *sample)
{
	uint64_t frames[STACK_FRAMES];
	uint32_t flags;
	unsigned n;

	if (!sample->user.regs)
		return false;
	n = unwind(&sample->user, frames, STACK_FRAMES, &flags);
	printf("%s%s",
		   flags & STACK_COMPLETE ? "complete"
		   : flags & STACK_CUT	  ? "cut"
								  : "-",
		   flags & STACK_POINTERS ? " pointers" : "");
	for (unsigned i = 0; i < n; i++)
		printf(" %" PRIx64, frames[i]);
	putchar('\n');
	return true;
}

static unsigned read_all(struct perf_ring *ring, uint64_t type, unsigned most)
{
	struct perf_sample sample;
	unsigned n = 0;
	size_t size;

	while (n < most && perf_rings_oldest(ring, 1, &perf_places, UINT64_MAX)) {
		uint64_t id;

		size = perf_ring_take(ring, record);
		if (perf_sample_id(record, size, &id) && perf_parse_sample(type, record, size, &sample))
			n += print(&sample);
	}
	return n;
}

int main(int argc, char **argv)
{
	pid_t pid = argc > 1 ? atoi(argv[1]) : 0;
	unsigned wanted = argc > 2 ? (unsigned)atoi(argv[2]) : 0, n = 0;
	struct perf_event_attr attr =
		event(argc > 3 ? (uint32_t)atoi(argv[3]) : 65528, argc > 4 && !strcmp(argv[4], "switches"));
	struct perf_ring ring;
	int fd;

	if (pid <= 0 || !wanted) {
		fprintf(stderr, "Usage: dwstacks PID N [BYTES [clock|switches]]\n");
		return 2;
	}
	fd = (int)syscall(SYS_perf_event_open, &attr, pid, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0 || perf_ring_map(&ring, fd, ROOM)) {
		fprintf(stderr, "dwstacks: perf_event_open: %s\n", strerror(errno));
		return 1;
	}
	usyms_follow(); /* it may map more while it is looked at */
	usyms_read((uint32_t)pid);
	while (n < wanted && !kill(pid, 0)) {
		struct pollfd ready = {.fd = fd, .events = POLLIN};

		poll(&ready, 1, 100);
		n += read_all(&ring, attr.sample_type, wanted - n);
	}
	perf_ring_unmap(&ring);
	unwind_drop();
	usyms_drop();
	return n ? 0 : 1;
}

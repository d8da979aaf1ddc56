// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Records of perf, and what unwinding makes of registers and stacks. Input: 2 bytes that choose the parts of samples, 1
 * byte where the ring begins, then the ring. Code is this program's own, so registers lead into real tables.
 */
#include "fuzz.h"

#include "source/perf/records.h"

#include <ktally/stacks.h>
#include <string.h>
#include <unistd.h>

#define ROOM (1UL << 14)
#define MOST 64

static struct perf_event_mmap_page page;
static _Alignas(8) unsigned char data[ROOM], record[PERF_RECORD_SIZE];

/* Touches every byte, for the sanitizer. */
static unsigned sum(const void *at, size_t n)
{
	unsigned total = 0;

	for (size_t i = 0; i < n; i++)
		total += ((const unsigned char *)at)[i];
	return total;
}

static void walk(const struct unwind_sample *from, unsigned max)
{
	uint64_t registers[UNWIND_NREGS], frames[MOST], code = (uint64_t)(uintptr_t)LLVMFuzzerTestOneInput;
	struct unwind_sample s = *from;
	uint32_t flags;
	unsigned n;

	memcpy(registers, from->regs, sizeof(registers));
	registers[UNWIND_PC] = code + (registers[UNWIND_PC] & 0xfffff) - 0x80000;
	s.regs = registers;
	s.pid = (uint32_t)getpid();
	n = unwind_pointers(&s, frames, max, &flags);
	MUST(n && n <= max && flags & STACK_POINTERS);
	n = unwind(&s, frames, max, &flags);
	MUST(n && n <= max && frames[0] == registers[UNWIND_PC]);
	MUST(!(flags & STACK_COMPLETE) || !(flags & STACK_CUT));
}

static unsigned use_sample(uint64_t type, size_t size)
{
	struct perf_sample s;
	uint64_t id;

	MUST(perf_sample_id(record, size, &id) == (size >= 40));
	if (!perf_parse_sample(type, record, size, &s))
		return 0;
	if (s.user.regs)
		walk(&s.user, 1 + s.tid % MOST);
	return sum(s.kernel, s.nkernel * sizeof(*s.kernel)) + sum(s.raw, s.raw_size) + sum(s.user.stack, s.user.size);
}

static unsigned use(uint64_t type, size_t size)
{
	struct perf_event_told told;

	if (((struct perf_event_header *)record)->type == PERF_RECORD_SAMPLE)
		return use_sample(type, size);
	return perf_parse_told(record, size, &told) && told.comm ? (unsigned)strlen(told.comm) : 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t n)
{
	struct input in = {input, n};
	uint64_t type = PERF_COMMON | (input_number(&in, 2) << 4 & PERF_MORE);
	struct perf_ring ring;
	unsigned total = 0;
	size_t left, before;

	if (input_number(&in, 1) & 1)
		type |= PERF_SAMPLE_CGROUP;
	page.data_tail = in.left ? *in.at * 8UL : 0;
	left = in.left < ROOM ? in.left / 8 * 8 : ROOM;
	page.data_head = page.data_tail + left;
	for (size_t i = 0; i < left; i++)
		data[(page.data_tail + i) % ROOM] = in.at[i];
	perf_ring_over(&ring, &page, data, ROOM);
	while (perf_rings_oldest(&ring, 1, &perf_places, UINT64_MAX)) {
		before = perf_ring_used(&ring);
		n = perf_ring_take(&ring, record);
		MUST(perf_ring_used(&ring) < before);
		total += n ? use(type, n) : 0;
	}
	return total == UINT32_MAX;
}

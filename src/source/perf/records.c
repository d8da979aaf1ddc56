// SPDX-License-Identifier: GPL-2.0-or-later
#include "records.h"

#include <string.h>

/* Both structs as they are in a record: identifier, thread, time, CPU; at the end the identifier is the last. */
struct head {
	struct perf_event_header header;
	uint64_t id;
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, unused;
};

struct tail {
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, unused;
	uint64_t id;
};

const struct perf_time_places perf_places = {
	.in_sample = offsetof(struct head, time),
	.from_end = sizeof(struct tail) - offsetof(struct tail, time),
};

/* A cursor. After a read beyond the end everything is 0, and `bad` is set. */
struct rest {
	const unsigned char *at;
	size_t left;
	bool bad;
};

static const void *skip(struct rest *r, uint64_t n)
{
	const unsigned char *at = r->at;

	if (r->bad || n > r->left) {
		r->bad = true;
		return NULL;
	}
	r->at += n;
	r->left -= n;
	return at;
}

static uint64_t word(struct rest *r)
{
	const void *at = skip(r, sizeof(uint64_t));
	uint64_t value = 0;

	if (at)
		memcpy(&value, at, sizeof(value));
	return value;
}

/* Frames of the kernel. Marks between them say whose the next ones are; they look like the highest addresses. */
static void read_chain(struct rest *r, struct perf_sample *to)
{
	uint64_t n = word(r);
	const uint64_t *frames;

	if (n > r->left / sizeof(*frames)) {
		r->bad = true;
		return;
	}
	frames = skip(r, n * sizeof(*frames));
	while (n && frames[0] >= PERF_CONTEXT_MAX) {
		frames++;
		n--;
	}
	to->kernel = frames;
	while (to->nkernel < n && frames[to->nkernel] < PERF_CONTEXT_MAX)
		to->nkernel++;
}

/* The size has 4 bytes, so the record's own bytes begin in the middle of a word. */
static void read_raw(struct rest *r, struct perf_sample *to)
{
	const void *size = skip(r, sizeof(to->raw_size));

	if (size)
		memcpy(&to->raw_size, size, sizeof(to->raw_size));
	to->raw = skip(r, to->raw_size);
	if (!to->raw)
		to->raw_size = 0;
}

static void read_registers(struct rest *r, struct perf_sample *to)
{
	uint64_t abi = word(r);

	if (abi == PERF_SAMPLE_REGS_ABI_NONE)
		return;
	to->user.is32 = abi == PERF_SAMPLE_REGS_ABI_32;
	to->user.regs = skip(r, UNWIND_NREGS * sizeof(uint64_t));
}

/* The kernel makes room for all that was asked for, then says how much it could copy. */
static void read_stack(struct rest *r, struct perf_sample *to)
{
	uint64_t room = word(r), copied;

	if (!room)
		return;
	to->user.stack = skip(r, room);
	copied = word(r);
	to->user.size = copied < room ? copied : room;
	to->user.whole = copied < room;
}

bool perf_sample_id(const void *record, size_t size, uint64_t *id)
{
	const struct head *h = record;

	if (size < sizeof(*h) || h->header.type != PERF_RECORD_SAMPLE)
		return false;
	*id = h->id;
	return true;
}

bool perf_parse_sample(uint64_t type, const void *record, size_t size, struct perf_sample *to)
{
	const struct head *h = record;
	struct rest r = {(const unsigned char *)(h + 1), size - sizeof(*h), false};

	*to = (struct perf_sample){0};
	if (size < sizeof(*h))
		return false;
	to->pid = to->user.pid = h->pid;
	to->tid = h->tid;
	to->cpu = h->cpu;
	to->time_ns = h->time;
	to->period = type & PERF_SAMPLE_PERIOD ? word(&r) : 0;
	if (type & PERF_SAMPLE_CALLCHAIN)
		read_chain(&r, to);
	if (type & PERF_SAMPLE_RAW)
		read_raw(&r, to);
	if (type & PERF_SAMPLE_REGS_USER)
		read_registers(&r, to);
	if (type & PERF_SAMPLE_STACK_USER)
		read_stack(&r, to);
	to->cgroup = type & PERF_SAMPLE_CGROUP ? word(&r) : 0;
	if (!to->user.stack || r.bad)
		to->user.regs = NULL;
	return !r.bad;
}

/* FORK has processes first, then threads. */
static void read_fork(struct rest *r, struct perf_event_told *to)
{
	uint64_t processes = word(r), threads = word(r);

	to->pid = (uint32_t)processes;
	to->parent = (uint32_t)(processes >> 32);
	to->tid = (uint32_t)threads;
	to->parent_tid = (uint32_t)(threads >> 32);
}

static void read_comm(struct rest *r, struct perf_event_told *to)
{
	uint64_t who = word(r);

	to->pid = (uint32_t)who;
	to->tid = (uint32_t)(who >> 32);
	to->comm = (const char *)r->at;
	if (!memchr(r->at, '\0', r->left))
		r->bad = true;
}

bool perf_parse_told(const void *record, size_t size, struct perf_event_told *to)
{
	const struct perf_event_header *h = record;
	const struct tail *tail;
	struct rest r;

	*to = (struct perf_event_told){0};
	if (size < sizeof(*h) + sizeof(*tail))
		return false;
	r = (struct rest){(const unsigned char *)(h + 1), size - sizeof(*h) - sizeof(*tail), false};
	tail = (const void *)((const unsigned char *)record + size - sizeof(*tail));
	to->pid = tail->pid;
	to->tid = tail->tid;
	to->time_ns = tail->time;
	to->type = h->type;
	if (h->type == PERF_RECORD_FORK) {
		read_fork(&r, to);
	} else if (h->type == PERF_RECORD_COMM) {
		read_comm(&r, to);
		to->exec = h->misc & PERF_RECORD_MISC_COMM_EXEC;
	} else if (h->type == PERF_RECORD_SWITCH_CPU_WIDE) {
		to->out = h->misc & PERF_RECORD_MISC_SWITCH_OUT;
	} else if (h->type == PERF_RECORD_LOST) {
		word(&r); /* of which event: it is only the one that found room again */
		to->lost = word(&r);
	} else if (h->type != PERF_RECORD_THROTTLE) {
		to->type = 0;
	}
	return !r.bad;
}

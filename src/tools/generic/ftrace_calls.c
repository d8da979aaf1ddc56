// SPDX-License-Identifier: GPL-2.0-or-later
/* Calls from entry to return: two events, joined by thread and frame of the call, as the BPF form does. */
#include "ftrace.h"

#include "base/pending.h"
#include "session/in_flight.h"
#include "sys/processes.h"

#include <errno.h>
#include <string.h>

/* A kernel stack is one thread's only, and a thread that calls exec returns by the number of its process's first.
 * Stacks of programs are all at the same addresses. */
static struct pending_key frame_of(const struct record *r, uint64_t place)
{
	return (struct pending_key){generic.probe.target == TARGET_USER ? r->tid : 0, place};
}

static struct pending *calls;
static uint64_t missed;
static bool replayed;

int generic_calls_start(struct session *s)
{
	calls = pending_new(sizeof(struct probe_start));
	return calls ? 0 : cannot(s, -ENOMEM, "out of memory");
}

void generic_calls_free(void)
{
	pending_free(calls);
	calls = NULL;
}

void generic_begin_call(struct session *s, const struct record *r, const struct probe_event *event)
{
	struct pending_key frame = frame_of(r, (uint64_t)record_int(r, AT_FRAME));
	struct probe_start *start = pending_find(calls, frame, NULL);
	struct probe_key key = {0};

	if (start)
		missed++; /* its return was */
	else
		start = pending_add(calls, frame);
	if (!start) {
		s->lost.map_full++;
		return;
	}
	generic_make_key(&key, event);
	memcpy(start->words, key.words, sizeof(start->words));
	start->call.time_ns = r->time_ns;
	start->call.task = (uint64_t)record_task(r)->tgid << 32 | r->tid;
}

void generic_refuse_call(const struct record *r)
{
	struct pending_key frame = frame_of(r, (uint64_t)record_int(r, AT_FRAME));
	struct probe_start start;

	if (pending_take(calls, frame, &start))
		missed++;
}

void generic_end_call(struct session *s, const struct record *r)
{
	struct pending_key frame = frame_of(r, (uint64_t)record_int(r, 0) - RETURN_ADDRESS);
	struct probe_key key = {0};
	struct probe_start start;

	if (!pending_take(calls, frame, &start))
		return;
	if (!call_is_of(&start.call, r->tid)) {
		missed++; /* of a thread that ended in it: its stack has a new owner, whose call was not wanted */
		return;
	}
	memcpy(key.words, start.words, sizeof(start.words));
	generic_count_event(s, &key, PROBE_KEY_WORDS, r->time_ns - start.call.time_ns);
}

/* Of a thread that has ended: it will not return. In a replay nobody knows */
static uint64_t time_of(const void *data)
{
	const struct probe_start *start = data;

	return !replayed && process_is_gone((uint32_t)start->call.task) ? 0 : start->call.time_ns;
}

void generic_calls_losses(const struct session *s, struct lost *lost)
{
	replayed = s->set->replay;
	in_flight_pending(s, calls, time_of, lost);
	lost->missed += missed;
}

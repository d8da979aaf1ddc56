// SPDX-License-Identifier: GPL-2.0-or-later
#include "ftrace_calls.h"

#include "base/starts.h"
#include "session/in_flight.h"
#include "sys/processes.h"
#include "ftrace_fields.h"
#include "ftrace_values.h"

#include <errno.h>
#include <string.h>

/* No two threads share a kernel stack, and a thread that calls exec returns with another number, so the frame alone is
 * the key. Stacks of programs lie at the same addresses in all of them. */
static struct start_key frame_of(const struct session *s, const struct record *r, uint64_t place)
{
	return (struct start_key){generic_of(s)->probe.target == TARGET_USER ? r->tid : 0, place};
}

static struct starts *calls;
static uint64_t missed;
static bool replayed;

int generic_calls_start(struct session *s)
{
	calls = starts_new(sizeof(struct probe_start));
	return calls ? 0 : cannot(s, -ENOMEM, "out of memory");
}

void generic_calls_free(void)
{
	starts_free(calls);
	calls = NULL;
}

void generic_begin_call(struct session *s, const struct record *r, const struct probe_event *event)
{
	struct start_key frame = frame_of(s, r, (uint64_t)record_int(r, AT_FRAME));
	struct probe_start *start = starts_find(calls, frame, NULL);
	struct probe_key key = {0};

	if (start)
		missed++; /* the return of the call before */
	else
		start = starts_add(calls, frame);
	if (!start) {
		s->lost.map_full++;
		return;
	}
	generic_make_key(generic_of(s), &key, event);
	memcpy(start->words, key.words, sizeof(start->words));
	start->call.time_ns = r->time_ns;
	start->call.task = (uint64_t)record_task(r)->tgid << 32 | r->tid;
}

void generic_refuse_call(const struct session *s, const struct record *r)
{
	struct start_key frame = frame_of(s, r, (uint64_t)record_int(r, AT_FRAME));
	struct probe_start start;

	if (starts_take(calls, frame, &start))
		missed++;
}

void generic_end_call(struct session *s, const struct record *r)
{
	struct start_key frame = frame_of(s, r, (uint64_t)record_int(r, 0) - RETURN_ADDRESS);
	struct probe_key key = {0};
	struct probe_start start;

	if (!starts_take(calls, frame, &start))
		return;
	if (!call_is_of(&start.call, r->tid)) {
		missed++; /* its thread ended in the call; another has the stack now, whose call was not wanted */
		return;
	}
	memcpy(key.words, start.words, sizeof(start.words));
	generic_count_event(s, &key, PROBE_KEY_WORDS, r->time_ns - start.call.time_ns);
}

/* 0: the thread has ended, so the call will not return. In a replay nobody knows. */
static uint64_t time_of(const void *data)
{
	const struct probe_start *start = data;

	return !replayed && process_is_gone((uint32_t)start->call.task) ? 0 : start->call.time_ns;
}

void generic_calls_losses(const struct session *s, struct lost *lost)
{
	replayed = s->set->replay;
	in_flight_starts(s, calls, time_of, lost);
	lost->missed += missed;
}

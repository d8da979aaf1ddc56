// SPDX-License-Identifier: GPL-2.0-or-later
#include "waiting.h"

#include "base/starts.h"

#include <string.h>

static struct starts *told; /* by thread number and time: a thread may leave one call and wait in the next */

static struct start_key key_of(uint32_t tid, uint64_t start_ns)
{
	return (struct start_key){tid, start_ns};
}

static bool tell_once(const struct trace_slot *slot)
{
	struct start_key key = key_of((uint32_t)slot->id, slot->start);

	if (!told)
		told = starts_new(sizeof(uint64_t));
	return told && !starts_find(told, key, NULL) && starts_add(told, key);
}

struct trace_row waiting_row(const struct trace_slot *slot, uint64_t now_ns)
{
	struct trace_row row = {.time_ns = slot->start, .latency_ns = now_ns - slot->start, .kind = TRACE_UNFINISHED};

	row.pid = (uint32_t)(slot->id >> 32);
	row.tid = (uint32_t)slot->id;
	row.uid = slot->uid;
	row.call = slot->call;
	memcpy(row.args, slot->args, sizeof(row.args));
	memcpy(row.comm, slot->comm, sizeof(row.comm));
	return row;
}

bool waiting_look(struct trace_row *to, const struct trace_slot *slot, uint64_t now_ns)
{
	if (!slot->id || !slot->start || now_ns <= slot->start + WAITING_NS || !tell_once(slot))
		return false;
	*to = waiting_row(slot, now_ns);
	return true;
}

bool waiting_told(const struct trace_row *row)
{
	uint64_t unused;

	return told && starts_take(told, key_of(row->tid, row->time_ns), &unused);
}

void waiting_free(void)
{
	starts_free(told);
	told = NULL;
}

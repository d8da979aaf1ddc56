// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Single waits, for --timeline. By BPF their stacks come through another ring, which is read after that of the rows:
 * rows are kept until then.
 */
#include "waits.h"

#include "base/log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct wait_row *kept;
static size_t n, room;

/* ---- what a row is ---- */

static const struct stack_key *task_of(const void *row)
{
	return &((const struct wait_row *)row)->key.task;
}

static int row_stack(char *to, size_t size, const struct field *f, const void *row)
{
	return stacks_fold(to, size, f, task_of(row));
}

static int row_function(char *to, size_t size, const struct field *f, const void *row)
{
	return waits_function(to, size, f, task_of(row));
}

static bool row_function_known(const struct field *f, const void *row)
{
	return waits_function_known(f, task_of(row));
}

static int row_state(char *to, size_t size, const struct field *f, const void *row)
{
	return snprintf(to, size, "%s", waits_state((uint32_t)field_integer(f, row)));
}

static const struct field fields[] = {
	FIELD_AS("comm", struct wait_row, key.task.comm, FIELD_CHARS, 0, 0),
	FIELD_AS("pid", struct wait_row, key.task.pid, FIELD_U32, 0, 0),
	FIELD(struct wait_row, tid, FIELD_U32, 0, 0),
	FIELD_MADE_OF("state", struct wait_row, state, row_state, 0, 0),
	FIELD_MADE("func", row_function, 0, 0, .known = row_function_known),
	FIELD_MADE("stack", row_stack, FIELD_STACK, 0),
	FIELD(struct wait_row, latency_ns, FIELD_NS, 0, 0),
};

const struct schema waits_timeline = {
	SCHEMA_FIELDS(fields),
	.row_size = sizeof(struct wait_row),
	.label = "state func",
};

/* ---- rows ---- */

static bool has_room(void)
{
	size_t more = room ? 2 * room : 1024;
	struct wait_row *larger;

	if (n < room)
		return true;
	larger = realloc(kept, more * sizeof(*kept));
	if (!larger)
		return false;
	kept = larger;
	room = more;
	return true;
}

void waits_row(struct session *s, const void *row, size_t size)
{
	if (size < sizeof(*kept))
		return;
	if (has_room()) {
		memcpy(&kept[n++], row, sizeof(*kept));
		return;
	}
	fail(-ENOMEM, "out of memory");
	s->stop = true;
}

void waits_rows_known(struct session *s)
{
	for (size_t i = 0; i < n; i++)
		session_timeline(s, &kept[i]);
	n = 0;
}

void waits_rows_free(void)
{
	free(kept);
	kept = NULL;
	n = room = 0;
}

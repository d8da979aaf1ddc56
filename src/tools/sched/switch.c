// SPDX-License-Identifier: GPL-2.0-or-later
#include "switch.h"

#include "source/ftrace/record.h"

const char *const switch_fields[] = {
	[SWITCH_PREV_COMM] = "prev_comm", [SWITCH_PREV_PID] = "prev_pid", [SWITCH_PREV_STATE] = "prev_state",
	[SWITCH_NEXT_COMM] = "next_comm", [SWITCH_NEXT_PID] = "next_pid", NULL};

bool switch_leaves_runnable(const struct record *r)
{
	return !(record_int(r, SWITCH_PREV_STATE) & SWITCH_STATES);
}

bool switch_is_last(const struct record *r)
{
	return record_int(r, SWITCH_PREV_STATE) & SWITCH_ENDED;
}

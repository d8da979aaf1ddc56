// SPDX-License-Identifier: GPL-2.0-or-later
/* Tries events, and the tables that the kernel makes of them. */
#include "sys/tracefs.h"
#include "scratch.h"
#include "try.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>

#define EVENT TRIAL_SYSTEM "/" TRIAL_EVENT
#define TRIGGER "events/" EVENT "/trigger"

int try_instance(struct trial *t)
{
	return scratch_open(t);
}

int try_event(struct trial *t)
{
	return scratch_sees_event(t, EVENT, trial_rename);
}

/* True if the table has counted anything: its total is in a line "    Hits: 1". */
static bool hist_counts(void *arg)
{
	const struct trial *t = arg;
	char *text = tracefs_instance_file_read(t->bench->instance, "events/" EVENT "/hist", NULL);
	char *hits = text ? strstr(text, "Hits: ") : NULL;
	int n = hits ? atoi(hits + 6) : 0;

	free(text);
	return n > 0;
}

int try_hist(struct trial *t)
{
	int err;

	if (!tracefs_file_exists(t->bench->instance, "events/" EVENT "/hist"))
		return failed(t, ASKED_FILE, -ENOENT, "events/" EVENT "/hist");
	err = scratch_write(t, TRIGGER, "hist:keys=common_pid");
	if (err)
		return err;
	err = trial_seen(trial_rename, hist_counts, t) ? 0 : failed(t, ASKED_TO_RUN, -EIO, "the trigger");
	scratch_undo(t, TRIGGER, "!hist:keys=common_pid");
	return err;
}

/* A trigger sends the synthetic event at each new maximum of the time, which is at each rename. */
static int send_synthetic(struct trial *t, const char *name)
{
	char trigger[192], event[64];
	int err;

	snprintf(trigger, sizeof(trigger), "!hist:keys=common_pid:at=common_timestamp.usecs:onmax($at).trace(%s,$at)",
			 name);
	snprintf(event, sizeof(event), "synthetic/%s", name);
	err = scratch_write(t, TRIGGER, trigger + 1);
	if (err)
		return err;
	err = scratch_sees_event(t, event, trial_rename);
	scratch_undo(t, TRIGGER, trigger);
	return err;
}

int try_synthetic(struct trial *t)
{
	char name[32], line[64];
	int err;

	tracefs_group_name(name, sizeof(name));
	snprintf(line, sizeof(line), "%s u64 at", name);
	err = scratch_define(t, "synthetic_events", line);
	if (err)
		return err;
	err = send_synthetic(t, name);
	snprintf(line, sizeof(line), "!%s", name);
	scratch_undefine("synthetic_events", line);
	return err;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Tries events that are defined at run time: probes in the kernel and in programs. */
#include "sys/tracefs.h"
#include "scratch.h"
#include "try.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#define TRIED "tried"

/* Defines "TYPE:GROUP/tried WHAT" in a file: "kprobe_events", 'p', "vfs_read" */
static int try_dynamic(struct trial *t, const char *file, char type, const char *what, void (*fire)(void))
{
	char tag[32], line[160], event[64];
	int err;

	tracefs_group_name(tag, sizeof(tag));
	snprintf(line, sizeof(line), "%c:%s/" TRIED " %s", type, tag, what);
	snprintf(event, sizeof(event), "%s/" TRIED, tag);
	err = scratch_define(t, file, line);
	if (err)
		return err;
	err = scratch_sees_event(t, event, fire);
	snprintf(line, sizeof(line), "-:%s/" TRIED, tag);
	scratch_undefine(file, line);
	return err;
}

int try_kprobe_event(struct trial *t)
{
	return try_dynamic(t, "kprobe_events", 'p', TRIAL_FUNCTION, trial_rename);
}

int try_fprobe_event(struct trial *t)
{
	return try_dynamic(t, "dynamic_events", 'f', TRIAL_FUNCTION, trial_rename);
}

int try_eprobe(struct trial *t)
{
	return try_dynamic(t, "dynamic_events", 'e', TRIAL_SYSTEM "." TRIAL_EVENT, trial_rename);
}

int try_uprobe_event(struct trial *t)
{
	char what[64];

	snprintf(what, sizeof(what), "/proc/%d/exe:0x%" PRIx64, getpid(), trial_call_offset());
	return try_dynamic(t, "uprobe_events", 'p', what, trial_call);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain.h"

#include "sys/privileges.h"
#include "sys/tracefs.h"
#include "places.h"
#include "refusal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>

#define KERNEL_ENOTSUPP 524 /* private to the kernel, but bpf() returns it */

static const char *error_text(int err)
{
	return -err == KERNEL_ENOTSUPP ? "not supported" : strerror(-err);
}

static bool refused(int err)
{
	return err == -EPERM || err == -EACCES;
}

static void wants_kernel(struct trial *t, int err, const char *what)
{
	unusable(t, err, t->mechanism->kernel, "%s", what);
}

static void did_not_run(struct trial *t)
{
	unusable(t, -EIO, "", "%s is accepted, but saw nothing when it should have", t->doing);
}

/* A kernel without bpf() and a seccomp filter both give ENOSYS. Only that kernel lacks the sysctl too. */
static void no_call(struct trial *t, int err)
{
	int value;

	if (t->asked == ASKED_BPF && place_sysctl("kernel/unprivileged_bpf_disabled", &value))
		wants_kernel(t, err, "this kernel has no bpf()");
	else
		explain_refusal(t, -EPERM);
}

void explain_bpf(struct trial *t, int err)
{
	char what[320];

	if (t->asked == ASKED_TO_RUN)
		return did_not_run(t);
	if (t->asked == ASKED_FILE)
		return explain_file(t, err);
	if (err == -ENOSYS)
		return no_call(t, err);
	if (refused(err))
		return explain_refusal(t, err);
	if (err == -EBUSY || err == -ENOMEM || err == -EMFILE || err == -ENFILE) {
		unusable(t, err, "", "%s: %s", t->doing, strerror(-err));
		return;
	}
	snprintf(what, sizeof(what), "this kernel does not have it: %s: %s", t->doing, error_text(err));
	wants_kernel(t, err, what);
}

/*
 * Finds tracefs' reason for refusing our line in error_log, which has the last few errors of all processes:
 *	[   12.345678] trace_kprobe: error: Invalid probed address or symbol
 *	  Command: p:ktally_OWNER/tried nowhere
 */
static bool logged(char *to, size_t size)
{
	char *log = tracefs_instance_file_read(NULL, "error_log", NULL), *command, *error;
	char tag[32];

	tracefs_group_name(tag, sizeof(tag));
	command = log ? strstr(log, tag) : NULL;
	if (command)
		*command = '\0';
	error = NULL;
	for (char *at = command ? strstr(log, " error: ") : NULL; at; at = strstr(at + 1, " error: "))
		error = at + strlen(" error: ");
	if (error)
		snprintf(to, size, "%.*s", (int)strcspn(error, "\n"), error);
	free(log);
	return error != NULL;
}

void explain_file(struct trial *t, int err)
{
	char what[320], said[128];

	if (t->asked == ASKED_TO_RUN)
		return did_not_run(t);
	/* Confidentiality empties tracefs. */
	if (refused(err) || (err == -ENOENT && lockdown_mode() == LOCKDOWN_CONFIDENTIALITY))
		return explain_refusal(t, err);
	if (err == -ENOENT && t->asked == ASKED_FILE)
		snprintf(what, sizeof(what), "this kernel has no %s", t->doing);
	else if (err == -EINVAL && logged(said, sizeof(said)))
		snprintf(what, sizeof(what), "%s: %s", t->doing, said);
	else
		snprintf(what, sizeof(what), "this kernel does not accept it: %s: %s", t->doing, strerror(-err));
	wants_kernel(t, err, what);
}

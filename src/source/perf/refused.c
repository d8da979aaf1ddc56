// SPDX-License-Identifier: GPL-2.0-or-later
/* Why perf_event_open() fails. The kernel says EACCES or EPERM for many causes. */
#include "events.h"

#include "sys/privileges.h"
#include "sys/refusals.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Debian has levels above the kernel's 2; from 3 on only CAP_SYS_ADMIN counts. INT_MIN-like: unknown */
static int paranoid(void)
{
	FILE *file = fopen("/proc/sys/kernel/perf_event_paranoid", "re");
	int value = -2;

	if (file && fscanf(file, "%d", &value) != 1)
		value = -2;
	if (file)
		fclose(file);
	return value;
}

static int not_permitted(struct session *s, int err)
{
	if (perf_is_filtered())
		return cannot(s, err,
					  "perf_event_open() is blocked by a seccomp filter (for a container: --security-opt "
					  "seccomp=unconfined, or a profile that allows it)");
	if (!has_perfmon_capability())
		return cannot(s, err,
					  "perf_event_open() not permitted (kernel.perf_event_paranoid is %d): run as root, or give "
					  "CAP_PERFMON",
					  paranoid());
	if (in_user_namespace())
		return cannot(s, err,
					  "perf_event_open() not permitted: capabilities do not count in a user namespace: run it outside, "
					  "as root");
	if (paranoid() > 2 && !has_capability(CAP_SYS_ADMIN))
		return cannot(s, err,
					  "perf_event_open() not permitted: kernel.perf_event_paranoid is %d: run as root, or sysctl "
					  "kernel.perf_event_paranoid=2",
					  paranoid());
	return cannot(s, err, "perf_event_open() not permitted: refused by the kernel or a security module (lockdown: %s)",
				  lockdown_text());
}

int perf_refused(struct session *s, const char *event, int err)
{
	switch (-err) {
	case EPERM:
	case EACCES:
		return not_permitted(s, err);
	case ENOSYS:
		if (perf_is_filtered())
			return not_permitted(s, err);
		return cannot(s, err, "this kernel has no perf_event_open(): CONFIG_PERF_EVENTS is off");
	case ENOENT:
	case ENODEV:
	case EOPNOTSUPP:
		return cannot(s, err, "this machine cannot sample by %s", event);
	case EMFILE:
		return cannot(s, err, "perf needs more open files: ulimit -n");
	case EBUSY:
		return cannot(s, err, "%s: somebody else uses the processor's counters alone", event);
	default:
		return cannot(s, err, "perf_event_open() of %s: %s", event, strerror(-err));
	}
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Finds out what refused. Checks in the kernel's order, so the reason that is named must be removed first. */
#include "refusal.h"

#include "sys/privileges.h"
#include "sys/refusals.h"
#include "places.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LOOK "see what is said by: dmesg; cat " SECURITYFS "/lsm"
#define UNCONFINED "run it outside the sandbox (docker run --security-opt seccomp=unconfined)"

/* ---- capabilities ---- */

static unsigned missing_capabilities(unsigned needs)
{
	unsigned missing = 0;

	if (needs & NEEDS_BPF && !has_bpf_capability())
		missing |= NEEDS_BPF;
	if (needs & NEEDS_PERFMON && !has_perfmon_capability())
		missing |= NEEDS_PERFMON;
	if (needs & NEEDS_ADMIN && !has_capability(CAP_SYS_ADMIN))
		missing |= NEEDS_ADMIN;
	return missing;
}

static bool may_be_given(cap_value_t cap)
{
	return cap_get_bound(cap) == CAP_SET;
}

static void explain_capabilities(struct trial *t, int err, unsigned missing)
{
	char remedy[512];
	const char *names = missing & NEEDS_ADMIN	   ? "CAP_SYS_ADMIN is"
						: missing == NEEDS_BPF	   ? "CAP_BPF is"
						: missing == NEEDS_PERFMON ? "CAP_PERFMON is"
												   : "CAP_BPF and CAP_PERFMON are";

	if (missing & NEEDS_ADMIN)
		snprintf(remedy, sizeof(remedy), "run it as root");
	else if (may_be_given(CAP_BPF) && may_be_given(CAP_PERFMON))
		snprintf(remedy, sizeof(remedy), "run it as root, or: setcap cap_bpf,cap_perfmon+ep %s", place_of_program());
	else
		snprintf(remedy, sizeof(remedy), "start the container with them (docker run --cap-add=BPF --cap-add=PERFMON)");
	unusable(t, err, remedy, "%s missing", names);
}

/* ---- what else refuses ---- */

/* Values above 2 exist in Debian's kernels. They require CAP_SYS_ADMIN; CAP_PERFMON is not enough. */
static bool paranoid(const struct trial *t)
{
	int value = 0;

	return t->asked == ASKED_PERF && !place_sysctl("kernel/perf_event_paranoid", &value) && value > 2 &&
		   !has_capability(CAP_SYS_ADMIN);
}

static bool filtered(const struct trial *t)
{
	return (t->asked == ASKED_BPF && bpf_is_filtered()) || (t->asked == ASKED_PERF && perf_is_filtered());
}

static void explain_file_refusal(struct trial *t, int err)
{
	if (geteuid() && !has_capability(CAP_DAC_OVERRIDE))
		unusable(t, err, "run it as root", "%s: %s: tracefs is root's", t->doing, strerror(-err));
	else
		unusable(t, err, LOOK, "%s: %s: refused by the kernel or a security module (lockdown: %s)", t->doing,
				 strerror(-err), lockdown_text());
}

void explain_refusal(struct trial *t, int err)
{
	unsigned needs = t->mechanism->needs, missing = missing_capabilities(needs);

	if (missing & NEEDS_BPF) /* the next attempt would fail for CAP_PERFMON: name both at once */
		missing = missing_capabilities(needs | NEEDS_PERFMON);
	if (missing && t->asked != ASKED_FILE)
		explain_capabilities(t, err, missing);
	else if (in_user_namespace() && (t->asked != ASKED_FILE || err == -EACCES))
		unusable(t, err, "run it outside the container, as root", "%s: capabilities do not count in a user namespace",
				 t->doing);
	else if (paranoid(t))
		unusable(t, err, "sysctl kernel.perf_event_paranoid=2", "%s: kernel.perf_event_paranoid is above 2", t->doing);
	else if (filtered(t))
		unusable(t, err, UNCONFINED, "%s: refused by a seccomp filter", t->doing);
	else if (lockdown_mode() == LOCKDOWN_CONFIDENTIALITY)
		unusable(t, err, "boot with lockdown=integrity or without lockdown", "%s: lockdown is confidentiality",
				 t->doing);
	else if (t->asked == ASKED_BPF && locked_memory_is_limited())
		unusable(t, err, "ulimit -l unlimited", "%s: the limit of locked memory is too low", t->doing);
	else if (t->asked == ASKED_FILE)
		explain_file_refusal(t, err);
	else
		unusable(t, err, LOOK, "%s: %s: refused by the kernel or a security module (lockdown: %s)", t->doing,
				 strerror(-err), lockdown_text());
}

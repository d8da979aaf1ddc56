// SPDX-License-Identifier: GPL-2.0-or-later
#include "privileges.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

static bool has_flag(cap_value_t cap, cap_flag_t flag)
{
	cap_flag_value_t value = CAP_CLEAR;
	cap_t caps = cap_get_proc();

	if (caps)
		cap_get_flag(caps, cap, flag, &value);
	cap_free(caps);
	return value == CAP_SET;
}

bool has_capability(cap_value_t cap)
{
	return has_flag(cap, CAP_EFFECTIVE);
}

bool permitted_capability(cap_value_t cap)
{
	return has_flag(cap, CAP_PERMITTED);
}

bool has_bpf_capability(void)
{
	return has_capability(CAP_BPF) || has_capability(CAP_SYS_ADMIN);
}

bool has_perfmon_capability(void)
{
	return has_capability(CAP_PERFMON) || has_capability(CAP_SYS_ADMIN);
}

int capabilities_use(const cap_value_t *caps, int n)
{
	cap_t now = cap_get_proc();
	int err = now ? 0 : -errno;

	if (!err && (cap_clear_flag(now, CAP_EFFECTIVE) || (n && cap_set_flag(now, CAP_EFFECTIVE, n, caps, CAP_SET)) ||
				 cap_set_proc(now)))
		err = -errno;
	cap_free(now);
	return err;
}

int capabilities_keep(const cap_value_t *caps, int n)
{
	cap_t left = cap_init();
	int err = left ? 0 : -errno;

	if (!err && n &&
		(cap_set_flag(left, CAP_PERMITTED, n, caps, CAP_SET) || cap_set_flag(left, CAP_EFFECTIVE, n, caps, CAP_SET)))
		err = -errno;
	if (!err && cap_set_proc(left)) /* clears the inheritable set, and so the ambient set */
		err = -errno;
	cap_free(left);
	return err;
}

bool under_seccomp(void)
{
	return prctl(PR_GET_SECCOMP) == 2;
}

/* "none [integrity] confidentiality" */
enum lockdown lockdown_mode(void)
{
	FILE *file = fopen("/sys/kernel/security/lockdown", "re");
	char text[128] = "";
	enum lockdown mode = LOCKDOWN_NONE;

	if (!file)
		return LOCKDOWN_NONE;
	if (fgets(text, sizeof(text), file)) {
		if (strstr(text, "[integrity]"))
			mode = LOCKDOWN_INTEGRITY;
		if (strstr(text, "[confidentiality]"))
			mode = LOCKDOWN_CONFIDENTIALITY;
	}
	fclose(file);
	return mode;
}

const char *lockdown_name(enum lockdown mode)
{
	static const char *const names[] = {"none", "integrity", "confidentiality"};

	return names[mode];
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "privileges.h"

#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

bool has_capability(cap_value_t cap)
{
	cap_flag_value_t value = CAP_CLEAR;
	cap_t caps = cap_get_proc();

	if (caps)
		cap_get_flag(caps, cap, CAP_EFFECTIVE, &value);
	cap_free(caps);
	return value == CAP_SET;
}

bool has_bpf_capability(void)
{
	return has_capability(CAP_BPF) || has_capability(CAP_SYS_ADMIN);
}

bool has_perfmon_capability(void)
{
	return has_capability(CAP_PERFMON) || has_capability(CAP_SYS_ADMIN);
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

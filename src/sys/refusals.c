// SPDX-License-Identifier: GPL-2.0-or-later
#include "refusals.h"

#include "mounts.h"
#include "privileges.h"

#include <errno.h>
#include <linux/bpf.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

bool in_user_namespace(void)
{
	FILE *map = fopen("/proc/self/uid_map", "re");
	unsigned from = 0, to = 0, n = 0;
	int fields = map ? fscanf(map, "%u %u %u", &from, &to, &n) : 0;

	if (map)
		fclose(map);
	return fields == 3 && !(from == 0 && to == 0 && n == UINT32_MAX);
}

/*
 * A filter decides by the number of the call before the kernel checks the arguments. If these are invalid, a
 * process with the capabilities gets EFAULT or EINVAL from the kernel before any security module is asked.
 */
static bool refused_unseen(long result)
{
	return result < 0 && errno != EFAULT && errno != EINVAL;
}

bool bpf_is_filtered(void)
{
	return under_seccomp() && refused_unseen(syscall(SYS_bpf, BPF_MAP_CREATE, (void *)1, 8));
}

bool perf_is_filtered(void)
{
	return under_seccomp() && refused_unseen(syscall(SYS_perf_event_open, NULL, 0, -1, -1, ~0UL));
}

bool locked_memory_is_limited(void)
{
	struct utsname name;
	struct rlimit limit;
	unsigned major, minor;

	if (uname(&name) || sscanf(name.release, "%u.%u", &major, &minor) != 2)
		return false;
	return (major < 5 || (major == 5 && minor < 11)) && !getrlimit(RLIMIT_MEMLOCK, &limit) &&
		   limit.rlim_cur != RLIM_INFINITY;
}

const char *lockdown_text(void)
{
	char mount[256];

	if (!access(SECURITYFS "/lockdown", R_OK))
		return lockdown_name(lockdown_mode());
	if (!mount_find("securityfs", mount, sizeof(mount)) || !mount_possible("securityfs"))
		return "not built in";
	return "unknown";
}

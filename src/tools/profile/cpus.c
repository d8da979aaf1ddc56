// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpus.h"

#include "profile.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <unistd.h>

struct profile_cpus profile_cpus;

void profile_cpus_close(void)
{
	for (int i = 0; i < profile_cpus.n; i++)
		if (profile_cpus.fds[i] >= 0)
			close(profile_cpus.fds[i]);
	profile_cpus.n = 0;
}

/* An offline CPU is no error (ENODEV), as long as there is another. */
int profile_cpus_open(const struct profile_event *e)
{
	int cpus = libbpf_num_possible_cpus(), usable = 0, err = -ENODEV;

	for (profile_cpus.n = 0; profile_cpus.n < cpus && profile_cpus.n < PROFILE_CPUS; profile_cpus.n++) {
		bool wanted = profile.cpu == UINT64_MAX || profile.cpu == (uint64_t)profile_cpus.n;
		int fd = wanted ? profile_event_open(e, profile_cpus.n, profile.frequency, profile.period) : -ENODEV;

		profile_cpus.fds[profile_cpus.n] = fd < 0 ? -1 : fd;
		usable += fd >= 0;
		if (fd < 0 && fd != -ENODEV)
			err = fd;
	}
	profile_cpus.event = e;
	if (!usable)
		profile_cpus_close();
	return usable ? 0 : err;
}

bool profile_cpus_skipped(int runs, uint64_t period, uint64_t *skipped)
{
	uint64_t due[PROFILE_CPUS] = {0}, run[PROFILE_CPUS] = {0};
	uint32_t zero = 0;

	if (libbpf_num_possible_cpus() > PROFILE_CPUS) /* the map has a value for each */
		return false;
	/* The events first: a program may be ahead of its event's count then, not behind. */
	for (int cpu = 0; cpu < profile_cpus.n; cpu++)
		if (profile_cpus.fds[cpu] >= 0 && read(profile_cpus.fds[cpu], &due[cpu], sizeof(*due)) != sizeof(*due))
			return false;
	if (bpf_map_lookup_elem(runs, &zero, run))
		return false;
	for (int cpu = 0; cpu < profile_cpus.n; cpu++)
		*skipped += due[cpu] / period > run[cpu] ? due[cpu] / period - run[cpu] : 0;
	return true;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.h"

#include "base/log.h"
#include "base/numbers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct noise_options noise;

/* One number or range; NULL: it is none */
static const char *add_range(cpu_set_t *set, const char *at)
{
	char *end;
	unsigned long first = strtoul(at, &end, 10), last = first;

	if (end == at || *at == '-' || *at == '+')
		return NULL;
	if (*end == '-') {
		at = end + 1;
		last = strtoul(at, &end, 10);
	}
	if (end == at || last < first || last >= CPU_SETSIZE)
		return NULL;
	for (; first <= last; first++)
		CPU_SET(first, set);
	return end;
}

int noise_parse_cpus(void *options, const char *text)
{
	struct noise_options *to = options;
	const char *at = text;

	CPU_ZERO(&to->cpus);
	for (;; at++) {
		at = add_range(&to->cpus, at);
		if (!at || (*at && *at != ','))
			return fail(-EINVAL, "--cpus %s: not a list of CPUs; write 0,2-3", text);
		if (!*at)
			break;
	}
	to->chosen = true;
	return 0;
}

int noise_parse_us(void *ns, const char *text)
{
	bool is_time;
	uint64_t value;

	if (parse_quantity(text, &value, &is_time) || value > 3600000000000 / (is_time ? 1 : 1000))
		return fail(-EINVAL, "%s: not a time up to an hour; write microseconds, or 20us, 5ms", text);
	*(uint64_t *)ns = is_time ? value : value * 1000;
	return 0;
}

int noise_parse_length(void *ns, const char *text)
{
	int err = noise_parse_us(ns, text);

	if (!err && !*(uint64_t *)ns)
		return fail(-EINVAL, "%s: a time of 0 measures nothing", text);
	return err;
}

/* SCHED_DEADLINE ("d:") wants its threads on every CPU of a root domain: the kernel answers EPERM to a pinned one. */
int noise_parse_priority(void *to, const char *text)
{
	struct noise_priority *p = to;
	bool nice = *text == 'o';
	char *end;
	long n;

	if (*text == 'd')
		return fail(-EINVAL, "--priority %s: the kernel refuses SCHED_DEADLINE to a thread of one CPU; write f:95",
					text);
	if (!strchr("orf", *text) || !*text || text[1] != ':')
		return fail(-EINVAL, "--priority %s: write o:NICE, r:PRIORITY or f:PRIORITY", text);
	errno = 0;
	n = strtol(text + 2, &end, 10);
	if (errno || end == text + 2 || *end || n < (nice ? -20 : 1) || n > (nice ? 19 : 99))
		return fail(-EINVAL, "--priority %s: from %s", text, nice ? "o:-20 to o:19" : "1 to 99");
	*p = (struct noise_priority){nice ? SCHED_OTHER : *text == 'r' ? SCHED_RR : SCHED_FIFO, (int)n, true};
	return 0;
}

int noise_parse_latency(void *options, const char *text)
{
	struct noise_options *to = options;

	if (parse_number(text, 0, 10000, &to->dma_latency_us))
		return fail(-EINVAL, "--dma-latency %s: not 0 to 10000 (us)", text);
	to->keeps_latency = true;
	return 0;
}

static int check_online(const cpu_set_t *allowed)
{
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &noise.cpus) && !CPU_ISSET(cpu, allowed))
			return fail(-EINVAL, "--cpus: CPU %d is not online, or not allowed to this process", cpu);
	return 0;
}

/* taskset keeps this process away from the CPUs that it measures. Only the kernel knows what it could have. */
static int read_allowed(cpu_set_t *own, cpu_set_t *allowed)
{
	if (sched_getaffinity(0, sizeof(*own), own))
		return fail(-EINVAL, "cannot read which CPUs are allowed: %s", strerror(errno));
	memset(allowed, 0xff, sizeof(*allowed));
	if (sched_setaffinity(0, sizeof(*allowed), allowed) || sched_getaffinity(0, sizeof(*allowed), allowed))
		*allowed = *own;
	sched_setaffinity(0, sizeof(*own), own);
	return 0;
}

int noise_check_cpus(bool busy)
{
	bool urgent = noise.priority.policy != SCHED_OTHER;
	cpu_set_t own, allowed, measured;
	int err;

	if (settings.replay) { /* of all CPUs that the recording has, or of the chosen ones */
		if (!noise.chosen)
			memset(&noise.cpus, 0xff, sizeof(noise.cpus));
		return 0;
	}
	err = read_allowed(&own, &allowed);
	if (err)
		return err;
	if (!noise.chosen)
		noise.cpus = own;
	err = check_online(&allowed);
	if (err || !busy || noise.force)
		return err;
	CPU_AND(&measured, &own, &noise.cpus);
	if (CPU_COUNT(&measured) < CPU_COUNT(&own) || (!urgent && CPU_COUNT(&allowed) > 1))
		return 0;
	return fail(-EINVAL, "%s: leave a CPU out with --cpus, or say --force",
				urgent ? "threads at a real-time priority would leave no CPU to others"
					   : "the only CPU would have little time for others");
}

int noise_hold_latency(struct session *s)
{
	static int fd = -1; /* the kernel forgets it when this is closed */
	int32_t us = (int32_t)noise.dma_latency_us;

	if (!noise.keeps_latency || fd >= 0)
		return 0;
	fd = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);
	if (fd >= 0 && write(fd, &us, sizeof(us)) == sizeof(us))
		return 0;
	return cannot(s, -errno, "--dma-latency: cannot write /dev/cpu_dma_latency: %s", strerror(errno));
}

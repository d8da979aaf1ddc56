// SPDX-License-Identifier: GPL-2.0-or-later
#include "events.h"

#include "dat/event.h"
#include "sys/cgroups.h"
#include "sys/tracefs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <tracefs/tracefs.h>
#include <unistd.h>

#define ROOM_LEAST (64UL << 10)

#ifndef PERF_FORMAT_LOST
#define PERF_FORMAT_LOST (1U << 4) /* 6.0 */
#endif

static struct perf_event_attr attr_of(uint32_t type, uint64_t config)
{
	return (struct perf_event_attr){
		.size = sizeof(struct perf_event_attr),
		.type = type,
		.config = config,
		.sample_type = PERF_COMMON,
		.sample_id_all = 1,
		.disabled = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC, /* BPF's, and clock_ns() */
	};
}

/* pid -1: of all processes */
static int open_on(struct perf_event_attr *attr, int pid, int cpu, unsigned long flags)
{
	int fd = (int)syscall(SYS_perf_event_open, attr, pid, cpu, -1, flags | PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

/* ---- rings ---- */

/* Without CAP_IPC_LOCK there is less room: kernel.perf_event_mlock_kb. */
static int map(struct perf_ring *r, int fd, size_t room)
{
	int err = perf_ring_map(r, fd, room);

	while (err == -EPERM && room > ROOM_LEAST) {
		room /= 2;
		err = perf_ring_map(r, fd, room);
	}
	return err;
}

/* Wakes its reader when it is a quarter full. */
static int open_ring(struct perf_events *e, int cpu, bool switches, size_t room)
{
	struct perf_event_attr attr = attr_of(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY);
	struct epoll_event event = {.events = EPOLLIN};
	int fd, err;

	attr.comm = attr.comm_exec = attr.task = 1;
	attr.context_switch = switches;
	attr.watermark = 1;
	attr.wakeup_watermark = (uint32_t)(room / 4);
	e->rings[cpu] = (struct perf_ring){.fd = -1};
	fd = open_on(&attr, -1, cpu, 0);
	if (fd == -ENODEV) /* offline */
		return 0;
	err = fd < 0 ? fd : map(&e->rings[cpu], fd, room);
	if (!err && epoll_ctl(e->ready, EPOLL_CTL_ADD, fd, &event))
		err = -errno;
	return err;
}

int perf_events_open(struct session *s, struct perf_events *e, bool switches, size_t room)
{
	int n = get_nprocs_conf(), err = 0;

	e->ready = epoll_create1(EPOLL_CLOEXEC);
	e->rings = calloc((size_t)n, sizeof(*e->rings));
	if (e->ready < 0 || !e->rings)
		return cannot(s, -ENOMEM, "out of memory");
	for (; e->ncpus < n && !err; e->ncpus++)
		err = open_ring(e, e->ncpus, switches, room);
	return err ? perf_refused(s, "records of programs", err) : 0;
}

/* ---- events ---- */

/* "ID: 314" is in its format too. */
static int read_format(struct session *s, struct perf_events *e, const char *name, struct perf_event_attr *attr)
{
	int size = 0, err = tracefs_find_readable(&s->why);
	const char *slash = strchr(name, '/');
	char system[64];
	char *text;

	if (err)
		return err;
	snprintf(system, sizeof(system), "%.*s", (int)(slash - name), name);
	text = tracefs_event_file_read(NULL, system, slash + 1, "format", &size);
	if (!text)
		return cannot(s, -ENOENT, "this kernel has no event %s", name);
	e->formats[e->nevents] = event_reader_new(text, (size_t)size);
	free(text);
	if (!e->formats[e->nevents])
		return cannot(s, -EINVAL, "cannot understand the format of %s", name);
	attr->config = (uint64_t)event_reader_id(e->formats[e->nevents]);
	return 0;
}

static void fill(struct perf_event_attr *attr, const struct perf_wanted *w)
{
	attr->freq = w->frequency != 0;
	attr->sample_period = w->frequency ? w->frequency : w->period; /* a union */
	attr->exclude_idle = !w->idle;
	attr->sample_type |= PERF_SAMPLE_PERIOD;
	if (w->type == PERF_TYPE_TRACEPOINT)
		attr->sample_type |= PERF_SAMPLE_RAW;
	if (w->kernel_stack) {
		attr->sample_type |= PERF_SAMPLE_CALLCHAIN;
		attr->exclude_callchain_user = 1;
	}
	if (w->user_stack && UNWIND_REGS != 0) {
		attr->sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
		attr->sample_regs_user = UNWIND_REGS;
		attr->sample_stack_user = w->user_stack / 8 * 8;
	}
	if (w->cgroup)
		attr->sample_type |= PERF_SAMPLE_CGROUP;
	attr->read_format = PERF_FORMAT_LOST;
}

static int keep(struct perf_events *e, int fd)
{
	struct opened *list = realloc(e->list, (e->n + 1) * sizeof(*list));

	if (list)
		e->list = list;
	if (!list || ioctl(fd, PERF_EVENT_IOC_ID, &list[e->n].id)) {
		close(fd);
		return list ? -errno : -ENOMEM;
	}
	list[e->n].fd = fd;
	list[e->n++].event = e->nevents;
	return 0;
}

/* Older kernels refuse what they do not know: to count losses for each event (6.0). */
static int open_one(struct perf_events *e, struct perf_event_attr *attr, const struct perf_wanted *w, int cgroup,
					int cpu)
{
	unsigned long flags = cgroup < 0 ? 0 : PERF_FLAG_PID_CGROUP;
	int fd = open_on(attr, cgroup, cpu, flags), err;

	if (fd == -EINVAL && attr->read_format) {
		attr->read_format = 0;
		fd = open_on(attr, cgroup, cpu, flags);
	}
	e->counts_lost = attr->read_format != 0;
	if (fd < 0)
		return fd;
	err = keep(e, fd);
	if (!err && ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, e->rings[cpu].fd))
		err = -errno;
	if (!err && w->filter && ioctl(fd, PERF_EVENT_IOC_SET_FILTER, w->filter))
		err = -errno;
	return err;
}

static int open_all(struct perf_events *e, struct perf_event_attr *attr, const struct perf_wanted *w, int cgroup)
{
	size_t before = e->n;
	int err = 0;

	for (int cpu = 0; cpu < e->ncpus && !err; cpu++)
		if (e->rings[cpu].page && (!w->one_cpu || w->cpu == (unsigned)cpu))
			err = open_one(e, attr, w, cgroup, cpu);
	while (err && e->n > before)
		close(e->list[--e->n].fd);
	return !err && e->n == before ? -ENXIO : err;
}

static int compare_ids(const void *a, const void *b)
{
	const struct opened *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

int perf_events_add(struct session *s, struct perf_events *e, const struct perf_wanted *w)
{
	struct perf_event_attr attr = attr_of(w->type, w->config);
	int cgroup = s->set->cgroup && !w->all_tasks ? cgroup_open(s->set->cgroup) : -1, err = 0;

	if (s->set->cgroup && !w->all_tasks && cgroup < 0)
		return cannot(s, cgroup, "cgroup %s: %s", s->set->cgroup, cgroup_error(cgroup));
	if (e->nevents == PERF_EVENTS)
		err = cannot(s, -E2BIG, "too many events");
	if (!err && w->type == PERF_TYPE_TRACEPOINT)
		err = read_format(s, e, w->name, &attr);
	if (!err) {
		fill(&attr, w);
		err = open_all(e, &attr, w, cgroup);
		if (err == -EINVAL && (w->cgroup || cgroup >= 0))
			cannot(s, err, "perf knows no cgroups on this kernel (CONFIG_CGROUP_PERF; their names: Linux 5.7)");
		else if (err == -ENXIO)
			cannot(s, err, "there is no CPU %u, or it is offline", w->cpu);
		else if (err)
			perf_refused(s, w->name, err);
	}
	if (cgroup >= 0)
		close(cgroup);
	if (err)
		return err;
	qsort(e->list, e->n, sizeof(*e->list), compare_ids);
	e->all_tasks[e->nevents] = w->all_tasks;
	e->types[e->nevents++] = attr.sample_type;
	return 0;
}

void perf_events_close(struct perf_events *e)
{
	for (size_t i = 0; i < e->n; i++)
		close(e->list[i].fd);
	for (int i = 0; i < e->ncpus; i++)
		perf_ring_unmap(&e->rings[i]);
	for (unsigned i = 0; i < PERF_EVENTS; i++)
		event_reader_free(e->formats[i]);
	if (e->ready >= 0)
		close(e->ready);
	free(e->rings);
	free(e->list);
	*e = (struct perf_events){.ready = -1};
}

/* ---- running ---- */

static int control(const struct perf_events *e, bool rings, unsigned long what)
{
	int err = 0;

	for (int i = 0; rings && i < e->ncpus; i++)
		if (e->rings[i].fd >= 0 && ioctl(e->rings[i].fd, what, 0))
			err = -errno;
	for (size_t i = 0; !rings && i < e->n; i++)
		if (ioctl(e->list[i].fd, what, 0))
			err = -errno;
	return err;
}

int perf_events_tell(const struct perf_events *e)
{
	return control(e, true, PERF_EVENT_IOC_ENABLE);
}

int perf_events_enable(const struct perf_events *e)
{
	return control(e, false, PERF_EVENT_IOC_ENABLE);
}

void perf_events_disable(const struct perf_events *e)
{
	control(e, false, PERF_EVENT_IOC_DISABLE);
	control(e, true, PERF_EVENT_IOC_DISABLE);
}

int perf_events_find(const struct perf_events *e, uint64_t id)
{
	struct opened key = {.id = id};
	const struct opened *found = e->n ? bsearch(&key, e->list, e->n, sizeof(key), compare_ids) : NULL;

	return found ? (int)found->event : -1;
}

uint64_t perf_events_lost(const struct perf_events *e)
{
	uint64_t values[2], lost = 0;

	for (size_t i = 0; e->counts_lost && i < e->n; i++)
		if (read(e->list[i].fd, values, sizeof(values)) == sizeof(values))
			lost += values[1];
	return lost;
}

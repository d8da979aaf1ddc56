// SPDX-License-Identifier: GPL-2.0-or-later
#include "uprobe_event.h"

#include "perf_source.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

struct uprobe_event {
	const char *path;
	uint64_t offset;
	pid_t pid;
	bool is_return;
	pthread_t thread;
	int file; /* descriptor or -errno */
};

static int open_event(const struct uprobe_event *e)
{
	struct perf_event_attr attr = {.size = sizeof(attr), .disabled = 1};
	int type = perf_source_number("uprobe/type", "%d");
	int bit = e->is_return ? perf_source_number("uprobe/format/retprobe", "config:%d") : 0;
	long file;

	if (type < 0 || bit < 0)
		return type < 0 ? type : bit;
	attr.type = (uint32_t)type;
	attr.config = e->is_return ? 1ULL << bit : 0;
	attr.uprobe_path = (uint64_t)(uintptr_t)e->path;
	attr.probe_offset = e->offset;
	file = syscall(SYS_perf_event_open, &attr, e->pid, e->pid < 0 ? 0 : -1, -1, PERF_FLAG_FD_CLOEXEC);
	return file < 0 ? -errno : (int)file;
}

static void *run(void *event)
{
	struct uprobe_event *e = event;

	e->file = open_event(e);
	return NULL;
}

struct uprobe_event *uprobe_event_begin(const char *path, uint64_t offset, pid_t pid, bool is_return)
{
	struct uprobe_event *e = malloc(sizeof(*e));

	if (!e)
		return NULL;
	*e = (struct uprobe_event){.path = path, .offset = offset, .pid = pid, .is_return = is_return};
	if (!pthread_create(&e->thread, NULL, run, e))
		return e;
	free(e);
	return NULL;
}

int uprobe_event_take(struct uprobe_event *event)
{
	int file = -ENOMEM;

	if (!event)
		return file;
	pthread_join(event->thread, NULL);
	file = event->file;
	free(event);
	return file;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "pids.h"

#include "base/clock.h"
#include "sys/diagnose.h"
#include "sys/pid_namespace.h"
#include "sys/processes.h"
#include "pids.skel.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ktally/pids.h>

#define FRESH_NS 50000000 /* for so long it is not read again */

static struct pids_bpf *object;
static struct bpf_link *tasks; /* to be walked over at any time, also when nothing can be loaded any more */
static uint64_t walked_ns;
static struct pid_pair *pairs;
static size_t npairs, room;

static int add(const struct pid_pair *pair)
{
	if (npairs == room) {
		struct pid_pair *more = realloc(pairs, (room + 256) * sizeof(*pairs));

		if (!more)
			return -ENOMEM;
		pairs = more;
		room += 256;
	}
	pairs[npairs++] = *pair;
	return 0;
}

/* Whole records: the kernel gives a buffer that holds several */
static int read_all(int fd)
{
	struct pid_pair some[64];
	ssize_t n;
	int err = 0;

	npairs = 0;
	while (!err && (n = read(fd, some, sizeof(some))) > 0)
		for (size_t i = 0; i < (size_t)n / sizeof(*some) && !err; i++)
			err = add(&some[i]);
	return err ? err : n < 0 ? -errno : 0;
}

static int walk(void)
{
	int fd = bpf_iter_create(bpf_link__fd(tasks)), err;

	err = fd < 0 ? fd : read_all(fd);
	if (fd >= 0)
		close(fd);
	walked_ns = clock_ns();
	return err;
}

static int load(void)
{
	int err;

	if (object)
		return 0;
	object = pids_bpf__open();
	if (!object)
		return -errno;
	object->rodata->namespace = (__u32)pid_namespace();
	err = pids_bpf__load(object);
	tasks = err ? NULL : bpf_program__attach_iter(object->progs.each_task, NULL);
	if (tasks)
		return 0;
	err = err ? err : -errno;
	pids_bpf__destroy(object);
	object = NULL;
	return err;
}

int pids_read(struct session *s)
{
	int err;

	if (pid_namespace_is_initial())
		return 0;
	if (!pid_namespace())
		return cannot(s, -ENOTSUP, "/proc does not tell whose numbers PIDs are: mount -t proc proc /proc");
	err = load();
	if (err)
		return diagnose_load(&s->why, err);
	err = walk();
	return err ? cannot(s, err, "cannot read the numbers of processes in this PID namespace: %s", strerror(-err)) : 0;
}

uint32_t pids_kernel(uint32_t local)
{
	if (pid_namespace_is_initial())
		return local;
	for (size_t i = 0; i < npairs; i++)
		if (pairs[i].local_tid == local)
			return pairs[i].tid;
	return 0;
}

static uint32_t find_local(uint32_t tid)
{
	for (size_t i = 0; i < npairs; i++)
		if (pairs[i].tid == tid)
			return pairs[i].local_tid;
	return 0;
}

uint32_t pids_local(uint32_t tid)
{
	uint32_t local;

	if (pid_namespace_is_initial())
		return tid;
	local = find_local(tid);
	return local || load() || walk() ? local : find_local(tid);
}

bool pids_gone(uint32_t tid)
{
	if (pid_namespace_is_initial())
		return process_is_gone(tid);
	return (clock_ns() - walked_ns < FRESH_NS || !walk()) && !find_local(tid);
}

int pids_each(void (*visit)(uint32_t pid, uint32_t parent, void *data), void *data)
{
	struct pid_pair *seen;
	size_t n;
	int err;

	if (pid_namespace_is_initial())
		return processes_each(visit, data);
	err = walk();
	if (err)
		return err;
	n = npairs;
	seen = malloc(n * sizeof(*seen)); /* a visit may read them again */
	if (!seen)
		return -ENOMEM;
	memcpy(seen, pairs, n * sizeof(*seen));
	for (size_t i = 0; i < n; i++)
		if (seen[i].tid == seen[i].tgid)
			visit(seen[i].tid, seen[i].parent, data);
	free(seen);
	return 0;
}

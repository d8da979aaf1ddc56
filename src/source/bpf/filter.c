// SPDX-License-Identifier: GPL-2.0-or-later
/* The task filter of bpf/filter.bpf.h: read-only data before the load, maps after it. */
#include "filter.h"

#include "probe/glob.h"
#include "session/tool.h"
#include "sys/cgroups.h"
#include "sys/pid_namespace.h"
#include "losses.h"
#include "object.h"
#include "pids.h"
#include "tracepoints.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* The process that is followed, 0: none. A command is followed with its children, unless the user asks for other
 * processes: then it only says how long to trace, as with `perf stat -p PID sleep 5`. */
static uint32_t follows(const struct session *s)
{
	if (s->set->follow)
		return pids_kernel((uint32_t)s->set->follow);
	return s->child_pid && !s->set->npids && !s->set->tid ? pids_kernel(s->child_pid) : 0;
}

__u32 bpf_self(void)
{
	return pids_kernel(pid_self());
}

int bpf_pid(struct session *s, __u32 *to, uint32_t pid)
{
	*to = pids_kernel(pid);
	return *to || !pid ? 0 : cannot(s, -ESRCH, "no process %u in this PID namespace", pid);
}

static const char *program_name(int i)
{
	return i ? "follow_free" : bpf_prefers_classic() ? "follow_newtask" : "follow_fork";
}

static int use_follow(struct session *s)
{
	for (int i = 0; i < 2; i++) {
		struct bpf_program *p = bpf_object__find_program_by_name(bpf_object_of(s), program_name(i));

		if (!p)
			return cannot(s, -EINVAL, "%s cannot follow processes", s->tool ? s->tool->name : "this tool");
		bpf_use(s, p, true);
	}
	return 0;
}

static int fill(struct session *s, struct filter *to)
{
	const struct settings *set = s->set;
	__u32 follow;
	int err = bpf_pid(s, &to->tid, (uint32_t)set->tid);

	to->npids = set->npids;
	for (uint32_t i = 0; i < set->npids && !err; i++)
		err = bpf_pid(s, &to->pids[i], set->pids[i]);
	if (!err)
		err = bpf_pid(s, &follow, (uint32_t)set->follow);
	if (err)
		return err;
	to->has_uid = set->has_uid;
	to->uid = (uint32_t)set->uid;
	to->cgroup = set->cgroup != NULL;
	to->cgroup_id = set->cgroup ? cgroup_id(set->cgroup) : 0; /* load_cgroup() says what is wrong with it */
	to->listed = set->comm && settings_comm_is_list(set->comm);
	if (set->comm && !to->listed) {
		to->ncomm = (uint32_t)strlen(set->comm);
		memcpy(to->comm, set->comm, to->ncomm);
	}
	to->follow = follows(s) != 0;
	return to->follow ? use_follow(s) : 0;
}

int bpf_filter_open(struct session *s)
{
	struct filter *filter = bpf_constant(s, "filter", sizeof(*filter));
	struct filter_names *names = bpf_constant(s, "filter_names", sizeof(*names));
	int err = filter ? fill(s, filter) : 0;

	if (!err && filter && names && filter->listed)
		err = probe_glob_names(names, s->set->comm);
	return err;
}

static int load_cgroup(struct session *s, const struct bpf_map *map)
{
	uint32_t index = 0;
	int fd = cgroup_open(s->set->cgroup), err;

	if (fd < 0)
		return cannot(s, fd, "cgroup %s: %s", s->set->cgroup, cgroup_error(fd));
	err = bpf_map_update_elem(bpf_map__fd(map), &index, &fd, BPF_ANY);
	close(fd);
	return err ? cannot(s, err, "cgroup %s: %s", s->set->cgroup, strerror(-err)) : 0;
}

int bpf_filter_load(struct session *s)
{
	struct bpf_map *cgroup = bpf_map_of(s, "filter_cgroup");
	struct bpf_map *follow = bpf_map_of(s, "filter_follow");
	uint32_t pid = follows(s);
	uint8_t one = 1;
	int err = 0;

	if (s->set->cgroup && cgroup)
		err = load_cgroup(s, cgroup);
	if (!err && pid && follow)
		err = bpf_map_update_elem(bpf_map__fd(follow), &pid, &one, BPF_ANY);
	return err;
}

int bpf_filter_attach(struct session *s)
{
	int err = 0;

	for (int i = 0; i < 2 && !err; i++) {
		struct bpf_program *p = bpf_object__find_program_by_name(bpf_object_of(s), program_name(i));
		struct bpf_link *link = p && bpf_program__autoload(p) ? bpf_program__attach(p) : NULL;

		if (link)
			err = bpf_keep_link(s, link);
		else if (p && bpf_program__autoload(p))
			err = -errno;
	}
	return err;
}

const char *bpf_filter_untold(const struct session *s)
{
	const struct bpf_program *p = bpf_object__find_program_by_name(bpf_object_of(s), program_name(0));

	return p && bpf_refused(bpf_program__fd(p))
			   ? "the kernel skipped a run for a fork; what that process did may be missing"
			   : NULL;
}

struct search {
	int follow; /* the map */
	bool added;
};

static void follow_child(uint32_t pid, uint32_t parent, void *data)
{
	struct search *search = data;
	uint8_t one = 1;

	if (bpf_map_lookup_elem(search->follow, &parent, &one) || !bpf_map_lookup_elem(search->follow, &pid, &one))
		return;
	search->added |= !bpf_map_update_elem(search->follow, &pid, &one, BPF_ANY);
	if (pids_gone(pid)) /* it ended before it was in the map, and no program would remove it */
		bpf_map_delete_elem(search->follow, &pid);
}

int bpf_filter_find(struct session *s)
{
	struct bpf_map *map = bpf_map_of(s, "filter_follow");
	struct search search = {.added = s->set->follow && map};
	int err = 0;

	if (search.added)
		search.follow = bpf_map__fd(map);
	while (search.added && !err) {
		search.added = false;
		err = pids_each(follow_child, &search);
	}
	return err ? cannot(s, err, "cannot read /proc: %s", strerror(-err)) : 0;
}

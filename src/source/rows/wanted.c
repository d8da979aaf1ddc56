// SPDX-License-Identifier: GPL-2.0-or-later
#include "wanted.h"

#include "base/log.h"
#include "probe/glob.h"

#include <errno.h>
#include <string.h>

static const struct field *pid, *tid, *uid, *comm;
static struct filter_names names;
static bool listed;

/* A total counts what is in its key; the rest is of many tasks. */
static const struct field *find(const struct schema *rows, const char *name)
{
	for (size_t i = 0; i < rows->nfields; i++) {
		const struct field *f = &rows->fields[i];

		if (!strcmp(f->name, name) && !(f->flags & FIELD_OFF) && (!rows->key_size || f->flags & FIELD_KEY))
			return f;
	}
	return NULL;
}

static int refuse(const struct session *s, const char *option)
{
	return fail(-EINVAL, "--%s: the rows of %s do not know it; give it when recording", option, dat_name(s->dat));
}

int wanted_prepare(const struct session *s, const struct schema *rows)
{
	const struct settings *set = s->set;

	pid = find(rows, "pid");
	tid = find(rows, "tid");
	uid = find(rows, "uid");
	comm = find(rows, "comm");
	if (set->npids && !pid)
		return refuse(s, "pid");
	if (set->tid && !tid)
		return refuse(s, "tid");
	if (set->has_uid && !uid)
		return refuse(s, "uid");
	if (set->comm && !(comm && comm->kind == FIELD_CHARS))
		return refuse(s, "comm");
	if (set->follow)
		return refuse(s, "follow");
	if (set->cgroup)
		return refuse(s, "cgroup");
	listed = set->comm && settings_comm_is_list(set->comm) && !probe_glob_names(&names, set->comm);
	return 0;
}

static bool in_pids(const struct settings *set, int64_t value)
{
	for (uint32_t i = 0; i < set->npids; i++)
		if (set->pids[i] == value)
			return true;
	return false;
}

static bool name_wanted(const char *filter, const void *row)
{
	char name[TASK_COMM] = "";

	memcpy(name, (const char *)row + comm->offset, comm->size < TASK_COMM ? comm->size : TASK_COMM - 1);
	return listed ? filter_names_match(&names, name) : strstr(name, filter) != NULL;
}

bool wanted(const struct session *s, const void *row)
{
	const struct settings *set = s->set;

	return (!set->npids || in_pids(set, field_integer(pid, row))) &&
		   (!set->tid || set->tid == (uint64_t)field_integer(tid, row)) &&
		   (!set->has_uid || set->uid == (uint64_t)field_integer(uid, row)) &&
		   (!set->comm || name_wanted(set->comm, row));
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* key.h - histograms of the scheduler by task: option, columns, order, and the keys of both forms. */
#pragma once

#include "base/hist.h"
#include "session/task_by.h"
#include "session/tool.h"

#include <ktally/task_key.h>

struct sched_hist {
	struct task_key key;
	struct hist hist;
};

/* To be put into a tool's table of options; by: an enum task_by_what, 0 for one histogram of all */
#define SCHED_BY_OPTION(by)                                                                              \
	OPT_PARSED(0, "by", "WHAT", by, task_by_parse, "for each: command, process, thread, cgroup or cpu"), \
		OPT_NOTE('P', "(bcc's --pids): --by process"),                                                   \
		OPT_NOTE('m', "(bcc's milliseconds): times choose their own unit")

/* The columns of the key, to be put first into the tool's table of fields; sched_prepare() shows those asked for */
#define SCHED_KEY_FIELDS                                                                                  \
	FIELD_AS("comm", struct sched_hist, key.comm, FIELD_CHARS, FIELD_KEY | FIELD_OFF | FIELD_TASK, -16),  \
		FIELD_AS("pid", struct sched_hist, key.pid, FIELD_U32, FIELD_KEY | FIELD_OFF | FIELD_TASK, -7),   \
		FIELD_AS("tid", struct sched_hist, key.tid, FIELD_U32, FIELD_KEY | FIELD_OFF | FIELD_TASK, -7),   \
		FIELD_MADE_OF("cgroup", struct sched_hist, key.cgroup, sched_cgroup, FIELD_KEY | FIELD_OFF, -32), \
		FIELD_AS("cpu", struct sched_hist, key.cpu, FIELD_U32, FIELD_KEY | FIELD_OFF, 4)
int sched_cgroup(char *to, size_t size, const struct field *f, const void *row);
void sched_show(struct field *fields, enum task_by_what by);

/* Order of rows: CPUs by number, others with the largest sum last */
int sched_compare(const void *a, const void *b);

/* Sets an opened object's `task_by`, and makes room: one histogram, or many. 0 or -errno with s->why set */
int sched_open(struct session *s, enum task_by_what by, bool *single);

/* On ftrace: can it tell? 0, or -ENOTSUP with s->why set. And the key of a thread */
int sched_ftrace_can(struct session *s, enum task_by_what by);
struct record;
struct task_key sched_key_of(enum task_by_what by, const struct record *r, uint32_t tid);

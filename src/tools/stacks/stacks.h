/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stacks.h - what tools that count by stack have in common: options, key columns, and the folded text of a key's
 * stacks, which the renderers of stacks draw (FIELD_STACK).
 */
#pragma once

#include "base/frame_text.h"
#include "session/task_by.h"
#include "session/tool.h"

#include <ktally/stacks.h>

struct stacks_options {
	enum task_by_what by; /* the outermost frame */
	bool user_only, kernel_only;
	bool offsets; /* of a program's frames: where in its function each is */
	uint64_t max_keys;
	uint64_t bytes; /* of a program's stack, which perf copies; 0: as many as the tool finds right */
};
extern struct stacks_options stacks;

/* To be put into a tool's table of options */
#define STACKS_OPTIONS                                                                                               \
	OPT_FLAG('U', "user-stacks-only", &stacks.user_only, "only what programs called, not the kernel's functions"),   \
		OPT_FLAG('K', "kernel-stacks-only", &stacks.kernel_only, "only the kernel's functions"),                     \
		OPT_PARSED(0, "by", "WHAT", &stacks.by, task_by_parse, "for each: command, process, thread, cgroup or cpu"), \
		OPT_FLAG(0, "offsets", &stacks.offsets, "where in its function each frame of a program is", .rare = true),   \
		OPT_NUMBER(0, "max-stacks", "N", &stacks.max_keys, 16, 1 << 22, "room for N stacks (16384)", .rare = true),  \
		OPT_NUMBER(0, "stack-bytes", "N", &stacks.bytes, 1024, 65528, "of each program's stack, copied by perf",     \
				   .rare = true)

/* Columns of the key of `type`, whose first member is a struct stack_key */
#define STACKS_FIELDS_OF(type, key, format)                                                   \
	FIELD_AS("comm", type, key.comm, FIELD_CHARS, FIELD_KEY, -16),                            \
		FIELD_AS("pid", type, key.pid, FIELD_U32, FIELD_KEY, 7),                              \
		FIELD_AS("tid", type, key.tid, FIELD_U32, FIELD_KEY | FIELD_OFF, 7),                  \
		FIELD_MADE_OF("cgroup", type, key.cgroup, stacks_cgroup, FIELD_KEY | FIELD_OFF, -16), \
		FIELD_AS("cpu", type, key.cpu, FIELD_U32, FIELD_KEY | FIELD_OFF, 4),                  \
		FIELD_MADE("stack", format, FIELD_KEY | FIELD_STACK, 0)
#define STACKS_FIELDS(type, key) STACKS_FIELDS_OF(type, key, stacks_fold)
int stacks_cgroup(char *to, size_t size, const struct field *f, const void *row);
int stacks_fold(char *to, size_t size, const struct field *f, const void *row);

/* Checks the options, and shows the columns that they ask for. 0, or -EINVAL after a message */
int stacks_prepare(struct session *s, struct field *fields);

/* Sets an opened object's `stacks_by` and the size of its `tally`. 0, or -errno with s->why set */
int stacks_open(struct session *s);

/* bpf_recipe.rename() of a key that begins with a struct stack_key */
void stacks_rename(struct session *s, void *key);

/* Writes how many of the programs' stacks that were counted are complete. Its length; 0: nearly all are */
int stacks_note(const struct session *s, char *to, size_t size);

struct perf_sample;
struct perf_wanted;
/* On perf: what an event must tell for a key, with so many bytes of stack unless --stack-bytes says otherwise; and the
 * key of a sample. */
void stacks_perf_ask(struct perf_wanted *w, uint32_t bytes);
void stacks_perf_key(struct stack_key *to, const struct perf_sample *sample);
/* The total of this key; NULL, and counted as lost, if there are --max-stacks others */
void *stacks_perf_total(struct session *s, const void *key);

/* For tools whose text has more than one task's stacks. Each part of a text goes behind what is there. */
struct stacks_text {
	char *to;
	size_t size, n;
};
void stacks_put(struct stacks_text *t, const char *function, enum frame_kind kind);
void stacks_put_task(struct stacks_text *t, const struct stack_key *key); /* what stacks begin with: --by */
void stacks_put_user(struct stacks_text *t, uint64_t hash, uint32_t pid);
void stacks_put_kernel(struct stacks_text *t, uint64_t hash);
/* The name of the innermost function outside the scheduler, of the kernel's stack if there is one. Returns the length;
 * 0: none is known */
int stacks_function(char *to, size_t size, const struct stack_key *key);
/* The other way round, innermost first, all of the kind FRAME_WAKER */
void stacks_put_waker(struct stacks_text *t, uint64_t kernel, uint64_t user, uint32_t pid);

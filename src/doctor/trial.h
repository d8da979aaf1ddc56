/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * trial.h - a way of getting at kernel events, tried for real: set up, made to happen once by this process,
 * seen or not, and taken down again.
 */
#ifndef KTALLY_DOCTOR_TRIAL_H
#define KTALLY_DOCTOR_TRIAL_H

#include "base/why.h"

#include <stdbool.h>
#include <stdint.h>

struct btf;
struct tracefs_instance;
struct trial;

enum trial_group { GROUP_BPF, GROUP_FTRACE };

enum trial_needs { /* capabilities; CAP_SYS_ADMIN serves for the first two as well */
				   NEEDS_BPF = 1 << 0,
				   NEEDS_PERFMON = 1 << 1,
				   NEEDS_ADMIN = 1 << 2,
};

struct mechanism {
	const char *name;
	enum trial_group group; /* nothing of a group works where its first mechanism does not */
	const char *kernel;		/* the remedy where the kernel has not got it: "Linux 5.8 or later" */
	unsigned needs;			/* enum trial_needs */
	int (*attempt)(struct trial *t);
	/* fills reason and remedy after a failure that attempt() did not explain itself */
	void (*explain)(struct trial *t, int err);
};

/* What trials share; the first of a group makes it, doctor.c frees it */
struct bench {
	int counts;		 /* map of one u64 that programs of trials add to; -1: none */
	struct btf *btf; /* the kernel's; NULL: none */
	struct tracefs_instance *instance;
};

/* Who was asked when it failed: the kernel's refusals look alike but have other causes */
enum asked { ASKED_NOBODY, ASKED_BPF, ASKED_PERF, ASKED_FILE, ASKED_TO_RUN };

struct trial {
	const struct mechanism *mechanism;
	struct bench *bench;
	enum asked asked;
	char doing[128]; /* when it failed: "loading the program", a file's name */
	struct why reason;
	char remedy[320];
	bool works;
};

/* For attempt(): both return err (negative) */
int failed(struct trial *t, enum asked asked, int err, const char *doing, ...) __attribute__((format(printf, 4, 5)));
int unusable(struct trial *t, int err, const char *remedy, const char *reason, ...)
	__attribute__((format(printf, 4, 5)));

/* t->works, or the reason and remedy. `first`: of its group, NULL for itself */
void trial_run(struct trial *t, const struct mechanism *m, struct bench *b, const struct trial *first);

/* What happens when something is to be seen: this thread gets its own name once more */
#define TRIAL_SYSTEM "task"
#define TRIAL_EVENT "task_rename"
#define TRIAL_FUNCTION "__set_task_comm"
void trial_rename(void);
/* ... and for user probes: a call of a function of this program */
void trial_call(void);
uint64_t trial_call_offset(void); /* where it is in the program's file; 0: unknown */

/* Does what is tried see a run of fire()? A few are made: one alone may be skipped, where another program is running
 * on that CPU already, or be seen only after a late tick. */
bool trial_seen(void (*fire)(void), bool (*seen)(void *arg), void *arg);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * trial.h - tries a way of getting kernel events for real: sets it up, causes the event in this process, checks
 * whether it was seen, and takes everything down again.
 */
#pragma once

#include "base/why.h"

#include <stdbool.h>
#include <stdint.h>

struct btf;
struct tracefs_instance;
struct trial;

enum trial_group { GROUP_BPF, GROUP_FTRACE };

enum trial_needs { /* capabilities; CAP_SYS_ADMIN includes the first two */
				   NEEDS_BPF = 1 << 0,
				   NEEDS_PERFMON = 1 << 1,
				   NEEDS_ADMIN = 1 << 2,
};

struct mechanism {
	const char *name;
	enum trial_group group; /* if a group's first mechanism fails, the others are not tried */
	const char *kernel;		/* the remedy if the kernel lacks it: "Linux 5.8 or later" */
	unsigned needs;			/* enum trial_needs */
	int (*attempt)(struct trial *t);
	/* Fills reason and remedy after a failure that attempt() itself did not explain. */
	void (*explain)(struct trial *t, int err);
};

/* Trials share it. The first trial of a group makes its part, doctor.c frees it. */
struct bench {
	int counts;		 /* map of one u64, in which programs count; -1: none */
	struct btf *btf; /* the kernel's; NULL: none */
	struct tracefs_instance *instance;
};

/* The interface that failed: the errors look the same but have different causes. */
enum asked { ASKED_NOBODY, ASKED_BPF, ASKED_PERF, ASKED_FILE, ASKED_TO_RUN };

struct trial {
	const struct mechanism *mechanism;
	struct bench *bench;
	enum asked asked;
	char doing[128]; /* at the failure: "loading the program", a file's name */
	struct why reason;
	char remedy[320];
	bool works;
};

/* For attempt(); both return err, which is negative. */
int failed(struct trial *t, enum asked asked, int err, const char *doing, ...) __attribute__((format(printf, 4, 5)));
int unusable(struct trial *t, int err, const char *remedy, const char *reason, ...)
	__attribute__((format(printf, 4, 5)));

/* Sets t->works, or reason and remedy. `first` is the group's first trial, NULL if this is the first. */
void trial_run(struct trial *t, const struct mechanism *m, struct bench *b, const struct trial *first);

/* The event to be seen: this thread sets its own name again. */
#define TRIAL_SYSTEM "task"
#define TRIAL_EVENT "task_rename"
#define TRIAL_FUNCTION "__set_task_comm"
void trial_rename(void);
/* The event for user probes: a call of a function of this program. */
void trial_call(void);
uint64_t trial_call_offset(void); /* its offset in the program's file; 0: unknown */

/*
 * Calls fire() until seen() is true, a few times: the kernel skips an event if another program is running on that
 * CPU, and the clock may tick late. False: never seen
 */
bool trial_seen(void (*fire)(void), bool (*seen)(void *arg), void *arg);

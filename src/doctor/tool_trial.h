/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tool_trial.h - starts each tool for real with each source. Each trial has a process of its own: tools keep their
 * options in static memory, and a crash must not end the other trials.
 */
#pragma once

#include "base/why.h"

#include <stdbool.h>

struct tool;

struct backend_trial {
	bool works, tried;
	char attach[32];
	struct why why; /* why it does not work */
};

struct tool_trial {
	const struct tool *tool;
	char options[64];				 /* additional ones in this trial; "": none */
	struct backend_trial bpf, other; /* other: on ftrace, or on perf if the tool has a form for it */
	struct backend_trial own;		 /* for a tool with a main() of its own */
};

/*
 * Tries all of tools[], with `all` also with each of their sets of options. tool_trials_start() forks *process, so
 * the caller can do something else. tool_trials_wait() waits for it, and tries again, alone, what failed. The
 * other backend is tried only if BPF does not work, or with `all`: each instance costs two RCU grace periods, one after
 * another. The array ends with a NULL tool; tool_trials_free() frees it. NULL: out of memory
 */
struct tool_trial *tool_trials_start(bool all, int *process);
void tool_trials_wait(struct tool_trial *trials, bool all, int process);
void tool_trials_free(struct tool_trial *trials);

/* "bpf", "ftrace", "perf", "own" or "none" */
const char *tool_trial_backend(const struct tool_trial *t);
const char *tool_trial_other(const struct tool_trial *t); /* "ftrace" or "perf" */

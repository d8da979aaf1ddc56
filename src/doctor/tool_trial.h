/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tool_trial.h - each tool started for real by each source, in a process of its own: tools keep their
 * options in static memory, and one that crashes shall not take the rest with it.
 */
#ifndef KTALLY_DOCTOR_TOOL_TRIAL_H
#define KTALLY_DOCTOR_TOOL_TRIAL_H

#include "base/why.h"

#include <stdbool.h>

struct tool;

struct backend_trial {
	bool works, tried;
	char attach[32];
	struct why why; /* not */
};

struct tool_trial {
	const struct tool *tool;
	char options[64]; /* what it was tried with besides; "": nothing */
	struct backend_trial bpf, ftrace;
	struct backend_trial own; /* of a tool that is no session */
};

/*
 * All of tools[], for `all` with each of their sets of options too, while the caller does something else: start, then
 * wait, which tries once more, alone, what failed beside the others. The result ends with a NULL tool;
 * tool_trials_free(). NULL without memory. ftrace is tried where BPF does not work, or for `all`: its instances cost
 * the kernel two grace periods each, one after another.
 */
struct tool_trial *tool_trials_start(bool all, int *process);
void tool_trials_wait(struct tool_trial *trials, bool all, int process);
void tool_trials_free(struct tool_trial *trials);

/* "bpf", "ftrace", "own" or "none" */
const char *tool_trial_backend(const struct tool_trial *t);

#endif

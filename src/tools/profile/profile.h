/* SPDX-License-Identifier: GPL-2.0-or-later */
/* profile.h - what the forms of profile share: its options, and its rows. */
#pragma once

#include "tools/stacks/stacks.h"
#include "event.h"

struct profile_options {
	const struct profile_event *event; /* NULL: cycles, or the clock if there are none */
	uint64_t frequency, period;		   /* Hz; events between samples, 0: by the frequency */
	uint64_t cpu;					   /* UINT64_MAX: all */
	bool idle;						   /* also the idle task */
};
extern struct profile_options profile;

struct profile_row {
	struct stack_key key;
	uint64_t samples;
};

extern const struct bpf_recipe profile_bpf_recipe;
extern const struct perf_recipe profile_perf;

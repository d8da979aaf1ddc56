/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * function_attach.h - programs at the entry and at the return of many kernel functions: one link for all of them where
 * the kernel has it, else a probe for each (attach_many.h).
 */
#pragma once

#include "session/session.h"
#include "sys/functions.h"

#include <bpf/libbpf.h>

/* Each NULL where there is none for it */
struct function_programs {
	struct bpf_program *multi, *multi_return;	/* "?kprobe.multi" */
	struct bpf_program *single, *single_return; /* "?kprobe", "?kretprobe" */
	size_t offset;								/* of single probes in the function */
};

#define FUNCTIONS_SINGLE 100 /* single probes take milliseconds each: above this another form is better */

/*
 * Before the load: kprobe.multi or single probes, whose programs alone are loaded; neither for no function. Without
 * either, or with more than `most` single probes unless BPF was asked for: -ENOTSUP, s->why set.
 */
int function_attach_choose(struct session *s, const struct function_programs *p, size_t n, size_t most);

/* Attaches the programs that were loaded; the source owns the links. Sets s->attach. 0 or -errno with s->why set */
int function_attach(struct session *s, const struct function_programs *p, const struct functions *f);
/* The same to one function: 0 or -errno, without a message */
int function_attach_one(struct session *s, const struct function_programs *p, const struct function *f);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* attach.h - funccount's programs and what they are attached to. Each function: 0 or -errno with s->why set */
#ifndef KTALLY_FUNCCOUNT_ATTACH_H
#define KTALLY_FUNCCOUNT_ATTACH_H

#include "source/bpf/function_attach.h"
#include "tools/functions/targets.h"

struct bpf_program;
struct funccount_bpf;

/* Switches on what the targets need, before the load */
int funccount_programs(struct session *s, struct funccount_bpf *o);
struct function_programs funccount_kernel_programs(const struct funccount_bpf *o);

/* Makes one event that all functions raise (sys/kprobe_event.h), and the program run at each; NULL: none */
int attach_event(struct session *s, struct bpf_program *program, const struct functions *f);
bool attach_event_possible(struct session *s);

/* By fentry, where nothing else is permitted. choose: before the load, decides it; attach: after it */
bool attach_typed_choose(struct session *s, struct bpf_program *program, const struct functions *f);
int attach_typed(struct session *s, const struct bpf_program *program, const struct functions *f);

#endif

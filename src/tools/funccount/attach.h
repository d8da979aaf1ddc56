/* SPDX-License-Identifier: GPL-2.0-or-later */
/* attach.h - attaching to many functions: who was refused and why, how far it is. Of funccount alone. */
#ifndef KTALLY_FUNCCOUNT_ATTACH_H
#define KTALLY_FUNCCOUNT_ATTACH_H

#include "targets.h"

struct bpf_program;
struct funccount_bpf;

struct attaching {
	struct session *s;
	size_t attached, refused;
	int last_err;
	uint64_t started_ns, told_ns;
};

void attach_blame(struct attaching *a, const char *name, int err); /* told, and gone on without */
void attach_progress(struct attaching *a, size_t done, size_t of); /* a line each second */
bool attach_interrupted(struct attaching *a);					   /* Ctrl-C while attaching: with what there is */
/* What came of it: err, or -errno with s->why set where nothing could be attached ("none WHAT can be probed") */
int attach_end(struct attaching *a, int err, const char *what);

/* Adds them to the event of sys/kprobe_event.h, which is nobody's yet */
void attach_to_event(struct attaching *a, const struct functions *f);
int attach_kprobes(struct attaching *a, struct bpf_program *program, const struct functions *f);
int attach_user(struct attaching *a, const struct targets *t, struct bpf_program *program);

/* Switches on what the targets need, before the load. 0 or -errno with s->why set */
int funccount_programs(struct session *s, struct funccount_bpf *o);

#endif

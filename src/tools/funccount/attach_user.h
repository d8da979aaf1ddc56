/* SPDX-License-Identifier: GPL-2.0-or-later */
/* attach_user.h - functions and static probes of programs and libraries. */
#ifndef KTALLY_FUNCCOUNT_ATTACH_USER_H
#define KTALLY_FUNCCOUNT_ATTACH_USER_H

#include "tools/functions/targets.h"

struct bpf_program;

/* Attaches the program to t->user; nothing without any. 0 or -errno with s->why set */
int attach_user(struct session *s, const struct targets *t, struct bpf_program *program);

#endif

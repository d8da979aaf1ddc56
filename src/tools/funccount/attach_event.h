/* SPDX-License-Identifier: GPL-2.0-or-later */
/* attach_event.h - kernel functions by the one event of sys/kprobe_event.h. 0 or -errno with s->why set. */
#pragma once

#include "session/session.h"

struct bpf_program;
struct functions;

bool attach_event_possible(struct session *s);
/* Makes one event that all functions raise, and runs the program at each. program NULL: nobody listens yet */
int attach_event(struct session *s, struct bpf_program *program, const struct functions *f);

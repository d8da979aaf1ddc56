/* SPDX-License-Identifier: GPL-2.0-or-later */
/* attach_typed.h - kernel functions by fentry, where nothing else is permitted. */
#pragma once

#include "session/session.h"

struct bpf_program;
struct functions;

/* Before the load: is fentry to be used? Switches the program on or off accordingly. */
bool attach_typed_choose(struct session *s, struct bpf_program *program, const struct functions *f);
/* After the load. 0 or -errno with s->why set */
int attach_typed(struct session *s, const struct bpf_program *program, const struct functions *f);

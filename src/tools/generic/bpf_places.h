/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bpf_places.h - the program at each of g->places, each time with the plan of that place. */
#pragma once

#include "session/session.h"

#include <bpf/libbpf.h>

/* The loaded program has the plan of the first place. 0, or -errno with s->why set */
int generic_attach_places(struct session *s, const struct bpf_program *program);

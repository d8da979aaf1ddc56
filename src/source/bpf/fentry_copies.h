/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fentry_copies.h - fentry and fexit programs at several functions. Such a program has one target, given when it is
 * loaded, so that each further function gets a copy of the loaded program.
 */
#pragma once

#include "session/session.h"
#include "sys/functions.h"

#include <bpf/libbpf.h>

struct fentry_set {
	const struct bpf_program *programs[2]; /* at each function, in this order; NULL: one is all */
	size_t own;							   /* the function that they were loaded for */
	const int *ids;						   /* of each function in the kernel's BTF, or -errno */
};

/* Attaches to each function (attach_many.h). The source owns copies and links. 0, or -errno with s->why set */
int fentry_attach(struct session *s, const struct functions *f, const struct fentry_set *set);

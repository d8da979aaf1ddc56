/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * function_pair.h - the loader's half of bpf/calls.bpf.h: entry and return of kernel functions by the surest way that
 * this kernel has for them.
 *
 *	fexit			a few functions of the kernel's BTF (before 5.17 one). However many calls are under way, all are
 *seen kprobe.multi	many functions in one link. Since 6.14 the surest way; before, return probes come from a pool, and a
 *	kprobe			call that finds it empty is not seen to return. Told as missed
 */
#ifndef KTALLY_FUNCTION_PAIR_H
#define KTALLY_FUNCTION_PAIR_H

#include "session/session.h"
#include "sys/functions.h"

#include <ktally/calls.h>

/* Before the load, on an opened object: chooses programs, fills *setup (&o->rodata->call_setup). 0 or -errno, s->why
 * set */
int function_pair_open(struct session *s, const struct functions *f, struct call_setup *setup);

/* As a recipe's attach(): the other programs of the object as well. Sets s->attach. */
int function_pair_attach(struct session *s, const struct functions *f);

/*
 * As a recipe's losses(), whose notices_missed must be set: calls under way, and those that are not but were never
 * seen to return.
 */
void function_pair_losses(struct session *s, struct lost *lost);

#endif

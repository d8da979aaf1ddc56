/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * entry_exit.h - the loader's half of bpf/calls.bpf.h: entry and return of kernel functions by the surest way that
 * this kernel has for them.
 *
 * fexit, for a few functions of the kernel's BTF (before 5.17 for one): it sees however many calls are under way.
 *
 * kprobe.multi, for many functions in one link: since 6.14 the surest way. Before, return probes come from a pool. The
 * return of a call that finds the pool empty is not seen, and counts as missed.
 *
 * kprobe, one for each function: the pool again.
 */
#pragma once

#include "session/session.h"
#include "sys/functions.h"

#include <ktally/calls.h>

/* Before the load, on an opened object: chooses programs and fills *setup (&o->rodata->call_setup). 0, or -errno with
 * s->why set */
int entry_exit_open(struct session *s, const struct functions *f, struct call_setup *setup);

/* A recipe's attach(): also attaches the other programs of the object. Sets s->attach. */
int entry_exit_attach(struct session *s, const struct functions *f);

/* A recipe's losses(), whose notices_missed must be set: counts calls under way, and calls of threads that ended. */
void entry_exit_losses(struct session *s, struct lost *lost);

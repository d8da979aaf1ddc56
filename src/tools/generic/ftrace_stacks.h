/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ftrace_stacks.h - stacks in the ring buffer are records of their own, after that of the event on the same CPU, unless
 * an interrupt's events lie between. So an event waits in the place of its CPU and of what was running (task,
 * interrupts, NMI), and the next event of that place says that its stack was lost.
 */
#pragma once

#include "source/ftrace/stream.h"

/* What is to be done when the stack of what waits has come; n 0: it was lost */
typedef void stack_done(struct session *s, void *waiting, const uint64_t *frames, unsigned n);

/* size: of what waits for its stack. 0 or -ENOMEM with s->why set */
int generic_stacks_start(struct session *s, size_t size, stack_done *done);
void generic_stacks_free(void);

/* Room for what waits for the stack of this record. NULL without memory, which is counted */
void *generic_stacks_wait(struct session *s, const struct record *r);
void generic_stacks_record(struct session *s, const struct record *r);
/* What still waits goes without a stack */
void generic_stacks_flush(struct session *s);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ftrace_calls.h - calls from entry to return: two events, joined by thread and frame of the call, as the BPF form
 * does. */
#pragma once

#include "probe/evaluate.h"
#include "source/ftrace/stream.h"

/* 0 or -ENOMEM with s->why set */
int generic_calls_start(struct session *s);
void generic_calls_free(void);

void generic_begin_call(struct session *s, const struct record *r, const struct probe_event *event);
void generic_refuse_call(const struct session *s, const struct record *r); /* the filter does not want it */
void generic_end_call(struct session *s, const struct record *r);

/* Adds calls without an end and ends without a call to *lost */
void generic_calls_losses(const struct session *s, struct lost *lost);

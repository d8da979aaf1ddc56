/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ftrace.h - what a tool's ftrace recipe uses beside stream.h's records. */
#ifndef KTALLY_FTRACE_H
#define KTALLY_FTRACE_H

#include "../session.h"

/* Sets the kernel's filter of an event ("block/block_rq_issue") in the session's own instance. Nothing in
 * a replay. 0 or -errno with s->why set. */
int ftrace_filter(struct session *s, const char *event, const char *filter) __attribute__((nonnull));

/* Does this run have the event? (Optional ones may be missing.) */
bool ftrace_has(const struct session *s, const char *event);

#endif

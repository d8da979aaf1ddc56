/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * select.h - which calls -e asks for: "openat,close", "!futex", "%file", "epoll_*", "/^sched_", "?statx", "open@32".
 * Lists of several -e add up. Pure, except for messages.
 */
#pragma once

#include <ktally/trace_setup.h>
#include <stdbool.h>

struct selection {
	struct trace_set set;
	bool given;	 /* else every call */
	bool events; /* lists had events, which events.h has now */
};

/* A parse() of options: 0, or -EINVAL after a message */
int select_parse(void *selection, const char *list);

bool select_has(const struct selection *s, unsigned index);

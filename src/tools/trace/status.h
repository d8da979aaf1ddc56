/* SPDX-License-Identifier: GPL-2.0-or-later */
/* status.h - --status and -e status=: how calls end that are shown. strace's words. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum trace_status {
	STATUS_SUCCESSFUL = 1,
	STATUS_FAILED = 2,
	STATUS_UNFINISHED = 4, /* never returned: exit, or its thread ended in it */
	STATUS_DETACHED = 8,   /* had not returned when tracing ended */
};

/* A parse() of options: "failed,unfinished", "!successful", "all" to *statuses (uint32_t). 0, or -EINVAL after a
 * message. A list replaces the one before, as with strace. */
int status_parse(void *statuses, const char *list);
/* The rest of the options as the list wants them. Without a list a recording shows all that it has. 0, or -EINVAL after
 * a message: they contradict it */
int status_prepare(bool recorded);

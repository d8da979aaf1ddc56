/* SPDX-License-Identifier: GPL-2.0-or-later */
/* json_line.h - how every line of JSON begins. */
#pragma once

#include "session/session.h"

/* The members tool, kind, time and time_ns of a new object, which json_end() ends (json_text.h). time_ns: of
 * CLOCK_MONOTONIC */
void json_line(const struct session *s, const char *kind, uint64_t time_ns);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * notice.h - a line on a terminal about what takes longer than half a second. One system call may be all of it, and it
 * does not return for a signal, so a thread prints the line. One at a time; nowhere else than on a terminal, and not
 * with --quiet. Where no thread can be made, before all in a confined session, there is no line.
 */
#pragma once

#include "session.h"

void notice_begin(const struct session *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void notice_end(void);

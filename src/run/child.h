/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * child.h - the command after "--". It is forked before the source opens, so that its PID can be a filter,
 * and waits to exec until tracing has begun.
 */
#pragma once

#include "session/session.h"

/* Can the command be executed? Before anything is attached or printed: 0, or 126 or 127 after a message, as a shell. A
 * file that only the exec refuses (an interpreter that is missing) is told by the command's own status. */
int child_check(const struct session *s);
int child_prepare(struct session *s); /* does nothing without a command */
int child_start(struct session *s);
int child_descriptor(const struct session *s); /* readable when the command has ended; -1: none */
void child_signal(struct session *s, int signal);
/* Waits for the command. Its status as a shell gives it (128 + signal); 0 without a command */
int child_status(struct session *s);
void child_end(struct session *s); /* a command that still waits for its start never gets one */

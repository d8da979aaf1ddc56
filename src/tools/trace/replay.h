/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * replay.h - rows of a recording, of this machine or of another one: its calls get their names and arguments by its
 * own table. What printed the run's lines prints them again, with other options if they are given.
 */
#pragma once

#include "session/options.h"

#include <ktally/trace.h>
#include <stdbool.h>

struct session;

extern const struct replay_recipe trace_replay_recipe;

/* After the command line, before it is judged: options that only choose how lines look are those of the recording,
 * where the command line has others. 0, or -EINVAL after a message: the recording cannot answer what it asks for */
int replay_prepare(const struct session *s, const struct opt *options);

/* Of a row of a recording: a column's text as it was recorded. NULL: there is none, or nothing is replayed */
const char *replay_column(const char *column, size_t *n);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* replay.h - the source that reads a recording (dat/dat.h) instead of the kernel. */
#pragma once

#include "session/session.h"
#include "session/source.h"

extern const struct source source_replay;

/* A text of s->dat by its name in a folder, at most 64 MB, which the caller frees; NULL: there is none */
char *replay_text(const struct session *s, const char *name);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* replay.h - the source that reads a recording (recording.h) instead of the kernel. */
#pragma once

#include "session/source.h"

extern const struct source source_replay;

/* A text file of a recording, at most 1 MB, which the caller frees; NULL with errno set */
char *replay_text(const char *path);

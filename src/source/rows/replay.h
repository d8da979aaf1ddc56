/* SPDX-License-Identifier: GPL-2.0-or-later */
/* replay.h - the source that reads rows as a run printed them (record.h). It needs no code of the tool. */
#pragma once

#include "session/session.h"
#include "session/source.h"

extern const struct source source_rows;

/* Does s->dat have such rows? */
bool rows_recorded(const struct session *s);
/* Takes schema, view and the like from s->dat, in place of the tool's prepare(). 0, or -EINVAL after a message: it is
 * damaged, of another tool, or the options ask for what rows cannot give */
int rows_prepare(struct session *s);

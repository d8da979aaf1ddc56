/* SPDX-License-Identifier: GPL-2.0-or-later */
/* wanted.h - the task filter of the command line over recorded rows, where they name the task. */
#pragma once

#include "session/session.h"

/* 0, or -EINVAL after a message if these rows do not know what an option asks about */
int wanted_prepare(const struct session *s, const struct schema *rows);
bool wanted(const struct session *s, const void *row);

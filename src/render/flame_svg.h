/* SPDX-License-Identifier: GPL-2.0-or-later */
/* flame_svg.h - --flame FILE: the stacks of a run as a flame graph, drawn when it ends. */
#pragma once

#include "session/session.h"

/* Opens the file, and sets s->picture. Nothing without --flame. 0, or -errno after a message */
int flame_svg_open(struct session *s);

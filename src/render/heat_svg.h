/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * heat_svg.h - --svg FILE: the histograms of a run as one SVG file that needs nothing else, a heat map over time for
 * each key. It is drawn when the run ends, beside what the renderer prints.
 */
#pragma once

#include "session/session.h"

/* Opens the file, and sets s->picture. Nothing without --svg. 0, or -errno after a message */
int heat_svg_open(struct session *s);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * heat_svg.h - --svg FILE: the histograms of a run as one SVG file that needs nothing else, a heat map over time for
 * each key. It is drawn when the run ends, beside what the renderer prints; with --live also while it lasts, and a page
 * that shows it shows the next one when that is there.
 */
#pragma once

#include "session/session.h"

/* Has it what --live needs? 0, or -EINVAL after a message */
int heat_svg_check(const struct session *s);
int heat_svg_open(struct session *s);

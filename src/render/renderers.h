/* SPDX-License-Identifier: GPL-2.0-or-later */
/* renderers.h - the renderers there are. A name says the file, and table.c has two. */
#pragma once

#include "session/render.h"

extern const struct renderer render_events, render_table, render_hist, render_hist_table, render_heatmap, render_json,
	render_stacks, render_metrics;

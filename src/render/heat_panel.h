/* SPDX-License-Identifier: GPL-2.0-or-later */
/* heat_panel.h - one key of a heat map as SVG: map, percentile lines and histogram, on scales that all keys share.
 * Pure. */
#pragma once

#include "heat_scale.h"

/* name: escaped for terminals, not for XML; top: in pixels. 0 or -ENOMEM */
int heat_panel(FILE *to, const struct heat_scale *s, const struct heat_series *series, const char *name, unsigned top);

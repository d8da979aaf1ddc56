/* SPDX-License-Identifier: GPL-2.0-or-later */
/* schema.h - rows of a probe as the renderers see them. */
#pragma once

#include "generic.h"

/* The schema of the view. It and *g last as long as the process */
const struct schema *generic_schema(const struct generic *g);

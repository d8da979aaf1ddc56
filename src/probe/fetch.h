/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fetch.h - where an argument's value is: "%di", "$arg1", "+8(%di)", "file->f_pos". */
#pragma once

#include "probe.h"

/* What the text begins with becomes the argument's fetch. 0 or -EINVAL after a message */
int probe_parse_fetch(struct probe *p, struct probe_argument *a, struct probe_text *t);

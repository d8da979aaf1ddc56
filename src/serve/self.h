/* SPDX-License-Identifier: GPL-2.0-or-later */
/* self.h - the metrics of `ktally serve` itself: which tools answer, what they lost, what they cost. */
#pragma once

#include "scrape.h"

/* Everything that a scrape has found out */
void self_expose(const struct scrape *s, struct exposition *e);

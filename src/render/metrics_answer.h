/* SPDX-License-Identifier: GPL-2.0-or-later */
/* metrics_answer.h - sends what a session has counted to the HTTP process of `ktally serve`. */
#pragma once

#include "metrics_families.h"
#include "metrics_labels.h"
#include "metrics_series.h"

/* The renderer's state */
struct metrics_state {
	struct metrics_labels labels;
	struct metrics_families families;
	struct series_set *series;
	uint64_t created_ns; /* time of day when counting began */
	struct bytes body;
};

/* Answers the question of this number with the series that there are. 0, or -ENOMEM after a message. A reader that does
 * not read is no error. */
int metrics_answer(struct session *s, uint32_t number);

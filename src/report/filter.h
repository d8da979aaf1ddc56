/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * filter.h - --filter: which rows of a recording count. "comm ~ postg* && latency_ns > 1ms": a field, an operator and a
 * value, and all conditions must hold. Of a value that is not known none holds.
 */
#pragma once

#include "base/schema.h"

#define FILTER_CONDITIONS 16
#define FILTER_TEXT 256

enum filter_operator {
	FILTER_EQUAL,
	FILTER_NOT_EQUAL,
	FILTER_LESS_EQUAL,
	FILTER_GREATER_EQUAL,
	FILTER_LESS,
	FILTER_GREATER,
	FILTER_BITS,
	FILTER_MATCH,
	FILTER_OPERATORS,
};

struct filter {
	struct filter_condition {
		const struct field *field;
		enum filter_operator op;
		int64_t number;
		char text[FILTER_TEXT]; /* of a text; a glob if op is FILTER_MATCH */
	} list[FILTER_CONDITIONS];
	size_t n;
};

/* Adds the conditions of a text, which may be NULL: none. 0, or -EINVAL after a message. The schema must outlive it */
int filter_add(struct filter *f, const struct schema *schema, const char *text);
bool filter_passes(const struct filter *f, const void *row);

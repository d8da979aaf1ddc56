// SPDX-License-Identifier: GPL-2.0-or-later
#include "filter.h"

#include "base/numbers.h"
#include "probe/text.h"
#include "keys.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const signs[] = {"==", "!=", "<=", ">=", "<", ">", "&", "~"};

/* ---- what was typed ---- */

static int take_field(struct filter_condition *c, const struct schema *s, struct probe_text *t)
{
	struct probe_text start = *t;
	struct word name;
	int i;

	if (!text_take_name(t, &name))
		return probe_wrong(t, "a field is missing here; there are: %s", key_names(s));
	i = key_find(s, name.text, name.length);
	if (i < 0)
		return probe_wrong(&start, "no such field; there are: %s", key_names(s));
	c->field = &s->fields[i];
	return 0;
}

static int take_operator(struct filter_condition *c, struct probe_text *t)
{
	bool text = field_is_text(c->field);

	for (c->op = FILTER_EQUAL; c->op < FILTER_OPERATORS; c->op++) {
		struct probe_text start = *t;
		bool fits = text ? c->op <= FILTER_NOT_EQUAL || c->op == FILTER_MATCH : c->op != FILTER_MATCH;

		if (!text_take(t, signs[c->op]))
			continue;
		if (!fits)
			return probe_wrong(&start, text ? "a text: compare it by ==, != or ~" : "a number: ~ compares texts");
		return 0;
	}
	return probe_wrong(t, "an operator is missing here: %s", text ? "== != ~" : "== != < <= > >= &");
}

/* In quotes, or up to a space */
static int take_word(struct filter_condition *c, struct probe_text *t)
{
	struct probe_text start = *t;
	char quote = text_next(t);
	bool quoted = quote == '"' || quote == '\'';
	const char *from = t->at + quoted;
	size_t n = quoted ? strcspn(from, (char[]){quote, '\0'}) : strcspn(from, " \t&");

	if (quoted ? !from[n] : !n)
		return probe_wrong(&start, quoted ? "the quotation mark at its end is missing" : "a value is missing here");
	if (n >= sizeof(c->text))
		return probe_wrong(&start, "the value has more than %zu characters", sizeof(c->text) - 1);
	memcpy(c->text, from, n);
	c->text[n] = '\0';
	t->at = from + n + quoted;
	return 0;
}

/* 12, -1, 0x1f, 1.5ms, 64K */
static int to_number(struct filter_condition *c, const struct probe_text *t)
{
	uint64_t quantity;
	bool is_time;
	char *end;

	errno = 0;
	c->number = (int64_t)(*c->text == '-' ? (uint64_t)strtoll(c->text, &end, 0) : strtoull(c->text, &end, 0));
	if (!errno && !*end && end > c->text)
		return 0;
	if (parse_quantity(c->text, &quantity, &is_time))
		return probe_wrong(t, "must be a number, as 12, 0x1f, 64K or 1.5ms");
	if (is_time && c->field->kind != FIELD_NS)
		return probe_wrong(t, "%s is no time", c->field->name);
	c->number = (int64_t)quantity;
	return 0;
}

static int take_condition(struct filter_condition *c, const struct schema *s, struct probe_text *t)
{
	struct probe_text value;
	int err;

	text_skip_spaces(t);
	err = take_field(c, s, t);
	text_skip_spaces(t);
	if (!err)
		err = take_operator(c, t);
	text_skip_spaces(t);
	value = *t;
	if (!err)
		err = take_word(c, t);
	if (!err && !field_is_text(c->field))
		err = to_number(c, &value);
	text_skip_spaces(t);
	return err;
}

int filter_add(struct filter *f, const struct schema *schema, const char *text)
{
	struct probe_text t = text_begin(text, "filter");
	int err = 0;

	for (bool more = text; more && !err; more = text_take(&t, "&&")) {
		if (f->n == FILTER_CONDITIONS)
			return probe_wrong(&t, "more than %d conditions", FILTER_CONDITIONS);
		err = take_condition(&f->list[f->n++], schema, &t);
	}
	if (!err && text && *t.at)
		return probe_wrong(&t, "the filter should end here, or go on with &&");
	return err;
}

/* ---- rows ---- */

static bool text_holds(const struct filter_condition *c, const void *row)
{
	static char text[SCHEMA_TEXT_MAX];

	field_text(text, sizeof(text), c->field, row);
	if (c->op == FILTER_MATCH)
		return !fnmatch(c->text, text, 0);
	return !strcmp(c->text, text) == (c->op == FILTER_EQUAL);
}

static bool is_signed(const struct field *f)
{
	return f->kind == FIELD_S32 || f->kind == FIELD_S64;
}

/* -1, 0 or 1 */
static int compare(const struct filter_condition *c, int64_t value)
{
	uint64_t sign = is_signed(c->field) ? 1ULL << 63 : 0, a = (uint64_t)value ^ sign, b = (uint64_t)c->number ^ sign;

	return (a > b) - (a < b);
}

static bool holds(const struct filter_condition *c, const void *row)
{
	int64_t value;
	int order;

	if (c->field->known && !c->field->known(c->field, row))
		return false;
	if (field_is_text(c->field))
		return text_holds(c, row);
	value = field_integer(c->field, row);
	order = compare(c, value);
	switch (c->op) {
	case FILTER_EQUAL:
		return !order;
	case FILTER_NOT_EQUAL:
		return order;
	case FILTER_LESS_EQUAL:
		return order <= 0;
	case FILTER_GREATER_EQUAL:
		return order >= 0;
	case FILTER_LESS:
		return order < 0;
	case FILTER_GREATER:
		return order > 0;
	default:
		return value & c->number;
	}
}

bool filter_passes(const struct filter *f, const void *row)
{
	for (size_t i = 0; i < f->n; i++)
		if (!holds(&f->list[i], row))
			return false;
	return true;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "schema.h"

#include "units.h"

#include <stdio.h>
#include <string.h>

static const void *at(const struct field *f, const void *row)
{
	return (const char *)row + f->offset;
}

static int64_t mean(const void *sum_and_count)
{
	uint64_t pair[2];

	memcpy(pair, sum_and_count, sizeof(pair));
	return pair[1] ? (int64_t)(pair[0] / pair[1]) : 0;
}

int64_t field_integer(const struct field *f, const void *row)
{
	uint32_t u32 = 0;
	uint16_t u16 = 0;
	int64_t s64 = 0;

	if (f->kind == FIELD_MEAN)
		return mean(at(f, row));
	if (f->size == sizeof(u16) && f->kind == FIELD_U32) {
		memcpy(&u16, at(f, row), sizeof(u16));
		return u16;
	}
	if (f->size == sizeof(u32)) {
		memcpy(&u32, at(f, row), sizeof(u32));
		return f->kind == FIELD_S32 ? (int32_t)u32 : (int64_t)u32;
	}
	if (f->size == sizeof(s64) && f->kind != FIELD_CHARS)
		memcpy(&s64, at(f, row), sizeof(s64));
	return s64;
}

static int print_unsigned(char *to, size_t size, const struct field *f, const void *row)
{
	return units_whole(to, size, (uint64_t)field_integer(f, row), false);
}

static int print_signed(char *to, size_t size, const struct field *f, const void *row)
{
	int64_t value = field_integer(f, row);

	return units_whole(to, size, value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0);
}

static int print_chars(char *to, size_t size, const struct field *f, const void *row)
{
	return snprintf(to, size, "%.*s", (int)f->size, (const char *)at(f, row));
}

static int print_ns(char *to, size_t size, const struct field *f, const void *row)
{
	return units_ns(to, size, (double)field_integer(f, row));
}

static int print_bytes(char *to, size_t size, const struct field *f, const void *row)
{
	return units_number(to, size, (double)field_integer(f, row));
}

static int print_uptime(char *to, size_t size, const struct field *f, const void *row)
{
	return units_uptime(to, size, (uint64_t)field_integer(f, row));
}

static int print_clock(char *to, size_t size, const struct field *f, const void *row)
{
	return units_clock(to, size, (uint64_t)field_integer(f, row));
}

static int print_made(char *to, size_t size, const struct field *f, const void *row)
{
	return f->format(to, size, f, row);
}

static int print_nothing(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f, (void)row;
	if (size)
		*to = '\0';
	return 0;
}

/* How each kind prints. A new kind also needs FIELD_KIND_SIZE(), and is_counter() if it adds up. */
static const struct {
	bool text;
	int (*print)(char *, size_t, const struct field *, const void *);
} kinds[FIELD_KINDS] = {
	[FIELD_U32] = {false, print_unsigned}, [FIELD_U64] = {false, print_unsigned},
	[FIELD_S32] = {false, print_signed},   [FIELD_S64] = {false, print_signed},
	[FIELD_CHARS] = {true, print_chars},   [FIELD_NS] = {false, print_ns},
	[FIELD_BYTES] = {false, print_bytes},  [FIELD_UPTIME] = {false, print_uptime},
	[FIELD_CLOCK] = {true, print_clock},   [FIELD_MEAN] = {false, print_ns},
	[FIELD_TEXT] = {true, print_made},	   [FIELD_HIST] = {false, print_nothing},
	[FIELD_ROW] = {true, print_nothing},
};

int field_text(char *to, size_t size, const struct field *f, const void *row)
{
	int n = kinds[f->kind].print(to, size, f, row);

	return n < (int)size ? n : (int)size - 1;
}

void field_show(struct field *f, bool on)
{
	if (on)
		f->flags &= ~(unsigned)(FIELD_OFF | FIELD_HIDDEN);
}

bool field_not_zero(const struct field *f, const void *row)
{
	return field_integer(f, row);
}

bool field_not_negative(const struct field *f, const void *row)
{
	return field_integer(f, row) >= 0;
}

bool field_not_empty(const struct field *f, const void *row)
{
	return *(const char *)at(f, row);
}

int sign_field(char *to, size_t size, const struct field *f, const void *row)
{
	return snprintf(to, size, "%s", field_integer(f, row) ? "negative" : "positive");
}

bool field_is_text(const struct field *f)
{
	return kinds[f->kind].text;
}

const struct field *schema_hist_field(const struct schema *s)
{
	for (size_t i = 0; i < s->nfields; i++)
		if (s->fields[i].kind == FIELD_HIST)
			return &s->fields[i];
	return NULL;
}

bool schema_has_hist(const struct schema *s)
{
	return schema_hist_field(s);
}

const struct hist *schema_hist(const struct schema *s, const void *row)
{
	const struct field *f = schema_hist_field(s);

	return f ? at(f, row) : NULL;
}

uint64_t schema_values(const struct schema *s, const void *row, struct hist *values)
{
	unsigned none = s->nedges ? s->nedges + 1 : 0;
	uint64_t apart;

	*values = *schema_hist(s, row);
	if (!s->apart)
		return 0;
	apart = values->slots[none];
	values->slots[none] = 0;
	return apart;
}

static bool is_counter(const struct field *f)
{
	return !(f->flags & FIELD_KEY) && f->size == sizeof(uint64_t) &&
		   (f->kind == FIELD_U64 || f->kind == FIELD_S64 || f->kind == FIELD_NS || f->kind == FIELD_BYTES);
}

static const struct field *text_with(const struct schema *s, unsigned flag)
{
	for (size_t i = 0; i < s->nfields; i++)
		if (s->fields[i].kind == FIELD_TEXT && s->fields[i].flags & flag)
			return &s->fields[i];
	return NULL;
}

const struct field *schema_stack(const struct schema *s)
{
	return text_with(s, FIELD_STACK);
}

const struct field *schema_self(const struct schema *s)
{
	return text_with(s, FIELD_SELF);
}

const struct field *schema_counter(const struct schema *s)
{
	for (size_t i = 0; i < s->nfields; i++)
		if (is_counter(&s->fields[i]))
			return &s->fields[i];
	return NULL;
}

const struct field *schema_weight(const struct schema *s)
{
	for (size_t i = 0; i < s->nfields; i++)
		if (is_counter(&s->fields[i]) && s->fields[i].kind == FIELD_NS && !(s->fields[i].flags & FIELD_MAX))
			return &s->fields[i];
	return schema_counter(s);
}

uint64_t schema_count(const struct schema *s, const void *row)
{
	const struct hist *h = schema_hist(s, row);
	const struct field *counter = h ? NULL : schema_counter(s);

	if (h)
		return hist_count(h);
	return counter ? (uint64_t)field_integer(counter, row) : 0;
}

void schema_merge(const struct schema *s, void *into, const void *row)
{
	for (size_t i = 0; i < s->nfields; i++) {
		const struct field *f = &s->fields[i];
		uint64_t *sum = (uint64_t *)((char *)into + f->offset);
		uint64_t value;

		if (f->kind == FIELD_HIST)
			hist_merge((struct hist *)sum, at(f, row));
		if (!is_counter(f))
			continue;
		value = (uint64_t)field_integer(f, row);
		if (f->flags & FIELD_MAX)
			*sum = value > *sum ? value : *sum;
		else
			*sum += value;
	}
}

/* A maximum has no difference: an interval gets the maximum of the whole run. It may be older than the interval,
 * so schema_since() does not take it as a sign that anything was counted. */
static uint64_t counter_since(const struct field *f, const void *now, const void *before)
{
	uint64_t new = (uint64_t)field_integer(f, now), old = before ? (uint64_t)field_integer(f, before) : 0;

	return f->flags & FIELD_MAX ? new : new - old;
}

bool schema_since(const struct schema *s, void *out, const void *now, const void *before)
{
	static const struct hist none;
	bool any = false;

	for (size_t i = 0; i < s->nfields; i++) {
		const struct field *f = &s->fields[i];
		void *to = (char *)out + f->offset;

		if (f->kind == FIELD_HIST) {
			hist_since(to, s->unit, at(f, now), before ? at(f, before) : &none);
			any |= hist_count(to) != 0;
		} else if (is_counter(f)) {
			uint64_t value = counter_since(f, now, before);

			memcpy(to, &value, sizeof(value));
			any |= value && !(f->flags & (FIELD_MAX | FIELD_BESIDE));
		}
	}
	return any;
}

static bool exact_since(uint64_t max, uint64_t before)
{
	return max > before || !max;
}

/* A maximum that is new since `before` was seen in between. A maximum of 0 cannot be too high. */
bool field_max_exact(const struct field *f, const void *row, const void *before)
{
	if (!before)
		return true;
	if (f->kind == FIELD_HIST)
		return exact_since(((const struct hist *)at(f, row))->max, ((const struct hist *)at(f, before))->max);
	return !(f->flags & FIELD_MAX) || exact_since((uint64_t)field_integer(f, row), (uint64_t)field_integer(f, before));
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Rows by their schema: fields as text and numbers, sums, differences. */
#include "test.h"

#include "base/schema.h"

#include <stdio.h>
#include <string.h>

struct row {
	uint32_t key, u32;
	int32_t s32;
	char comm[8];
	uint64_t count, bytes, longest;
	int64_t s64;
};

static int format_made(char *to, size_t size, const struct field *f, const void *row)
{
	return snprintf(to, size, "<%u>", (unsigned)field_integer(f, row));
}

static const struct field fields[] = {
	FIELD(struct row, key, FIELD_U32, FIELD_KEY, 4),
	FIELD(struct row, u32, FIELD_U32, FIELD_KEY, 4),
	FIELD(struct row, s32, FIELD_S32, FIELD_KEY, 4),
	FIELD(struct row, comm, FIELD_CHARS, FIELD_KEY, -8),
	FIELD_AS("calls", struct row, count, FIELD_U64, 0, 8),
	FIELD(struct row, bytes, FIELD_BYTES, 0, 8),
	FIELD(struct row, longest, FIELD_NS, FIELD_MAX, 8),
	FIELD(struct row, s64, FIELD_S64, FIELD_KEY, 8),
	FIELD_MADE_OF("made", struct row, key, format_made, FIELD_KEY, 0),
};

static const struct schema schema = {SCHEMA_FIELDS(fields), .key_size = 24, .row_size = sizeof(struct row)};

struct hist_row {
	uint64_t key;
	struct hist hist;
};

static const struct field hist_fields[] = {
	FIELD(struct hist_row, key, FIELD_U64, FIELD_KEY, 8),
	FIELD(struct hist_row, hist, FIELD_HIST, 0, 0),
};

static const struct schema hist_schema = {SCHEMA_FIELDS(hist_fields), .key_size = 8,
										  .row_size = sizeof(struct hist_row), .unit = HIST_BYTES};

static const struct row sample = {.key = 0xffffffff,
								  .u32 = 7,
								  .s32 = -2,
								  .comm = {'e', 'i', 'g', 'h', 't', '!', '!', '!'},
								  .count = UINT64_MAX,
								  .bytes = 1536,
								  .longest = 412000,
								  .s64 = INT64_MIN};

static void texts(void **state)
{
	static const char *const wanted[] = {"4294967295",			 "7",	 "-2",	  "eight!!!",
										 "18446744073709551615", "1536", "412µs", "-9223372036854775808",
										 "<4294967295>"};
	char text[64], cut[4];

	(void)state;
	for (size_t i = 0; i < ELEMENTS(fields); i++) {
		assert_int_equal(field_text(text, sizeof(text), &fields[i], &sample), strlen(wanted[i]));
		assert_string_equal(text, wanted[i]);
		assert_in_range(field_text(cut, sizeof(cut), &fields[i], &sample), 1, 3);
		assert_int_equal(strlen(cut), strlen(wanted[i]) < 3 ? strlen(wanted[i]) : 3);
	}
	*text = 'x';
	assert_int_equal(field_text(text, sizeof(text), &hist_fields[1], &(struct hist_row){0}), 0);
	assert_string_equal(text, "");
}

static void integers(void **state)
{
	static const int64_t wanted[] = {0xffffffff, 7, -2, 0, -1 /* all bits */, 1536, 412000, INT64_MIN, 0xffffffff};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(fields); i++) {
		assert_true(field_integer(&fields[i], &sample) == wanted[i]);
		assert_int_equal(field_is_text(&fields[i]), fields[i].kind == FIELD_CHARS || fields[i].kind == FIELD_TEXT);
	}
}

static void counting(void **state)
{
	struct hist_row row = {.key = 3};

	(void)state;
	assert_true(schema_count(&schema, &sample) == UINT64_MAX);
	assert_false(schema_has_hist(&schema));
	assert_true(schema_has_hist(&hist_schema));
	assert_null(schema_hist(&schema, &sample));
	assert_ptr_equal(schema_hist(&hist_schema, &row), &row.hist);
	hist_add(&row.hist, HIST_BYTES, 10);
	hist_add(&row.hist, HIST_BYTES, 10);
	assert_int_equal(schema_count(&hist_schema, &row), 2);
}

static void merging(void **state)
{
	struct row into = {.key = 1, .count = 10, .bytes = 100, .longest = 50}, wanted = into;
	const struct row low = {.key = 9, .u32 = 9, .s64 = 9, .count = 5, .bytes = 1, .longest = 40};
	const struct row high = {.count = 1, .longest = 60};

	(void)state;
	schema_merge(&schema, &into, &low);
	wanted.count = 15;
	wanted.bytes = 101;
	assert_memory_equal(&into, &wanted, sizeof(into)); /* the key does not change */
	schema_merge(&schema, &into, &high);
	assert_true(into.count == 16 && into.bytes == 101 && into.longest == 60);
}

static void differences(void **state)
{
	const struct row before = {.key = 1, .count = 10, .bytes = 100, .longest = 50};
	struct row now = before, out = before;

	(void)state;
	assert_false(schema_since(&schema, &out, &now, &before)); /* a new maximum alone is no event */
	now.bytes += 5;
	assert_true(schema_since(&schema, &out, &now, &before));
	assert_true(out.count == 0 && out.bytes == 5 && out.longest == 50 && out.key == 1);
	assert_true(schema_since(&schema, &out, &now, NULL));
	assert_true(out.count == 10 && out.bytes == 105);
}

static void histogram_differences(void **state)
{
	struct hist_row before = {.key = 3}, now, out = {.key = 3};

	(void)state;
	hist_add(&before.hist, HIST_BYTES, 10);
	now = before;
	assert_false(schema_since(&hist_schema, &out, &now, &before));
	hist_add(&now.hist, HIST_BYTES, 20);
	assert_true(schema_since(&hist_schema, &out, &now, &before));
	assert_true(hist_count(&out.hist) == 1 && out.hist.sum == 20 && out.hist.max == 20);
	assert_true(schema_since(&hist_schema, &out, &now, NULL));
	assert_memory_equal(&out, &now, sizeof(out));
	schema_merge(&hist_schema, &out, &before);
	assert_true(hist_count(&out.hist) == 3 && out.hist.sum == 40);
}

/* A maximum is exact where it grew, and where nothing was counted before */
static void exact_maxima(void **state)
{
	const struct field *longest = &fields[6], *hist = schema_hist_field(&hist_schema);
	struct row before = {.longest = 50}, row = before;
	struct hist_row old = {.hist = {.max = 50}}, new = old;

	(void)state;
	assert_string_equal(longest->name, "longest");
	assert_false(field_max_exact(longest, &row, &before));
	assert_true(field_max_exact(longest, &row, NULL));
	assert_true(field_max_exact(&fields[5], &row, &before)); /* no maximum at all */
	row.longest = 51;
	assert_true(field_max_exact(longest, &row, &before));
	assert_false(field_max_exact(hist, &new, &old));
	new.hist.max = 49; /* the edge of a bucket */
	assert_false(field_max_exact(hist, &new, &old));
	new.hist.max = 51;
	assert_true(field_max_exact(hist, &new, &old));
	assert_true(field_max_exact(hist, &old, NULL));
	new.hist.max = old.hist.max = 0; /* nothing is lower */
	assert_true(field_max_exact(hist, &new, &old));
	assert_null(schema_hist_field(&schema));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts),		cmocka_unit_test(integers),	   cmocka_unit_test(counting),
		cmocka_unit_test(merging),		cmocka_unit_test(differences), cmocka_unit_test(histogram_differences),
		cmocka_unit_test(exact_maxima),
	};

	return RUN(tests);
}

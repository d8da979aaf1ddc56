// SPDX-License-Identifier: GPL-2.0-or-later
/* Rows as bytes of the Common Trace Format, and what the metadata says of them */
#include "test.h"

#include "report/ctf_fields.h"
#include "report/spool.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

struct row {
	uint64_t time_ns;
	char comm[16];
	uint32_t pid;
	int32_t fd;
	int64_t big;
	uint64_t sum, count;
	struct hist hist;
};

static int format_items(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f, (void)row, (void)size;
	memcpy(to, "a\0\0b\n", 6);
	return 6;
}

static int format_lines(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f, (void)row;
	return snprintf(to, size, "f\ng");
}

static const struct field fields[] = {
	FIELD(struct row, comm, FIELD_CHARS, 0, -16),
	FIELD(struct row, pid, FIELD_U32, 0, 7),
	FIELD_AS("a->b c", struct row, fd, FIELD_S32, 0, 4, .known = field_not_negative),
	FIELD_AS("struct", struct row, big, FIELD_S64, FIELD_HIDDEN, 4),
	FIELD_MADE("off", format_lines, FIELD_OFF, 0),
	FIELD_MADE("shown", format_lines, FIELD_TEXT_ONLY, 0),
	FIELD_MADE("items", format_items, FIELD_ITEMS, 0),
	FIELD_MADE("items", format_lines, FIELD_LINES, 0),
};
static const struct schema schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct row)};

static const struct field totals[] = {
	FIELD_AS("mean", struct row, sum, FIELD_MEAN, 0, 7),
	FIELD(struct row, hist, FIELD_HIST, 0, 0),
};

static void declared(const struct schema *s, const char *wanted)
{
	static struct row_fields c;
	struct bytes text = {0};

	assert_int_equal(row_fields_choose(&c, s, "tool"), 0);
	ctf_declare(&text, &c);
	bytes_number(&text, 0, 1);
	assert_string_equal((char *)text.at, wanted);
	bytes_free(&text);
}

static void test_declare(void **state)
{
	(void)state;
	declared(&schema, "\t\tstring _unknown;\n\t\tstring _comm;\n\t\tuint32_t _pid;\n\t\tint32_t _a__b_c;\n"
					  "\t\tint64_t _struct;\n\t\tuint32_t _items_length;\n\t\tstring _items[_items_length];\n"
					  "\t\tuint32_t _items2_length;\n\t\tstring _items2[_items2_length];\n");
}

static void is_row(const struct schema *s, const struct row *row, const char *wanted, size_t n)
{
	static struct row_fields c;
	struct bytes got = {0};

	assert_int_equal(row_fields_choose(&c, s, "tool"), 0);
	ctf_row(&got, &c, row);
	assert_int_equal(got.n, n);
	assert_memory_equal(got.at, wanted, n);
	bytes_free(&got);
}

static void test_row(void **state)
{
	struct row row = {.comm = "\x1b[31m \"\xff", .pid = 258, .fd = 3, .big = -2};
	static const char known[] = "\0\\x1b[31m \"\\xff\0\x02\x01\0\0\x03\0\0\0\xfe\xff\xff\xff\xff\xff\xff\xff"
								"\x03\0\0\0a\0\0b\\n\0\x02\0\0\0f\0g";
	static const char unknown[] =
		"a__b_c\0\0\0\0\0\0\xff\xff\xff\xff\0\0\0\0\0\0\0\0\x03\0\0\0a\0\0b\\n\0\x02\0\0\0f\0g";

	(void)state;
	is_row(&schema, &row, known, sizeof(known));
	memset(&row, 0, sizeof(row));
	row.fd = -1;
	is_row(&schema, &row, unknown, sizeof(unknown));
}

/* Chosen buckets, and a value that is none */
static void test_totals(void **state)
{
	static const uint64_t edges[] = {10, 20};
	struct schema s = {SCHEMA_FIELDS(totals), .key_size = 8, .row_size = sizeof(struct row), .unit = HIST_BYTES};
	struct row row = {.sum = 9, .count = 2};
	static const char plain[] = "\0\x09\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\x06\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0\x02\0\0\0"
								"\0\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0\x02\0\0\0\0\0\0";
	static const char chosen[] =
		"\0\x09\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x02\0\0\0"
		"\x09\0\0\0\0\0\0\0\x05\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\x01\0\0\0\0\0\0\0"
		"\x07\0\0\0\0\0\0";

	(void)state;
	hist_add(&row.hist, HIST_BYTES, 0);
	hist_add(&row.hist, HIST_BYTES, 3);
	hist_add(&row.hist, HIST_BYTES, 3);
	is_row(&s, &row, plain, sizeof(plain));
	memset(&row.hist, 0, sizeof(row.hist));
	row.hist.slots[0] = 5;
	row.hist.slots[2] = 1;
	row.hist.slots[3] = 7;
	s.edges = edges;
	s.nedges = 2;
	s.apart = "no data";
	is_row(&s, &row, chosen, sizeof(chosen));
}

static void test_string(void **state)
{
	struct bytes got = {0};

	(void)state;
	ctf_string(&got, "a\"b\\c\n\xc3\xa9\xff;");
	bytes_number(&got, 0, 1);
	assert_string_equal((char *)got.at, "\"a\\\"b\\\\\\\\c\\\\n\\303\\251\\\\xff;\"");
	bytes_free(&got);
}

static int in_order(void *arg, uint64_t time, const void *data, size_t n)
{
	uint32_t *last = arg, number;

	assert_int_equal(n, sizeof(number));
	memcpy(&number, data, sizeof(number));
	if (*last)
		assert_true(time > *last / 1000 || (time == *last / 1000 && number > *last));
	*last = number;
	return number == 50099 ? 7 : 0;
}

/* By time, then as they came; the caller may stop */
static void test_spool(void **state)
{
	struct spool *s = spool_new(AT_FDCWD);
	uint32_t last = 0;

	(void)state;
	assert_non_null(s);
	assert_int_equal(spool_each(s, in_order, &last), 0);
	for (uint32_t i = 0; i < 100; i++)
		for (uint32_t time = 100; time > 0; time--) {
			uint32_t number = time * 1000 + i;

			assert_int_equal(spool_add(s, time, &number, sizeof(number)), 0);
		}
	assert_int_equal(spool_each(s, in_order, &last), 7);
	assert_int_equal(last, 50099);
	spool_free(s);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_declare), cmocka_unit_test(test_row),	  cmocka_unit_test(test_totals),
		cmocka_unit_test(test_string),	cmocka_unit_test(test_spool),
	};

	return RUN(tests);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Ring-buffer pages to records. The test makes the pages, with the kernel's layout (include/linux/ring_buffer.h). */
#include "base/clock.h"
#include "test.h"

#include "session/session.h"
#include "source/ftrace/stream.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The clock of everything that is linked here: only the test advances it, however long the test takes */
static uint64_t now_ns = 1000000000;

int clock_gettime(clockid_t clock, struct timespec *t)
{
	(void)clock;
	*t = (struct timespec){(time_t)(now_ns / 1000000000), (long)(now_ns % 1000000000)};
	return 0;
}

#define PAGE 4096
#define CPUS 3
#define PAGES 8
#define MISSED (1ULL << 31)		   /* in a page's commit: events were dropped before it */
#define MISSED_STORED (1ULL << 30) /* their number follows the data */

static const char header[] = "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
							 "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
							 "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
							 "\tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;\n";

static const char format[] = "name: made\nID: 77\nformat:\n"
							 "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
							 "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
							 "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
							 "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
							 "\tfield:u64 serial;\toffset:8;\tsize:8;\tsigned:0;\n"
							 "\tfield:int error;\toffset:16;\tsize:4;\tsigned:1;\n"
							 "\tfield:u32 mask;\toffset:20;\tsize:4;\tsigned:0;\n"
							 "\tfield:s16 small;\toffset:24;\tsize:2;\tsigned:1;\n"
							 "\tfield:u8 tiny;\toffset:26;\tsize:1;\tsigned:0;\n"
							 "\tfield:char fixed[5];\toffset:27;\tsize:5;\tsigned:0;\n"
							 "\tfield:__data_loc char[] name;\toffset:32;\tsize:4;\tsigned:0;\n"
							 "\nprint fmt: \"%d\", REC->error\n";

struct made { /* the bytes of a record */
	uint16_t type;
	uint8_t flags, preempt;
	int32_t pid;
	uint64_t serial;
	int32_t error;
	uint32_t mask;
	int16_t small;
	uint8_t tiny;
	char fixed[5];
	uint32_t name; /* length << 16 | offset */
	char bytes[8];
} __attribute__((packed));

enum { SERIAL, ERROR, MASK, SMALL, TINY, FIXED, NAME, ABSENT };
static const char *const fields[] = {"serial", "error", "mask", "small", "tiny", "fixed", "name", "absent", NULL};

/* ---- pages to read ---- */

static struct input {
	unsigned char pages[PAGES][PAGE];
	int count, next;
} inputs[CPUS];

static struct builder {
	unsigned char *page;
	size_t at;
	uint64_t time;
} build;

static void page_begin(int cpu, uint64_t time)
{
	build.page = inputs[cpu].pages[inputs[cpu].count++];
	assert_true(inputs[cpu].count <= PAGES);
	memset(build.page, 0xee, PAGE); /* the kernel does not clear what follows the data either */
	memcpy(build.page, &time, 8);
	build.at = 16;
	build.time = time;
}

static void put(const void *data, size_t size)
{
	assert_true(build.at + size <= PAGE);
	memcpy(build.page + build.at, data, size);
	build.at += size;
}

static void put_word(uint32_t type, uint32_t rest)
{
	uint32_t word = type | rest << 5;

	put(&word, 4);
}

static void page_end(uint64_t flags)
{
	uint64_t commit = (build.at - 16) | flags;

	memcpy(build.page + 8, &commit, 8);
}

static void add(uint64_t time, const struct made *made)
{
	uint64_t delta = time - build.time;

	if (delta >> 27) {
		uint32_t high = (uint32_t)(delta >> 27);

		put_word(30, delta & 0x7ffffff); /* a time extension */
		put(&high, 4);
		delta = 0;
	}
	put_word(sizeof(*made) / 4, (uint32_t)delta);
	put(made, sizeof(*made));
	build.time = time;
}

static struct made sample(uint64_t serial)
{
	return (struct made){77,		   0,	  0, 4321, serial, -13, 0xffffffff, -7, 200, {'f', 'i', 'x', 0, 'x'},
						 5 << 16 | 36, "name"};
}

static int read_input(void *arg, int cpu, void *page, size_t size)
{
	struct input *in = &inputs[cpu];

	assert_ptr_equal(arg, inputs);
	assert_int_equal(size, PAGE);
	if (in->next == in->count)
		return 0;
	memcpy(page, in->pages[in->next++], PAGE);
	return PAGE;
}

/* ---- what comes out ---- */

static struct got {
	uint64_t serial, time;
	int cpu;
} got[1000];
static size_t ngot;
static void (*look)(const struct record *r);

static void on_record(struct session *s, const struct record *r)
{
	(void)s;
	assert_true(ngot < ELEMENTS(got));
	got[ngot++] = (struct got){(uint64_t)record_int(r, SERIAL), r->time_ns, r->cpu};
	if (look)
		look(r);
}

static const struct ftrace_event events[] = {{.name = "test/made", .fields = fields, .record = on_record}, {0}};
static const struct ftrace_recipe recipe = {.events = events};
static const struct tool tool = {.name = "test", .ftrace = &recipe};
static struct settings set;
static struct session session = {.tool = &tool, .set = &set};
static struct stream *st;

static int make(void **state)
{
	(void)state;
	memset(inputs, 0, sizeof(inputs));
	ngot = 0;
	look = NULL;
	st = stream_new(&session, CPUS, header, strlen(header), false);
	return !st || stream_page_size(st) != PAGE || stream_add(st, events, format, strlen(format));
}

static int drop(void **state)
{
	(void)state;
	stream_free(st);
	return 0;
}

static void run_all(void)
{
	assert_int_equal(stream_run(st, read_input, inputs, true), 0);
	assert_int_equal(stream_count(st), ngot);
}

static void look_at_fields(const struct record *r)
{
	size_t length = 99;
	char text[4];

	assert_int_equal(r->tid, 4321);
	assert_int_equal(record_int(r, ERROR), -13);
	assert_int_equal(record_int(r, MASK), 0xffffffff);
	assert_int_equal(record_int(r, SMALL), -7);
	assert_int_equal(record_int(r, TINY), 200);
	assert_int_equal(strncmp(record_chars(r, FIXED, &length), "fix", 3), 0);
	assert_int_equal(length, 3);
	assert_int_equal(strncmp(record_chars(r, NAME, &length), "name", 4), 0);
	assert_int_equal(length, 4);
	assert_int_equal(record_copy(r, NAME, text, sizeof(text)), 3);
	assert_string_equal(text, "nam");
	assert_true(record_has(r, NAME) && !record_has(r, ABSENT));
	assert_int_equal(record_int(r, ABSENT), 0);
	assert_null(record_chars(r, ABSENT, &length));
	assert_int_equal(record_copy(r, ABSENT, text, sizeof(text)), 0);
	assert_string_equal(text, "");
}

static void fields_of_a_record(void **state)
{
	const struct made made = sample(UINT64_MAX - 5);

	(void)state;
	look = look_at_fields;
	page_begin(1, 1000);
	add(1005, &made);
	page_end(0);
	run_all();
	assert_int_equal(ngot, 1);
	assert_true(got[0].serial == UINT64_MAX - 5 && got[0].time == 1005 && got[0].cpu == 1);
}

static void look_at_wild_name(const struct record *r)
{
	size_t length = 0;

	assert_null(record_chars(r, NAME, &length));
}

/* A string that claims to lie outside its record is not followed. */
static void strings_out_of_bounds(void **state)
{
	static const uint32_t wild[] = {5u << 16 | 60, 5u << 16 | 0xffff, 0xffffu << 16 | 36, 9u << 16 | 36, 1u << 16 | 44};

	(void)state;
	look = look_at_wild_name;
	for (size_t i = 0; i < ELEMENTS(wild); i++) {
		struct made made = sample(i);

		made.name = wild[i];
		page_begin(0, 1000 * (i + 1));
		add(1000 * (i + 1), &made);
		page_end(0);
	}
	run_all();
	assert_int_equal(ngot, ELEMENTS(wild));
}

/* Times ascend on each CPU, and must ascend in the merged output. Gaps above 27 bits need time extensions. */
static void order_over_cpus(void **state)
{
	uint64_t seed = 81, serial = 0;

	(void)state;
	for (int cpu = 0; cpu < CPUS; cpu++) {
		uint64_t time = 1000000;

		for (int page = 0; page < PAGES; page++) {
			page_begin(cpu, time);
			for (int i = 0; i < 30; i++) {
				struct made made = sample(serial++);

				time += random_next(&seed) % (i % 7 ? 1000 : 1ULL << 30);
				add(time, &made);
			}
			page_end(0);
		}
	}
	run_all();
	assert_int_equal(ngot, serial);
	for (size_t i = 1; i < ngot; i++)
		assert_true(got[i].time >= got[i - 1].time);
	assert_int_equal(stream_lost(st) + stream_bad(st), 0);
}

static void drops_that_pages_tell(void **state)
{
	const struct made made = sample(1);
	const uint64_t dropped = 1234;

	(void)state;
	page_begin(0, 1000);
	add(1000, &made);
	page_end(MISSED | MISSED_STORED);
	memcpy(build.page + build.at, &dropped, 8);
	run_all();
	assert_int_equal(stream_lost(st), 1234);
	page_begin(0, 2000);
	add(2000, &made);
	page_end(MISSED); /* their number is unknown: at least one */
	run_all();
	assert_int_equal(stream_lost(st), 1235);
	assert_int_equal(ngot, 2);
}

/* A record that the kernel took back (a filter rejected it) stays in the page as padding */
static void put_discarded(uint32_t size)
{
	put_word(29, 1);
	put(&size, 4); /* this size includes its own four bytes */
	memset(build.page + build.at, 0xdd, size - 4);
	build.at += size - 4;
	build.time++;
}

static void what_is_skipped(void **state)
{
	struct made made = sample(1), other = sample(2);

	(void)state;
	other.type = 78; /* no stream asked for this type */
	page_begin(0, 1000);
	put_discarded(40);
	add(1002, &made);
	add(1003, &other);
	put_discarded(400);
	add(1005, &made);
	put_discarded(PAGE - (uint32_t)build.at - 4);
	page_end(0);
	page_begin(0, 2000); /* an empty page */
	page_end(0);
	page_begin(0, 3000);
	add(3000, &made);
	page_end(0);
	run_all();
	assert_int_equal(stream_bad(st), 0);
	assert_int_equal(ngot, 3);
	assert_true(got[0].time == 1002 && got[1].time == 1005 && got[2].time == 3000);
}

/* A page whose commit is wild has no records. */
static void wild_commits(void **state)
{
	static const uint64_t commits[] = {PAGE, PAGE - 15, 0x7ffffff, 1 << 20};
	const struct made made = sample(1);

	(void)state;
	for (size_t i = 0; i < ELEMENTS(commits); i++) {
		page_begin(0, 1000);
		add(1000, &made);
		page_end(0);
		memcpy(build.page + 8, &commits[i], 8);
	}
	page_begin(0, 3000);
	add(3000, &made);
	page_end(0);
	run_all();
	assert_int_equal(stream_bad(st), ELEMENTS(commits));
	assert_int_equal(ngot, 1);
	assert_int_equal(got[0].time, 3000);
}

/* A damaged record ends its page: earlier records of the page and all of the next one come, once. A length that
 * leads back must not lead in a circle. */
static void wild_lengths(void **state)
{
	static const struct {
		uint32_t type, length;
	} wild[] = {{0, 1 << 20},		 {0, 0},	   {0, 3}, {0, (uint32_t)-40}, {29, (uint32_t)-8},
				{29, (uint32_t)-52}, {29, 1 << 12}};
	const struct made made = sample(1);

	(void)state;
	for (uint32_t i = 0; i < ELEMENTS(wild); i++) {
		page_begin(0, 1000 * i);
		add(1000 * i, &made);
		put_word(wild[i].type, 1);
		put(&wild[i].length, 4);
		put(&made, sizeof(made));
		page_end(MISSED | MISSED_STORED); /* what stands behind the records is no number then */
		assert_int_equal(stream_run(st, read_input, inputs, true), 0);
		assert_int_equal(stream_bad(st), i + 1);
		assert_int_equal(stream_lost(st), i + 1);
		assert_int_equal(ngot, i + 1);
		assert_int_equal(got[i].time, 1000 * i);
	}
}

/* A record whose last byte, or whose length, is beyond the commit. */
static void cut_records(void **state)
{
	const struct made made = sample(1);
	uint64_t commit;
	size_t whole;

	(void)state;
	page_begin(0, 1000);
	add(1000, &made);
	whole = build.at - 16;
	put_word(0, 0);
	put(&(uint32_t){4 + sizeof(made)}, 4);
	put(&made, sizeof(made));
	page_end(0);
	for (commit = whole + 1; commit < build.at - 16; commit++) {
		inputs[0].next = 0;
		ngot = 0;
		memcpy(inputs[0].pages[0] + 8, &commit, 8);
		assert_int_equal(stream_run(st, read_input, inputs, true), 0);
		assert_int_equal(ngot, 1);
		assert_int_equal(stream_bad(st), commit - whole);
	}
}

/* While tracing goes on, a record waits until no CPU can still deliver an earlier one. */
static void held_back(void **state)
{
	const struct made made = sample(1);
	uint64_t now = clock_ns();

	(void)state;
	page_begin(0, now);
	add(now, &made);
	page_end(0);
	assert_int_equal(stream_run(st, read_input, inputs, false), 0);
	assert_int_equal(ngot, 0);
	page_begin(1, now - 500);
	add(now - 500, &made); /* nobody has read it yet */
	page_end(0);
	now_ns += 10000000;
	assert_int_equal(stream_run(st, read_input, inputs, false), 0);
	assert_int_equal(ngot, 2);
	assert_true(got[0].cpu == 1 && got[1].cpu == 0);
}

static void damaged_texts(void **state)
{
	static const char *const headers[] = {"", "x", "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(headers); i++)
		assert_null(stream_new(&session, 1, headers[i], strlen(headers[i]), false));
	assert_true(stream_add(st, events, "", 0) < 0);
	for (size_t n = 0; n < strlen(header); n++) {
		struct stream *cut = stream_new(&session, 1, header, n, false);

		stream_free(cut);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(fields_of_a_record, make, drop),
		cmocka_unit_test_setup_teardown(strings_out_of_bounds, make, drop),
		cmocka_unit_test_setup_teardown(order_over_cpus, make, drop),
		cmocka_unit_test_setup_teardown(drops_that_pages_tell, make, drop),
		cmocka_unit_test_setup_teardown(what_is_skipped, make, drop),
		cmocka_unit_test_setup_teardown(wild_commits, make, drop),
		cmocka_unit_test_setup_teardown(wild_lengths, make, drop),
		cmocka_unit_test_setup_teardown(cut_records, make, drop),
		cmocka_unit_test_setup_teardown(held_back, make, drop),
		cmocka_unit_test_setup_teardown(damaged_texts, make, drop),
	};

	return RUN(tests);
}

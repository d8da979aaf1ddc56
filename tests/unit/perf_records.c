// SPDX-License-Identifier: GPL-2.0-or-later
/* Records of perf's rings: what is in them, what is damaged, and their order over several rings */
#include "test.h"

#include "source/perf/records.h"

#include <string.h>

#define ALL (PERF_COMMON | PERF_MORE)
#define WORDS 4096

/* A record in the making */
static struct {
	uint64_t words[WORDS];
	size_t n;
} made;

static void put(uint64_t word)
{
	made.words[made.n++] = word;
}

static void put_two(uint32_t low, uint32_t high)
{
	put(low | (uint64_t)high << 32);
}

static struct perf_event_header *header(void)
{
	return (struct perf_event_header *)made.words;
}

static void begin(uint32_t type, uint16_t misc)
{
	made.n = 1;
	*header() = (struct perf_event_header){.type = type, .misc = misc};
}

static size_t end(void)
{
	header()->size = (uint16_t)(made.n * 8);
	return made.n * 8;
}

static void begin_sample(uint64_t time)
{
	begin(PERF_RECORD_SAMPLE, 0);
	put(77); /* the identifier */
	put_two(10, 11);
	put(time);
	put_two(3, 0);
}

static size_t end_told(uint64_t time)
{
	put_two(20, 21);
	put(time);
	put_two(1, 0);
	put(77);
	return end();
}

/* The size of a tracepoint's record has 4 bytes; with it and its padding it is a multiple of 8. */
static size_t make_sample(uint64_t registers, uint64_t stack, uint64_t copied)
{
	begin_sample(1000);
	put(5); /* the period */
	put(4);
	put(PERF_CONTEXT_KERNEL);
	put(0xffffffff81000001);
	put(0xffffffff81000002);
	put(PERF_CONTEXT_USER);
	put_two(12, 0x01020304);
	put(0x05060708);
	put(registers);
	for (unsigned i = 0; registers && i < UNWIND_NREGS; i++)
		put(100 + i);
	put(stack);
	for (unsigned i = 0; i < stack / 8; i++)
		put(200 + i);
	if (stack)
		put(copied);
	put(4242); /* the cgroup */
	return end();
}

static void sample_has_all(void **state)
{
	size_t size = make_sample(PERF_SAMPLE_REGS_ABI_64, 64, 40);
	struct perf_sample s;
	uint64_t id, word;

	(void)state;
	assert_true(perf_sample_id(made.words, size, &id));
	assert_int_equal(id, 77);
	assert_true(perf_parse_sample(ALL, made.words, size, &s));
	assert_int_equal(s.pid, 10);
	assert_int_equal(s.tid, 11);
	assert_int_equal(s.cpu, 3);
	assert_int_equal(s.time_ns, 1000);
	assert_int_equal(s.period, 5);
	assert_int_equal(s.cgroup, 4242);
	assert_int_equal(s.nkernel, 2);
	assert_int_equal(s.kernel[1], 0xffffffff81000002);
	assert_int_equal(s.raw_size, 12);
	assert_memory_equal(s.raw, "\4\3\2\1\10\7\6\5", 8);
	assert_int_equal(s.user.pid, 10);
	assert_int_equal(s.user.regs[UNWIND_NREGS - 1], 100 + UNWIND_NREGS - 1);
	assert_int_equal(s.user.size, 40);
	assert_true(s.user.whole);
	assert_false(s.user.is32);
	memcpy(&word, s.user.stack + 32, sizeof(word));
	assert_int_equal(word, 204);
}

static void sample_lacks_some(void **state)
{
	struct perf_sample s;
	size_t size = make_sample(PERF_SAMPLE_REGS_ABI_NONE, 0, 0); /* a thread of the kernel */

	(void)state;
	assert_true(perf_parse_sample(ALL, made.words, size, &s));
	assert_null(s.user.regs);
	assert_int_equal(s.cgroup, 4242);
	size = make_sample(PERF_SAMPLE_REGS_ABI_32, 64, 64);
	assert_true(perf_parse_sample(ALL, made.words, size, &s));
	assert_true(s.user.is32);
	assert_false(s.user.whole);
	size = make_sample(PERF_SAMPLE_REGS_ABI_64, 64, UINT64_MAX); /* no kernel says so */
	assert_true(perf_parse_sample(ALL, made.words, size, &s));
	assert_int_equal(s.user.size, 64);
	begin_sample(1);
	assert_true(perf_parse_sample(PERF_COMMON, made.words, end(), &s));
	assert_int_equal(s.nkernel, 0);
	assert_null(s.user.regs);
}

/* The end of the record is not there: nothing beyond it is pointed to, and damage is told. */
static void sample_is_cut(void **state)
{
	size_t whole = make_sample(PERF_SAMPLE_REGS_ABI_64, 64, 40);
	struct perf_sample s;
	uint64_t id;

	(void)state;
	for (size_t size = 0; size < whole; size += 8) {
		const unsigned char *from = (const unsigned char *)made.words, *to = from + size;

		assert_false(perf_parse_sample(ALL, made.words, size, &s));
		assert_null(s.user.regs);
		assert_true(!s.nkernel || (const unsigned char *)(s.kernel + s.nkernel) <= to);
		assert_true(!s.raw || (const unsigned char *)s.raw + s.raw_size <= to);
		assert_int_equal(perf_sample_id(made.words, size, &id), size >= 40);
	}
}

/* Numbers of frames, bytes of raw data and of stack that no record has room for */
static void sample_lies(void **state)
{
	static const uint64_t lies[] = {WORDS, UINT64_MAX, UINT64_MAX / 8, 1ULL << 61, (1ULL << 61) + 1};
	static const uint64_t types[] = {PERF_SAMPLE_CALLCHAIN, PERF_SAMPLE_RAW, PERF_SAMPLE_STACK_USER};
	struct perf_sample s;

	(void)state;
	for (size_t i = 0; i < ELEMENTS(lies); i++)
		for (size_t k = 0; k < ELEMENTS(types); k++) {
			begin_sample(1);
			put(lies[i]);
			if ((uint32_t)lies[i] < 5) /* as the size of raw data it would be true */
				continue;
			put(0);
			assert_false(perf_parse_sample(PERF_COMMON | types[k], made.words, end(), &s));
		}
}

static void told(void **state)
{
	struct perf_event_told t;

	(void)state;
	begin(PERF_RECORD_FORK, 0);
	put_two(30, 31);
	put_two(32, 33);
	put(900);
	assert_true(perf_parse_told(made.words, end_told(901), &t));
	assert_true(t.type == PERF_RECORD_FORK && t.pid == 30 && t.parent == 31 && t.tid == 32 && t.parent_tid == 33);
	assert_int_equal(t.time_ns, 901);
	begin(PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC);
	put_two(30, 32);
	memcpy(&made.words[made.n++], "python3", 8);
	assert_true(perf_parse_told(made.words, end_told(902), &t));
	assert_true(t.type == PERF_RECORD_COMM && t.pid == 30 && t.tid == 32 && t.exec);
	assert_string_equal(t.comm, "python3");
	begin(PERF_RECORD_COMM, 0);
	put_two(30, 32);
	memset(&made.words[made.n++], 'x', 8);
	assert_false(perf_parse_told(made.words, end_told(902), &t));
	begin(PERF_RECORD_SWITCH_CPU_WIDE, PERF_RECORD_MISC_SWITCH_OUT);
	put_two(40, 41);
	assert_true(perf_parse_told(made.words, end_told(903), &t));
	assert_true(t.type == PERF_RECORD_SWITCH_CPU_WIDE && t.tid == 21 && t.out);
	begin(PERF_RECORD_LOST, 0);
	put(77);
	put(12345);
	assert_true(perf_parse_told(made.words, end_told(904), &t));
	assert_true(t.type == PERF_RECORD_LOST && t.lost == 12345);
	begin(PERF_RECORD_EXIT, 0);
	assert_true(perf_parse_told(made.words, end_told(905), &t));
	assert_int_equal(t.type, 0);
	begin(PERF_RECORD_FORK, 0);
	assert_false(perf_parse_told(made.words, end_told(906), &t));
	assert_false(perf_parse_told(made.words, 8, &t));
}

/* ---- rings ---- */

#define ROOM 4096
#define RINGS 3

static uint64_t data[RINGS][ROOM / 8];
static struct perf_event_mmap_page pages[RINGS];
static struct perf_ring rings[RINGS];
static _Alignas(8) unsigned char record[PERF_RECORD_SIZE];

static void write_made(unsigned ring)
{
	for (size_t i = 0; i < made.n; i++)
		data[ring][(pages[ring].data_head / 8 + i) % (ROOM / 8)] = made.words[i];
	pages[ring].data_head += made.n * 8;
}

static void write_record(unsigned ring, uint64_t time, unsigned more)
{
	if (time % 2) {
		begin_sample(time);
		while (more--)
			put(0);
		end();
	} else {
		begin(PERF_RECORD_SWITCH_CPU_WIDE, 0);
		while (more--)
			put(0);
		end_told(time);
	}
	write_made(ring);
}

static void begin_rings(uint64_t at)
{
	for (unsigned i = 0; i < RINGS; i++) {
		pages[i].data_head = pages[i].data_tail = at + i * 8;
		perf_ring_over(&rings[i], &pages[i], data[i], ROOM);
	}
}

static uint64_t next_time(uint64_t until)
{
	struct perf_ring *r = perf_rings_oldest(rings, RINGS, &perf_places, until);
	struct perf_event_told t;
	struct perf_sample s;
	size_t size;

	if (!r)
		return 0;
	size = perf_ring_take(r, record);
	assert_int_not_equal(size, 0);
	if (((struct perf_event_header *)record)->type != PERF_RECORD_SAMPLE) {
		assert_true(perf_parse_told(record, size, &t));
		return t.time_ns;
	}
	assert_true(perf_parse_sample(PERF_COMMON, record, size, &s));
	return s.time_ns;
}

/* Records of random sizes wrap around; all come out, by time, and none after `until`. */
static void in_order(void **state)
{
	uint64_t seed = 88172645463325252ULL, time = 10, read = 10;

	(void)state;
	begin_rings(UINT64_MAX - 20000 - 7); /* the positions themselves wrap around too */
	for (unsigned round = 0; round < 1000; round++) {
		uint64_t until;

		for (unsigned n = random_next(&seed) % 12; n; n--)
			write_record(random_next(&seed) % RINGS, time++, random_next(&seed) % 20);
		until = read + random_next(&seed) % (time - read + 1);
		for (; read < until; read++)
			assert_int_equal(next_time(until - 1), read);
		assert_int_equal(next_time(read - 1), 0);
		for (; read < time; read++)
			assert_int_equal(next_time(UINT64_MAX), read);
	}
	assert_int_equal(next_time(UINT64_MAX), 0);
}

/* What cannot be a record is thrown away, and what comes later is read. */
static void damaged(void **state)
{
	static const uint16_t sizes[] = {0, 1, 7, 9, 20, ROOM, 65535};

	(void)state;
	begin_rings(0);
	for (size_t i = 0; i < ELEMENTS(sizes); i++) {
		begin_sample(5);
		end();
		header()->size = sizes[i];
		write_made(1);
		assert_ptr_equal(perf_rings_oldest(rings, RINGS, &perf_places, 4), &rings[1]);
		assert_int_equal(perf_ring_take(&rings[1], record), 0);
		assert_int_equal(perf_ring_used(&rings[1]), 0);
		write_record(1, 7, 0);
		assert_int_equal(next_time(UINT64_MAX), 7);
	}
	pages[2].data_head += 2 * ROOM; /* it says that it holds more than it has room for */
	assert_ptr_equal(perf_rings_oldest(rings, RINGS, &perf_places, UINT64_MAX), &rings[2]);
	assert_int_equal(perf_ring_take(&rings[2], record), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sample_has_all), cmocka_unit_test(sample_lacks_some),
		cmocka_unit_test(sample_is_cut),  cmocka_unit_test(sample_lies),
		cmocka_unit_test(told),			  cmocka_unit_test(in_order),
		cmocka_unit_test(damaged),
	};

	return RUN(tests);
}

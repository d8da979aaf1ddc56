// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Event probes (src/probe/define_event.c): each form of the definition, fields as values and as addresses, and the
 * column of what is wrong. They use sched:sched_process_exec, which every kernel has: filename (__data_loc), pid and
 * old_pid (int); and kmem:kmalloc: call_site (unsigned long), ptr (const void *), bytes_req (size_t).
 */
#include "test.h"

#include "capture.h"
#include "probe/define_event.h"
#include "sys/tracefs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static struct probe p;

static int define(const char *text)
{
	probe_free(&p);
	return probe_define_event(&p, text);
}

/* Skips unless this user can read descriptions of events */
static void need_events(void)
{
	bool there;

	capture_begin(2);
	there = !tracefs_needed("") && !define("kmem:kmalloc ptr") && !define("sched:sched_process_exec pid");
	capture_end();
	if (!there) {
		print_message("# skip: tracepoints\n");
		skip();
	}
}

static void is_definition(void **state)
{
	(void)state;
	assert_true(probe_is_event_definition("e:sched:sched_switch"));
	assert_true(probe_is_event_definition("  e sched/sched_switch"));
	assert_true(probe_is_event_definition("sched:sched_switch next_pid"));
	assert_false(probe_is_event_definition("sched:sched_switch"));
	assert_false(probe_is_event_definition(" ext4:ext4_read"));
	assert_false(probe_is_event_definition("*switch*"));
}

static void names(void **state)
{
	static const struct {
		const char *text, *name;
	} cases[] = {
		{"e:open kmem/kmalloc ptr", "open"},
		{"e:mine/open kmem/kmalloc ptr", "open"},
		{"e: my_1  kmem.kmalloc  ptr", "my_1"},
		{"e kmem.kmalloc ptr", ""},
		{"e:kmem/kmalloc ptr:u8", ""},
		{"e:kmem/kmalloc ptr:symbol", ""},
		{"e:open kmem:kmalloc ptr:b3@0/8", "open"},
		{"kmem:kmalloc ptr=$ptr", ""},
		{"e:kmem/kmalloc kmem/kmalloc", "kmalloc"},
		{"e:kmem/kmalloc", ""},
	};

	(void)state;
	need_events();
	for (size_t i = 0; i < ELEMENTS(cases); i++) {
		if (define(cases[i].text) || strcmp(p.event_name, cases[i].name) || strcmp(p.name, "kmalloc"))
			fail_msg("%s: %s of %s", cases[i].text, p.event_name, p.name);
		assert_true(p.is_event_probe && p.target == TARGET_TRACEPOINT && !strcmp(p.symbol, "kmem"));
	}
}

/* Checks the fetch of the only argument */
static const struct probe_fetch *value(const char *text, enum probe_show show, enum probe_kind kind, unsigned size)
{
	char whole[256];

	snprintf(whole, sizeof(whole), "e %s", text);
	if (define(whole) || p.narguments != 1)
		fail_msg("%s: refused", whole);
	if (p.arguments[0].show != show || p.arguments[0].fetch.kind != kind || p.arguments[0].fetch.size != size)
		fail_msg("%s: shown as %d, kind %u, %u bytes", whole, p.arguments[0].show, p.arguments[0].fetch.kind,
				 p.arguments[0].fetch.size);
	return &p.arguments[0].fetch;
}

static void values(void **state)
{
	const struct probe_fetch *f;

	(void)state;
	need_events();
	f = value("sched:sched_process_exec pid", SHOW_SIGNED, PROBE_NUMBER, 4);
	assert_true(f->is_signed && !f->noffsets);
	f = value("sched:sched_process_exec $pid:u8", SHOW_UNSIGNED, PROBE_NUMBER, 1);
	assert_true(!f->is_signed);
	f = value("sched:sched_process_exec long=$pid:x64", SHOW_HEX, PROBE_NUMBER, 4); /* longer, by its own sign */
	assert_true(f->is_signed);
	f = value("sched:sched_process_exec b=$pid:b3@5/32", SHOW_UNSIGNED, PROBE_NUMBER, 4);
	assert_true(f->bits == 3 && f->shift == 5 && !f->is_signed);
	value("sched:sched_process_exec filename", SHOW_TEXT, PROBE_TEXT_LOC, 8);
	value("sched:sched_process_exec $filename:string", SHOW_TEXT, PROBE_TEXT_LOC, 8);
	value("kmem:kmalloc bytes_req", SHOW_UNSIGNED, PROBE_NUMBER, 8);
	f = value("kmem:kmalloc x=-8(+16($ptr)):s16", SHOW_SIGNED, PROBE_NUMBER, 2);
	assert_true(f->noffsets == 2 && f->offsets[0] == 16 && f->offsets[1] == -8 && f->is_signed);
	f = value("kmem:kmalloc +0(ptr):string", SHOW_TEXT, PROBE_TEXT_AT, 8);
	assert_int_equal(f->noffsets, 1);
	value("kmem:kmalloc call_site:symbol", SHOW_SYMBOL, PROBE_NUMBER, 8);
	assert_int_equal(value("kmem:kmalloc $comm", SHOW_TEXT, PROBE_NUMBER, TASK_COMM)->base, PROBE_COMM);
	f = value("kmem:kmalloc \\-7:s8", SHOW_SIGNED, PROBE_NUMBER, 1);
	assert_true(f->base == PROBE_CONSTANT && f->at == (uint64_t)-7);
}

static void filters(void **state)
{
	(void)state;
	need_events();
	assert_int_equal(define("e kmem:kmalloc ptr if  bytes_req > 10 || ptr == 0"), 0);
	assert_string_equal(p.filter, "bytes_req > 10 || ptr == 0");
	assert_int_equal(p.narguments, 1);
	assert_int_equal(define("e kmem:kmalloc if bytes_req"), 0);
	assert_string_equal(p.filter, "bytes_req");
	assert_int_equal(define("e kmem:kmalloc if=$ptr"), 0);
	assert_null(p.filter);
	assert_string_equal(p.arguments[0].name, "if");
}

static void refused(void **state)
{
	static const struct {
		const char *text, *words;
		unsigned column;
	} cases[] = {
		{"e ", "the tracepoint is missing", 3},
		{"e:", "the tracepoint is missing", 3},
		{"e:a-b kmem/kmalloc ptr", "only letters, digits", 3},
		{"e:mine/ kmem/kmalloc ptr", "a name of 1 to", 3},
		{"e:kmem/* ptr", "those of one tracepoint", 3},
		{"e kmem:kmalloc nothing", "kmem:kmalloc has no field nothing", 16},
		{"e kmem:kmalloc $pt", "has no field pt; it has ptr, ", 16},
		{"e kmem:kmalloc %di", "has no field di", 16},
		{"e kmem:kmalloc $arg1", "has no field arg1", 16},
		{"e kmem:kmalloc a=", "a field is missing", 18},
		{"e kmem:kmalloc +0($ptr", "a ) is missing", 23},
		{"e kmem:kmalloc $ptr:u9", "no such type", 21},
		{"e kmem:kmalloc $ptr if", "no field if", 21},
		{"e kmem:kmalloc $ptr if ", "the filter is missing", 24},
		{"e sched:sched_process_exec +0($pid)", "pid has 4 bytes: it is no address", 31},
		{"e sched:sched_process_exec +0($filename):string", "a string itself", 31},
		{"e sched:sched_process_exec $filename:u64", "filename is a string", 38},
		{"e sched:sched_process_exec $pid:string", "pid has 4 bytes: it is no address of a string", 33},
		{"e sched:sched_process_exec $pid:b3@5/64", "pid has 32 bits", 40},
	};
	char where[64];

	(void)state;
	need_events();
	for (size_t i = 0; i < ELEMENTS(cases); i++) {
		const char *message;
		int err;

		capture_begin(2);
		err = define(cases[i].text);
		message = capture_end();
		snprintf(where, sizeof(where), " column %u of the definition\n", cases[i].column);
		if (err != -EINVAL || !strstr(message, where) || !strstr(message, cases[i].words))
			fail_msg("'%s': %d, not column %u, '%s': %s", cases[i].text, err, cases[i].column, cases[i].words, message);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(is_definition), cmocka_unit_test(names),	cmocka_unit_test(values),
		cmocka_unit_test(filters),		 cmocka_unit_test(refused),
	};

	return RUN(tests);
}

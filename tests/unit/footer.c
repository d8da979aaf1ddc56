// SPDX-License-Identifier: GPL-2.0-or-later
/* The last line of a run: numbers with their units, and each loss with its reason. */
#include "test.h"

#include "capture.h"
#include "run/footer.h"
#include "session/tool.h"

static const struct tool io = {.name = "iolatency", .unit = "I/O"}, opens = {.name = "opensnoop", .unit = "opens"};
static const struct settings loud, quiet = {.quiet = true};

static const char *footer(const struct tool *tool, uint64_t events, struct lost lost, const struct settings *set)
{
	const struct session s = {
		.tool = tool, .set = set, .events = events, .lost = lost, .backend_name = "bpf", .attach = "tp_btf"};

	capture_begin(2);
	print_footer(&s);
	return capture_end();
}

static void one_is_singular(void **state)
{
	(void)state;
	assert_string_equal(footer(&opens, 0, (struct lost){0}, &loud), "0 opens counted by bpf (tp_btf); lost: nothing\n");
	assert_string_equal(footer(&opens, 1, (struct lost){0}, &loud), "1 open counted by bpf (tp_btf); lost: nothing\n");
	assert_string_equal(footer(&io, 1, (struct lost){0}, &loud), "1 I/O counted by bpf (tp_btf); lost: nothing\n");
	assert_string_equal(footer(&opens, 1234, (struct lost){0}, &loud),
						"1,234 opens counted by bpf (tp_btf); lost: nothing\n");
}

static void losses_have_reasons(void **state)
{
	(void)state;
	assert_string_equal(footer(&io, 7, (struct lost){.missed = 1}, &loud),
						"7 I/O counted by bpf (tp_btf); lost: 1 I/O (the kernel skipped a probe's run)\n");
	assert_string_equal(footer(&opens, 7, (struct lost){.ring = 1, .map_full = 2, .missed = 3456}, &loud),
						"7 opens counted by bpf (tp_btf); lost: 1 event (a buffer was full; see --buffer), "
						"2 opens (a map was full), 3,456 opens (the kernel skipped a probe's run)\n");
	assert_string_equal(footer(&opens, 7, (struct lost){.untold = "old kernel"}, &loud),
						"7 opens counted by bpf (tp_btf); lost: nothing that is told (old kernel)\n");
}

static void quiet_tells_only_losses(void **state)
{
	(void)state;
	assert_string_equal(footer(&opens, 7, (struct lost){.in_flight = 1}, &quiet), "");
	assert_string_equal(footer(&opens, 7, (struct lost){.missed = 1}, &quiet),
						"7 opens counted by bpf (tp_btf); lost: 1 open (the kernel skipped a probe's run)\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(one_is_singular), cmocka_unit_test(losses_have_reasons),
									   cmocka_unit_test(quiet_tells_only_losses)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

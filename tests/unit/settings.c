// SPDX-License-Identifier: GPL-2.0-or-later
/* The options that tools share: which ones a tool gets, their parsers, and which contradict each other. */
#include "test.h"

#include "capture.h"
#include "base/log.h"
#include "session/settings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const struct opt *find(const struct opt *table, const char *name)
{
	for (; table->type != OPT_TYPE_END; table++)
		if (!strcmp(table->name, name))
			return table;
	return NULL;
}

static void what_a_tool_takes(void **state)
{
	const struct opt *none, *all;

	(void)state;
	none = settings_options(0);
	assert_non_null(find(none, "json"));
	assert_non_null(find(none, "help"));
	assert_null(find(none, "pid"));
	assert_null(find(none, "heatmap"));
	assert_null(find(none, "replay"));
	all = settings_options(~0u);
	assert_non_null(find(all, "pid"));
	assert_non_null(find(all, "cgroup"));
	assert_non_null(find(all, "replay"));
	for (const struct opt *a = all; a->type != OPT_TYPE_END; a++)
		for (const struct opt *b = a + 1; b->type != OPT_TYPE_END; b++)
			assert_true(strcmp(a->name, b->name) && (!a->letter || a->letter != b->letter));
}

/* Each shared option is in one group, so that the short help has them all. */
static void groups(void **state)
{
	unsigned n = 0, all = 0;

	(void)state;
	for (enum settings_group group = 0; group < SETTINGS_GROUPS; group++)
		for (const struct opt *o = settings_group(~0u, group); o->type != OPT_TYPE_END; o++)
			n++;
	for (const struct opt *o = settings_options(~0u); o->type != OPT_TYPE_END; o++)
		all++;
	assert_int_equal(n, all);
	assert_non_null(find(settings_group(TAKES_PID, SETTINGS_TASKS), "pid"));
	assert_null(find(settings_group(TAKES_PID, SETTINGS_TASKS), "comm"));
	assert_non_null(find(settings_group(0, SETTINGS_REPORT), "json"));
	assert_non_null(find(settings_group(0, SETTINGS_RARE), "debug"));
	assert_null(find(settings_group(0, SETTINGS_RARE), "stats"));
}

/* Parses one option as a tool would. Returns 0 or -EINVAL, with the message in *said */
static int set(const char *option, const char *value, const char **said)
{
	const struct opt *const tables[] = {settings_options(~0u), NULL};
	char *argv[] = {(char[]){"tool"}, (char *)option, (char *)value, NULL};
	int result;

	capture_begin(2);
	result = options_parse(tables, value ? 3 : 2, argv, false);
	*said = capture_end();
	return result < 0 ? result : 0;
}

static int fresh(void **state)
{
	(void)state;
	log_program("tool");
	memset(&settings, 0, sizeof(settings));
	return 0;
}

static void help(void **state)
{
	static const struct {
		const char *option;
		bool all;
	} forms[] = {{"-h", false}, {"--help", false}, {"--help=all", true}};
	const char *said;

	(void)state;
	for (size_t i = 0; i < ELEMENTS(forms); i++) {
		fresh(state);
		assert_int_equal(set(forms[i].option, NULL, &said), 0);
		assert_true(settings.help && settings.help_all == forms[i].all);
	}
	assert_int_equal(set("--help=some", NULL, &said), -EINVAL);
	assert_string_equal(said, "tool: --help=some: must be all\n");
}

static void pids(void **state)
{
	const char *said;

	(void)state;
	assert_int_equal(set("-p", "1,22,4194304", &said), 0);
	assert_int_equal(set("--pid", "7", &said), 0);
	assert_int_equal(settings.npids, 4);
	assert_true(settings.pids[0] == 1 && settings.pids[1] == 22 && settings.pids[2] == 4194304 &&
				settings.pids[3] == 7);
}

static void bad_pids(void **state)
{
	static const char *const bad[] = {"0", "4194305", "-1", "1,x", "", ",", "1 2", "0x1"};
	char many[200] = "";
	const char *said;

	(void)state;
	for (size_t i = 0; i < ELEMENTS(bad); i++) {
		memset(&settings, 0, sizeof(settings));
		assert_int_equal(set("-p", bad[i], &said), -EINVAL);
		assert_int_equal(strncmp(said, "tool: --pid", 11), 0);
	}
	memset(&settings, 0, sizeof(settings));
	for (int i = 0; i < FILTER_PIDS; i++)
		sprintf(many + strlen(many), "%s%d", i ? "," : "", i + 1);
	assert_int_equal(set("-p", many, &said), 0);
	assert_int_equal(set("-p", "17", &said), -EINVAL);
	assert_string_equal(said, "tool: --pid: at most 16 process ids\n");
	assert_int_equal(settings.npids, FILTER_PIDS);
}

static void users(void **state)
{
	const char *said;

	(void)state;
	assert_int_equal(set("-u", "0", &said), 0);
	assert_true(settings.has_uid && settings.uid == 0);
	assert_int_equal(set("-u", "4294967294", &said), 0);
	assert_int_equal(settings.uid, 4294967294);
	assert_int_equal(set("-u", "root", &said), 0);
	assert_int_equal(settings.uid, 0);
	assert_int_equal(set("-u", "no-such-user-here", &said), -EINVAL);
	assert_string_equal(said, "tool: --uid no-such-user-here: no such user\n");
}

static void words(void **state)
{
	const char *said;

	(void)state;
	assert_int_equal(set("--backend", "ftrace", &said), 0);
	assert_int_equal(settings.backend, BACKEND_FTRACE);
	assert_int_equal(set("--backend=bpf", NULL, &said), 0);
	assert_int_equal(settings.backend, BACKEND_BPF);
	assert_int_equal(set("--backend", "FTRACE", &said), -EINVAL);
	assert_string_equal(said, "tool: --backend FTRACE: must be auto, bpf, ftrace or perf\n");
	assert_int_equal(set("--color=always", NULL, &said), 0);
	assert_string_equal(settings.color, "always");
	assert_int_equal(set("--color=yes", NULL, &said), -EINVAL);
	assert_string_equal(said, "tool: --color yes: must be auto, always or never\n");
	assert_int_equal(set("-n", "fifteen-letters", &said), 0);
	assert_string_equal(settings.comm, "fifteen-letters");
	assert_int_equal(set("-n", "sixteen--letters", &said), -EINVAL);
	assert_int_equal(set("-n", "", &said), -EINVAL);
	assert_int_equal(set("-n", "python3,py*", &said), 0);
	assert_string_equal(settings.comm, "python3,py*");
	assert_true(settings_comm_is_list("a,b") && settings_comm_is_list("a?") && !settings_comm_is_list("a"));
	assert_int_equal(set("-n", "a,,b", &said), -EINVAL);
	assert_int_equal(set("-n", "a,", &said), -EINVAL);
	assert_int_equal(set("-n", "a,sixteen--letters", &said), -EINVAL);
	assert_int_equal(set("-n", "[a-c]*[0-9][0-9][0-9]", &said), 0);
	assert_int_equal(set("-n", "a,bbbbbbbbbbbbbbb,ccccccccccccccc,ddddddddddddddd,eeeeeeeeeeee", &said), 0);
	assert_int_equal(set("-n", "a,bbbbbbbbbbbbbbb,ccccccccccccccc,ddddddddddddddd,eeeeeeeeeeeee", &said), -EINVAL);
	assert_non_null(strstr(said, "at most 62 bytes"));
}

static void percentages(void **state)
{
	static const char *const bad[] = {"", "0", "-1", "100.1", "1%", "1e1", "0x1", "nan", "inf", " 1", "1.2.3", "."};
	const char *said;

	(void)state;
	assert_int_equal(set("--max-overhead", "0.25", &said), 0);
	assert_true(settings.max_overhead == 0.25);
	assert_int_equal(set("--max-overhead", "100", &said), 0);
	assert_true(settings.max_overhead == 100);
	for (size_t i = 0; i < ELEMENTS(bad); i++) {
		assert_int_equal(set("--max-overhead", bad[i], &said), -EINVAL);
		assert_non_null(strstr(said, "must be a percentage above 0 and up to 100"));
	}
	assert_true(settings.max_overhead == 100);
}

static void intervals(void **state)
{
	char *args[] = {(char[]){"0.25"}, (char[]){"3"}, (char[]){"4"}}, *bad[] = {(char[]){"x"}, (char[]){"0"}};
	int results[3];

	(void)state;
	assert_int_equal(settings_interval(0, args), 0);
	assert_int_equal(settings.interval_ns, 0);
	assert_int_equal(settings_interval(2, args), 0);
	assert_int_equal(settings.interval_ns, 250000000);
	assert_int_equal(settings.count, 3);
	capture_begin(2);
	results[0] = settings_interval(3, args);
	results[1] = settings_interval(1, bad);
	bad[0] = args[0];
	results[2] = settings_interval(2, bad);
	assert_string_equal(capture_end(), "tool: unexpected argument 4; usage: [interval [count]], see --help\n"
									   "tool: x is not an interval; write seconds (1, 0.5) or 250ms\n"
									   "tool: 0 is not a count of intervals\n");
	for (size_t i = 0; i < ELEMENTS(results); i++)
		assert_int_equal(results[i], -EINVAL);
}

static void contradictions(void **state)
{
	static const struct {
		struct settings set;
		int result;
	} all[] = {
		{{.record = "a"}, 0},
		{{.replay = "a"}, 0},
		{{.json = true}, 0},
		{{.heatmap = true}, 0},
		{{.record = "a", .backend = BACKEND_FTRACE}, 0},
		{{.record = "a", .replay = "b"}, -EINVAL},
		{{.record = "a.dat", .replay = "b"}, 0},
		{{.record = "a.dat", .backend = BACKEND_BPF}, 0},
		{{.record = "a", .backend = BACKEND_BPF}, -EINVAL},
		{{.json = true, .heatmap = true}, -EINVAL},
		{{.heatmap = true, .range = {1, 2, true, true}}, 0},
		{{.range = {1, 2, true, true}}, -EINVAL},
		{{.stats = true}, 0},
		{{.max_overhead = 1, .backend = BACKEND_BPF}, 0},
		{{.stats = true, .backend = BACKEND_FTRACE}, -EINVAL},
		{{.stats = true, .backend = BACKEND_PERF}, -EINVAL},
		{{.record = "a", .backend = BACKEND_PERF}, -EINVAL},
		{{.max_overhead = 1, .backend = BACKEND_FTRACE}, -EINVAL},
		{{.max_overhead = 1, .replay = "a"}, -EINVAL},
		{{.stats = true, .record = "a"}, -EINVAL},
	};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(all); i++) {
		const char *said;
		int result;

		settings = all[i].set;
		settings.stacks.min_share = -1; /* not given */
		capture_begin(2);
		result = settings_check();
		said = capture_end();
		assert_int_equal(result, all[i].result);
		assert_true(result ? strstr(said, "exclude") || strstr(said, "of BPF programs") ||
								 strstr(said, "it needs --heatmap")
						   : !*said);
		assert_true(result || !settings.record || settings.backend == BACKEND_FTRACE ||
					settings_is_file(settings.record));
	}
}

static int parse_one(const char *option, const char *value, const char **said)
{
	const struct opt *const tables[] = {settings_options(TAKES_HEATMAP), NULL};
	char *argv[] = {"tool", (char *)option, (char *)value, NULL};
	int result;

	capture_begin(2);
	result = options_parse(tables, 3, argv, true);
	*said = capture_end();
	return result;
}

static void ranges(void **state)
{
	static const struct {
		const char *text;
		struct range range;
	} good[] = {
		{"10us..100ms", {10000, 100000000, true, true}}, {"500ns..1.5s", {500, 1500000000, true, true}},
		{"0..1m", {0, 60000000000, false, true}},		 {"512..1M", {512, 1 << 20, false, false}},
		{"4Ki..2Gi", {4096, 1ULL << 31, false, false}},	 {"1.5K..1000000", {1536, 1000000, false, false}},
	};
	static const char *const bad[] = {"",
									  "..",
									  "10us",
									  "10us..",
									  "..10us",
									  "10us-1ms",
									  "1ms..10us",
									  "5..5",
									  "a..b",
									  "1..-2",
									  "1us..inf",
									  "1x..2x",
									  "1..99999999999999999999"};
	const char *said;

	(void)state;
	for (size_t i = 0; i < ELEMENTS(good); i++) {
		const struct range *want = &good[i].range;

		assert_int_equal(parse_one("--range", good[i].text, &said), 3);
		assert_true(settings.range.low == want->low && settings.range.high == want->high);
		assert_int_equal(settings_check_range(true), want->high_is_time ? 0 : -EINVAL);
		assert_int_equal(settings_check_range(false), want->high_is_time ? -EINVAL : 0);
	}
	for (size_t i = 0; i < ELEMENTS(bad); i++) {
		assert_int_equal(parse_one("--range", bad[i], &said), -EINVAL);
		assert_non_null(strstr(said, "--range"));
		assert_true(strchr(said, '\n') == said + strlen(said) - 1); /* one line */
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(what_a_tool_takes, fresh),
		cmocka_unit_test_setup(groups, fresh),
		cmocka_unit_test_setup(help, fresh),
		cmocka_unit_test_setup(pids, fresh),
		cmocka_unit_test_setup(bad_pids, fresh),
		cmocka_unit_test_setup(users, fresh),
		cmocka_unit_test_setup(words, fresh),
		cmocka_unit_test_setup(ranges, fresh),
		cmocka_unit_test_setup(percentages, fresh),
		cmocka_unit_test_setup(intervals, fresh),
		cmocka_unit_test_setup(contradictions, fresh),
	};

	return RUN(tests);
}

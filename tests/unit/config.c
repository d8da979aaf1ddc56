// SPDX-License-Identifier: GPL-2.0-or-later
/* The file of `ktally serve`: what it means, each message that it can cause, and whose file is read at all. */
#include "serve/config.h"
#include "test.h"

#include "base/log.h"
#include "capture.h"
#include "session/settings.h"
#include "session/tool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct serve_config c;

static void parse(const char *text)
{
	const char *said;
	int err;

	capture_begin(2);
	err = config_parse(&c, "f", text, strlen(text));
	said = capture_end();
	if (err || *said)
		fail_msg("%s\ngives %d: %s", text, err, said);
}

/* The text must be refused with this message alone, and leave nothing. */
static void refused_bytes(const char *text, size_t n, const char *message)
{
	static const struct serve_config empty;
	char wanted[1024];
	const char *said;
	int err;

	snprintf(wanted, sizeof(wanted), "serve: f:%s\n", message);
	log_program("serve");
	capture_begin(2);
	err = config_parse(&c, "f", text, n);
	said = capture_end();
	if (err != -EINVAL || strcmp(said, wanted))
		fail_msg("%.200s\ngives %d: %snot %s", text, err, said, wanted);
	assert_memory_equal(&c, &empty, sizeof(c));
}

static void refused(const char *text, const char *message)
{
	refused_bytes(text, strlen(text), message);
}

static void what_a_file_says(void **state)
{
	(void)state;
	parse("# comment\n; comment\n\n \t\n"
		  "listen = [::1]:10035\n"
		  "max_series = 70\n"
		  "  [iolatency]  \n"
		  "args=-D -F\n"
		  "allow_labels = comm, pid _a,B2\n"
		  "\t[ tpoint\texecs ]\n"
		  "\tmax_series\t=\t50\t\n"
		  "args = --count sched:sched_process_exec\n"
		  "[perf-stat-hist]");
	assert_string_equal(c.listen, "[::1]:10035");
	assert_int_equal(c.max_series, 70);
	assert_int_equal(c.ntools, 3);

	assert_string_equal(c.tools[0].tool, "iolatency");
	assert_string_equal(c.tools[0].family, "iolatency");
	assert_int_equal(c.tools[0].line, 7);
	assert_int_equal(c.tools[0].max_series, 70);
	assert_int_equal(c.tools[0].argc, 3);
	assert_string_equal(c.tools[0].argv[0], "iolatency");
	assert_string_equal(c.tools[0].argv[1], "-D");
	assert_string_equal(c.tools[0].argv[2], "-F");
	assert_null(c.tools[0].argv[3]);
	assert_int_equal(c.tools[0].nlabels, 4);
	assert_string_equal(c.tools[0].allow_labels[0], "comm");
	assert_string_equal(c.tools[0].allow_labels[1], "pid");
	assert_string_equal(c.tools[0].allow_labels[2], "_a");
	assert_string_equal(c.tools[0].allow_labels[3], "B2");
	assert_null(c.tools[0].allow_labels[4]);

	assert_string_equal(c.tools[1].tool, "tpoint");
	assert_string_equal(c.tools[1].family, "execs");
	assert_int_equal(c.tools[1].line, 10);
	assert_int_equal(c.tools[1].max_series, 50);
	assert_int_equal(c.tools[1].argc, 3);
	assert_int_equal(c.tools[1].nlabels, 0);

	assert_string_equal(c.tools[2].family, "perf_stat_hist");
	assert_int_equal(c.tools[2].max_series, 70);
	assert_int_equal(c.tools[2].argc, 1);
	assert_string_equal(c.tools[2].argv[0], "perf-stat-hist");
	assert_null(c.tools[2].argv[1]);
	config_free(&c);
	assert_null(c.tools);
	config_free(&c);
}

static void small_files(void **state)
{
	static const char *const nothing[] = {"", "\n", "\xef\xbb\xbf", "\xef\xbb\xbf\r\n", "#", "   ", "; \xff", "\r"};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(nothing); i++) {
		parse(nothing[i]);
		assert_null(c.listen);
		assert_int_equal(c.max_series, 1000);
		assert_int_equal(c.ntools, 0);
		config_free(&c);
	}
	parse("\xef\xbb\xbflisten = unix:/run/my folder/serve.sock \r\nmax_series = 1\r\n[a]\r\nargs = x \r\nallow_labels "
		  "=\r\n");
	assert_string_equal(c.listen, "unix:/run/my folder/serve.sock");
	assert_int_equal(c.max_series, 1);
	assert_int_equal(c.tools[0].argc, 2);
	assert_string_equal(c.tools[0].argv[1], "x");
	assert_int_equal(c.tools[0].nlabels, 0);
	config_free(&c);
	parse("max_series = 100000\n[a]\nmax_series = 1\n[b]\n[c]\nmax_series = 2");
	assert_int_equal(c.tools[0].max_series, 1);
	assert_int_equal(c.tools[1].max_series, 100000);
	assert_int_equal(c.tools[2].max_series, 2);
	config_free(&c);
}

/* What the words are, each between < and > */
static void words(const char *args, const char *wanted)
{
	char text[8192], *to = text;

	snprintf(text, sizeof(text), "[a]\nargs =%s", args);
	parse(text);
	*to = '\0';
	for (int i = 1; i < c.tools[0].argc; i++)
		to += sprintf(to, "<%s>", c.tools[0].argv[i]);
	assert_null(c.tools[0].argv[c.tools[0].argc]);
	assert_string_equal(text, wanted);
	config_free(&c);
}

static void words_of_args(void **state)
{
	(void)state;
	words("", "");
	words(" \t ", "");
	words("a", "<a>");
	words("\ta  b\t\tc ", "<a><b><c>");
	words("a=b = c", "<a=b><=><c>");
	words("'a b'", "<a b>");
	words("\"a\tb\"", "<a\tb>");
	words("a' 'b\" \"c", "<a b c>");
	words("'' \"\" ''\"\"", "<><><>");
	words("x''", "<x>");
	words("'\\' '\\\\'", "<\\><\\\\>");
	words("'\"' \"'\"", "<\"><'>");
	words("\"\\\"\" \"\\\\\"", "<\"><\\>");
	words("\"\\a\\ \\'\"", "<\\a\\ \\'>"); /* only \" and \\ are escapes there */
	words("\\a\\ b \\\\ \\' \\\"", "<a b><\\><'><\">");
	words("a\\ ", "<a >"); /* an escaped blank is no end of the line */
	words("a\\  ", "<a >");
	words("$HOME `id` $(id) * ~ ? {a,b} a|b a;b a#b & > !!",
		  "<$HOME><`id`><$(id)><*><~><?><{a,b}><a|b><a;b><a#b><&><>><!!>");
	words("'#' \\; \"# x\"", "<#><;><# x>");
	words("[b]", "<[b]>");
	words("\xc3\xa4\xff", "<\xc3\xa4\xff>");
}

static void wrong_words(void **state)
{
	char text[400] = "[a]\nargs =", most[400] = "";

	(void)state;
	refused("[a]\nargs = 'x", "2: a quote (') is not closed; close it, or put a backslash before it");
	refused("[a]\nargs = x\"", "2: a quote (\") is not closed; close it, or put a backslash before it");
	refused("[a]\nargs = \"\\\"", "2: a quote (\") is not closed; close it, or put a backslash before it");
	refused("[a]\nargs = 'a\nb'", "2: a quote (') is not closed; close it, or put a backslash before it");
	refused("[a]\nargs = x\\\ny", "2: it ends with a backslash; a value cannot continue on the next line");
	refused("[a]\nargs = -D # x", "2: a comment needs a line of its own; '#' in quotes is an argument");
	refused("[a]\nargs = ;", "2: a comment needs a line of its own; ';' in quotes is an argument");
	for (int i = 0; i < 64; i++) {
		strcat(text, " ''");
		strcat(most, "<>");
	}
	words(text + strlen("[a]\nargs ="), most);
	refused(strcat(text, " x"), "2: more than 64 arguments; give the tool fewer");
}

static void wrong_keys(void **state)
{
	(void)state;
	refused("listn = x", "1: unknown key listn; did you mean listen?");
	refused("max series = 3", "1: unknown key max series; did you mean max_series?");
	refused("[a]\nallow_label =", "2: unknown key allow_label; did you mean allow_labels?");
	refused("[a]\nlisten_ =", "2: unknown key listen_; a section has args, allow_labels and max_series");
	refused("Args =", "1: unknown key Args; before the first section there are listen and max_series");
	refused("arg\x1b =", "1: byte 4 is the control character 0x1b; remove it");
	refused("\xff = 1", "1: unknown key \\xff; before the first section there are listen and max_series");
	refused("args = -D", "1: args is for one tool; put it below a line [TOOL]");
	refused("allow_labels = a", "1: allow_labels is for one tool; put it below a line [TOOL]");
	refused("[a]\n\nlisten = x", "3: listen is for all tools; move it before the first section");
	refused("max_series = 3\n\nmax_series = 3", "3: max_series is already set on line 1; remove one of them");
	refused("listen = a\nlisten = b", "2: listen is already set on line 1; remove one of them");
	refused("[a]\nargs = 'x'\nargs =", "3: args is already set on line 2; remove one of them");
	refused("[a]\nallow_labels =\nallow_labels = x", "3: allow_labels is already set on line 2; remove one of them");
	refused("[a]\nmax_series = 1\nmax_series = 1", "3: max_series is already set on line 2; remove one of them");
	refused("listen", "1: neither KEY = VALUE nor [TOOL]; a comment begins with #");
	refused("= 3", "1: there is no key before the =; write KEY = VALUE");
	refused("[a]\n\t = 3", "2: there is no key before the =; write KEY = VALUE");
}

static void wrong_values(void **state)
{
	static const char *const numbers[] = {"", "0", "100001", "-1", "+1", "1k", "0x10", "1 2", "99999999999999999999"};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(numbers); i++) {
		char text[100], message[200];

		snprintf(text, sizeof(text), "max_series = %s", numbers[i]);
		snprintf(message, sizeof(message), "1: max_series needs a number from 1 to 100000, not '%s'", numbers[i]);
		refused(text, message);
	}
	refused("[a]\nmax_series = 0", "2: max_series needs a number from 1 to 100000, not '0'");
	refused("max_series = 3 # few", "1: a comment needs a line of its own; move it above this one");
	refused("listen = \t;x", "1: a comment needs a line of its own; move it above this one");
	refused("[a]\nallow_labels = comm, #pid", "2: a comment needs a line of its own; move it above this one");
	refused("listen = \t", "1: listen has no address; write listen = 127.0.0.1:10035, or listen = unix:PATH");
	refused("[a]\nallow_labels = comm, 2nd",
			"2: 2nd is no label; names of labels have letters, digits and _, and no digit first");
	refused("[a]\nallow_labels = a-b",
			"2: a-b is no label; names of labels have letters, digits and _, and no digit first");
	refused("[a]\nallow_labels = \xc3\xa4",
			"2: \xc3\xa4 is no label; names of labels have letters, digits and _, and no digit first");
}

static void wrong_sections(void **state)
{
#define FORTY "a123456789_123456789_123456789_123456789"
	(void)state;
	refused("\n[]", "2: the section names no tool; write [TOOL] or [TOOL FAMILY]");
	refused("[ \t]", "1: the section names no tool; write [TOOL] or [TOOL FAMILY]");
	refused("[a", "1: the section's ] is missing; write [TOOL] or [TOOL FAMILY]");
	refused("[a] # b", "1: nothing may follow the section's ]; move it to the next line");
	refused("[a]]", "1: nothing may follow the section's ]; move it to the next line");
	refused("[a b c]", "1: a section has at most two words, [TOOL FAMILY]; the tool's options belong to args");
	refused("[A]", "1: A is no tool; names of tools have only letters a-z and -");
	refused("[a1 b]", "1: a1 is no tool; names of tools have only letters a-z and -");
	refused("[../a b]", "1: ../a is no tool; names of tools have only letters a-z and -");
	refused("[a 1b]", "1: 1b is no family; it needs letters a-z, digits and _, and no digit first");
	refused("[a B]", "1: B is no family; it needs letters a-z, digits and _, and no digit first");
	refused("[a b-c]", "1: b-c is no family; it needs letters a-z, digits and _, and no digit first");
	parse("[a " FORTY "_]\n[b _]\n[a-]\n[- x1_]");
	assert_string_equal(c.tools[0].family, FORTY "_");
	assert_string_equal(c.tools[1].family, "_");
	assert_string_equal(c.tools[2].family, "a_");
	assert_string_equal(c.tools[3].family, "x1_");
	config_free(&c);
	refused("[a " FORTY "__]", "1: the family " FORTY "__ has more than 41 letters; shorten it");
	refused("[a]\n\n[a]", "3: the family a is already that of line 1; name another: [a FAMILY]");
	refused("[a-b]\n[c a_b]", "2: the family a_b is already that of line 1; name another: [c FAMILY]");
}

static void many_sections(void **state)
{
	char text[1024] = "";

	(void)state;
	for (int i = 0; i < 64; i++)
		sprintf(text + strlen(text), "[a f%d]\n", i);
	parse(text);
	assert_int_equal(c.ntools, 64);
	assert_string_equal(c.tools[63].family, "f63");
	assert_int_equal(c.tools[63].line, 64);
	config_free(&c);
	refused(strcat(text, "[b]"), "65: more than 64 sections; remove some, or serve them from a second file");
}

static void control_bytes(void **state)
{
	(void)state;
	for (int byte = 0; byte < 256; byte++) {
		char text[] = "# \n[a]\nargs = '?'\n", message[100];

		text[sizeof("# \n[a]\nargs = '") - 1] = (char)byte;
		if ((byte < ' ' && byte != '\t' && byte != '\n') || byte == 0x7f) {
			snprintf(message, sizeof(message), "3: byte 9 is the control character 0x%02x; remove it", byte);
			refused_bytes(text, sizeof(text) - 1, message);
		} else if (byte != '\n' && byte != '\'') {
			parse(text);
			assert_int_equal((unsigned char)c.tools[0].argv[1][0], byte);
			config_free(&c);
		}
	}
	refused("#\r\r\n", "1: byte 2 is the control character 0x0d; remove it");
	refused_bytes("# a\0b", 5, "1: byte 4 is the control character 0x00; remove it");
	refused_bytes("listen = a\0", 11, "1: byte 11 is the control character 0x00; remove it");
}

/* A line of so many bytes, and whatever follows */
static char *line(size_t length, const char *end)
{
	char *text = malloc(length + strlen(end) + 1);

	assert_non_null(text);
	memset(text, '#', length);
	strcpy(text + length, end);
	return text;
}

static void long_lines(void **state)
{
	static const char *const ends[] = {"", "\n", "\r\n", "\nmax_series = 3\n"};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(ends); i++) {
		char *longest = line(4096, ends[i]), *longer = line(4097, ends[i]);

		parse(longest);
		config_free(&c);
		refused(longer, "1: the line has 4097 bytes; shorten it to 4096");
		free(longest);
		free(longer);
	}
}

/* Wherever the end of a line is, so that nothing beyond the limit is left out in silence */
static void large_files(void **state)
{
	static char text[65540];

	(void)state;
	for (size_t last = 65530; last < 65537; last++) {
		memset(text, '#', sizeof(text));
		for (size_t i = 100; i < 65500; i += 100)
			text[i] = '\n';
		text[last] = '\n';
		assert_int_equal(config_parse(&c, "f", text, 65536), 0);
		config_free(&c);
		for (size_t n = 65537; n <= sizeof(text); n++)
			refused_bytes(text, n,
						  last < 65536 ? "656: the file goes on beyond 64 KiB; make it smaller"
									   : "655: the file goes on beyond 64 KiB; make it smaller");
	}
}

/* A name that a message cannot hold is cut, and what is wrong is still there. */
static void long_names(void **state)
{
	char name[5000];
	const char *said;

	(void)state;
	memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	log_program("serve");
	capture_begin(2);
	assert_int_equal(config_parse(&c, name, "[]", 2), -EINVAL);
	said = capture_end();
	assert_string_equal(said + strlen("serve: ") + 512,
						":1: the section names no tool; write [TOOL] or [TOOL FAMILY]\n");
}

static bool takes(const struct tool *tool, struct serve_tool *t)
{
	static const struct opt none[] = {OPT_END};
	const struct opt *tables[] = {tool->options ? tool->options : none, settings_options(tool->takes), NULL};
	int first = options_parse(tables, t->argc, t->argv, tool->max_args < 0);

	return first > 0 && (tool->max_args < 0 || t->argc - first <= tool->max_args);
}

/* The tool exists and takes these options, and so many words. A process parses options for one run only. */
static void runs(struct serve_tool *t)
{
	int status = -1;
	pid_t pid;

	for (int i = 0; tools[i]; i++) {
		if (strcmp(tools[i]->name, t->tool))
			continue;
		pid = fork();
		if (!pid)
			_exit(!takes(tools[i], t));
		assert_int_equal(waitpid(pid, &status, 0), pid);
	}
	if (status)
		fail_msg("[%s %s]: status %d", t->tool, t->family, status);
}

static void the_built_in_text(void **state)
{
	static const char *const families[] = {"iolatency", "bitesize", "runqlat",		  "syscount",
										   "cachestat", "execs",	"tcp_retransmits"};
	const char *said;

	(void)state;
	capture_begin(2);
	assert_int_equal(config_default(&c), 0);
	said = capture_end();
	assert_string_equal(said, "");
	assert_null(c.listen);
	assert_int_equal(c.max_series, 1000);
	assert_int_equal(c.ntools, ELEMENTS(families));
	for (size_t i = 0; i < ELEMENTS(families); i++) {
		assert_string_equal(c.tools[i].family, families[i]);
		assert_int_equal(c.tools[i].nlabels, 0);
		runs(&c.tools[i]);
	}
	config_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_file_says),	 cmocka_unit_test(small_files),	  cmocka_unit_test(words_of_args),
		cmocka_unit_test(wrong_words),		 cmocka_unit_test(wrong_keys),	  cmocka_unit_test(wrong_values),
		cmocka_unit_test(wrong_sections),	 cmocka_unit_test(many_sections), cmocka_unit_test(control_bytes),
		cmocka_unit_test(long_lines),		 cmocka_unit_test(large_files),	  cmocka_unit_test(long_names),
		cmocka_unit_test(the_built_in_text),
	};

	return RUN(tests);
}

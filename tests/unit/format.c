// SPDX-License-Identifier: GPL-2.0-or-later
/* Formats of events: the parser accepts every one of the running kernel whole, and nothing that is not one. */
#include "test.h"

#include "dat/format_check.h"

#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char good[] =
	"name: block_rq_issue\nID: 2104\nformat:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\n"
	"\tfield:char rwbs[10];\toffset:34;\tsize:10;\tsigned:0;\n"
	"\tfield:__data_loc char[] cmd;\toffset:60;\tsize:4;\tsigned:0;\n"
	"\tfield:u8 addr[sizeof(struct in6_addr)];\toffset:64;\tsize:16;\tsigned:0;\n"
	"\tfield:const char __attribute__((btf_type_tag(\"user\"))) * name;\toffset:80;\tsize:8;\tsigned:0;\n"
	"\tfield:int old;\toffset:88;\tsize:4;\n"
	"\n";
static const char print[] = "print fmt: \"%d\", REC->old\n";

static void whole(void **state)
{
	char text[2000];

	(void)state;
	assert_int_equal(format_fields(good, strlen(good)), strlen(good));
	snprintf(text, sizeof(text), "%s%s", good, print);
	assert_int_equal(format_fields(text, strlen(text)), strlen(good));
	assert_int_equal(format_fields("", 0), 0);
}

/* A format cut anywhere except after a line, or with one byte that cannot be there */
static void damaged(void **state)
{
	char text[2000];

	(void)state;
	for (size_t n = 1; n < strlen(good); n++)
		assert_int_equal(format_fields(good, n), good[n - 1] == '\n' ? n : 0);
	for (size_t at = 0; at < strlen(good); at++) {
		strcpy(text, good);
		text[at] = '\0';
		assert_int_equal(format_fields(text, strlen(good)), 0);
		text[at] = '\001';
		assert_int_equal(format_fields(text, strlen(good)), 0);
	}
}

static void no_fields(void **state)
{
	static const char *const bad[] = {
		"\tfield:int a[;\toffset:0;\tsize:4;\tsigned:1;\n",
		"\tfield:int a];\toffset:0;\tsize:4;\tsigned:1;\n",
		"\tfield:int a[(];\toffset:0;\tsize:4;\tsigned:1;\n",
		"\tfield:int a[[1]];\toffset:0;\tsize:4;\tsigned:1;\n",
		"\tfield:;\toffset:0;\tsize:4;\tsigned:1;\n",
		"\tfield:int a;\toffset:-4;\tsize:4;\tsigned:1;\n",
		"\tfield:int a;\toffset:4294967292;\tsize:4;\n",
		"\tfield:int a;\toffset:0;\tsize:;\tsigned:1;\n",
		"\tfield:int a;\toffset:0;\tsize:4;\tsigned:2;\n",
		"\tfield:int a;\toffset:0;\tsize:4;\tsigned:1; print fmt: \"\"\n",
		"field:int a;\toffset:0;\tsize:4;\tsigned:1;\n",
		"\tfield:int a\toffset:0\tsize:4\n",
		"name: a b\n",
		"ID: x\n",
		"format: \n",
		"anything else\n",
	};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(bad); i++)
		if (format_fields(bad[i], strlen(bad[i])))
			fail_msg("taken for whole: %s", bad[i]);
}

static void check_file(const char *path)
{
	static char text[1 << 16];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n, size = 0;
	char *end;

	assert_true(fd >= 0);
	while ((n = read(fd, text + size, sizeof(text) - 1 - (size_t)size)) > 0)
		size += n;
	close(fd);
	text[size] = '\0';
	end = strstr(text, "\nprint fmt:");
	assert_non_null(end);
	if (format_fields(text, (size_t)size) != (size_t)(end + 1 - text))
		fail_msg("%s:\n%s", path, text);
}

static void all_of_this_kernel(void **state)
{
	glob_t found;

	(void)state;
	if (glob("/sys/kernel/tracing/events/*/*/format", 0, NULL, &found)) {
		print_message("# skip: no tracefs that can be read\n");
		skip();
	}
	for (size_t i = 0; i < found.gl_pathc; i++)
		check_file(found.gl_pathv[i]);
	assert_true(found.gl_pathc > 100);
	globfree(&found);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole),
		cmocka_unit_test(damaged),
		cmocka_unit_test(no_fields),
		cmocka_unit_test(all_of_this_kernel),
	};

	return RUN(tests);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ktally flame: a flame graph of folded stacks, whoever made them: ktally, perf with stackcollapse-perf.pl, bcc,
 * bpftrace. Of two files the second is drawn, and colours say what is more in it than in the first.
 */
#include "render/flame.h"

#include "base/log.h"
#include "session/options.h"
#include "report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool help, icicle, reverse;
static const char *title, *unit = "samples";
const struct opt flame_options[] = {
	OPT_TEXT(0, "title", "TEXT", &title, "the heading; without it the names of the files"),
	OPT_TEXT(0, "unit", "UNIT", &unit, "of the counts: samples, or ns for times"),
	OPT_FLAG(0, "icicle", &icicle, "the outermost function at the top"),
	OPT_FLAG(0, "reverse", &reverse, "from the innermost function on: who calls it"),
	OPT_FLAG('h', "help", &help, "this help"),
	OPT_END,
};

struct input {
	const char *name;
	struct stack_tree *tree;
	bool before; /* the first of two files */
	uint64_t lines, bad, first_bad, cut;
};

static void print_help(void)
{
	const struct opt *none[] = {NULL};

	printf(
		"Usage: ktally flame [OPTIONS] FILE [FILE] >PICTURE.svg     (-: standard input)\n\n"
		"Draws folded stacks, lines as \"main;read;vfs_read 42\"; of two files how the second differs.\n\nOptions:\n");
	options_help(stdout, none, flame_options);
	printf("\nExamples:\n"
		   "  ktally export --folded stacks.dat | ktally flame - >stacks.svg\n"
		   "  ktally flame before.folded after.folded >difference.svg\n"
		   "\nThe manual: man ktally-flame\n");
}

/* ---- lines ---- */

/* The count at the end; *n becomes the length of the stack. False: there is none */
static bool take_count(const char *line, size_t *n, uint64_t *count)
{
	const char *space = memrchr(line, ' ', *n);
	char *end;
	double value;

	if (!space || space == line)
		return false;
	errno = 0;
	value = strtod(space + 1, &end); /* some collapse to fractions of a second */
	if (end != line + *n || end == space + 1 || errno || !(value >= 0) || value >= 1e19)
		return false;
	*count = (uint64_t)(value + .5);
	*n = (size_t)(space - line);
	return true;
}

static int add(struct input *in, const char *stack, size_t n, uint64_t count)
{
	int err = stack_tree_add(in->tree, stack, n, in->before ? 0 : count, in->before ? count : 0);

	in->cut += err == -E2BIG || err == -EOVERFLOW;
	return err == -ENOMEM ? err : 0;
}

static int read_line(struct input *in, char *line, size_t n)
{
	uint64_t count;

	in->lines++;
	while (n && strchr("\r\n", line[n - 1]))
		n--;
	if (!n || *line == '#') /* perf's comments */
		return 0;
	if (strlen(line) >= n && take_count(line, &n, &count))
		return add(in, line, n, count);
	if (!in->bad++)
		in->first_bad = in->lines;
	return 0;
}

static int read_lines(struct input *in, FILE *from)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;
	int err = 0;

	while (!err && (n = getline(&line, &room, from)) >= 0)
		err = read_line(in, line, (size_t)n);
	if (!err && ferror(from))
		err = -errno;
	free(line);
	return err;
}

static int read_input(struct input *in)
{
	bool standard = !strcmp(in->name, "-");
	FILE *from = standard ? stdin : fopen(in->name, "re");
	int err = from ? read_lines(in, from) : -errno;

	if (from && !standard)
		fclose(from);
	if (err)
		return fail(EXIT_FAILED, "%s: %s", in->name, strerror(-err));
	if (in->bad)
		warn("%s: %" PRIu64 " of %" PRIu64 " lines are no stack and count; the first is line %" PRIu64, in->name,
			 in->bad, in->lines, in->first_bad);
	if (in->cut)
		warn("%s: %" PRIu64 " stacks are left out: they have more than 4,096 functions, or numbers too large", in->name,
			 in->cut);
	return 0;
}

/* ---- the picture ---- */

static int draw(struct stack_tree *tree, char **files, int n)
{
	char heading[600];
	struct flame f = {.title = title ? title : heading, .unit = unit, .down = icicle, .difference = n > 1};

	snprintf(heading, sizeof(heading), n > 1 ? "%.250s and then %.250s" : "%.250s", files[0], n > 1 ? files[1] : "");
	if (!tree->nodes[0].total)
		return fail(EXIT_FAILED, "%s has no stacks", files[n - 1]);
	if (stack_tree_sort(tree) || flame_write(stdout, tree, &f))
		return fail(EXIT_FAILED, "%s: %s", files[n - 1], strerror(ENOMEM));
	return fflush(stdout) || ferror(stdout) ? fail(EXIT_FAILED, "cannot write: %s", strerror(errno)) : EXIT_DONE;
}

static int run(char **files, int n)
{
	struct stack_tree *tree = stack_tree_new();
	int status = tree ? 0 : fail(EXIT_FAILED, "%s", strerror(ENOMEM));

	if (tree)
		tree->inverted = reverse;
	for (int i = 0; i < n && !status; i++) {
		struct input in = {.name = files[i], .tree = tree, .before = i + 1 < n};

		status = read_input(&in);
	}
	if (!status)
		status = draw(tree, files, n);
	stack_tree_free(tree);
	return status;
}

int flame_main(int argc, char **argv)
{
	const struct opt *tables[] = {flame_options, NULL};
	int first;

	log_program("flame");
	first = options_parse(tables, argc, argv, false);
	if (first < 0)
		return EXIT_USAGE;
	if (help) {
		print_help();
		return EXIT_DONE;
	}
	if (argc - first != 1 && argc - first != 2)
		return fail(EXIT_USAGE, "one file of folded stacks is drawn, or two are compared; -: standard input");
	return run(argv + first, argc - first);
}

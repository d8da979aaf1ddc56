// SPDX-License-Identifier: GPL-2.0-or-later
/* reset-ftrace - removes what killed tracers left in tracefs: ktally's own by default, everything with -f. */
#include "base/log.h"
#include "session/tool.h"
#include "sys/sweep.h"
#include "sys/tracefs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>

extern const struct tool reset_ftrace_tool;

static struct {
	bool force, dry_run, quiet, help;
} opt;

static const struct opt options[] = {
	OPT_FLAG('f', "force", &opt.force, "reset all of ftrace, other people's tracing too"),
	OPT_FLAG('n', "dry-run", &opt.dry_run, "only say what would be done"),
	OPT_FLAG('q', "quiet", &opt.quiet, "say nothing"),
	OPT_FLAG('h', "help", &opt.help, "print this help"),
	OPT_END,
};

/* In this order: who uses an event is switched off before the event goes. NULL: emptied */
static const struct {
	const char *file, *value;
} knobs[] = {
	{"current_tracer", "nop"},
	{"set_ftrace_filter", NULL},
	{"set_ftrace_notrace", NULL},
	{"set_graph_function", NULL},
	{"set_ftrace_pid", NULL},
	{"set_event_pid", NULL},
	{"events/enable", "0"},
	{"tracing_thresh", "0"},
	{"kprobe_events", NULL},
	{"uprobe_events", NULL},
	{"dynamic_events", NULL},
	{"max_graph_depth", "0"},
	{"trace", NULL},
	{"function_profile_enabled", "0"},
	{"tracing_on", "1"},
};

static void tell(const char *what)
{
	if (!opt.quiet)
		printf("%s %s\n", opt.dry_run ? "would remove" : "removed", what);
}

/* First line of a file; large ones (trace) are not read */
static void first_line(char *to, size_t size, const char *file)
{
	char *text = strcmp(file, "trace") ? tracefs_instance_file_read(NULL, file, NULL) : NULL;

	snprintf(to, size, "%.*s", text ? (int)strcspn(text, "\n") : 0, text ? text : "");
	free(text);
}

static int write_knob(const char *file, const char *value)
{
	int done = value ? tracefs_instance_file_write(NULL, file, value) : tracefs_instance_file_clear(NULL, file);

	return done < 0 ? fail(-errno, "cannot reset %s: %s", file, strerror(errno)) : 0;
}

static int reset_knob(const char *file, const char *value)
{
	char before[80], after[80];
	int err;

	if (!tracefs_file_exists(NULL, file))
		return 0;
	first_line(before, sizeof(before), file);
	err = opt.dry_run ? 0 : write_knob(file, value);
	if (err || opt.quiet)
		return err;
	if (opt.dry_run)
		snprintf(after, sizeof(after), "%s", value ? value : "");
	else
		first_line(after, sizeof(after), file);
	printf("%-26s before: %-24s %s: %s\n", file, before, opt.dry_run ? "would be" : "after", after);
	return 0;
}

static int reset_everything(void)
{
	int err = 0;

	for (size_t i = 0; i < sizeof(knobs) / sizeof(knobs[0]); i++)
		if (reset_knob(knobs[i].file, knobs[i].value))
			err = -1;
	return err;
}

static void print_help(void)
{
	const struct opt *none[] = {NULL};

	printf("Usage: reset-ftrace [OPTIONS]\n\n%s\n\nOptions:\n", reset_ftrace_tool.summary);
	options_help(stdout, none, options);
	printf("\nExamples:\n%s", reset_ftrace_tool.examples);
}

static int reset_main(int argc, char **argv)
{
	const struct opt *tables[] = {options, NULL};
	struct why why;
	int first, n;

	log_program("reset-ftrace");
	first = options_parse(tables, argc, argv, false);
	if (first < 0)
		return EXIT_USAGE;
	if (opt.help) {
		print_help();
		return EXIT_DONE;
	}
	if (first < argc)
		return fail(EXIT_USAGE, "unexpected argument %s; see --help", argv[first]);
	if (tracefs_find(&why))
		return fail(EXIT_CANNOT_TRACE, "%s", why.text);
	n = tracefs_sweep(opt.dry_run, tell);
	if (n < 0)
		return fail(EXIT_FAILED, "another process holds the lock of sweeping: tracefs/README (fuser names it)");
	if (!n && !opt.force && !opt.quiet)
		puts("nothing of ktally's is left");
	return opt.force && reset_everything() ? EXIT_FAILED : EXIT_DONE;
}

const struct tool reset_ftrace_tool = {
	.name = "reset-ftrace",
	.summary = "Removes what killed tracers left behind in tracefs.",
	.examples = "  reset-ftrace              what killed ktally processes left\n"
				"  reset-ftrace -n           only say what that is\n"
				"  reset-ftrace -f           all of ftrace: WARNING, ends other people's tracing\n",
	.options = options,
	.main = reset_main,
	.doctor_args = (const char *const[]){"-n", "-q", NULL},
};

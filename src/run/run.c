// SPDX-License-Identifier: GPL-2.0-or-later
#include "run.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/output.h"
#include "base/units.h"
#include "render/flame_svg.h"
#include "render/heat_svg.h"
#include "render/metrics.h"
#include "render/renderers.h"
#include "render/timeline.h"
#include "session/ending_signals.h"
#include "session/source.h"
#include "session/tool.h"
#include "source/bpf/bpf.h"
#include "source/bpf/mapped.h"
#include "source/ftrace/ftrace.h"
#include "source/ftrace/replay.h"
#include "source/perf/perf.h"
#include "source/rows/record.h"
#include "source/rows/replay.h"
#include "sys/demangle.h"
#include "sys/disks.h"
#include "sys/ksyms.h"
#include "sys/memory.h"
#include "sys/pid_namespace.h"
#include "sys/sweep.h"
#include "sys/tracefs.h"
#include "sys/usyms.h"
#include "boot.h"
#include "child.h"
#include "confine.h"
#include "footer.h"
#include "loop.h"
#include "overhead.h"
#include "usage.h"
#include "watched.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Reading the kernel's names takes a while, and a report would wait for it. So this reads them early if there are
 * intervals, or if a module may go before the report that ends the run. Without either that report can wait. Rows
 * of events need the names with the first row anyway. */
static bool wants_names_now(const struct session *s)
{
	if (s->view == VIEW_EVENTS || s->trial)
		return false;
	return s->names_modules || (s->names_functions && s->set->interval_ns);
}

static int open_source(struct session *s, const struct source *source)
{
	int err;

	s->source = source;
	s->backend_name = source->name;
	s->on_bpf = source == &source_bpf || (source == &source_rows && s->on_bpf);
	s->why.text[0] = '\0';
	err = source->open(s);
	if (!err && wants_names_now(s))
		ksyms_read();
	if (!err)
		err = overhead_begin(s);
	if (!err)
		err = source->start(s);
	if (err) {
		source->close(s);
		s->source = NULL;
		s->source_state = NULL;
		debug("%s: %s (%s)", source->name, s->why.text, strerror(-err));
	}
	return err;
}

int run_try(struct session *s, const struct source *source)
{
	int err;

	s->trial = true;
	err = open_source(s, source);
	if (!err)
		source->close(s);
	s->source = NULL;
	s->source_state = NULL;
	return err;
}

/* Removes what killed ktally processes left behind, whatever backend this run will use. */
static void sweep(struct session *s)
{
	if (!tracefs_find(&s->why))
		tracefs_sweep(false, NULL);
}

static int open_only(struct session *s, const struct source *source)
{
	return open_source(s, source) ? fail(-ENOTSUP, "%s", s->why.text) : 0;
}

/* Tries BPF first. If BPF cannot be used, tries the tool's other form and prints one line that says why. */
static int choose_any(struct session *s)
{
	const struct source *other = s->tool->perf ? &source_perf : &source_ftrace;
	char why_bpf[sizeof(s->why.text)];
	int err;

	if (!s->tool->bpf)
		return open_only(s, other);
	if (!open_source(s, &source_bpf))
		return 0;
	strcpy(why_bpf, s->why.text);
	err = open_source(s, other);
	if (err && !strcmp(why_bpf, s->why.text))
		return fail(-ENOTSUP, "%s", why_bpf);
	if (err)
		return fail(-ENOTSUP, "no BPF (%s) and no %s (%s)", why_bpf, other->name, s->why.text);
	warn("using %s: %s", other->name, why_bpf);
	return 0;
}

static int choose_source(struct session *s)
{
	static const struct source *const by_backend[] = {
		[BACKEND_BPF] = &source_bpf, [BACKEND_FTRACE] = &source_ftrace, [BACKEND_PERF] = &source_perf};

	if (s->set->replay)
		return open_source(s, rows_recorded(s) ? &source_rows : &source_replay) ? fail(-EIO, "%s", s->why.text) : 0;
	sweep(s);
	return s->set->backend == BACKEND_AUTO ? choose_any(s) : open_only(s, by_backend[s->set->backend]);
}

static const struct renderer *choose_renderer(const struct session *s)
{
	static const struct renderer *const by_view[] = {&render_events, &render_table, &render_hist, &render_stacks};

	if (s->set->metrics)
		return &render_metrics;
	if (s->set->json)
		return &render_json;
	if (s->set->table)
		return &render_hist_table;
	if (s->set->stacks.functions || s->set->stacks.tree || s->set->stacks.folded)
		return &render_stacks;
	return s->set->heatmap ? &render_heatmap : by_view[s->view];
}

/* Some tools have histograms only if they are asked for them. */
static int check_table(const struct session *s)
{
	bool drawn = s->set->svg && !schema_has_hist(s->schema);

	if (!drawn && (!s->set->table || s->view == VIEW_HIST))
		return 0;
	return fail(-EINVAL, "--%s is of histograms, which this run has not: see --hist and --latency in --help",
				drawn ? "svg" : "table");
}

static int check_stacks(const struct session *s)
{
	const char *asked = settings_asks_stacks();

	if (!asked || (s->view != VIEW_EVENTS && schema_stack(s->schema)))
		return 0;
	return fail(-EINVAL, "--%s is of stacks, which this run has not%s", asked,
				s->dat ? "" : ": see --stacks in --help");
}

/* Options that ask for what this run has not. 0, or -EINVAL after a message */
static int check(const struct session *s)
{
	int err = s->set->metrics ? metrics_check(s) : 0;

	if (!err && s->set->heatmap)
		err = settings_check_range(s->schema->unit == HIST_NS);
	if (!err)
		err = check_table(s);
	if (!err)
		err = check_stacks(s);
	if (!err)
		err = heat_svg_check(s);
	return err ? err : timeline_check(s);
}

/* Of --svg, --flame or --timeline: no run has what two of them show */
static int open_picture(struct session *s)
{
	int err = heat_svg_open(s);

	if (!err)
		err = flame_svg_open(s);
	return err ? err : timeline_open(s);
}

static void end_picture(struct session *s)
{
	if (s->picture)
		s->picture->end(s);
	s->picture = NULL;
}

static int make_tallies(struct session *s)
{
	if (s->view == VIEW_EVENTS)
		return 0;
	s->totals = tally_new(s->schema);
	s->before = tally_new(s->schema);
	s->interval = tally_new(s->schema);
	return s->totals && s->before && s->interval ? 0 : fail(-ENOMEM, "out of memory");
}

static int trace(struct session *s)
{
	int err, last, unwritten;

	err = loop_run(s);
	if (s->source->stop)
		s->source->stop(s);
	if (!err)
		err = s->source->poll(s);
	overhead_end(s);
	s->ending = true;
	last = session_tick(s, s->set->replay ? s->replay_ns : clock_ns());
	if (s->recorder)
		rows_record_end(s);
	if (s->renderer->end)
		s->renderer->end(s);
	unwritten = output_flush();
	/* After a failed write "lost: nothing" would not be true. */
	if (!s->set->json && (!unwritten || unwritten == -EPIPE))
		print_footer(s);
	end_picture(s);
	return err ? err : last;
}

static void close_source(struct session *s)
{
	if (s->source)
		s->source->close(s);
	s->source = NULL;
}

static void close_all(struct session *s)
{
	close_source(s);
	rows_record_end(s);
	end_picture(s);
	dat_free(s->dat);
	child_end(s);
	watched_close();
	tally_free(s->totals);
	tally_free(s->before);
	tally_free(s->interval);
}

static bool any_lost(const struct lost *l)
{
	return l->ring || l->map_full || l->missed; /* what began before tracing is not lost */
}

static int exit_status(const struct session *s, int err, int child_status)
{
	if (err || s->unrecorded || s->undrawn)
		return EXIT_FAILED;
	if (s->set->strict && (any_lost(&s->lost) || s->overhead.exceeded))
		return EXIT_DATA_LOST;
	return s->command ? child_status : EXIT_DONE;
}

/* A blank screen would not tell that anything happens. A run that ends with its command needs no such line. */
static void say_tracing(const struct session *s)
{
	const struct settings *set = s->set;

	if (set->quiet || set->replay || s->command || !isatty(STDERR_FILENO))
		return;
	fprintf(stderr, "Tracing %s... Hit Ctrl-C to end.\n", session_unit(s));
}

/* The output is opened when everything else works, so that a run that cannot trace leaves an old file as it was. */
static int open_output(void)
{
	int err = output_begin();

	return err ? fail(err, "--output %s: %s", settings.output, output_error(err)) : 0;
}

static int prepare(struct session *s)
{
	if (s->dat && rows_recorded(s))
		return rows_prepare(s);
	if (s->dat && !(s->tool->takes & TAKES_REPLAY))
		return fail(-EINVAL, "%s has no rows of %s", dat_name(s->dat), s->tool->name);
	return s->tool->prepare ? s->tool->prepare(s) : 0;
}

/* What the source does not record itself */
static int begin_recording(struct session *s)
{
	if (!s->set->record || s->records_pages)
		return 0;
	if (!settings_is_file(s->set->record))
		return fail(-EINVAL, "--record %s: %s has rows, which go into a file: write %s.dat", s->set->record,
					s->tool->name, s->set->record);
	return rows_record(s) ? fail(-EIO, "%s", s->why.text) : 0;
}

/* Names of functions are looked up later, when programs may have ended. */
static void read_processes(const struct session *s)
{
	if (s->set->mangled)
		demangle_off();
	usyms_follow();
	mapped_read(s);
}

static int run(struct session *s)
{
	int err, status = 0;

	s->schema = s->tool->schema;
	s->view = s->tool->view;
	units_replayed(s->set->replay != NULL);
	disks_replayed(s->set->replay != NULL);
	if (s->set->replay) {
		s->dat = dat_open(s->set->replay, &s->why);
		if (!s->dat)
			return fail(EXIT_CANNOT_TRACE, "%s", s->why.text);
	}
	err = prepare(s);
	if (err)
		return err == -ENOSYS ? EXIT_CANNOT_TRACE : EXIT_USAGE;
	if (check(s))
		return EXIT_USAGE;
	if (s->set->boot_instance)
		return boot_print(s);
	s->renderer = choose_renderer(s);
	err = make_tallies(s);
	if (!err)
		err = ending_signals_block();
	if (err)
		return EXIT_FAILED;
	if (watched_open(s))
		return EXIT_USAGE;
	status = child_check(s);
	if (status)
		return status;
	if (child_prepare(s))
		return EXIT_FAILED;
	if (choose_source(s))
		return EXIT_CANNOT_TRACE;
	if (open_output() || open_picture(s))
		return EXIT_USAGE;
	if (begin_recording(s))
		return EXIT_CANNOT_TRACE;
	if (s->source == &source_bpf && !s->set->quiet && s->tool->takes & TAKES_PID && !pid_namespace_is_initial())
		warn("PIDs are shown as the host has them: this is a PID namespace of its own");
	if (s->reads_processes)
		read_processes(s);
	err = confine(s);
	s->last_tick_ns = clock_ns();
	if (!err)
		say_tracing(s);
	if (!err && s->renderer->begin)
		err = s->renderer->begin(s);
	if (!err)
		err = child_start(s);
	memory_give_back();
	if (!err)
		err = trace(s);
	close_source(s); /* before the wait for the command, which may take as long as it likes */
	status = child_status(s);
	return exit_status(s, err, status);
}

int run_tool(const struct tool *tool, int argc, char **argv)
{
	struct session s = {.tool = tool, .set = &settings};
	int status;

	log_program(tool->name);
	output_ask(loop_ending);
	status = usage_parse(&s, argc, argv);
	if (status >= 0)
		return status;
	status = run(&s);
	close_all(&s);
	return status;
}

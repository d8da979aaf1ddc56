// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Tries for real each way of tracing on this machine. Signals that end the doctor stay blocked until the current
 * trial has taken everything down again.
 */
#include "doctor.h"

#include "base/log.h"
#include "base/output.h"
#include "session/ending_signals.h"
#include "session/options.h"
#include "mechanisms.h"
#include "output.h"
#include "program.h"
#include "scratch.h"
#include "system.h"
#include "tool_trial.h"
#include "trial.h"

#include <stdio.h>
#include <string.h>

static bool all, json, help;

const struct opt doctor_options[] = {
	OPT_FLAG('a', "all", &all, "also try ftrace where BPF works, and options"),
	OPT_FLAG('j', "json", &json, "one JSON object a line"),
	OPT_FLAG('h', "help", &help, "print this help"),
	OPT_END,
};

static void print_help(void)
{
	const struct opt *none[] = {NULL};

	printf("Usage: ktally doctor [OPTIONS]\n\n"
		   "What works on this machine, and why not the rest: each way of tracing and each tool\n"
		   "is tried for real and taken down again.\n\nOptions:\n");
	options_help(stdout, none, doctor_options);
	printf("\nStatus: 0 every tool can run, 3 some cannot, 1 failed, 2 usage.\n");
}

static bool interrupted(void)
{
	return output_gone() || ending_signals_pending();
}

static void report_system(const struct output *out)
{
	struct fact facts[FACTS_MAX];

	out->facts(facts, system_facts(facts));
}

static void report_mechanisms(const struct output *out)
{
	struct trial last, first, now;
	struct bench bench = {.counts = -1};
	bool begun = false;

	for (const struct mechanism *m = mechanisms; m->name && !interrupted(); m++) {
		bool again = begun && first.mechanism->group == m->group;

		trial_run(&now, m, &bench, again ? &first : NULL);
		if (!again)
			first = now;
		out->mechanism(&now, begun ? &last : NULL);
		output_flush();
		last = now;
		begun = true;
	}
	program_bench_close(&bench);
	scratch_close(&bench);
}

static bool all_work(const struct tool_trial *trials)
{
	for (; trials->tool; trials++)
		if (!trials->options[0] && !strcmp(tool_trial_backend(trials), "none"))
			return false;
	return true;
}

static int report_tools(const struct output *out, const struct tool_trial *trials)
{
	if (interrupted())
		return EXIT_FAILED;
	out->tools(trials);
	return all_work(trials) ? EXIT_DONE : EXIT_CANNOT_TRACE;
}

static int report(const struct output *out)
{
	int status, process;
	struct tool_trial *trials = tool_trials_start(all, &process);

	if (!trials)
		return fail(EXIT_FAILED, "out of memory");
	report_system(out);
	report_mechanisms(out);
	tool_trials_wait(trials, all, process);
	status = report_tools(out, trials);
	output_flush();
	tool_trials_free(trials);
	ending_signals_unblock(); /* a pending signal ends the process here */
	return status;
}

int doctor_main(int argc, char **argv)
{
	const struct opt *tables[] = {doctor_options, NULL};
	int first;

	log_program("doctor");
	first = options_parse(tables, argc, argv, false);
	if (first < 0)
		return EXIT_USAGE;
	if (help) {
		print_help();
		return EXIT_DONE;
	}
	if (first < argc)
		return fail(EXIT_USAGE, "unexpected argument %s; see --help", argv[first]);
	if (ending_signals_block())
		return EXIT_FAILED;
	output_ask(interrupted);
	return report(json ? &output_json : &output_text);
}

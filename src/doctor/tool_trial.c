// SPDX-License-Identifier: GPL-2.0-or-later
#include "tool_trial.h"

#include "base/log.h"
#include "run/run.h"
#include "run/usage.h"
#include "session/source.h"
#include "session/tool.h"
#include "source/bpf/bpf.h"
#include "source/ftrace/ftrace.h"
#include "source/perf/perf.h"
#include "sys/kernel_btf.h"
#include "sys/sweep.h"
#include "trial.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARGS_MAX 16
#define OWN_SECONDS 10 /* limit for a tool that runs by itself */

/* ---- in the tool's process ---- */

/* Redirects messages to a file in memory. The last one is the reason if the trial gives no other. */
static int keep_messages(void)
{
	int fd = memfd_create("messages", MFD_CLOEXEC);

	if (fd >= 0)
		dup2(fd, STDERR_FILENO);
	return fd;
}

/* Copies the last message without the tool's name: "no such disk" of "iolatency: no such disk". */
static void last_message(const struct tool *tool, int fd, char *to, size_t size)
{
	size_t name = strlen(tool->name);
	char text[1024], *line;
	ssize_t n;

	fflush(stderr);
	n = fd < 0 ? -1 : pread(fd, text, sizeof(text) - 1, 0);
	if (n <= 0)
		return;
	text[n - (text[n - 1] == '\n')] = '\0';
	line = strrchr(text, '\n');
	line = line ? line + 1 : text;
	if (!strncmp(line, tool->name, name) && !strncmp(line + name, ": ", 2))
		line += name + 2;
	snprintf(to, size, "%.300s", line);
}

/* Returns a copy, because parsers may change it. Replaces DOCTOR_FUNCTION by a place in this program. */
static char *argument(const char *of)
{
	size_t before = strcspn(of, DOCTOR_FUNCTION);
	char *copy;

	if (!of[before])
		return strdup(of);
	if (asprintf(&copy, "%.*s/proc/%d/exe:0x%" PRIx64, (int)before, of, getpid(), trial_call_offset()) < 0)
		return NULL;
	return copy;
}

static int arguments(const struct tool_trial *t, char *argv[ARGS_MAX])
{
	static char options[128]; /* static, because argv points into it */
	char *save = NULL;
	const struct tool *tool = t->tool;
	int argc = 0;

	snprintf(options, sizeof(options), "%s", t->options);
	argv[argc++] = (char *)tool->name;
	for (char *word = strtok_r(options, " ", &save); word && argc < ARGS_MAX - 1; word = strtok_r(NULL, " ", &save))
		argv[argc++] = word;
	for (int i = 0; tool->doctor_args && tool->doctor_args[i] && argc < ARGS_MAX - 1; i++)
		argv[argc++] = argument(tool->doctor_args[i]);
	argv[argc] = NULL;
	return argc;
}

static void try_source(struct session *s, const struct source *source, struct backend_trial *b)
{
	s->attach = NULL;
	b->tried = true;
	b->works = !run_try(s, source);
	snprintf(b->attach, sizeof(b->attach), "%s", b->works && s->attach ? s->attach : "");
	b->why.text[0] = '\0';
	if (!b->works)
		b->why = s->why;
}

static void try_session(struct tool_trial *t, bool all, int messages)
{
	struct session s = {.tool = t->tool, .set = &settings, .schema = t->tool->schema, .view = t->tool->view};
	char *argv[ARGS_MAX];
	int argc = arguments(t, argv);

	settings_reset();
	if (usage_parse(&s, argc, argv) < 0 && (!t->tool->prepare || !t->tool->prepare(&s))) {
		if (s.view != VIEW_EVENTS)
			s.totals = tally_new(s.schema);
		try_source(&s, &source_bpf, &t->bpf);
		if (all || !t->bpf.works)
			try_source(&s, t->tool->perf ? &source_perf : &source_ftrace, &t->other);
		return;
	}
	last_message(t->tool, messages, t->bpf.why.text, sizeof(t->bpf.why.text));
	last_message(t->tool, messages, t->other.why.text, sizeof(t->other.why.text));
}

static void try_main(struct tool_trial *t, int messages)
{
	char *argv[ARGS_MAX];
	int argc = arguments(t, argv), null = open("/dev/null", O_WRONLY | O_CLOEXEC), status;

	if (argc == 1) {
		t->own.works = true;
		snprintf(t->own.why.text, sizeof(t->own.why.text), "not tried");
		return;
	}
	dup2(null, STDOUT_FILENO);
	alarm(OWN_SECONDS);
	status = t->tool->main(argc, argv);
	t->own.works = !status;
	if (status)
		last_message(t->tool, messages, t->own.why.text, sizeof(t->own.why.text));
}

static void try_tool(struct tool_trial *t, bool all)
{
	int messages = keep_messages();

	log_program(t->tool->name);
	if (t->tool->main)
		try_main(t, messages);
	else
		try_session(t, all, messages);
	_exit(0);
}

/* ---- in the doctor's process ---- */

static void finish(struct tool_trial *t, pid_t pid)
{
	char died[64];
	int status;

	if (pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status))
		return;
	if (pid > 0 && WIFSIGNALED(status))
		snprintf(died, sizeof(died), "its trial ended by signal %d", WTERMSIG(status));
	else
		snprintf(died, sizeof(died), "its trial could not be started");
	t->bpf.works = t->other.works = t->own.works = false;
	snprintf(t->bpf.why.text, sizeof(t->bpf.why.text), "%s", died);
	snprintf(t->other.why.text, sizeof(t->other.why.text), "%s", died);
	snprintf(t->own.why.text, sizeof(t->own.why.text), "%s", died);
}

/* Options change BPF programs. So with options the other backend is tried only if BPF does not work. */
static pid_t start(struct tool_trial *t, bool all)
{
	pid_t pid = fork();

	if (!pid)
		try_tool(t, all && !t->options[0]);
	return pid;
}

/* Options of all tools that take them. Tools have doctor_variants of their own besides. */
static const struct {
	unsigned takes;
	const char *options;
} shared_variants[] = {
	{TAKES_PID, "--pid 1"}, {TAKES_UID, "--uid 0"}, {TAKES_COMM, "--comm a"}, {TAKES_PID, "--follow 1"}};

#define SHARED (sizeof(shared_variants) / sizeof(shared_variants[0]))

static void add_trial(struct tool_trial *trials, int *n, const struct tool *tool, const char *options)
{
	if (trials) {
		trials[*n].tool = tool;
		snprintf(trials[*n].options, sizeof(trials[*n].options), "%s", options);
	}
	++*n;
}

/* Fills the array and returns the number of trials. trials NULL: only counts */
static int list_trials(struct tool_trial *trials, bool all)
{
	int n = 0;

	for (int i = 0; tools[i]; i++)
		add_trial(trials, &n, tools[i], "");
	for (int i = 0; all && tools[i]; i++) {
		for (size_t k = 0; k < SHARED; k++)
			if (tools[i]->takes & shared_variants[k].takes)
				add_trial(trials, &n, tools[i], shared_variants[k].options);
		for (const char *const *own = tools[i]->doctor_variants; own && *own; own++)
			add_trial(trials, &n, tools[i], *own);
	}
	return n;
}

static size_t size_of_trials(void)
{
	return (size_t)(list_trials(NULL, true) + 1) * sizeof(struct tool_trial);
}

/*
 * A trial mostly waits for RCU grace periods, so several run at a time. Each needs the kernel's BTF: they find it read
 * already. Without it, each tells for itself what is missing.
 */
static void run(struct tool_trial *trials, bool all)
{
	int n = list_trials(NULL, all), ahead = 4 * get_nprocs();
	pid_t pids[n + 1];

	kernel_btf_load();
	for (int i = 0; i < n + ahead; i++) {
		if (i < n)
			pids[i] = start(&trials[i], all);
		if (i >= ahead)
			finish(&trials[i - ahead], pids[i - ahead]);
	}
}

struct tool_trial *tool_trials_start(bool all, int *process)
{
	struct tool_trial *trials = mmap(NULL, size_of_trials(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (trials == MAP_FAILED)
		return NULL;
	list_trials(trials, all);
	*process = fork();
	if (!*process) {
		run(trials, all);
		_exit(0);
	}
	return trials;
}

/* Another trial may have used something that this one needs. Now no other is running. */
static void try_again(struct tool_trial *t, bool all)
{
	struct tool_trial again = {.tool = t->tool};

	strcpy(again.options, t->options);
	*t = again;
	finish(t, start(t, all));
}

void tool_trials_wait(struct tool_trial *trials, bool all, int process)
{
	if (process > 0)
		waitpid(process, NULL, 0);
	else
		run(trials, all);
	for (struct tool_trial *t = trials; t->tool; t++)
		if (!strcmp(tool_trial_backend(t), "none") || (t->other.tried && !t->other.works))
			try_again(t, all);
	tracefs_sweep(false, NULL); /* a trial may have crashed */
}

void tool_trials_free(struct tool_trial *trials)
{
	if (trials)
		munmap(trials, size_of_trials());
}

const char *tool_trial_other(const struct tool_trial *t)
{
	return t->tool->perf ? "perf" : "ftrace";
}

const char *tool_trial_backend(const struct tool_trial *t)
{
	if (t->tool->main)
		return t->own.works ? "own" : "none";
	return t->bpf.works ? "bpf" : t->other.works ? tool_trial_other(t) : "none";
}

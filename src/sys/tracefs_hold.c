// SPDX-License-Identifier: GPL-2.0-or-later
#include "tracefs_hold.h"

#include "tracefs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <tracefs/tracefs.h>
#include <unistd.h>

/* Must have this value to be free, and is put back to it, in this order: who uses a thing before the thing */
static const struct knob {
	const char *file, *value; /* NULL: nothing in it */
	enum hold from;			  /* of which kind of hold on */
} knobs[] = {
	{"current_tracer", "nop", HOLD_TOP},		{"set_event", NULL, HOLD_TOP},
	{"set_event_pid", NULL, HOLD_TOP},			{"set_ftrace_filter", NULL, HOLD_TOP},
	{"set_ftrace_notrace", NULL, HOLD_TOP},		{"set_ftrace_pid", NULL, HOLD_TOP},
	{"set_ftrace_notrace_pid", NULL, HOLD_TOP}, /* since 5.8 */
	{"set_graph_function", NULL, HOLD_GRAPH},	{"set_graph_notrace", NULL, HOLD_GRAPH},
	{"max_graph_depth", "0", HOLD_GRAPH},		{"tracing_thresh", "0", HOLD_GRAPH},
};

/* May have any value, which is noted. Slashes of file names cannot stand in a name: the first is a colon there. */
static const struct {
	const char *file;
	enum hold from;
} noted[] = {
	{"trace_clock", HOLD_TOP},			{"buffer_size_kb", HOLD_TOP},
	{"options:overwrite", HOLD_TOP},	{"options:function-fork", HOLD_TOP},
	{"options:sleep-time", HOLD_GRAPH}, /* of all function_graph tracers until 6.13 */
	{"tracing_on", HOLD_TOP},
};

#define KNOBS (sizeof(knobs) / sizeof(knobs[0]))
#define NOTED (sizeof(noted) / sizeof(noted[0]))

static void path_of(char *to, size_t size, const char *name)
{
	char *colon;

	snprintf(to, size, "%s", name);
	colon = strchr(to, ':');
	if (colon)
		*colon = '/';
}

/* What a file says, in one word: "[local] global" is local, "7 (expanded: 1408)" 1408, and comments are nothing. false:
 * no such file */
static bool read_word(char *to, size_t size, const char *name)
{
	char path[64], *text, *from, *at;
	bool there;

	path_of(path, sizeof(path), name);
	text = tracefs_instance_file_read(NULL, path, NULL);
	there = text;
	from = text;
	if (text && (at = strchr(text, '[')))
		from = at + 1;
	else if (text && (at = strstr(text, "expanded: ")))
		from = at + strlen("expanded: ");
	if (text && (*from == '#' || !strncmp(from, "no pid", 6)))
		*from = '\0';
	snprintf(to, size, "%.*s", text ? (int)strcspn(from, " ])\n") : 0, text ? from : "");
	free(text);
	return there;
}

static void write_word(const char *name, const char *value)
{
	char path[64];

	path_of(path, sizeof(path), name);
	if (value)
		tracefs_instance_file_write(NULL, path, value);
	else
		tracefs_instance_file_clear(NULL, path);
}

/* ---- is it free? ---- */

static int check_knobs(struct session *s, enum hold what)
{
	char word[64];

	for (size_t i = 0; i < KNOBS; i++) {
		const struct knob *k = &knobs[i];

		if (what < k->from || !read_word(word, sizeof(word), k->file) || !strcmp(word, k->value ? k->value : ""))
			continue;
		return cannot(s, -EBUSY, "somebody uses ftrace: %s is %s (ktally reset-ftrace -f ends that)", k->file, word);
	}
	return 0;
}

/* Records that somebody may still want to read */
static int check_buffer(struct session *s)
{
	for (int cpu = 0; cpu < get_nprocs_conf(); cpu++) {
		char path[64], *text, *at;
		bool empty;

		snprintf(path, sizeof(path), "per_cpu/cpu%d/stats", cpu);
		text = tracefs_instance_file_read(NULL, path, NULL);
		at = text ? strstr(text, "entries: ") : NULL;
		empty = !at || !strtoul(at + strlen("entries: "), NULL, 10);
		free(text);
		if (!empty)
			return cannot(s, -EBUSY,
						  "somebody's records are in ftrace's top-level buffer; free it with: "
						  "echo > /sys/kernel/tracing/trace");
	}
	return 0;
}

static bool has_graph(const char *file)
{
	char word[64];

	return read_word(word, sizeof(word), file) && !strcmp(word, "function_graph");
}

struct holder {
	struct session *s;
	const char *note; /* one's own */
};

static int check_instance(const char *name, void *arg)
{
	struct holder *holder = arg;
	char file[320];

	snprintf(file, sizeof(file), "instances/%s/current_tracer", name);
	if (!strcmp(name, holder->note) || (!tracefs_is_hold(name) && !has_graph(file)))
		return 0;
	return cannot(holder->s, -EBUSY, "function_graph is in use: tracing instance %s", name);
}

static int check_instances(struct session *s, const char *note)
{
	struct holder holder = {s, note};
	int err = tracefs_each_instance(check_instance, &holder);

	if (!err && has_graph("current_tracer"))
		err = cannot(s, -EBUSY, "function_graph is in use by the top-level tracing instance");
	return err;
}

static int check_free(struct session *s, enum hold what, const char *own)
{
	int err = check_instances(s, own);

	if (!err)
		err = check_knobs(s, what);
	return err || what < HOLD_TOP ? err : check_buffer(s);
}

/* ---- taking, putting back ---- */

static int make_note(struct session *s, const char *note)
{
	struct tracefs_instance *instance = tracefs_instance_create(note);

	if (!instance)
		return cannot(s, -errno, "cannot make a tracing instance: %s", strerror(errno));
	tracefs_instance_file_write(instance, "buffer_size_kb", "1"); /* nothing will be in it */
	tracefs_instance_free(instance);
	return 0;
}

static void remove_note(const char *note)
{
	struct tracefs_instance *instance = tracefs_instance_alloc(NULL, note);

	if (instance)
		tracefs_instance_destroy(instance);
	tracefs_instance_free(instance);
}

int tracefs_hold(struct session *s, enum hold what, char note[TRACEFS_NOTE])
{
	char word[32];
	size_t at;
	int err;

	tracefs_instance_name(note, TRACEFS_NOTE);
	at = strlen(note);
	at += (size_t)snprintf(note + at, TRACEFS_NOTE - at, ".%s", what == HOLD_TOP ? "top" : "graph");
	for (size_t i = 0; i < NOTED; i++)
		if (what >= noted[i].from && read_word(word, sizeof(word), noted[i].file))
			at += (size_t)snprintf(note + at, TRACEFS_NOTE - at, ",%s=%s", noted[i].file, word);
	err = make_note(s, note);
	if (err) {
		*note = '\0';
		return err;
	}
	err = check_free(s, what, note); /* now: of two that try at once at most one goes on */
	if (err) {
		remove_note(note);
		*note = '\0';
	}
	return err;
}

/* "ktally.12.top,tracing_on=1,...": what follows the first comma */
static void put_back_noted(const char *note)
{
	char copy[TRACEFS_NOTE], *save = NULL, *pair;

	snprintf(copy, sizeof(copy), "%s", note);
	pair = strtok_r(copy, ",", &save);
	while (pair && (pair = strtok_r(NULL, ",", &save))) {
		char *value = strchr(pair, '=');

		if (!value || !value[1] || value[1] == 'X') /* sizes that differ from CPU to CPU were left alone */
			continue;
		*value++ = '\0';
		for (size_t i = 0; i < NOTED; i++)
			if (!strcmp(pair, noted[i].file))
				write_word(pair, value);
	}
}

void tracefs_release(const char *note)
{
	enum hold what = strstr(note, ".top,") ? HOLD_TOP : HOLD_GRAPH;

	if (what == HOLD_TOP)
		write_word("tracing_on", "0");
	for (size_t i = 0; i < KNOBS; i++)
		if (what >= knobs[i].from && tracefs_file_exists(NULL, knobs[i].file))
			write_word(knobs[i].file, knobs[i].value);
	if (what == HOLD_TOP)
		write_word("trace", NULL);
	put_back_noted(note);
	remove_note(note);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "tracefs_hold.h"

#include "owner.h"
#include "tracefs.h"
#include "tracefs_knobs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <tracefs/tracefs.h>

#define SET ".set"

static const struct {
	const char *name;
	enum hold what;
} kinds[] = {
	{".top", HOLD_TOP}, {".graph", HOLD_GRAPH}, {".profiler", HOLD_PROFILER}, {".noise", HOLD_NOISE}, {SET, 0}};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

/* Returns ".top,..." of "ktally.OWNER.top,...", or NULL if the name is not of this form. */
static const char *kind_of(const char *name)
{
	return strncmp(name, TRACEFS_OWN, strlen(TRACEFS_OWN)) ? NULL : strchr(name + strlen(TRACEFS_OWN), '.');
}

bool tracefs_is_note(const char *name)
{
	return kind_of(name);
}

enum hold tracefs_held(const char *name)
{
	const char *kind = kind_of(name);

	for (size_t i = 0; kind && i < KINDS; i++)
		if (!strncmp(kind, kinds[i].name, strlen(kinds[i].name)) && strchr(",", kind[strlen(kinds[i].name)]))
			return kinds[i].what;
	return 0;
}

/* ---- checking that nobody uses it ---- */

static int check_knobs(struct why *why, enum hold what)
{
	char word[64];

	for (const struct knob *k = knobs_free; k->file; k++) {
		if (!(what & k->of) || !knob_word(word, sizeof(word), k->file) || !strcmp(word, k->value ? k->value : ""))
			continue;
		return because(why, -EBUSY, "somebody uses ftrace: %s is %s (ktally reset-ftrace -f ends that)", k->file, word);
	}
	return 0;
}

/* Somebody may still want to read records in the buffer. */
static int check_buffer(struct why *why)
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
			return because(why, -EBUSY,
						   "somebody's records are in ftrace's top-level buffer; free it with: "
						   "echo > /sys/kernel/tracing/trace");
	}
	return 0;
}

/* The tracer that obeys what is held; "": another one, or none. Whoever uses function_graph may have set no threshold,
 * and ours would then be his. */
static void tracer_in_use(char *to, size_t size, const char *file, enum hold what)
{
	if (!knob_word(to, size, file))
		return;
	if (!(what & HOLD_GRAPH && !strcmp(to, "function_graph")) &&
		!(what & HOLD_NOISE_ALONE && (!strcmp(to, "osnoise") || !strcmp(to, "timerlat"))))
		*to = '\0';
}

struct holder {
	struct why *why;
	enum hold what;
	const char *note; /* our own, which does not count */
};

static const char *held_name(enum hold what, enum hold other)
{
	if (what & other & HOLD_PROFILER)
		return "filter of functions";
	return other & HOLD_NOISE_ALONE ? "osnoise or timerlat tracer" : "function_graph tracer";
}

static int check_instance(const char *name, void *arg)
{
	struct holder *holder = arg;
	char file[320], tracer[32];

	if (!strcmp(name, holder->note))
		return 0;
	if (tracefs_held(name) & holder->what)
		return because(holder->why, -EBUSY, "another ktally uses ftrace's only %s: %s",
					   held_name(holder->what, tracefs_held(name)), name);
	snprintf(file, sizeof(file), "instances/%s/current_tracer", name);
	if (tracefs_is_note(name))
		return 0;
	tracer_in_use(tracer, sizeof(tracer), file, holder->what);
	return *tracer ? because(holder->why, -EBUSY, "%s is in use: tracing instance %s", tracer, name) : 0;
}

static int check_free(struct why *why, enum hold what, const char *own)
{
	struct holder holder = {why, what, own};
	int err = tracefs_each_instance(check_instance, &holder);
	char tracer[32];

	tracer_in_use(tracer, sizeof(tracer), "current_tracer", what);
	if (!err && *tracer)
		err = because(why, -EBUSY, "%s is in use by the top-level tracing instance", tracer);
	if (!err)
		err = check_knobs(why, what);
	return err || what != HOLD_TOP ? err : check_buffer(why);
}

/* ---- taking ---- */

/* Makes an instance that stays empty. */
static int make_note(char note[TRACEFS_NOTE], const char *text)
{
	struct tracefs_instance *instance = tracefs_own_instance(TRACEFS_OWN, text);

	if (!instance)
		return -errno;
	tracefs_instance_file_write(instance, "buffer_size_kb", "1");
	snprintf(note, TRACEFS_NOTE, "%s", tracefs_instance_get_name(instance));
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

/* A list of CPUs has commas, which separate the values of a note: there each is a plus. */
static void swap(char *text, char from, char to)
{
	for (; (text = strchr(text, from)); text++)
		*text = to;
}

/* Returns the length that all values need. */
static size_t note_values(char *to, size_t size, enum hold what)
{
	char word[TRACEFS_NOTE];
	size_t at = 0;

	for (size_t i = 0; i < KINDS; i++)
		if (kinds[i].what == what)
			at = (size_t)snprintf(to, size, "%s", kinds[i].name);
	for (const struct knob *k = knobs_noted; k->file && at < size; k++) {
		if (!(what & k->of) || !knob_word(word, sizeof(word), k->file))
			continue;
		swap(word, ',', '+');
		at += (size_t)snprintf(to + at, size - at, ",%s=%s", k->file, word);
	}
	if (what == HOLD_TOP && at < size && knob_word(word, sizeof(word), "tracing_on"))
		at += (size_t)snprintf(to + at, size - at, ",tracing_on=%s", word);
	return at;
}

int tracefs_hold(struct why *why, enum hold what, char note[TRACEFS_NOTE])
{
	char values[TRACEFS_NOTE];
	int err;

	*note = '\0';
	if (note_values(values, sizeof(values), what) >= sizeof(values) - strlen(TRACEFS_OWN) - OWNER_NAME)
		return because(why, -E2BIG, "the values of ftrace's files do not fit the name of a tracing instance");
	err = make_note(note, values);
	if (err)
		return because(why, err, "cannot make a tracing instance: %s", strerror(-err));
	err = check_free(why, what, note); /* after making the note: of two processes at once at most one continues */
	if (err) {
		remove_note(note);
		*note = '\0';
	}
	return err;
}

void tracefs_hold_set(const char *note)
{
	char text[TRACEFS_NOTE] = SET, unused[TRACEFS_NOTE];

	knobs_mark(text + strlen(SET), sizeof(text) - strlen(SET), tracefs_held(note));
	make_note(unused, text); /* if this fails, all values are put back */
}

/* ---- putting back ---- */

struct second {
	const char *note;
	char name[TRACEFS_NOTE];
};

static int find_second(const char *name, void *arg)
{
	struct second *second = arg;
	size_t owner = (size_t)(kind_of(second->note) - second->note);

	if (strncmp(name, second->note, owner) || strncmp(name + owner, SET ",", strlen(SET ",")))
		return 0;
	snprintf(second->name, sizeof(second->name), "%s", name);
	return 1;
}

/* Reads a file's value from the note. False: none, or "X": the size differs between CPUs, and was not changed. */
static bool noted_value(char *to, size_t size, const char *note, const char *file)
{
	const char *at = note;

	while ((at = strchr(at, ',')))
		if (!strncmp(++at, file, strlen(file)) && at[strlen(file)] == '=')
			break;
	if (!at)
		return false;
	at += strlen(file) + 1;
	snprintf(to, size, "%.*s", (int)strcspn(at, ","), at);
	swap(to, '+', ',');
	return *to && *to != 'X';
}

/* True if current_tracer still is what we set it to. A process that changed it uses the buffer too. */
static bool still_ours(uint64_t untouched)
{
	uint64_t bit = 1;

	for (const struct knob *k = knobs_free; k->file; k++, bit <<= 1)
		if (!strcmp(k->file, "current_tracer"))
			return untouched & bit;
	return false;
}

/* bit: of the first */
static void put_back_noted(const char *note, enum hold what, uint64_t untouched, uint64_t bit)
{
	char value[TRACEFS_NOTE];

	for (const struct knob *k = knobs_noted; k->file; k++, bit <<= 1)
		if (what & k->of && untouched & bit && noted_value(value, sizeof(value), note, k->file))
			knob_write(k->file, value);
}

static void put_back_knobs(const char *note, enum hold what, uint64_t untouched)
{
	bool ours = still_ours(untouched);
	uint64_t bit = 1;

	for (const struct knob *k = knobs_free; k->file; k++, bit <<= 1)
		if (what & k->of && (k->moves ? ours : untouched & bit) && tracefs_file_exists(NULL, k->file))
			knob_write(k->file, k->value);
	put_back_noted(note, what, untouched, bit);
	if (what & HOLD_NOISE_ALONE) /* again: one that the kernel refuses may go with the others put back */
		put_back_noted(note, what, untouched, bit);
}

static void put_back(const char *note, const char *mark)
{
	enum hold what = tracefs_held(note);
	uint64_t untouched = knobs_untouched(mark);
	bool buffer = what == HOLD_TOP && still_ours(untouched);
	char value[32];

	if (buffer)
		knob_write("tracing_on", "0");
	put_back_knobs(note, what, untouched);
	if (buffer)
		knob_write("trace", NULL);
	if (buffer && noted_value(value, sizeof(value), note, "tracing_on"))
		knob_write("tracing_on", value);
}

void tracefs_release(const char *note)
{
	struct second second = {.note = note};

	if (tracefs_held(note)) {
		tracefs_each_instance(find_second, &second);
		put_back(note, *second.name ? strchr(second.name, ',') : NULL);
	}
	remove_note(note);
	if (*second.name)
		remove_note(second.name);
}

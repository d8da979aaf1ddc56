// SPDX-License-Identifier: GPL-2.0-or-later
#include "ftrace_event.h"

#include "base/log.h"
#include "probe/registers.h"
#include "sys/error_log.h"
#include "sys/kprobe_event.h"
#include "sys/tracefs.h"
#include "ftrace_fields.h"
#include "plan.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <tracefs/tracefs.h>
#include <unistd.h>

#define CALLS_AT_ONCE 1024 /* that a return probe follows in one function; by default two for each CPU */

struct dynamic_event generic_event, generic_return;

static int profile = -1; /* the file kprobe_profile */
static int program = -1; /* open where its path cannot be written in a command */

/* ---- places ---- */

/* In a command # begins a comment and a blank ends a word. A path with one of them is given as that of a descriptor. */
static int program_path(struct session *s, char *to, size_t size)
{
	const char *path = generic_of(s)->probe.path;

	snprintf(to, size, "%s", path);
	if (!strpbrk(path, " \t\n#"))
		return 0;
	if (program < 0)
		program = open(path, O_RDONLY | O_CLOEXEC);
	if (program < 0)
		return cannot(s, -errno, "%s: %s", path, strerror(errno));
	snprintf(to, size, "/proc/self/fd/%d", program);
	return 0;
}

static void place_text(const struct probe *p, char *to, size_t size, const char *path, size_t i)
{
	if (p->target == TARGET_USER)
		snprintf(to, size, "%s:0x%" PRIx64, path, p->found.list[i].address + p->offset);
	else if (p->offset || p->found.list[i].address)
		snprintf(to, size, "%s+%" PRIu64, p->found.list[i].name, p->offset + p->found.list[i].address);
	else
		snprintf(to, size, "%s", p->found.list[i].name);
}

/* ---- making ---- */

/* 0; 1: this place has a probe already, under another name; or -errno with s->why set */
static int make_one(struct session *s, const char *command, const char *what)
{
	const struct probe *p = &generic_of(s)->probe;
	bool asks_arguments = p->is_return && generic_takes(p, FROM_ARGUMENT);
	char why[224];
	int err;

	debug("%s", command);
	if (tracefs_instance_file_append(NULL, "dynamic_events", command) >= 0)
		return 0;
	err = errno;
	if (err == EEXIST)
		return 1;
	if (!error_log_says(NULL, command, why, sizeof(why)))
		snprintf(why, sizeof(why), "%s", strerror(err));
	return cannot(s, -err, "cannot probe %s: %s%s", what, why,
				  asks_arguments ? " (arguments are kept until the return from Linux 6.9 on)" : "");
}

/* The arguments of the event at place i; `frame` by which a call is known again at its return */
static int arguments_text(struct session *s, size_t i, const char *frame, char *to, size_t size)
{
	int length = generic_fetch_texts(s, i, to, size);

	if (length + strlen(frame) >= size)
		return cannot(s, -E2BIG, "the arguments are too long for the kernel");
	strcpy(to + length, frame);
	return 0;
}

/* One of many functions is enough: some cannot be probed, and 5.10 has no list of those. */
static int make_event(struct session *s, const char *kind, const char *event, bool fetches, const char *frame)
{
	const struct probe *p = &generic_of(s)->probe;
	char path[4096], place[4200], arguments[3500], command[8192];
	unsigned refused = 0;
	int err = program_path(s, path, sizeof(path)), one = 0;

	snprintf(arguments, sizeof(arguments), "%s", frame);
	for (size_t i = 0; i < p->found.n && !err; i++) {
		if (fetches)
			err = arguments_text(s, i, frame, arguments, sizeof(arguments));
		if (err)
			break;
		place_text(p, place, sizeof(place), path, i);
		snprintf(command, sizeof(command), "%s:%s %s%s", kind, event, place, arguments);
		one = make_one(s, command, p->found.list[i].name);
		refused += one < 0;
	}
	if (err || refused == p->found.n)
		return err ? err : one;
	if (refused)
		warn("%u of %zu functions are not probed; %s", refused, p->found.n, s->why.text);
	return 0;
}

/* The kernel's get_event_field() counts the place of a __rel_loc string from the field's begin instead of its end. */
static int check_relative(struct session *s)
{
	const struct probe *p = &generic_of(s)->probe;

	for (unsigned i = 0; i < p->narguments; i++)
		if (p->arguments[i].fetch.kind == PROBE_TEXT_LOC && p->arguments[i].fetch.offsets[0])
			return cannot(s, -ENOTSUP,
						  "%s: the kernel's event probes misread such strings (__rel_loc); leave it out, or "
						  "the values behind pointers",
						  p->arguments[i].name);
	return 0;
}

/* The kernel's parser explains what it does not like of a definition; without a word it does not know the kind. */
static int make_event_probe(struct session *s)
{
	const struct probe *p = &generic_of(s)->probe;
	char arguments[3500], command[4096], why[224];
	int err = check_relative(s);

	if (!err)
		err = arguments_text(s, 0, "", arguments, sizeof(arguments));
	if (err)
		return err;
	snprintf(command, sizeof(command), "e:%s %s.%s%s", generic_event.name, p->symbol, p->name, arguments);
	debug("%s", command);
	generic_event.made = true;
	if (tracefs_instance_file_append(NULL, "dynamic_events", command) >= 0)
		return 0;
	err = errno;
	generic_event.made = false;
	if (error_log_says(NULL, command, why, sizeof(why)))
		return cannot(s, -err, "cannot read values of %s:%s: %s", p->symbol, p->name, why);
	return cannot(s, -ENOTSUP,
				  "this kernel's ftrace has no event probes, which read values of %s:%s (Linux 5.15; from "
				  "6.17 on CONFIG_EPROBE_EVENTS): %s",
				  p->symbol, p->name, strerror(err));
}

static int has_events(struct session *s)
{
	bool user = generic_of(s)->probe.target == TARGET_USER;

	if (tracefs_file_exists(NULL, user ? "uprobe_events" : "kprobe_events"))
		return 0;
	return cannot(s, -ENOTSUP, "this kernel has no %s events (CONFIG_%s_EVENTS)", user ? "uprobe" : "kprobe",
				  user ? "UPROBE" : "KPROBE");
}

static int make_events(struct session *s)
{
	const struct generic *g = generic_of(s);
	const struct probe *p = &g->probe;
	char frame[48] = "", kind[16] = "p";
	int err = has_events(s);

	if (err)
		return err;
	if (p->found.n > GENERIC_SINGLE_MAX)
		return cannot(s, -ENOTSUP, "%s names %zu functions; %d are the most that ftrace is given", p->symbol,
					  p->found.n, GENERIC_SINGLE_MAX);
	if (g->latency)
		snprintf(frame, sizeof(frame), " ktally_frame=%%%s:u64", register_name((unsigned)register_of_stack()));
	if (p->is_return || g->latency)
		snprintf(kind, sizeof(kind), "r");
	if (*kind == 'r' && p->target == TARGET_KERNEL && p->found.n == 1)
		snprintf(kind, sizeof(kind), "r%d", CALLS_AT_ONCE);
	generic_return.made = g->latency;
	if (g->latency)
		err = make_event(s, kind, generic_return.name, false, frame);
	generic_event.made = true;
	return err ? err : make_event(s, g->latency ? "p" : kind, generic_event.name, true, frame);
}

int generic_event_open(struct session *s)
{
	const struct probe *p = &generic_of(s)->probe;

	if (generic_of(s)->each)
		return 0;
	if (generic_reads_behind(p)) {
		tracefs_event_name(generic_event.name, sizeof(generic_event.name), "event");
		return make_event_probe(s);
	}
	if (p->target == TARGET_TRACEPOINT) {
		snprintf(generic_event.name, sizeof(generic_event.name), "%s/%s", p->symbol, p->name);
		return 0;
	}
	tracefs_event_name(generic_event.name, sizeof(generic_event.name), "probe");
	tracefs_event_name(generic_return.name, sizeof(generic_return.name), "return");
	if (p->target == TARGET_KERNEL)
		profile = tracefs_instance_file_open(NULL, "kprobe_profile", O_RDONLY | O_CLOEXEC);
	return make_events(s);
}

void generic_event_close(void)
{
	dynamic_event_remove(&generic_event);
	dynamic_event_remove(&generic_return);
	if (program >= 0)
		close(program);
	if (profile >= 0)
		close(profile);
	program = profile = -1;
}

uint64_t generic_event_missed(void)
{
	return kprobe_profile_missed(profile, generic_event.name) + kprobe_profile_missed(profile, generic_return.name);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "calls_event.h"

#include "base/log.h"
#include "probe/registers.h"
#include "source/ftrace/ftrace.h"
#include "sys/kprobe_event.h"
#include "sys/ksyms.h"
#include "sys/tracefs.h"
#include "tools/generic/ftrace_fields.h"
#include "objtrace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <tracefs/tracefs.h>
#include <unistd.h>

struct dynamic_event calls_event_entry, calls_event_return;
static int profile = -1; /* the file kprobe_profile */

#define ARGUMENTS \
	"arg1", "arg2", "arg3", "arg4", "arg5", "arg6", "value1", "value2", "value3", "value4", "value5", "value6"
const char *const calls_event_fields[] = {ARGUMENTS, "__probe_ip", "frame", "caller", NULL};
const char *const calls_event_return_fields[] = {ARGUMENTS, "__probe_func", "frame", NULL};

/* ---- what they fetch ---- */

/* At an entry it is on top of the stack, or in the link register. */
void calls_event_caller(struct probe_argument *a)
{
	*a = (struct probe_argument){.from = FROM_REGISTER, .hidden = true, .show = SHOW_HEX};
	strcpy(a->name, "ktally_caller");
	a->fetch = (struct probe_fetch){.base = PROBE_CONTEXT, .size = 8};
#if defined(__aarch64__)
	a->number = (uint32_t)register_offset("x30", 3);
#else
	a->number = (uint32_t)register_of_stack();
	a->fetch.noffsets = 1;
#endif
}

/* " arg1=...:u64" of each register, and what lies behind it; then the frame, and at an entry the caller */
static void arguments_text(char *to, size_t size, bool is_return)
{
	bool has_value = objtrace.value.fetch.noffsets != 0;
	struct probe_argument caller;
	char fetch[256];
	int at = 0;

	for (unsigned i = 0; i < CALL_ARGS; i++) {
		struct probe_argument argument = {.from = FROM_ARGUMENT, .number = i, .fetch = {.size = 8}};
		struct probe_argument value = argument;

		generic_fetch_text(fetch, sizeof(fetch), &argument, is_return);
		at += snprintf(to + at, size - (size_t)at, " arg%u=%s", i + 1, fetch);
		if (!has_value)
			continue;
		value.fetch = objtrace.value.fetch;
		generic_fetch_text(fetch, sizeof(fetch), &value, is_return);
		at += snprintf(to + at, size - (size_t)at, " value%u=%s", i + 1, fetch);
	}
	at += snprintf(to + at, size - (size_t)at, " frame=%%%s:u64", register_name((unsigned)register_of_stack()));
	if (is_return)
		return;
	calls_event_caller(&caller);
	generic_fetch_text(fetch, sizeof(fetch), &caller, false);
	snprintf(to + at, size - (size_t)at, " caller=%s", fetch);
}

/* ---- making ---- */

static int add(const char *kind, const char *event, const char *function, const char *arguments)
{
	char command[4096];

	if (snprintf(command, sizeof(command), "%s:%s %s%s", kind, event, function, arguments) >= (int)sizeof(command))
		return -E2BIG;
	debug("%s", command);
	return tracefs_instance_file_append(NULL, "dynamic_events", command) < 0 ? -errno : 0;
}

/* How many functions have the event; some cannot be probed */
static size_t make(struct dynamic_event *event, bool is_return, int *err)
{
	char arguments[3500];
	size_t made = 0;

	arguments_text(arguments, sizeof(arguments), is_return);
	event->made = true;
	for (size_t i = 0; i < objtrace.functions.n; i++) {
		int one = add(is_return ? "r" : "p", event->name, objtrace.functions.list[i].name, arguments);

		made += !one;
		*err = one ? one : *err;
		if (!made && is_return) /* it takes none */
			break;
	}
	event->made = made != 0;
	return made;
}

int calls_event_open(struct session *s)
{
	size_t n = objtrace.functions.n, made;
	int err = 0, unused = 0;

	if (n > GENERIC_SINGLE_MAX)
		return cannot(s, -ENOTSUP,
					  "%zu functions take such an object, and %d are the most that ftrace is given: see "
					  "--functions",
					  n, GENERIC_SINGLE_MAX);
	tracefs_event_name(calls_event_entry.name, sizeof(calls_event_entry.name), "entry");
	tracefs_event_name(calls_event_return.name, sizeof(calls_event_return.name), "return_of");
	profile = tracefs_instance_file_open(NULL, "kprobe_profile", O_RDONLY | O_CLOEXEC);
	make(&calls_event_return, true, &unused);
	made = make(&calls_event_entry, false, &err);
	if (!made)
		return cannot(s, err, "cannot probe %s: %s", objtrace.functions.list[0].name, strerror(-err));
	if (made < n)
		warn("%zu of %zu functions are not probed: %s", n - made, n, strerror(-err));
	return 0;
}

void calls_event_close(void)
{
	dynamic_event_remove(&calls_event_entry);
	dynamic_event_remove(&calls_event_return);
	if (profile >= 0)
		close(profile);
	profile = -1;
}

bool calls_event_returns(void)
{
	return calls_event_return.made;
}

int calls_event_filter(struct session *s, const char *filter)
{
	int err = ftrace_filter(s, calls_event_entry.name, filter);

	return !err && calls_event_returns() ? ftrace_filter(s, calls_event_return.name, filter) : err;
}

bool calls_event_frees(uint64_t function, uint32_t arguments)
{
	static const uint32_t freed[OBJECT_ENDS] = {[END_KFREE] = 1 << 0, [END_CACHE] = 1 << 1};
	char name[128];

	ksym_name(name, sizeof(name), function);
	for (int i = 0; i < OBJECT_ENDS; i++)
		if (objtrace.names[i] && !strcmp(name, objtrace.names[i]))
			return arguments & freed[i];
	return false;
}

uint64_t calls_event_missed(void)
{
	return kprobe_profile_missed(profile, calls_event_entry.name) +
		   kprobe_profile_missed(profile, calls_event_return.name);
}

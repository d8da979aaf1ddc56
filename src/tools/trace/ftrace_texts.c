// SPDX-License-Identifier: GPL-2.0-or-later
#include "ftrace_texts.h"

#include "base/log.h"
#include "probe/path_search.h"
#include "source/ftrace/dynamic_event.h"
#include "source/ftrace/ftrace.h"
#include "source/ftrace/stream.h"
#include "sys/errnos.h"
#include "names.h"
#include "threads.h"
#include "trace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <tracefs/tracefs.h>

#define COPIED 165 /* bytes: as many as the kernel copies at most */
#define COPIED_FILE "syscall_user_buf_size"
#define NAME 64

static struct dynamic_event probe = {.name = "ktally/path"};
static bool copies; /* this run has events with copied texts */

/* ---- paths, as the kernel has read them ---- */

enum { PATH_TEXT, PATH_POINTER, PATH_RESULT };

/* The argument with that pointer. A call may have it twice: rename("x", "x") with one "x" */
static int argument_of(const struct thread *t, uint64_t pointer)
{
	for (unsigned i = 0; i < TRACE_ARGS; i++)
		if (t->slot.args[i] == pointer && !thread_has_text(t, i))
			return (int)i;
	return -1;
}

static void add(struct thread *t, unsigned arg, const char *text, size_t n, bool more)
{
	thread_add_text(t, arg, text, n, more);
	if (trace.path && path_search_finds_in(&trace.search, text, n))
		t->slot.found = 1;
}

/* Outside of a call, and of a pointer that is none of its arguments, the kernel reads a path for something else. */
static void on_path(struct session *s, const struct record *r)
{
	struct thread *t = threads_find(r->tid);
	int64_t result = record_int(r, PATH_RESULT);
	size_t n = 0;
	const char *text = record_chars(r, PATH_TEXT, &n);
	int arg;

	(void)s;
	if (!t || !t->slot.start || !text || errno_result(result))
		return;
	arg = argument_of(t, (uint64_t)record_int(r, PATH_POINTER));
	if (arg >= 0)
		add(t, (unsigned)arg, text, n, false);
}

static const char *const path_fields[] = {
	[PATH_TEXT] = "path", [PATH_POINTER] = "pointer", [PATH_RESULT] = "result", NULL};

/*
 * What every call reads its paths with: it returns a struct filename, which begins with the address of the path. The
 * program's pointer is its second member, but not where there is do_getname(); kernels that have it let a probe of the
 * return have arguments. gcc splits getname_flags(), and callers in its file call the larger part.
 */
static bool define_probe(struct session *s)
{
#define FETCH " path=+0(+0($retval)):string result=$retval:s64 pointer="
	static const char *const places[] = {"do_getname" FETCH "$arg1:u64", "getname_flags.part.0" FETCH "+8($retval):u64",
										 "getname_flags" FETCH "+8($retval):u64"};

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (dynamic_event_add(s, &probe, 'r', "path", places[i]))
			return true;
	return false;
}

/* ---- copied texts ---- */

/* Fields are at the place of their argument. Of the path ones the probe has more. */
static const struct copied {
	const char *call;
	const char *fields[5];
	bool path, bytes;
} copied[] = {
	{"write", {"", "__buf_val"}, false, true},
	{"pwrite64", {"", "__buf_val"}, false, true},
	{"sethostname", {"__name_val"}, false, true},
	{"setdomainname", {"__name_val"}, false, true},
	{"memfd_create", {"__uname_val"}, false, false},
	{"fgetxattr", {"", "__name_val"}, false, false},
	{"fsetxattr", {"", "__name_val"}, false, false},
	{"fremovexattr", {"", "__name_val"}, false, false},
	{"getxattr", {"", "__name_val"}, false, false},
	{"lgetxattr", {"", "__name_val"}, false, false},
	{"setxattr", {"", "__name_val"}, false, false},
	{"lsetxattr", {"", "__name_val"}, false, false},
	{"removexattr", {"", "__name_val"}, false, false},
	{"lremovexattr", {"", "__name_val"}, false, false},
	{"mq_open", {"__u_name_val"}, false, false},
	{"fsopen", {"___fs_name_val"}, false, false},
	{"mount", {"", "", "__type_val"}, false, false},
	{"openat", {"", "__filename_val"}, true, false},
	{"open", {"__filename_val"}, true, false},
	{"openat2", {"", "__filename_val"}, true, false},
	{"creat", {"__pathname_val"}, true, false},
	{"newfstatat", {"", "__filename_val"}, true, false},
	{"statx", {"", "__filename_val"}, true, false},
	{"statfs", {"__pathname_val"}, true, false},
	{"access", {"__filename_val"}, true, false},
	{"faccessat", {"", "__filename_val"}, true, false},
	{"faccessat2", {"", "__filename_val"}, true, false},
	{"execve", {"__filename_val"}, true, false},
	{"execveat", {"", "__filename_val"}, true, false},
	{"readlink", {"__path_val"}, true, false},
	{"readlinkat", {"", "__pathname_val"}, true, false},
	{"chdir", {"__filename_val"}, true, false},
	{"unlink", {"__pathname_val"}, true, false},
	{"unlinkat", {"", "__pathname_val"}, true, false},
	{"mkdir", {"__pathname_val"}, true, false},
	{"mkdirat", {"", "__pathname_val"}, true, false},
	{"rmdir", {"__pathname_val"}, true, false},
	{"rename", {"__oldname_val", "__newname_val"}, true, false},
	{"renameat", {"", "__oldname_val", "", "__newname_val"}, true, false},
	{"renameat2", {"", "__oldname_val", "", "__newname_val"}, true, false},
	{"link", {"__oldname_val", "__newname_val"}, true, false},
	{"linkat", {"", "__oldname_val", "", "__newname_val"}, true, false},
	{"symlink", {"__oldname_val", "__newname_val"}, true, false},
	{"symlinkat", {"__oldname_val", "", "__newname_val"}, true, false},
	{"chmod", {"__filename_val"}, true, false},
	{"fchmodat", {"", "__filename_val"}, true, false},
	{"fchownat", {"", "__filename_val"}, true, false},
	{"utimensat", {"", "__filename_val"}, true, false},
};
#define COPIED_CALLS (sizeof(copied) / sizeof(copied[0]))

static char names[COPIED_CALLS][NAME];

static const struct copied *copied_of(const struct record *r)
{
	for (size_t i = 0; i < COPIED_CALLS; i++)
		if (r->event->fields == copied[i].fields)
			return &copied[i];
	return NULL;
}

/* A string that is longer ends with three dots in place of the rest. */
static void add_string(struct thread *t, unsigned arg, const char *text, size_t n)
{
	bool more = n >= COPIED && !memcmp(text + n - 3, "...", 3);

	add(t, arg, text, n - (more ? 3 : 0), more);
}

/* raw_syscalls' record of the same entry was before this one. */
static void on_copied(struct session *s, const struct record *r)
{
	const struct copied *c = copied_of(r);
	struct thread *t = threads_find(r->tid);

	(void)s;
	for (unsigned arg = 0; c && t && t->slot.start && c->fields[arg]; arg++) {
		size_t n = 0;
		const char *text = *c->fields[arg] ? c->bytes ? record_data(r, arg, &n) : record_chars(r, arg, &n) : NULL;

		if (text && n && c->bytes)
			add(t, arg, text, n, false);
		else if (text && n)
			add_string(t, arg, text, n);
	}
}

static bool is_selected(const char *name)
{
	const struct call *call = call_by_name(name, strlen(name));
	int number = call ? call->numbers[names_machine()] : -1;

	return number >= 0 && number < TRACE_PLAN_NUMBERS && select_has(&trace.calls, (unsigned)number);
}

static size_t add_copied(struct ftrace_event *events, size_t room)
{
	size_t n = 0;

	for (size_t i = 0; i < COPIED_CALLS && n < room; i++) {
		if ((copied[i].path && probe.made) || !is_selected(copied[i].call))
			continue;
		snprintf(names[i], NAME, "syscalls/sys_enter_%s", copied[i].call);
		events[n++] = (struct ftrace_event){names[i], copied[i].fields, on_copied, true, NULL};
	}
	return n;
}

/* ---- a run ---- */

int ftrace_texts_open(struct session *s, struct ftrace_event *events, size_t room)
{
	size_t n = 0;

	if (define_probe(s))
		events[n++] = (struct ftrace_event){probe.name, path_fields, on_path, true, NULL};
	copies = s->dat || tracefs_file_exists(NULL, COPIED_FILE); /* a recording may have any of these events */
	if (!probe.made && !copies && trace.path)
		return cannot(s, -ENOTSUP,
					  "--trace-path: this kernel's events have no paths, and it allows no probe of getname_flags");
	if (!probe.made && !copies)
		warn("paths are shown as pointers: this kernel's events do not have them, and it allows no probe of "
			 "getname_flags");
	n += copies ? add_copied(events + n, room - n) : 0;
	events[n] = (struct ftrace_event){0};
	return 0;
}

int ftrace_texts_start(struct session *s)
{
	char bytes[24];

	snprintf(bytes, sizeof(bytes), "%d", COPIED);
	return copies && !s->dat ? ftrace_set(s, COPIED_FILE, bytes) : 0;
}

bool ftrace_texts_used(void)
{
	return probe.made || copies;
}

void ftrace_texts_close(void)
{
	dynamic_event_remove(&probe);
}

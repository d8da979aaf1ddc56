// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The ftrace form of opensnoop: the calls' own events, joined by thread. Before 7.0 these have only the address of the
 * path; a probe, if the kernel takes probes, has the path as the kernel itself has read it.
 */
#include "base/log.h"
#include "base/starts.h"
#include "probe/path_search.h"
#include "session/tool.h"
#include "source/ftrace/dynamic_event.h"
#include "source/ftrace/ftrace.h"
#include "source/ftrace/replay.h"
#include "source/ftrace/stream.h"
#include "opensnoop.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>
#include <unistd.h>

static struct starts *calls; /* by thread */

static struct start_key key_of(const struct record *r)
{
	return (struct start_key){r->tid, 0};
}

enum { FLAGS, MODE, PATH, CREAT_PATH }; /* fields of every sys_enter event here */

/* openat2 has its flags in memory, creat has none. */
static uint32_t flags_of(const struct record *r)
{
	if (record_has(r, FLAGS))
		return (uint32_t)record_int(r, FLAGS);
	return record_has(r, MODE) ? O_CREAT | O_WRONLY | O_TRUNC : OPEN_FLAGS_UNKNOWN;
}

static void on_enter(struct session *s, const struct record *r)
{
	const struct task *task = record_task(r);
	struct open_row *row;

	if (!record_wanted(r, -1))
		return;
	row = starts_one(calls, key_of(r)); /* one that is there: the exit of that call was lost */
	if (!row) {
		s->lost.map_full++;
		return;
	}
	row->pid = task->tgid;
	row->tid = r->tid;
	memcpy(row->comm, task->comm, sizeof(row->comm));
	row->flags = flags_of(r);
	row->mode = (uint32_t)record_int(r, MODE);
	record_copy(r, record_has(r, PATH) ? PATH : CREAT_PATH, row->path, OPEN_PATH);
}

/* Inside a call this is its path. Outside, the kernel opens a file for something else, such as execve. */
static void on_path(struct session *s, const struct record *r)
{
	struct open_row *row = starts_find(calls, key_of(r), NULL);

	(void)s;
	if (row)
		record_copy(r, 0, row->path, OPEN_PATH);
}

static bool wanted(const struct open_row *row)
{
	const struct open_flags *f = &opensnoop.wanted;

	if (opensnoop.failed && !row->error)
		return false;
	if ((f->any || f->modes) && (row->flags == OPEN_FLAGS_UNKNOWN || !open_flags_wanted(row->flags, f->any, f->modes)))
		return false;
	return path_search_finds(&opensnoop.search, row->path);
}

static struct dynamic_event path_probe = {.name = "ktally/open_path"};
static uint64_t pathless;

/* A file that was opened had a path: ftrace dropped its record, which was longer than a page, and did not say so. */
static void without_path(struct open_row *row)
{
	strcpy(row->path, "(unknown)");
	pathless += opensnoop.text != NULL; /* the text may have been in it */
}

static void losses(struct session *s, struct lost *lost)
{
	(void)s;
	lost->missed += pathless;
}

static void on_exit_call(struct session *s, const struct record *r)
{
	static struct open_row row;

	if (!starts_take(calls, key_of(r), &row))
		return;
	row.time_ns = r->time_ns;
	row.error = (int)record_int(r, 0);
	row.fd = row.error < 0 ? -1 : row.error;
	row.error = row.error < 0 ? row.error : 0;
	if (row.fd >= 0 && !row.path[0] && stream_has(s->stream, path_probe.name))
		without_path(&row);
	if (wanted(&row))
		session_event(s, &row);
}

/* ---- the probe ---- */

static int open_ftrace(struct session *s)
{
	dynamic_event_add(s, &path_probe, 'p', "open_path", DYNAMIC_EVENT_OPENED);
	return 0;
}

/* Since 7.0 the event itself has the first bytes of the path (tracing/README: syscall_user_buf_size) */
static bool event_has_path(const struct session *s)
{
	char *format = s->set->replay ? replay_text(s, "syscalls/sys_enter_openat/format")
								  : tracefs_instance_file_read(NULL, "events/syscalls/sys_enter_openat/format", NULL);
	bool found = format && strstr(format, " __filename_val;");

	free(format);
	return found;
}

/* ktally opens files of /proc for names of tasks: each open would lead to the next. */
static int leave_out_self(struct session *s)
{
	const char *filter = ftrace_not_self(false);
	int err = 0;

	for (const struct ftrace_event *e = s->tool->ftrace->events; e->name && !err; e++)
		if (e->record == on_enter && stream_has(s->stream, e->name))
			err = ftrace_filter(s, e->name, filter);
	return err;
}

static int start(struct session *s)
{
	bool paths = stream_has(s->stream, path_probe.name) || event_has_path(s);

	if (opensnoop.full_paths)
		return cannot(s, -ENOTSUP, "--full-path needs BPF: ftrace does not know where a relative path starts");
	if (opensnoop.callers)
		return cannot(s, -ENOTSUP, "--callers needs BPF: ftrace's form of opensnoop has no stacks");
	if (!paths && opensnoop.text)
		return cannot(s, -ENOTSUP, "this kernel's events have no paths to look for \"%s\" in", opensnoop.text);
	if (!paths) {
		warn("no FILE column: this kernel's events have no paths, and it allows no probe of do_filp_open");
		opensnoop_without_paths();
	}
	pathless = 0;
	calls = starts_new(offsetof(struct open_row, path) + OPEN_PATH);
	return calls ? leave_out_self(s) : cannot(s, -ENOMEM, "out of memory");
}

static void close_ftrace(struct session *s)
{
	(void)s;
	dynamic_event_remove(&path_probe);
	starts_free(calls);
	calls = NULL;
}

static const char *const enter_fields[] = {
	[FLAGS] = "flags", [MODE] = "mode", [PATH] = "__filename_val", [CREAT_PATH] = "__pathname_val", NULL};
static const char *const exit_fields[] = {"ret", NULL};
static const char *const probe_fields[] = {"path", NULL};
#define CALL(name)                                                       \
	{"syscalls/sys_enter_" name, enter_fields, on_enter, true, NULL},    \
	{                                                                    \
		"syscalls/sys_exit_" name, exit_fields, on_exit_call, true, NULL \
	}

static const struct ftrace_event events[] = {
	CALL("open"),
	{"syscalls/sys_enter_openat", enter_fields, on_enter, false, NULL},
	{"syscalls/sys_exit_openat", exit_fields, on_exit_call, false, NULL},
	CALL("openat2"),
	CALL("creat"),
	{path_probe.name, probe_fields, on_path, true, NULL},
	{0},
};

const struct ftrace_recipe opensnoop_ftrace = {
	.events = events,
	.names_tasks = true,
	.open = open_ftrace,
	.start = start,
	.losses = losses,
	.close = close_ftrace,
};

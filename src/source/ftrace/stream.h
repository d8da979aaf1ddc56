/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stream.h - turns ftrace's binary ring-buffer pages into records, ordered by time over all CPUs, and passes them
 * to the tool's record functions. A callback reads the pages (from a live instance or a folder), so everything
 * here runs without privileges and under a fuzzer.
 *
 * libtraceevent decodes records by the kernel's own formats and pages by its kbuffer: neither depends on a kernel
 * version. The text layouts of trace files do, so they are never read.
 */
#pragma once

#include "session/tool.h"
#include "record.h"
#include "source/tasks.h"

struct stream;

/* Reads one page into `page`. Its length; 0 if there is none now; STREAM_END if there will be none; or -errno */
#define STREAM_END (-1000)
typedef int (*stream_reader)(void *arg, int cpu, void *page, size_t size);

/* header: text of events/header_page; live: /proc may be read. NULL with errno set. Free it with stream_free(). */
struct stream *stream_new(struct session *s, int ncpus, const char *header, size_t size, bool live);
void stream_free(struct stream *st);
size_t stream_page_size(const struct stream *st);

/* The stream's tasks, which it keeps up to date from stream_task_events */
struct tasks *stream_tasks(struct stream *st);
/* Events that a source must add besides the tool's if stream_follows(). The last has a NULL name. */
extern const struct ftrace_event stream_task_events[];
/* True if tasks are followed, for the filter or because the tool wants their names */
bool stream_follows(const struct stream *st);

/* Adds an event by its format text. 0 or -errno. */
int stream_add(struct stream *st, const struct ftrace_event *event, const char *format, size_t size);
/* Was the event added? NULL has none. For a tool: stream_has(s->stream, ...), since optional events may be missing */
bool stream_has(const struct stream *st, const char *event);

/*
 * Delivers what can be read now, oldest first. It holds an event back while another CPU may still have an earlier
 * one, but not with `all` set (tracing has stopped). 0; 1 if there is more but the session must look at its timers
 * and signals first; or -errno
 */
int stream_run(struct stream *st, stream_reader read, void *arg, bool all);

/* Calls on_time() with each record's time before the record is delivered: the clock of a replay */
void stream_on_time(struct stream *st, void (*on_time)(struct session *s, uint64_t time_ns));

uint64_t stream_lost(const struct stream *st);	/* events that the pages say were dropped */
uint64_t stream_bad(const struct stream *st);	/* pages that could not be decoded */
uint64_t stream_count(const struct stream *st); /* records delivered */

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stream.h - ftrace's binary ring-buffer pages to records, in the order of their times over all CPUs, and
 * on to the tool's record functions. Where pages come from (a live instance, a folder) is a callback, so
 * everything here runs without privileges and under a fuzzer.
 *
 * Formats come from the kernel's own description (libtraceevent), pages through its kbuffer: neither
 * depends on a kernel version. Text layouts of trace files do, and are never read.
 */
#ifndef KTALLY_STREAM_H
#define KTALLY_STREAM_H

#include "tasks.h"
#include "session/tool.h"

#define RECORD_FIELDS 20

struct stream;

struct record {
	struct stream *stream;
	const struct ftrace_event *event;
	const void *const *fields; /* resolved, by position; read with the functions below */
	const unsigned char *data;
	uint32_t size;
	uint32_t tid; /* who ran when it happened */
	int cpu;
	uint64_t time_ns;
};

/* Field i of the tool's list, sign-extended; 0 where this kernel has no such field or the record is cut. */
int64_t record_int(const struct record *r, unsigned i);
/* A string field (fixed or dynamic), not NUL-terminated: start and length; NULL where there is none. */
const char *record_chars(const struct record *r, unsigned i, size_t *length);
/* The same, copied and terminated; the length */
size_t record_copy(const struct record *r, unsigned i, char *to, size_t size);
/* n raw bytes of a field that is at least that long; zeros where there is none */
void record_bytes(const struct record *r, unsigned i, void *to, size_t n);
bool record_has(const struct record *r, unsigned i);
/* Does the command line want the task that ran? comm_field: position of the record's own name of it, or -1 */
bool record_wanted(const struct record *r, int comm_field);
/* Who ran */
const struct task *record_task(const struct record *r);
/* Somebody else, at that time */
const struct task *record_other(const struct record *r, uint32_t tid);

/* One page into `page`: its length, 0 when there is none now (STREAM_END: and never again), or -errno. */
#define STREAM_END (-1000)
typedef int (*stream_reader)(void *arg, int cpu, void *page, size_t size);

/* header: text of events/header_page. NULL with errno set; stream_free(). */
struct stream *stream_new(struct session *s, int ncpus, const char *header, size_t size, bool live);
void stream_free(struct stream *st);
size_t stream_page_size(const struct stream *st);

/* Who is who; the stream keeps it up to date from stream_task_events. live: /proc may be asked */
struct tasks *stream_tasks(struct stream *st);
/* What a source must add, beside the tool's events, when stream_follows(): ends with a NULL name */
extern const struct ftrace_event stream_task_events[];
/* Are tasks followed, for the filter or because the tool wants their names? */
bool stream_follows(const struct stream *st);

/* Adds an event by its format text. 0 or -errno. */
int stream_add(struct stream *st, const struct ftrace_event *event, const char *format, size_t size);

/*
 * Delivers what can be read now, oldest first. An event is held back while another CPU could still come up
 * with an earlier one; with `all` set (tracing has stopped) nothing is. -errno; 0, or 1 where there is more, but the
 * session wants to look at its timers and signals.
 */
int stream_run(struct stream *st, stream_reader read, void *arg, bool all);

/* Called with each record's time before it is delivered: a replay's clock */
void stream_on_time(struct stream *st, void (*on_time)(struct session *s, uint64_t time_ns));

uint64_t stream_lost(const struct stream *st);	/* events that the pages say were dropped */
uint64_t stream_bad(const struct stream *st);	/* pages that could not be decoded */
uint64_t stream_count(const struct stream *st); /* records delivered */

#endif

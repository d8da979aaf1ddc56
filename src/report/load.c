// SPDX-License-Identifier: GPL-2.0-or-later
#include "load.h"

#include "base/escape.h"
#include "base/log.h"
#include "dat/meta.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FORMAT_MAX (1 << 20)
#define LINE_MAX_ 512

static int refuse_kernel_events(const struct loaded *l)
{
	const char *tool = l->tool ? l->tool : "TOOL";

	return fail(EXIT_USAGE,
				"%s has the kernel's own events; this makes rows of them: ktally %s --replay %s --record ROWS.dat",
				dat_name(l->dat), tool, dat_name(l->dat));
}

int load_open(struct loaded *l, const char *path)
{
	struct why why = {0};
	const char *clock;
	uint64_t monotonic, wall;

	l->dat = dat_open(path, &why);
	if (!l->dat)
		return fail(EXIT_FAILED, "%s", why.text);
	l->tool = dat_meta(l->dat, "tool");
	if (!columns_in(l->dat))
		return refuse_kernel_events(l);
	l->columns = columns_open(l->dat, &why);
	if (!l->columns)
		return fail(EXIT_FAILED, "%s", why.text);
	l->tool = l->tool ? l->tool : "?";
	l->noun = dat_meta(l->dat, "noun") ? dat_meta(l->dat, "noun") : "rows";
	clock = dat_meta(l->dat, "clock");
	l->clocked = clock && sscanf(clock, "%" SCNu64 " %" SCNu64, &monotonic, &wall) == 2;
	if (l->clocked)
		l->clock = l->last_clock = (struct load_clock){monotonic, wall - monotonic};
	return 0;
}

void load_close(struct loaded *l)
{
	cursor_free(l->cursor);
	event_reader_free(l->meta);
	columns_close(l->columns);
	dat_free(l->dat);
}

/* ---- reading ---- */

static bool inside(const struct loaded *l, uint64_t time_ns)
{
	uint64_t at = time_ns > l->first_ns ? time_ns - l->first_ns : 0;

	return at >= l->from_ns && (!l->to_ns || at < l->to_ns);
}

static void note_time(struct loaded *l, uint64_t time_ns)
{
	if (time_ns > l->end_ns)
		l->end_ns = time_ns;
}

static void begin_at(struct loaded *l, uint64_t time_ns)
{
	l->first_ns = time_ns;
	l->start_ns = time_ns + l->from_ns;
}

static void on_lost(struct loaded *l, const char *line)
{
	struct load_losses *n = &l->losses;

	if (sscanf(line, "lost=%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64, &n->ring,
			   &n->map_full, &n->missed, &n->unmatched, &n->in_flight, &n->oldest_ns) >= 3)
		l->lost += n->ring + n->map_full + n->missed;
}

/* True: an interval has ended. */
static bool on_mark(struct loaded *l, const char *text, size_t n, uint64_t *end_ns)
{
	char line[LINE_MAX_];
	uint64_t monotonic, wall;
	int cut = 0;

	snprintf(line, sizeof(line), "%.*s", (int)(n < sizeof(line) ? n : sizeof(line) - 1), text);
	if (!strncmp(line, "start=", 6)) {
		l->began_ns = strtoull(line + 6, NULL, 10);
		if (!l->first_ns)
			begin_at(l, l->began_ns);
	}
	if (!strncmp(line, "lost=", 5))
		on_lost(l, line);
	else if (!strncmp(line, "untold=", 7))
		snprintf(l->untold, sizeof(l->untold), "%.199s", line + 7);
	else if (sscanf(line, "clock=%" SCNu64 " %" SCNu64, &monotonic, &wall) == 2)
		l->last_clock = (struct load_clock){monotonic, wall - monotonic};
	l->ended |= !strncmp(line, "ended=", 6);
	if (sscanf(line, "interval=%" SCNu64 " %" SCNu64 " %1d", end_ns, &l->elapsed_ns, &cut) < 1)
		return false;
	l->cut = cut;
	return inside(l, *end_ns);
}

/* 1: *row is one of the recording's; 0: the record is none */
static int on_record(struct loaded *l, const void *record, size_t size, const void **row, uint64_t *time_ns)
{
	int id = event_id(record, size);
	size_t n;
	const char *text = id == event_reader_id(l->meta) ? event_text(l->text, record, size, &n) : NULL;

	*row = NULL;
	if (text && on_mark(l, text, n, time_ns)) {
		note_time(l, *time_ns);
		return 1;
	}
	if (text || id != columns_id(l->columns))
		return 0;
	if (!l->first_ns) /* it does not say when it began */
		begin_at(l, *time_ns);
	if (!inside(l, *time_ns))
		return 0;
	l->rows++;
	note_time(l, *time_ns);
	*row = columns_row(l->columns, record, size);
	return 1;
}

static bool next_page(struct loaded *l)
{
	size_t page = dat_page_size(l->dat);

	if (dat_read(l->dat, dat_ncpus(l->dat) - 1, cursor_page(l->cursor), page) != (ssize_t)page)
		return false;
	if (!cursor_begin(l->cursor))
		warn("%s: a page is damaged", dat_name(l->dat));
	return true;
}

static int begin_reading(struct loaded *l)
{
	size_t size, page = dat_page_size(l->dat);
	char *format = dat_text(l->dat, META_NAME "/format", FORMAT_MAX, &size);

	l->meta = format ? event_reader_new(format, size) : NULL;
	free(format);
	l->cursor = page && dat_ncpus(l->dat) ? cursor_new(page) : NULL;
	if (!l->meta || !l->cursor)
		return fail(-EINVAL, "%s is damaged", dat_name(l->dat));
	l->text = event_reader_field(l->meta, "text");
	l->in_page = next_page(l);
	return 0;
}

int load_next(struct loaded *l, const void **row, uint64_t *time_ns)
{
	const void *record;
	size_t size;
	int err = l->cursor ? 0 : begin_reading(l);

	for (; !err && l->in_page; l->in_page = next_page(l))
		while ((record = cursor_next(l->cursor, &size, time_ns)))
			if (on_record(l, record, size, row, time_ns))
				return 1;
	return err;
}

int load_each(struct loaded *l, int (*each)(void *arg, const void *row, uint64_t time_ns), void *arg)
{
	const void *row;
	uint64_t time_ns;
	int err;

	while ((err = load_next(l, &row, &time_ns)) > 0) {
		err = each(arg, row, time_ns);
		if (err)
			return err == -EINVAL || err == -ENOMEM ? fail(err, "%s: %s", dat_name(l->dat), strerror(-err)) : err;
	}
	return err;
}

double load_seconds(const struct loaded *l)
{
	return l->end_ns > l->start_ns ? (double)(l->end_ns - l->start_ns) / 1e9 : 1e-9;
}

/* ---- what it is ---- */

static void print_escaped(const char *before, const char *text)
{
	char safe[ESCAPED_SIZE(200)]; /* what is longer is cut */

	if (!text)
		return;
	escape_text(safe, sizeof(safe), text, strlen(text));
	printf("%s%s", before, safe);
}

static void print_time(const struct loaded *l)
{
	time_t seconds = (time_t)((l->start_ns + l->clock.offset) / 1000000000);
	struct tm tm;
	char text[64];

	if (l->clocked && localtime_r(&seconds, &tm) && strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S %z", &tm))
		printf(", %s", text);
}

/* "Linux 6.12.117" of "Linux HOST 6.12.117 VERSION MACHINE" */
static void print_kernel(const char *uname)
{
	char system[64], release[128];

	if (uname && sscanf(uname, "%63s %*s %127s", system, release) == 2) {
		print_escaped(", ", system);
		print_escaped(" ", release);
	}
}

static void print_lost(const struct loaded *l)
{
	if (l->lost)
		printf(", lost: %" PRIu64, l->lost);
	else if (!l->ended)
		printf(", lost: not told: it was not ended");
	else
		printf(", lost: nothing%s", *l->untold ? " that is told" : "");
	if (*l->untold) {
		print_escaped(" (", l->untold);
		putchar(')');
	}
	putchar('\n');
}

void load_print(const struct loaded *l)
{
	const char *attach = dat_meta(l->dat, "attach");

	print_escaped("", dat_name(l->dat));
	print_escaped(": ktally ", l->tool);
	print_escaped(", host ", dat_meta(l->dat, "host"));
	print_kernel(dat_meta(l->dat, "uname"));
	print_escaped(" ", dat_meta(l->dat, "machine"));
	print_time(l);
	printf(", %.1f s", load_seconds(l));
	print_escaped(", ", dat_meta(l->dat, "backend"));
	if (attach && *attach) {
		print_escaped(" (", attach);
		putchar(')');
	}
	print_lost(l);
}

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
	l->offset = l->clocked ? wall - monotonic : 0;
	return 0;
}

void load_close(struct loaded *l)
{
	columns_close(l->columns);
	dat_free(l->dat);
}

/* ---- reading ---- */

struct reading {
	struct loaded *l;
	struct event_reader *meta;
	const void *text;
	int (*each)(void *arg, const void *row, uint64_t time_ns);
	void *arg;
	uint64_t first_ns;
};

static bool inside(const struct loaded *l, const struct reading *r, uint64_t time_ns)
{
	uint64_t at = time_ns > r->first_ns ? time_ns - r->first_ns : 0;

	return at >= l->from_ns && (!l->to_ns || at < l->to_ns);
}

static void note_time(struct loaded *l, uint64_t time_ns)
{
	if (time_ns > l->end_ns)
		l->end_ns = time_ns;
}

static int on_mark(struct reading *r, const char *text, size_t n)
{
	struct loaded *l = r->l;
	char line[LINE_MAX_];
	uint64_t end, ring, full, missed;

	snprintf(line, sizeof(line), "%.*s", (int)(n < sizeof(line) ? n : sizeof(line) - 1), text);
	if (!strncmp(line, "start=", 6) && !r->first_ns) {
		r->first_ns = strtoull(line + 6, NULL, 10);
		l->start_ns = r->first_ns + l->from_ns;
	}
	if (sscanf(line, "interval=%" SCNu64, &end) == 1 && inside(l, r, end)) {
		note_time(l, end);
		return r->each(r->arg, NULL, end);
	}
	if (sscanf(line, "lost=%" SCNu64 " %" SCNu64 " %" SCNu64, &ring, &full, &missed) == 3)
		l->lost += ring + full + missed;
	l->ended |= !strncmp(line, "ended=", 6);
	return 0;
}

static int on_record(struct reading *r, const void *record, size_t size, uint64_t time_ns)
{
	int id = event_id(record, size);
	size_t n;
	const char *text = id == event_reader_id(r->meta) ? event_text(r->text, record, size, &n) : NULL;

	if (text)
		return on_mark(r, text, n);
	if (!r->first_ns && id == columns_id(r->l->columns)) { /* it does not say when it began */
		r->first_ns = time_ns;
		r->l->start_ns = time_ns + r->l->from_ns;
	}
	if (id != columns_id(r->l->columns) || !inside(r->l, r, time_ns))
		return 0;
	r->l->rows++;
	note_time(r->l, time_ns);
	return r->each(r->arg, columns_row(r->l->columns, record, size), time_ns);
}

static int read_pages(struct reading *r)
{
	struct dat *dat = r->l->dat;
	size_t page = dat_page_size(dat), size;
	struct cursor *c = page && dat_ncpus(dat) ? cursor_new(page) : NULL;
	const void *record;
	uint64_t time_ns;
	int err = c ? 0 : -EINVAL;

	while (!err && dat_read(dat, dat_ncpus(dat) - 1, cursor_page(c), page) == (ssize_t)page)
		if (!cursor_begin(c))
			warn("%s: a page is damaged", dat_name(dat));
		else
			while (!err && (record = cursor_next(c, &size, &time_ns)))
				err = on_record(r, record, size, time_ns);
	cursor_free(c);
	return err;
}

int load_each(struct loaded *l, int (*each)(void *arg, const void *row, uint64_t time_ns), void *arg)
{
	size_t size;
	char *format = dat_text(l->dat, META_NAME "/format", FORMAT_MAX, &size);
	struct reading r = {.l = l, .meta = format ? event_reader_new(format, size) : NULL, .each = each, .arg = arg};
	int err;

	free(format);
	if (!r.meta)
		return fail(-EINVAL, "%s is damaged", dat_name(l->dat));
	r.text = event_reader_field(r.meta, "text");
	err = read_pages(&r);
	event_reader_free(r.meta);
	return err == -EINVAL || err == -ENOMEM ? fail(err, "%s: %s", dat_name(l->dat), strerror(-err)) : err;
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
	time_t seconds = (time_t)((l->start_ns + l->offset) / 1000000000);
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
	if (l->lost)
		printf(", lost: %" PRIu64 "\n", l->lost);
	else
		printf(", lost: %s\n", l->ended ? "nothing" : "not told: it was not ended");
}

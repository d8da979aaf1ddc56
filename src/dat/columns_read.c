// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Rows as a recording has them. They are laid out anew: numbers, bytes of names, places of texts. Of an event the time
 * comes first; of a total first what makes its key, then what is counted. What a recording says of its fields is
 * checked before it is believed: names and titles go to terminals and into JSON as they are.
 */
#include "columns.h"

#include "base/escape.h"
#include "base/tally.h"
#include "bytes.h"
#include "columns_words.h"
#include "dat.h"
#include "texts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT_MAX (1 << 20)
#define NAME_MAX_ 48
#define CHARS_MAX 65536
#define WIDTH_MAX 200

/* A text in a row */
struct place {
	const char *at;
	size_t n;
};

struct column_read {
	char name[NAME_MAX_], title[NAME_MAX_];
	size_t bit, known;					/* which bit of the u64 at offset `known` of the row */
	const void *first, *second, *third; /* fields of the record */
};

struct columns_reader {
	struct schema schema;
	struct event_reader *event;
	const void *time, *known, *key, *rank;
	struct field fields[3 * COLUMNS_MAX];
	struct column_read columns[COLUMNS_MAX];
	size_t ncolumns, rank_at, known_at;
	uint64_t edges[HIST_SLOTS];
	char apart[NAME_MAX_], track[NAME_MAX_], label[NAME_MAX_];
	struct texts *texts; /* of totals */
	unsigned char *row;
	bool bad;
};

/* ---- what the recording says ---- */

static int format_text(char *to, size_t size, const struct field *f, const void *row)
{
	struct place p;
	size_t n;

	memcpy(&p, (const char *)row + f->offset, sizeof(p));
	n = p.n < size ? p.n : size - 1;
	if (n)
		memcpy(to, p.at, n);
	to[n] = '\0';
	return (int)n;
}

/* What was escaped already stays as it is; what only claims so does not. */
static int format_escaped(char *to, size_t size, const struct field *f, const void *row)
{
	struct place p;
	size_t n = 0;

	memcpy(&p, (const char *)row + f->offset, sizeof(p));
	for (const char *end = p.at + p.n, *stop; p.at < end && n + 1 < size; p.at = stop) {
		bool slash = *p.at == '\\';

		stop = slash ? p.at + 1 : memchr(p.at, '\\', (size_t)(end - p.at));
		stop = stop ? stop : end;
		if (slash)
			to[n++] = '\\';
		else
			n += escape_text(to + n, size - n, p.at, (size_t)(stop - p.at));
	}
	to[n] = '\0';
	return (int)n;
}

static bool is_known(const struct field *f, const void *row)
{
	const struct column_read *c = f->of;
	uint64_t known;

	memcpy(&known, (const char *)row + c->known, sizeof(known));
	return known >> c->bit & 1;
}

/* "KIND FLAGS SIZE WIDTH<tab>NAME<tab>TITLE" */
static bool read_field(struct columns_reader *r, const char *line)
{
	struct column_read *c = &r->columns[r->ncolumns];
	struct field *f = &r->fields[r->ncolumns];
	char kind[16], letters[COLUMNS_FLAGS];
	int at = 0;

	if (r->ncolumns == COLUMNS_MAX ||
		sscanf(line, "%15s %15s %9zu %9d%n", kind, letters, &f->size, &f->width, &at) != 4 || line[at] != '\t')
		return false;
	line += at + 1;
	at = (int)strcspn(line, "\t");
	if (!at || at >= NAME_MAX_ || line[at] != '\t' || strlen(line + at + 1) >= sizeof(c->title))
		return false;
	memcpy(c->name, line, (size_t)at);
	strcpy(c->title, line + at + 1);
	f->name = c->name;
	f->title = *c->title ? c->title : NULL;
	f->of = c;
	f->known = is_known;
	c->bit = r->ncolumns++;
	if (!columns_kind(kind, &f->kind) || !columns_flags(letters, &f->flags))
		return false;
	if (f->kind == FIELD_ROW)
		f->flags = FIELD_OFF;
	return columns_plain(c->name) && columns_plain(c->title) && f->size <= CHARS_MAX && f->width >= -WIDTH_MAX &&
		   f->width <= WIDTH_MAX;
}

static void read_edges(struct columns_reader *r, const char *text)
{
	char *end;

	for (r->schema.nedges = 0; *text && r->schema.nedges < HIST_SLOTS - 2; text = end) {
		r->edges[r->schema.nedges] = strtoull(text, &end, 10);
		if (end == text)
			break;
		r->schema.nedges++;
	}
	r->schema.edges = r->edges;
}

static void read_words(char to[NAME_MAX_], const char **at, const char *value)
{
	if (columns_plain(value) && strlen(value) < NAME_MAX_)
		*at = strcpy(to, value);
}

static int on_line(void *reader, const char *key, const char *value)
{
	struct columns_reader *r = reader;

	if (!strcmp(key, "field"))
		r->bad |= !read_field(r, value);
	else if (!strcmp(key, "unit"))
		r->schema.unit = !strcmp(value, "0") ? HIST_NS : !strcmp(value, "1") ? HIST_BYTES : HIST_COUNT;
	else if (!strcmp(key, "edges"))
		read_edges(r, value);
	else if (!strcmp(key, "begins"))
		r->schema.begins = true;
	else if (!strcmp(key, "apart"))
		read_words(r->apart, &r->schema.apart, value);
	else if (!strcmp(key, "track"))
		read_words(r->track, &r->schema.track, value);
	else if (!strcmp(key, "label"))
		read_words(r->label, &r->schema.label, value);
	return 0;
}

/* ---- the layout of rows ---- */

static size_t place(struct field *f, size_t at)
{
	size_t align = f->kind == FIELD_U32 || f->kind == FIELD_S32 ? 4 : f->kind == FIELD_CHARS ? 1 : 8;

	f->offset = at = (at + align - 1) / align * align;
	if (f->kind == FIELD_TEXT || f->kind == FIELD_ROW)
		f->size = sizeof(struct place);
	else if (f->kind != FIELD_CHARS)
		f->size = f->kind == FIELD_MEAN ? 16 : (size_t)FIELD_KIND_SIZE(f->kind);
	return at + f->size;
}

static size_t place_all(struct columns_reader *r, bool keys, size_t at)
{
	for (size_t i = 0; i < r->ncolumns; i++)
		if (((r->fields[i].flags & FIELD_KEY) != 0) == keys)
			at = place(&r->fields[i], at);
	return (at + 7) & ~(size_t)7;
}

/* A mean has no sum of its own in a schema: two fields that nobody sees add up for it. */
static void add_halves(struct columns_reader *r, const struct field *mean)
{
	for (unsigned half = 0; half < 2; half++)
		r->fields[r->schema.nfields++] = (struct field){.name = mean->name,
														.kind = FIELD_U64,
														.flags = FIELD_OFF,
														.offset = mean->offset + (size_t)8 * half,
														.size = 8};
}

static void lay_out_event(struct columns_reader *r)
{
	size_t at = 16; /* time, known */

	for (size_t i = 0; i < r->ncolumns; i++)
		at = place(&r->fields[i], at);
	r->schema.row_size = (at + 7) & ~(size_t)7;
	r->known_at = 8;
}

static void lay_out_total(struct columns_reader *r)
{
	size_t at = place_all(r, true, 16); /* the key's number, known */

	r->schema.key_size = at;
	at = place_all(r, false, at);
	r->rank_at = at;
	r->schema.row_size = at + 8;
	r->known_at = 8;
}

static const struct columns_reader *ordered; /* whose rows compare() knows */
static bool by_rank;

static uint64_t rank(const void *row)
{
	uint64_t value;

	memcpy(&value, (const char *)row + ordered->rank_at, sizeof(value));
	return value;
}

/* Rows of several intervals have no common rank: then the most frequent come last. */
static int compare(const void *a, const void *b)
{
	uint64_t x = by_rank ? 0 : schema_count(&ordered->schema, a), y = by_rank ? 0 : schema_count(&ordered->schema, b);

	if (x == y) {
		x = rank(a);
		y = rank(b);
	}
	return x < y ? -1 : x > y;
}

void columns_ranked(bool on)
{
	by_rank = on;
}

/* The record's fields have the names that columns_choose() gave them. */
static void find_fields(struct columns_reader *r)
{
	struct event *names = calloc(1, sizeof(*names));

	r->bad |= !names;
	if (!names)
		return;
	columns_begin(names, r->schema.key_size != 0);
	for (size_t i = 0; i < r->ncolumns && !r->bad; i++) {
		const struct event_field *f = &names->fields[names->nfields];

		r->bad |= !columns_add(names, r->fields[i].name, r->fields[i].kind);
		r->columns[i].first = event_reader_field(r->event, f[0].name);
		r->columns[i].second = event_reader_field(r->event, f[1].name);
		r->columns[i].third = event_reader_field(r->event, f[2].name);
	}
	r->time = event_reader_field(r->event, "time_ns");
	r->rank = event_reader_field(r->event, "rank");
	r->known = event_reader_field(r->event, "known");
	r->key = event_reader_field(r->event, "key");
	free(names);
}

static void check_fields(struct columns_reader *r)
{
	unsigned hists = 0;

	for (size_t i = 0; i < r->ncolumns; i++) {
		struct field *f = &r->fields[i];

		hists += f->kind == FIELD_HIST;
		r->bad |= f->kind == FIELD_HIST && (f->flags & FIELD_KEY || !r->schema.key_size);
		r->bad |= (f->kind == FIELD_CHARS && !f->size) || (f->kind == FIELD_ROW && r->schema.key_size);
		if (f->kind == FIELD_TEXT)
			f->format = f->flags & FIELD_ESCAPED ? format_escaped : format_text;
		r->columns[i].known = r->known_at;
	}
	r->bad |= hists > 1 || !r->ncolumns;
}

static bool is_total_name(const char *name)
{
	size_t n = strlen(name);

	return n > 6 && !strcmp(name + n - 6, "_total");
}

static void lay_out(struct columns_reader *r, bool total)
{
	r->schema.fields = r->fields;
	r->schema.nfields = r->ncolumns;
	r->schema.key_size = total;
	if (total)
		lay_out_total(r);
	else
		lay_out_event(r);
	check_fields(r);
	for (size_t i = 0; i < r->ncolumns; i++)
		if (r->fields[i].kind == FIELD_MEAN)
			add_halves(r, &r->fields[i]);
	find_fields(r);
	r->schema.compare = compare;
	r->row = calloc(1, r->schema.row_size);
	r->bad |= !r->row;
}

bool columns_in(const struct dat *dat)
{
	return dat_meta(dat, "rows");
}

static bool read_format(struct columns_reader *r, const struct dat *dat, const char *name)
{
	char path[2 * EVENT_NAME + 16];
	size_t size;
	char *text;

	snprintf(path, sizeof(path), "%s/format", name);
	text = dat_text(dat, path, FORMAT_MAX, &size);
	r->event = text ? event_reader_new(text, size) : NULL;
	free(text);
	return r->event;
}

struct columns_reader *columns_open(const struct dat *dat, struct why *why)
{
	struct columns_reader *r = calloc(1, sizeof(*r));
	const char *name = dat_meta(dat, "rows");

	if (!r) {
		because(why, -ENOMEM, "out of memory");
		return NULL;
	}
	dat_each_meta(dat, on_line, r);
	if (!r->bad && name && read_format(r, dat, name))
		lay_out(r, is_total_name(name));
	if (r->event && !r->bad) {
		ordered = r;
		return r;
	}
	because(why, -EINVAL, "%s is damaged: it does not say what its rows are", dat_name(dat));
	columns_close(r);
	return NULL;
}

void columns_close(struct columns_reader *r)
{
	if (!r)
		return;
	texts_free(r->texts);
	event_reader_free(r->event);
	free(r->row);
	free(r);
}

const struct schema *columns_schema(const struct columns_reader *r)
{
	return &r->schema;
}

int columns_id(const struct columns_reader *r)
{
	return event_reader_id(r->event);
}

bool columns_have_row(const struct columns_reader *r)
{
	for (size_t i = 0; i < r->ncolumns; i++)
		if (r->fields[i].kind == FIELD_ROW)
			return true;
	return false;
}

static const void *placed(const struct columns_reader *r, const struct field *f, size_t *n)
{
	struct place p;

	memcpy(&p, r->row + f->offset, sizeof(p));
	*n = p.n;
	return p.at;
}

const void *columns_raw(const struct columns_reader *r, size_t *size)
{
	for (size_t i = 0; i < r->ncolumns; i++)
		if (r->fields[i].kind == FIELD_ROW)
			return placed(r, &r->fields[i], size);
	return NULL;
}

const char *columns_text(const struct columns_reader *r, const char *name, size_t *n)
{
	for (size_t i = 0; i < r->ncolumns; i++)
		if (r->fields[i].kind == FIELD_TEXT && !strcmp(r->fields[i].name, name))
			return placed(r, &r->fields[i], n);
	return NULL;
}

/* ---- rows ---- */

static void put_text(struct columns_reader *r, const struct field *f, const char *text, size_t n)
{
	struct place p = {text ? text : "", n};

	if (f->kind == FIELD_CHARS) {
		memset(r->row + f->offset, 0, f->size);
		memcpy(r->row + f->offset, p.at, n < f->size ? n : f->size);
		return;
	}
	if (r->schema.key_size && n)
		p.at = texts_keep(&r->texts, p.at, n);
	memcpy(r->row + f->offset, &p, sizeof(p));
}

static void put_hist(struct columns_reader *r, size_t i, const void *record, size_t size)
{
	struct hist *h = (struct hist *)(r->row + r->fields[i].offset);
	size_t n;
	const unsigned char *pairs = event_numbers(r->columns[i].third, record, size, &n);

	memset(h, 0, sizeof(*h));
	h->sum = event_number(r->columns[i].first, record, size);
	h->max = event_number(r->columns[i].second, record, size);
	for (size_t k = 0; k + 1 < n; k += 2) {
		uint64_t slot = bytes_get(pairs + 8 * k, 8);

		if (slot < HIST_SLOTS)
			h->slots[slot] = bytes_get(pairs + 8 * k + 8, 8);
	}
}

static void put_field(struct columns_reader *r, size_t i, const void *record, size_t size)
{
	const struct field *f = &r->fields[i];
	const struct column_read *c = &r->columns[i];
	uint64_t pair[2];
	size_t n;
	const char *text;

	if (f->kind == FIELD_HIST) {
		put_hist(r, i, record, size);
	} else if (f->kind == FIELD_CHARS || f->kind == FIELD_TEXT || f->kind == FIELD_ROW) {
		text = event_text(c->first, record, size, &n);
		put_text(r, f, text, n);
	} else {
		pair[0] = event_number(c->first, record, size);
		pair[1] = f->kind == FIELD_MEAN ? event_number(c->second, record, size) : 0;
		memcpy(r->row + f->offset, pair, f->size);
	}
}

static void put_number(struct columns_reader *r, size_t at, uint64_t value)
{
	memcpy(r->row + at, &value, sizeof(value));
}

const void *columns_row(struct columns_reader *r, const void *record, size_t size)
{
	uint64_t known = event_number(r->known, record, size);

	for (size_t i = 0; i < r->ncolumns; i++)
		put_field(r, i, record, size);
	if (!r->schema.key_size) {
		put_number(r, 0, event_number(r->time, record, size));
		put_number(r, 8, known);
		return r->row;
	}
	for (size_t i = 0; i < r->ncolumns; i++) /* what is counted has no part in the key */
		known |= (uint64_t) !(r->fields[i].flags & FIELD_KEY) << i;
	put_number(r, 0, event_number(r->key, record, size));
	put_number(r, 8, known);
	put_number(r, r->rank_at, event_number(r->rank, record, size));
	return r->row;
}

int columns_total(struct columns_reader *r, struct tally *totals, const void *row)
{
	unsigned char *into = tally_row(totals, row);

	if (!into)
		return -ENOMEM;
	schema_merge(&r->schema, into, row);
	for (size_t i = 0; i < r->ncolumns; i++) /* a text that counters made: that of the last interval */
		if (r->fields[i].kind == FIELD_TEXT && !(r->fields[i].flags & FIELD_KEY))
			memcpy(into + r->fields[i].offset, (const char *)row + r->fields[i].offset, sizeof(struct place));
	memcpy(into + r->rank_at, (const unsigned char *)row + r->rank_at, 8);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "test.h"

#include "fake.h"

#include "capture.h"
#include "session/render.h"
#include "session/source.h"
#include "session/tool.h"

#include <stdlib.h>
#include <string.h>

#define TICK 1700000000000000000ULL

struct settings fake_settings;

static int compare(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(((struct fake_row *)0)->name));
}

static const struct field named_fields[] = {
	FIELD(struct fake_row, name, FIELD_CHARS, FIELD_KEY, -8),
	FIELD(struct fake_row, hist, FIELD_HIST, 0, 0),
};

static const struct field single_fields[] = {
	FIELD(struct fake_row, name, FIELD_CHARS, FIELD_KEY | FIELD_OFF, -8),
	FIELD(struct fake_row, hist, FIELD_HIST, 0, 0),
};

static const struct field event_fields[] = {
	FIELD(struct fake_event, name, FIELD_CHARS, 0, -16),
	FIELD(struct fake_event, pid, FIELD_U32, FIELD_BPF_ONLY, 6),
	FIELD(struct fake_event, error, FIELD_S32, 0, 4),
	FIELD(struct fake_event, took, FIELD_NS, FIELD_HIDDEN, 8),
};

static int format_items(char *to, size_t size, const struct field *f, const void *row)
{
	static const char items[] = "one\n\0\0three";

	(void)f, (void)row;
	assert_true(size > sizeof(items));
	memcpy(to, items, sizeof(items));
	return sizeof(items);
}

static int format_lines(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f, (void)row;
	return snprintf(to, size, "one\ntwo\n");
}

static int format_true(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f, (void)row;
	return snprintf(to, size, "true");
}

static const struct field call_fields[] = {
	FIELD(struct fake_call, fd, FIELD_S32, FIELD_ARGUMENT, 4, .known = field_not_negative),
	FIELD(struct fake_call, comm, FIELD_CHARS, FIELD_TASK, -16),
	FIELD(struct fake_call, pid, FIELD_U32, FIELD_TASK, 6),
	FIELD_MADE("items", format_items, FIELD_HIDDEN | FIELD_ITEMS, 0),
	FIELD_MADE("lines", format_lines, FIELD_LINES, 0),
	FIELD_MADE("yes", format_true, FIELD_ARGUMENT | FIELD_BOOLEAN, 0),
};

#define HIST_SCHEMA(fields_)                                                                          \
	{                                                                                                 \
		SCHEMA_FIELDS(fields_), .key_size = 16, .row_size = sizeof(struct fake_row), .unit = HIST_NS, \
								.compare = compare                                                    \
	}
const struct schema fake_named = HIST_SCHEMA(named_fields), fake_single = HIST_SCHEMA(single_fields);
const struct schema fake_events = {SCHEMA_FIELDS(event_fields), .row_size = sizeof(struct fake_event)};
const struct schema fake_calls = {SCHEMA_FIELDS(call_fields), .row_size = sizeof(struct fake_call)};

static const struct tool tool = {.name = "fake", .unit = "I/O", .view = VIEW_HIST};
static const struct source source = {.name = "nowhere"};

struct session *fake_session(const struct schema *schema)
{
	struct session *s = calloc(1, sizeof(*s));

	assert_non_null(s);
	memset(&fake_settings, 0, sizeof(fake_settings));
	s->tool = &tool;
	s->set = &fake_settings;
	s->schema = schema;
	s->source = &source;
	s->backend_name = source.name;
	s->attach = "thin air";
	s->last_tick_ns = TICK;
	s->interval = tally_new(schema);
	s->totals = tally_new(schema);
	return s;
}

void fake_free(struct session *s)
{
	tally_free(s->interval);
	tally_free(s->totals);
	free(s);
}

struct hist *fake_hist(struct session *s, const char *name)
{
	char key[16] = "";
	struct fake_row *row;

	memcpy(key, name, strnlen(name, sizeof(key)));
	row = tally_row(s->interval, key);
	assert_non_null(row);
	return &row->hist;
}

const char *fake_begin(struct session *s, const struct renderer *r)
{
	const char *text;
	int result;

	s->renderer = r;
	capture_begin(1); /* a failing assertion would write into what is captured */
	result = r->begin ? r->begin(s) : 0;
	text = capture_end();
	assert_int_equal(result, 0);
	return text;
}

static const char *report(struct session *s, struct interval iv)
{
	iv.rows = s->interval;
	iv.end_ns = TICK;
	capture_begin(1);
	s->renderer->interval(s, &iv);
	return capture_end();
}

const char *fake_interval(struct session *s)
{
	return report(s, (struct interval){.elapsed_ns = 1000000000});
}

const char *fake_later(struct session *s)
{
	return report(s, (struct interval){.elapsed_ns = 1000000000, .before = s->interval});
}

const char *fake_last(struct session *s)
{
	fake_settings.interval_ns = 1000000000;
	return report(s, (struct interval){.elapsed_ns = 310000000, .cut_short = true});
}

const char *fake_end(struct session *s)
{
	capture_begin(1);
	if (s->renderer->end)
		s->renderer->end(s);
	return capture_end();
}

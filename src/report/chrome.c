// SPDX-License-Identifier: GPL-2.0-or-later
#include "chrome.h"

#include "base/log.h"
#include "base/output.h"
#include "render/json_text.h"
#include "render/timeline_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct writer {
	const struct loaded *l;
	const struct schema *schema;
	struct timeline_rows *rows;
	bool any; /* a total has been written */
};

/* The tool and the values of the key */
static void tell_key(const struct writer *w, const void *row)
{
	static char text[SCHEMA_TEXT_MAX], all[SCHEMA_TEXT_MAX];
	size_t n = 0;

	n += (size_t)snprintf(all, 64, "%.60s", w->l->tool);
	for (size_t i = 0; i < w->schema->nfields; i++) {
		const struct field *f = &w->schema->fields[i];

		if (f->flags & FIELD_OFF || !(f->flags & FIELD_KEY))
			continue;
		field_text(text, sizeof(text), f, row);
		n += (size_t)snprintf(all + n, sizeof(all) - n, " %.500s", text);
		if (n >= sizeof(all) - 600)
			break;
	}
	json_string("name", all, n);
}

static void tell_total(struct writer *w, const void *row, uint64_t time_ns)
{
	if (w->any)
		json_begin_next();
	else
		json_begin();
	w->any = true;
	json_word("ph", "C");
	json_micros("ts", time_ns);
	json_unsigned("pid", 0);
	tell_key(w, row);
	json_object("args");
	json_unsigned("count", schema_count(w->schema, row));
	json_close();
	json_end();
}

static int on_row(void *writer, const void *row, uint64_t time_ns)
{
	struct writer *w = writer;
	int err = 0;

	if (row && w->schema->key_size)
		tell_total(w, row, time_ns);
	else if (row)
		err = timeline_row(w->rows, row);
	output_row_ended();
	return !err && output_gone() ? 1 : err;
}

/* As --timeline has it */
static void tell_end(const struct loaded *l)
{
	const struct load_losses *n = &l->losses;

	printf("],\"otherData\":");
	json_begin();
	json_string("tool", l->tool, strlen(l->tool));
	json_word("clock", "CLOCK_MONOTONIC");
	json_unsigned("events", l->rows);
	json_object("lost");
	json_unsigned("ring", n->ring);
	json_unsigned("map_full", n->map_full);
	json_unsigned("missed", n->missed);
	json_unsigned("unmatched", n->unmatched);
	json_unsigned("in_flight", n->in_flight);
	json_close();
	if (*l->untold)
		json_string("untold", l->untold, strlen(l->untold));
	else
		json_null("untold");
	json_boolean("ended", l->ended);
	json_end();
	printf("}\n");
}

int chrome_export(struct loaded *l)
{
	const char *backend = dat_meta(l->dat, "backend");
	struct writer w = {.l = l, .schema = columns_schema(l->columns)};
	int err;

	w.rows = timeline_rows_new(w.schema, l->tool, backend && !strcmp(backend, "bpf"));
	if (!w.rows)
		return fail(EXIT_FAILED, "out of memory");
	printf("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
	err = load_each(l, on_row, &w);
	tell_end(l);
	timeline_rows_free(w.rows);
	return err < 0 ? EXIT_FAILED : EXIT_DONE;
}

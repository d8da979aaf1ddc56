// SPDX-License-Identifier: GPL-2.0-or-later
#include "expose.h"

#include "expose_parts.h"

static bool is_text(const struct exposition *e)
{
	return e->format != EXPOSE_PROTOBUF;
}

static void end_family(struct exposition *e)
{
	if (e->written && !is_text(e))
		protobuf_end(e);
	e->written = false;
}

static void begin_family(struct exposition *e)
{
	if (e->written)
		return;
	e->written = true;
	if (is_text(e))
		text_head(e);
	else
		protobuf_head(e);
}

void expose_begin(struct exposition *e, enum expose_format format)
{
	*e = (struct exposition){.format = format};
}

void expose_family(struct exposition *e, const struct metric_family *family)
{
	end_family(e);
	e->family = family;
}

void expose_value(struct exposition *e, const char *const *label_values, uint64_t value)
{
	begin_family(e);
	if (is_text(e))
		text_value(e, label_values, value);
	else
		protobuf_value(e, label_values, value);
}

void expose_histogram(struct exposition *e, const char *const *label_values, const struct hist *h)
{
	begin_family(e);
	if (is_text(e))
		text_histogram(e, label_values, h);
	else
		protobuf_histogram(e, label_values, h);
}

void expose_end(struct exposition *e)
{
	struct bytes *const inner[] = {&e->family_message, &e->metric, &e->value, &e->part, &e->labels, &e->edges};

	end_family(e);
	if (e->format == EXPOSE_OPENMETRICS)
		bytes_add(&e->out, "# EOF\n", 6);
	for (size_t i = 0; i < sizeof(inner) / sizeof(inner[0]); i++) {
		e->out.failed |= inner[i]->failed;
		bytes_free(inner[i]);
	}
}

const char *expose_content_type(enum expose_format format)
{
	static const char *const types[] = {
		[EXPOSE_TEXT] = "text/plain; version=0.0.4; charset=utf-8",
		[EXPOSE_OPENMETRICS] = "application/openmetrics-text; version=1.0.0; charset=utf-8",
		[EXPOSE_PROTOBUF] =
			"application/vnd.google.protobuf; proto=io.prometheus.client.MetricFamily; encoding=delimited"};

	return types[format];
}

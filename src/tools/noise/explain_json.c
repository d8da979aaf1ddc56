// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain.h"

#include "render/json_line.h"
#include "render/json_text.h"
#include "parts.h"
#include "rows.h"

#include <stdlib.h>
#include <string.h>

static void write_stop(const struct session *s, const struct noise_stop *stop, const struct noise_parts *parts,
					   void (*more)(const struct noise_stop *stop))
{
	json_line(s, "stop", stop->to_ns);
	json_unsigned("cpu", (uint64_t)stop->cpu);
	json_word("what", stop->what);
	json_unsigned("total_ns", parts->whole_ns);
	json_unsigned("limit_ns", stop->limit_ns);
	json_unsigned("unexplained_ns", parts->unexplained_ns);
	json_boolean("incomplete", parts->incomplete);
	if (more)
		more(stop);
	json_end();
}

static void write_part(const struct session *s, const struct noise_stop *stop, const struct noise_part *part)
{
	const struct noise_source *source = &part->source;
	char name[128];

	noise_source_name(name, sizeof(name), source);
	json_line(s, "part", stop->to_ns);
	json_word("class", noise_class_name(source->class));
	json_string("source", name, sizeof(name));
	json_unsigned("id", source->id);
	json_unsigned("count", part->count);
	json_unsigned("total_ns", part->ns);
	json_end();
}

void noise_note_json(const struct session *s, void (*more)(const struct noise_stop *stop))
{
	const struct noise_stop *stop = noise_stopped();
	struct noise_parts *parts = stop ? noise_parts(stop) : NULL;

	if (!parts)
		return;
	write_stop(s, stop, parts, more);
	for (size_t i = 0; i < parts->n; i++)
		write_part(s, stop, &parts->list[i]);
	free(parts);
}

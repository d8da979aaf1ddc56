// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain.h"

#include "base/escape.h"
#include "base/units.h"
#include "parts.h"
#include "rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LINES 16

/* "CPU 1: gap of 1.20ms, over 500us" */
static void print_heading(FILE *out, const struct noise_stop *stop)
{
	char time[32], limit[32];

	units_ns(time, sizeof(time), (double)noise_stop_ns(stop));
	units_ns(limit, sizeof(limit), (double)stop->limit_ns);
	fprintf(out, "CPU %d: %s of %s, over %s\n", stop->cpu, stop->what, time, limit);
}

int noise_note(char *to, size_t size, void (*print)(FILE *out, const struct noise_stop *stop))
{
	const struct noise_stop *stop = noise_stopped();
	FILE *out = stop ? fmemopen(to, size, "w") : NULL;
	size_t length;

	if (!out)
		return 0;
	print_heading(out, stop);
	print(out, stop);
	fclose(out);
	length = strnlen(to, size - 1);
	if (length && to[length - 1] == '\n')
		length--;
	to[length] = '\0';
	return (int)length;
}

void noise_line(FILE *out, const char *text, uint64_t ns, uint64_t whole_ns)
{
	char time[32];
	int pad;

	units_ns(time, sizeof(time), (double)ns);
	pad = 9 - units_width(time);
	fprintf(out, "  %-44s %*s%s %7.2f%%\n", text, pad > 0 ? pad : 0, "", time,
			whole_ns ? 100.0 * (double)ns / (double)whole_ns : 0.0);
}

static void print_part(FILE *out, const struct noise_part *part, uint64_t whole)
{
	const char *class = noise_class_name(part->source.class);
	char plain[64], name[256], text[320];

	noise_source_name(plain, sizeof(plain), &part->source);
	escape_text(name, sizeof(name), plain, sizeof(plain));
	if (part->count > 1)
		snprintf(text, sizeof(text), "%s %s, %" PRIu64 " times", class, name, part->count);
	else
		snprintf(text, sizeof(text), "%s %s", class, name);
	noise_line(out, text, part->ns, whole);
}

static void print_rest(FILE *out, const struct noise_parts *parts)
{
	uint64_t ns = 0;
	char text[48];

	for (size_t i = LINES; i < parts->n; i++)
		ns += parts->list[i].ns;
	snprintf(text, sizeof(text), "%zu others", parts->n - LINES);
	noise_line(out, text, ns, parts->whole_ns);
}

void noise_explain(FILE *out, const struct noise_stop *stop)
{
	struct noise_parts *parts = noise_parts(stop);

	if (!parts)
		return;
	for (size_t i = 0; i < parts->n && i < LINES; i++)
		print_part(out, &parts->list[i], parts->whole_ns);
	if (parts->n > LINES)
		print_rest(out, parts);
	if (parts->n)
		noise_line(out, parts->incomplete ? "unexplained, or too long ago" : "unexplained", parts->unexplained_ns,
				   parts->whole_ns);
	else
		noise_line(out, "hardware or hypervisor: no program saw anything", parts->whole_ns, parts->whole_ns);
	if (parts->incomplete)
		fprintf(out, "  (of more than %d interruptions the first are not kept)\n", NOISE_PASTS);
	free(parts);
}

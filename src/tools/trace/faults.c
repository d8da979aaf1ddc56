// SPDX-License-Identifier: GPL-2.0-or-later
#include "faults.h"

#include "base/log.h"
#include "calls/out.h"
#include "sys/ksyms.h"
#include "sys/usyms.h"
#include "event_text.h"
#include "trace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define NAME 512   /* of a function, and of its file */
#define PLACE 4200 /* a path, and an offset */

int faults_parse(void *to, const char *text)
{
	static const char *const names[] = {[FAULTS_MINOR] = "min", [FAULTS_MAJOR] = "maj", [FAULTS_ALL] = "all"};
	uint32_t *kinds = to;

	for (uint32_t i = FAULTS_MINOR; i <= FAULTS_ALL; i++)
		if (!strcmp(text, names[i])) {
			*kinds |= i;
			return 0;
		}
	return fail(-EINVAL, "--pf %s: all, min (without I/O) or maj (with I/O)", text);
}

void faults_prepare(void)
{
	usyms_data();
	ksyms_needed();
}

static bool is_kernel(uint64_t address)
{
	return (int64_t)address < 0;
}

static void add_untrusted(struct text_out *o, const char *text)
{
	out_escaped(o, text, strlen(text), OUT_PLAIN);
	out_char(o, '\0');
}

static void add_function(struct text_out *o, const struct trace_row *row)
{
	char name[NAME];

	if (is_kernel(row->args[1]))
		ksym_name(name, sizeof(name), row->args[1]);
	else
		usym_name(name, sizeof(name), row->pid, row->args[1]);
	out_text(o, "function");
	out_char(o, '\0');
	add_untrusted(o, name);
}

static void add_place(struct text_out *o, const struct trace_row *row)
{
	char place[PLACE];
	bool known, code;

	usym_place(place, sizeof(place), row->pid, row->args[0], &known, &code);
	out_text(o, "place");
	out_char(o, '\0');
	add_untrusted(o, place);
	out_text(o, "mapping");
	out_char(o, '\0');
	out_text(o, !known ? "?" : code ? "x" : "d");
	out_char(o, '\0');
}

static void add_address(struct text_out *o, const char *name, uint64_t address)
{
	out_text(o, name);
	out_char(o, '\0');
	out_hex(o, address);
	out_char(o, '\0');
}

const struct trace_row *fault_row(const struct trace_row *row)
{
	static char text[4 * (NAME + PLACE)]; /* each byte may need three more */
	struct text_out o = out_to(text, sizeof(text));

	out_text(&o, row->call ? "majfault" : "minfault");
	out_char(&o, '\0');
	add_address(&o, "address", row->args[0]);
	add_place(&o, row);
	add_address(&o, "ip", row->args[1]);
	add_function(&o, row);
	return o.cut ? NULL : event_row_of(row, &o);
}

int fault_line(char *to, size_t size, const struct trace_row *row, bool as_perf)
{
	const char *function = event_value(row, "function"), *file = as_perf ? strstr(function, " (") : NULL;
	int n = (int)(file ? (size_t)(file - function) : strlen(function));
	bool at_first = file && !memchr(function, '+', (size_t)n) && strncmp(function, "0x", 2);

	return snprintf(to, size, "%s [%.*s%s] => %s (%s%c)", event_name(row), n, function, at_first ? "+0x0" : "",
					event_value(row, "place"), event_value(row, "mapping"), is_kernel(row->args[1]) ? 'k' : '.');
}

bool faults_has(const struct trace_row *row)
{
	return !trace.faults || trace.faults & (row->call ? FAULTS_MAJOR : FAULTS_MINOR);
}

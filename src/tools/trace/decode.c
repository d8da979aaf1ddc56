// SPDX-License-Identifier: GPL-2.0-or-later
#include "decode.h"

#include "calls/plan.h"
#include "calls/text.h"
#include "names.h"
#include "trace.h"

#include <stdio.h>
#include <string.h>

static struct call_style style(void)
{
	return (struct call_style){
		.machine = names_machine(),
		.limit = (uint32_t)trace.string_limit,
		.verbose = trace.verbose,
		.raw = trace.raw,
		.descriptors = trace.descriptors,
		.hex = trace.hex,
		.names = trace.arg_names || trace.format == TRACE_AS_PERF,
	};
}

int decode_call(char *to, size_t size, const struct trace_row *row)
{
	int known;

	return decode_call_known(to, size, row, &known);
}

int decode_call_known(char *to, size_t size, const struct trace_row *row, int *known)
{
	struct call_style as = style();
	struct text_out out = out_to(to, size);

	*known = (int)call_text(&out, row, &as);
	return (int)out.length;
}

int decode_result(char *to, size_t size, const struct trace_row *row)
{
	struct call_style as = style();
	struct text_out out = out_to(to, size);

	call_result_text(&out, row, &as);
	return (int)out.length;
}

int decode_name(char *to, size_t size, uint32_t call)
{
	const struct trace_row row = {.call = call};
	struct call_style as = style();
	struct text_out out = out_to(to, size);

	call_row_name(&out, &row, &as);
	return (int)out.length;
}

static size_t add_text(char *to, size_t size, size_t at, const char *text, size_t length)
{
	if (at + length + 1 > size)
		return at;
	memcpy(to + at, text, length);
	to[at + length] = '\0';
	return at + length + 1;
}

int decode_arguments(char *to, size_t size, const struct trace_row *row)
{
	static char text[16384];
	const struct call *call = call_of(row->call, names_machine());
	struct call_style as = style();
	struct text_out out = out_to(text, sizeof(text));
	char name[64];
	size_t n = 0;

	as.names = false;
	call_text(&out, row, &as);
	for (unsigned i = 0; i < out.nitems && out.items[i].at + out.items[i].length <= out.length; i++) {
		if (!call || call_argument_name(name, sizeof(name), call, i) < 0)
			snprintf(name, sizeof(name), "arg%u", i);
		n = add_text(to, size, n, name, strlen(name));
		n = add_text(to, size, n, text + out.items[i].at, out.items[i].length);
	}
	return (int)n;
}

void decode_plans(struct trace_plan *plans)
{
	const struct plan_wish wish = {(uint32_t)trace.string_limit, trace.descriptors || trace.path};

	call_plans(plans, names_machine(), &wish);
}

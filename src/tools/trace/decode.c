// SPDX-License-Identifier: GPL-2.0-or-later
#include "decode.h"

#include "calls/plan.h"
#include "calls/text.h"
#include "names.h"
#include "trace.h"

#include <string.h>

static struct call_style style(void)
{
	return (struct call_style){
		.machine = names_machine(),
		.limit = (uint32_t)trace.string_limit,
		.verbose = trace.verbose,
		.raw = trace.raw,
		.names = trace.arg_names || trace.format == TRACE_AS_PERF,
	};
}

int decode_call(char *to, size_t size, const struct trace_row *row)
{
	struct call_style as = style();
	struct text_out out = out_to(to, size);

	call_text(&out, row, &as);
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

int decode_arguments(char *to, size_t size, const struct trace_row *row)
{
	static char text[16384];
	struct call_style as = style();
	struct text_out out = out_to(text, sizeof(text));
	size_t n = 0;

	as.names = false;
	call_text(&out, row, &as);
	for (unsigned i = 0; i < out.nitems; i++) {
		size_t length = out.items[i].length;

		if (n + length + 1 > size)
			break;
		memcpy(to + n, text + out.items[i].at, length);
		n += length;
		to[n++] = '\0';
	}
	return (int)n;
}

/* What the descriptor was is gone when these return. */
static bool closes(const char *name)
{
	return name && (!strcmp(name, "close") || !strcmp(name, "dup2") || !strcmp(name, "dup3"));
}

void decode_plans(struct trace_plan *plans)
{
	const struct plan_wish wish = {(uint32_t)trace.string_limit, trace.descriptors || trace.path};

	call_plans(plans, names_machine(), &wish);
	for (unsigned i = 0; i < TRACE_PLANS; i++)
		if (closes(names_of(i)))
			for (int op = 0; op < TRACE_OPS; op++)
				if (plans[i].ops[op].kind == TRACE_OP_FD && plans[i].ops[op].arg < TRACE_ARGS)
					plans[i].ops[op].when = TRACE_AT_ENTRY;
}

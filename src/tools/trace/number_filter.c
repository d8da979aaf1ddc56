// SPDX-License-Identifier: GPL-2.0-or-later
#include "number_filter.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct text {
	char *to;
	size_t size, length;
};

static void __attribute__((format(printf, 2, 3))) add(struct text *t, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(t->to + t->length, t->size - t->length, format, args);
	va_end(args);
	t->length += (size_t)n;
	if (t->length > t->size - 1)
		t->length = t->size - 1;
}

/* Whose number it is no record says. */
static bool wanted(const struct selection *calls, unsigned number)
{
	return select_has(calls, number) || select_has(calls, number + TRACE_PLAN_NUMBERS);
}

static void add_range(struct text *t, unsigned first, unsigned last)
{
	add(t, t->length > 1 ? " || " : "");
	if (first == last)
		add(t, "id == %u", first);
	else
		add(t, "(id >= %u && id <= %u)", first, last);
}

void number_filter(char *to, size_t size, const struct selection *calls, bool returns)
{
	struct text t = {to, size, 0};

	*to = '\0';
	if (!calls->given)
		return;
	add(&t, "(");
	for (unsigned n = 0, last; n < TRACE_PLAN_NUMBERS; n = last + 1) {
		last = n;
		if (!wanted(calls, n))
			continue;
		while (last + 1 < TRACE_PLAN_NUMBERS && wanted(calls, last + 1))
			last++;
		add_range(&t, n, last);
	}
	add(&t, t.length > 1 ? " || " : ""); /* x32's numbers are the same with another bit */
	add(&t, "id >= %u", calls->set.others ? TRACE_PLAN_NUMBERS : SYSCOUNT_X32);
	add(&t, returns ? " || id == -1)" : ")");
	if (t.length >= size - 1)
		*to = '\0';
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "callers.h"

#include "base/stack_store.h"
#include "session/settings.h"
#include "sys/stack_ends.h"
#include "sys/usyms.h"

#include <ktally/opensnoop.h>
#include <stdio.h>
#include <string.h>

static const struct stored_stack *stack_of(const struct open_row *r)
{
	return r->callers ? stack_store_find(r->callers) : NULL;
}

/* Writes the name of the caller number i. Returns its length; 0: there is none, or no room for it */
static size_t caller(char *to, size_t size, uint32_t pid, const struct stored_stack *stack, uint32_t i)
{
	int n;

	if (!stack || i >= stack->n || size < 2)
		return 0;
	n = usym_name(to, size, pid, stack->frames[i]);
	return n < (int)size ? (size_t)n : size - 1;
}

int open_callers(char *to, size_t size, const struct field *f, const void *row)
{
	const struct open_row *r = row;
	const struct stored_stack *stack = stack_of(r);
	size_t n = caller(to, size, r->pid, stack, 0), more;

	(void)f;
	if (stack && !settings.quiet)
		stack_ends_add(r->pid, stack->frames, stack->n, stack->flags, 1);
	for (uint32_t i = 1; n && n + 3 < size && (more = caller(to + n + 3, size - n - 3, r->pid, stack, i)); i++) {
		memcpy(to + n, " < ", 3);
		n += 3 + more;
	}
	to[n] = '\0';
	return n ? (int)n : snprintf(to, size, "-");
}

int open_stack(char *to, size_t size, const struct field *f, const void *row)
{
	const struct open_row *r = row;
	const struct stored_stack *stack = stack_of(r);
	size_t n = 0, more;

	(void)f;
	for (uint32_t i = 0; n < size && (more = caller(to + n, size - n, r->pid, stack, i)); i++)
		n += more + 1;
	return (int)n;
}

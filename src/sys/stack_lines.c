// SPDX-License-Identifier: GPL-2.0-or-later
#include "stack_lines.h"

#include "ksyms.h"
#include "usyms.h"

#include <ktally/stacks.h>
#include <stdio.h>

#define MARK_ROOM 8 /* for what stands in the place of frames, its end and the NUL */

/* 0: there is no room for it and for a mark */
static size_t put_frame(char *to, size_t size, uint64_t address, uint32_t pid, char end)
{
	size_t room = size > MARK_ROOM ? size - MARK_ROOM : 0;
	int n = pid ? usym_name(to, room, pid, address) : ksym_name(to, room, address);

	if (n < 0 || (size_t)n + 1 >= room)
		return 0;
	to[n] = end;
	return (size_t)n + 1;
}

static size_t put_mark(char *to, size_t size, const char *mark, char end)
{
	return size < MARK_ROOM ? 0 : (size_t)snprintf(to, size, "%s%c", mark, end);
}

size_t stack_lines(char *to, size_t size, const struct stored_stack *stack, uint32_t pid, uint32_t first, char end)
{
	uint32_t i = first, n = stack ? stack->n : 0;
	size_t used = 0, more;

	while (i < n && (more = put_frame(to + used, size - used, stack->frames[i], pid, end))) {
		used += more;
		i++;
	}
	if (!stack)
		used += put_mark(to + used, size - used, "[lost]", end);
	else if (i < n || stack->flags & STACK_CUT)
		used += put_mark(to + used, size - used, "[cut]", end);
	if (used < size)
		to[used] = '\0';
	return used;
}

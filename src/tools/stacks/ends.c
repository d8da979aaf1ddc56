// SPDX-License-Identifier: GPL-2.0-or-later
/* How many of the counted programs' stacks are complete: for a line at the end, as one that is not looks as if it were.
 */
#include "base/escape.h"
#include "base/stack_store.h"
#include "base/units.h"
#include "sys/stack_ends.h"
#include "sys/usyms.h"
#include "stacks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILES 32
#define NAME 256

struct ends {
	uint64_t judged, complete, cut, not_read, lost, early;
	struct {
		char name[NAME];
		uint64_t count;
	} files[FILES]; /* in which those end that are early; the first that came, the last also counts all others */
};

static void count_file(struct ends *e, const struct stored_stack *stack, uint32_t pid, uint64_t count)
{
	char name[NAME] = "";
	size_t i = 0;

	/* The outermost may be no code at all, where a register was taken for a frame pointer */
	for (uint32_t n = stack->n; n && usym_file(name, sizeof(name), pid, stack->frames[n - 1] - (n > 1)) < 0; n--)
		*name = '\0';
	if (!*name)
		snprintf(name, sizeof(name), "code outside files");
	while (i < FILES - 1 && *e->files[i].name && strcmp(e->files[i].name, name))
		i++;
	snprintf(e->files[i].name, NAME, "%s", i < FILES - 1 ? name : "other files");
	e->files[i].count += count;
	e->early += count;
}

/* Frame pointers alone cannot tell where a stack begins: there the names of its outermost functions do. */
static void judge(struct ends *e, uint64_t hash, uint32_t pid, uint64_t count)
{
	const struct stored_stack *stack = hash ? stack_store_find(hash) : NULL;

	if (!hash)
		return;
	e->judged += count;
	if (!stack)
		e->lost += count;
	else if (stack->flags & STACK_CUT)
		e->cut += count;
	else if (stack->flags & STACK_NOT_READ)
		e->not_read += count;
	else if (stack->flags & STACK_COMPLETE || stack_ends_complete(pid, stack->frames, stack->n))
		e->complete += count;
	else
		count_file(e, stack, pid, count);
}

static int put(char *to, size_t size, uint64_t count, const char *what)
{
	char n[32];

	units_grouped(n, sizeof(n), count);
	return count ? snprintf(to, size, "; %s %s", n, what) : 0;
}

static int text(char *to, size_t size, const struct ends *e)
{
	char complete[32], judged[32], name[ESCAPED_SIZE(NAME)], where[ESCAPED_SIZE(NAME) + 80];
	size_t top = 0, n;

	for (size_t i = 1; i < FILES; i++)
		if (e->files[i].count > e->files[top].count)
			top = i;
	escape_text(name, sizeof(name), e->files[top].name, NAME);
	snprintf(where, sizeof(where), "end early, most in %s, whose callers nothing tells", name);
	units_grouped(complete, sizeof(complete), e->complete);
	units_grouped(judged, sizeof(judged), e->judged);
	n = (size_t)snprintf(to, size, "stacks of programs: %s of %s are complete", complete, judged);
	n += (size_t)put(to + n, size - n, e->early, where);
	n += (size_t)put(to + n, size - n, e->not_read, "had only their innermost function, as the program was new");
	n += (size_t)put(to + n, size - n, e->cut, "were cut");
	n += (size_t)put(to + n, size - n, e->lost, "were lost");
	return (int)n;
}

int stacks_note(const struct session *s, char *to, size_t size)
{
	const void **rows = s->dat ? NULL : tally_sorted(s->totals, s->schema->compare); /* a recording has texts */
	struct ends e = {0};

	for (size_t i = 0; rows && i < tally_count(s->totals); i++) {
		const struct stack_key *key = rows[i];

		judge(&e, key->user, key->pid, schema_count(s->schema, rows[i]));
	}
	free(rows);
	/* One in a hundred changes no picture */
	return e.judged && (s->set->stats || e.complete < e.judged - e.judged / 100) ? text(to, size, &e) : 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "folded.h"

#include "base/escape.h"
#include "base/frame_text.h"
#include "base/log.h"
#include "base/tally.h"
#include "render/stack_rows.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

#define STACK_TEXT 65536 /* a record has less */

struct stack {
	UT_hash_handle hh;
	uint64_t count;
	char text[];
};

struct folding {
	const struct schema *schema;
	const struct field *stack, *comm;
	struct stack *stacks;
};

/* A stack as a row has it: an array of functions, lines, or folded already: where that can be with their kinds */
static const struct field *stack_of(const struct schema *s)
{
	const struct field *stack = schema_stack(s);

	for (size_t i = 0; i < s->nfields && !stack; i++) {
		const struct field *f = &s->fields[i];

		if (f->flags & FIELD_OFF || f->kind != FIELD_TEXT)
			continue;
		if (!strcmp(f->name, "folded") || (!strcmp(f->name, "stack") && f->flags & (FIELD_ITEMS | FIELD_LINES)))
			return f;
	}
	return stack;
}

static size_t add_frame(char *to, size_t size, size_t n, const char *frame, size_t length)
{
	char safe[ESCAPED_SIZE(256)];
	int more;

	if (!length)
		return n;
	escape_text(safe, sizeof(safe), frame, length < 256 ? length : 256);
	for (char *c = safe; *c; c++)
		*c = *c == ';' ? ':' : *c;
	more = snprintf(to + n, size - n, "%s%s", n ? ";" : "", safe);
	return more > 0 && (size_t)more < size - n ? n + (size_t)more : n;
}

/* The innermost frame comes first in a row, and last here. */
static void fold(char *to, size_t size, size_t n, const char *text, size_t length, char end)
{
	while (length) {
		const char *before = memrchr(text, end, length);
		size_t start = before ? (size_t)(before - text) + 1 : 0;

		n = add_frame(to, size, n, text + start, length - start);
		length = before ? start - 1 : 0;
	}
	to[n] = '\0';
}

/* Without the files, which no other program knows */
static void strip(char *to, size_t size, const char *text, size_t length)
{
	struct frames frames = frames_of(text, length, true);
	char shown[256];
	struct frame f;
	size_t n = 0;

	while (frames_next(&frames, &text, &length)) {
		frame_read(&f, text, length);
		snprintf(shown, sizeof(shown), "%.*s%s", (int)(f.function_n < 240 ? f.function_n : 240), f.function,
				 frame_end(f.kind));
		n = add_frame(to, size, n, shown, strlen(shown));
	}
	to[n] = '\0';
}

static int count(struct folding *f, const char *text, uint64_t n)
{
	struct stack *s;

	HASH_FIND_STR(f->stacks, text, s);
	if (!s) {
		s = calloc(1, sizeof(*s) + strlen(text) + 1);
		if (!s)
			return -ENOMEM;
		strcpy(s->text, text);
		HASH_ADD_STR(f->stacks, text, s);
	}
	s->count += n;
	return 0;
}

static int on_row(void *folding, const void *row, uint64_t time_ns)
{
	static char text[STACK_TEXT], folded[STACK_TEXT], comm[64];
	struct folding *f = folding;
	size_t length, n = 0;

	(void)time_ns;
	if (!row)
		return 0;
	length = (size_t)field_text(text, sizeof(text), f->stack, row);
	if (f->stack->flags & FIELD_STACK) {
		strip(folded, sizeof(folded), text, length);
	} else if (!strcmp(f->stack->name, "folded")) {
		escape_text(folded, sizeof(folded), text, length);
	} else {
		int named = f->comm ? field_text(comm, sizeof(comm), f->comm, row) : 0;

		n = add_frame(folded, sizeof(folded), 0, comm, (size_t)named);
		fold(folded, sizeof(folded), n, text, length, f->stack->flags & FIELD_ITEMS ? '\0' : '\n');
	}
	return count(f, folded, f->schema->key_size ? stack_rows_weight(f->schema, row) : 1);
}

static void print_all(struct folding *f)
{
	struct stack *s = f->stacks, *next;

	HASH_CLEAR(hh, f->stacks); /* the table; stacks keep their links */
	for (; s; s = next) {
		next = s->hh.next;
		printf("%s %" PRIu64 "\n", s->text, s->count);
		free(s);
	}
}

int folded_export(struct loaded *l)
{
	struct folding f = {.schema = columns_schema(l->columns)};
	int err;

	f.stack = stack_of(f.schema);
	if (!f.stack)
		return fail(EXIT_USAGE, "%s has no stacks: record it with the tool's option for them", dat_name(l->dat));
	for (size_t i = 0; i < f.schema->nfields; i++)
		if (!strcmp(f.schema->fields[i].name, "comm") && f.schema->fields[i].kind == FIELD_CHARS)
			f.comm = &f.schema->fields[i];
	err = load_each(l, on_row, &f);
	print_all(&f);
	return err < 0 ? EXIT_FAILED : EXIT_DONE;
}

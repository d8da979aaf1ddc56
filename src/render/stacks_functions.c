// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/log.h"
#include "stack_rows.h"
#include "stacks.h"
#include "row_table.h"
#include "terminal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOP 20	/* rows, where no option says more */
#define NAME 28 /* columns of a function, at least where there is room; at most WIDE */
#define WIDE 80
#define OTHERS 52 /* columns of all others */

/* A row of the table */
struct function {
	uint64_t self, total;
	uint64_t all; /* that was counted */
	const struct stack_name *name;
};

static int share(char *to, size_t size, const struct field *f, const void *row)
{
	const struct function *one = row;

	return snprintf(to, size, "%.1f%%", stack_rows_percent((uint64_t)field_integer(f, row), one->all));
}

static int function(char *to, size_t size, const struct field *f, const void *row)
{
	const struct function *one = row;

	(void)f;
	return snprintf(to, size, "%.*s", STACKS_NAME, one->name->text);
}

/* Where no file is known, what the code is */
static int file(char *to, size_t size, const struct field *f, const void *row)
{
	static const char *const kinds[FRAME_KINDS] = {
		[FRAME_USER] = "",		   [FRAME_KERNEL] = "[kernel]", [FRAME_JIT] = "[jit]", [FRAME_INLINED] = "[inlined]",
		[FRAME_WAKER] = "[waker]", [FRAME_COMMAND] = "",
	};
	const struct stack_name *name = ((const struct function *)row)->name;

	(void)f;
	if (!*name->file)
		return snprintf(to, size, "%s", kinds[name->kind]);
	return snprintf(to, size, name->kind == FRAME_KERNEL ? "[%.*s]" : "%.*s", STACKS_NAME, name->file);
}

/* Counts and times have the same columns. */
static struct field fields[] = {
	FIELD(struct function, self, FIELD_U64, 0, 8),
	FIELD_MADE_OF("self_share", struct function, self, share, 0, 6, .title = "SELF%"),
	FIELD(struct function, total, FIELD_U64, 0, 8),
	FIELD_MADE_OF("total_share", struct function, total, share, 0, 6, .title = "TOTAL%", .spare = 2),
	FIELD_MADE("function", function, 0, -NAME, .least = 12),
	FIELD_MADE("file", file, 0, 0, .spare = 1),
};

static const struct schema schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct function)};

static int name_width(int room)
{
	return room < NAME ? NAME : room > WIDE ? WIDE : room;
}

void stacks_functions_begin(const struct session *s)
{
	struct session table = *s;

	if (terminal_is())
		fields[4].width = -name_width(terminal_width() - 1 - OTHERS);
	fields[0].kind = fields[2].kind = stack_rows_timed(s) ? FIELD_NS : FIELD_U64;
	table.schema = &schema;
	row_table_begin(&table);
}

/* The most comes last: of what was counted in the function itself, then of what it called too */
static int by_self(const void *a, const void *b)
{
	const struct function *x = *(const struct function *const *)a, *y = *(const struct function *const *)b;
	int order;

	if (x->self != y->self)
		return x->self < y->self ? -1 : 1;
	if (x->total != y->total)
		return x->total < y->total ? -1 : 1;
	order = strcmp(x->name->text, y->name->text);
	return order ? order : strcmp(x->name->file, y->name->file);
}

/* Commands are no functions: what is counted in them are stacks without any. */
static size_t collect(struct function *rows, const struct function **list, const struct stack_tree *t, uint64_t *none)
{
	size_t n = 0;

	for (size_t i = 0; i < t->nnames; i++) {
		const struct stack_name *name = &t->names[i];

		if (name->kind == FRAME_COMMAND) {
			*none += name->self;
			continue;
		}
		rows[n] = (struct function){name->self, name->total, t->nodes[0].total, name};
		list[n] = &rows[n];
		n++;
	}
	qsort(list, n, sizeof(*list), by_self);
	return n;
}

static void tell(const struct function *const *list, size_t hidden, uint64_t none, uint64_t all)
{
	uint64_t self = 0;

	for (size_t i = 0; i < hidden; i++)
		self += list[i]->self;
	if (hidden)
		printf("(%zu more functions, with %.1f%% of SELF)\n", hidden, stack_rows_percent(self, all));
	if (none)
		printf("(%.1f%% have no stack)\n", stack_rows_percent(none, all));
}

void stacks_functions(const struct session *s, const struct stack_tree *t)
{
	struct function *rows = calloc(t->nnames + 1, sizeof(*rows));
	const struct function **list = calloc(t->nnames + 1, sizeof(*list));
	struct session table = *s;
	uint64_t none = 0;
	size_t n, top = s->render.top ? s->render.top : TOP;

	table.schema = &schema;
	if (rows && list) {
		n = collect(rows, list, t, &none);
		top = n < top ? n : top;
		row_table_print(&table, (const void *const *)list + n - top, top);
		tell(list, n - top, none, t->nodes[0].total);
	} else {
		fail(-ENOMEM, "out of memory");
	}
	free(rows);
	free(list);
}

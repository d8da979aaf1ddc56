// SPDX-License-Identifier: GPL-2.0-or-later
#include "signature.h"

#include "probe/btf_names.h"
#include "probe/show.h"
#include "sys/errnos.h"
#include "sys/ksyms.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

#define NAME 32
#define UNKNOWN_PLACE (-2) /* of an argument */

struct value {
	char name[NAME];
	int word; /* the register, from 0 */
	struct probe_fetch fetch;
	enum probe_show show;
	uint32_t btf_type; /* of SHOW_ENUM */
};

struct signature {
	UT_hash_handle hh;
	uint64_t function;
	bool typed, returns;
	unsigned n;
	struct value arguments[GRAPH_ARGUMENTS], result;
};

static struct signature *signatures;

/* ---- types ---- */

/* Of a pointer only the pointer: what it leads to has changed since. */
static bool find_type(struct value *v, const char *function, const char *expression, bool is_return)
{
	struct probe_type type;
	struct why why;

	v->word = UNKNOWN_PLACE;
	if (btf_argument(function, text_begin(expression, "argument"), is_return, &v->fetch, &v->word, &type, &why))
		return false;
	v->show = type.show;
	v->btf_type = type.type;
	if (v->fetch.noffsets || v->fetch.kind != PROBE_NUMBER) {
		v->fetch = (struct probe_fetch){.size = sizeof(uint64_t)};
		v->show = SHOW_HEX;
	}
	return true;
}

struct adding {
	struct signature *to;
	const char *function;
};

static int add_argument(void *arg, const char *name)
{
	const struct adding *adding = arg;
	struct value *v = &adding->to->arguments[adding->to->n];

	if (adding->to->n == GRAPH_ARGUMENTS)
		return 1;
	snprintf(v->name, sizeof(v->name), "%s", name);
	find_type(v, adding->function, name, false);
	adding->to->n++;
	return 0;
}

/* A compiler's copy of a function may take other arguments, and return something else. */
static void find_types(struct signature *s)
{
	struct adding adding = {s, NULL};
	char function[128];
	struct why why;

	ksym_name(function, sizeof(function), s->function);
	adding.function = function;
	if (strchr(function, '.') || btf_arguments(function, add_argument, &adding, NULL, &why) < 0)
		return;
	s->typed = true;
	s->returns = find_type(&s->result, function, "$retval", true);
}

/* NULL: no memory */
static const struct signature *signature_of(uint64_t function)
{
	struct signature *found;

	HASH_FIND(hh, signatures, &function, sizeof(function), found);
	if (found)
		return found;
	found = calloc(1, sizeof(*found));
	if (!found)
		return NULL;
	found->function = function;
	find_types(found);
	HASH_ADD(hh, signatures, function, sizeof(function), found);
	return found;
}

void signatures_free(void)
{
	struct signature *s, *next;

	HASH_ITER (hh, signatures, s, next) {
		HASH_DEL(signatures, s);
		free(s);
	}
}

/* ---- text ---- */

static int value_text(char *to, size_t size, const struct value *v, uint64_t raw)
{
	return show_value(to, size, v->show, v->btf_type, probe_finish(&v->fetch, raw));
}

/* As the kernel prints them without types */
static int registers_text(char *to, size_t size, const struct graph_row *row, char between)
{
	int at = 0;

	for (unsigned i = 0; i < row->narguments && at < (int)size; i++)
		if (between)
			at += snprintf(to + at, size - (size_t)at, "%s0x%" PRIx64, i ? ", " : "", row->arguments[i]);
		else
			at += snprintf(to + at, size - (size_t)at, "%u%c0x%" PRIx64 "%c", i + 1, '\0', row->arguments[i], '\0');
	return at < (int)size ? at : (int)size - 1;
}

static int argument_text(char *to, size_t size, const struct value *v, const struct graph_row *row)
{
	if (v->word < 0 || v->word >= (int)row->narguments)
		return snprintf(to, size, "?");
	return value_text(to, size, v, row->arguments[v->word]);
}

int signature_arguments(char *to, size_t size, const struct graph_row *row, char between)
{
	const struct signature *s = signature_of(row->function);
	char value[128];
	int at = 0;

	*to = '\0';
	if (!s || !s->typed)
		return registers_text(to, size, row, between);
	for (unsigned i = 0; i < s->n && at < (int)size; i++) {
		argument_text(value, sizeof(value), &s->arguments[i], row);
		if (between)
			at += snprintf(to + at, size - (size_t)at, "%s%s%c%s", i ? ", " : "", s->arguments[i].name, between, value);
		else
			at += snprintf(to + at, size - (size_t)at, "%s%c%s%c", s->arguments[i].name, '\0', value, '\0');
	}
	return at < (int)size ? at : (int)size - 1;
}

bool signature_returns(const struct graph_row *row)
{
	const struct signature *s = row->has_result ? signature_of(row->function) : NULL;

	return s && (!s->typed || s->returns);
}

/* Without a type it may be an int, whose upper half is anything. */
int64_t signature_number(const struct graph_row *row)
{
	const struct signature *s = signature_of(row->function);

	if (s && s->typed)
		return (int64_t)probe_finish(&s->result.fetch, row->result);
	return row->result >> 32 ? (int64_t)row->result : (int32_t)row->result;
}

int signature_result(char *to, size_t size, const struct graph_row *row)
{
	const struct signature *s = signature_of(row->function);
	enum probe_show show = s && s->typed ? s->result.show : SHOW_HEX;
	char name[32];

	if (errno_result(row->ret) && (show == SHOW_SIGNED || show == SHOW_HEX)) {
		kernel_errno_name(name, sizeof(name), (uint32_t)-row->ret);
		return snprintf(to, size, "-%s", name);
	}
	if (!s || !s->typed)
		return snprintf(to, size, "0x%" PRIx64, row->result);
	return show_value(to, size, show, s->result.btf_type, (uint64_t)row->ret);
}

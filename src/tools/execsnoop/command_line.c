// SPDX-License-Identifier: GPL-2.0-or-later
#include "command_line.h"

#include <stdio.h>
#include <string.h>

#define MARK " [...]"

struct line {
	char *to;
	size_t n, size; /* size: without the room for a mark */
	bool full;
};

static void add(struct line *l, const char *text, size_t n)
{
	if (n > l->size - l->n) {
		n = l->size - l->n;
		l->full = true;
	}
	memcpy(l->to + l->n, text, n);
	l->n += n;
}

static bool needs_quotes(const char *arg)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./_-";

	return !*arg || arg[strspn(arg, plain)];
}

/* 'it'"'"'s': no backslash, which the renderers would escape again */
static void add_quoted(struct line *l, const char *arg)
{
	add(l, "'", 1);
	for (const char *quote; (quote = strchr(arg, '\'')); arg = quote + 1) {
		add(l, arg, (size_t)(quote - arg));
		add(l, "'\"'\"'", 5);
	}
	add(l, arg, strlen(arg));
	add(l, "'", 1);
}

int command_line(char *to, size_t size, const struct exec_row *row, uint64_t max_args, bool quote)
{
	struct line l = {to, 0, size - sizeof(MARK), false};
	const char *at = row->args, *end = row->args + row->length;
	char arg[EXEC_ARGS + 1];
	uint64_t n = 0;

	for (; at < end && !l.full && (!max_args || n <= max_args); n++) {
		size_t length = strnlen(at, (size_t)(end - at)); /* the last one has no NUL where it was cut */

		if (length >= sizeof(arg))
			length = sizeof(arg) - 1;
		memcpy(arg, at, length);
		arg[length] = '\0';
		at += length + 1;
		if (n)
			add(&l, " ", 1);
		if (quote && needs_quotes(arg))
			add_quoted(&l, arg);
		else
			add(&l, arg, length);
	}
	if (row->unreadable)
		return (int)l.n + snprintf(to + l.n, size - l.n, "%s[?]", n ? " " : "");
	return (int)l.n + snprintf(to + l.n, size - l.n, "%s", row->cut || l.full || at < end ? MARK : "");
}

/* Bytes of the row's first arguments; at most max_args after the very first (0: all) */
static size_t bytes_of_first(const struct exec_row *row, uint64_t max_args)
{
	size_t at = 0;

	for (uint64_t n = 0; at < row->length && (!max_args || n <= max_args); n++)
		at += strnlen(row->args + at, row->length - at) + 1;
	return at < row->length ? at : row->length;
}

int command_words(char *to, size_t size, const struct exec_row *row, uint64_t max_args)
{
	size_t n = bytes_of_first(row, max_args);

	if (n >= size)
		n = size - 1;
	memcpy(to, row->args, n);
	to[n] = '\0';
	return (int)n;
}

bool command_is_cut(const struct exec_row *row, uint64_t max_args)
{
	return row->cut || row->unreadable || bytes_of_first(row, max_args) < row->length;
}

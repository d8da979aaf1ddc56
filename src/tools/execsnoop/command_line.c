// SPDX-License-Identifier: GPL-2.0-or-later
#include "command_line.h"

#include "base/escape.h"

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

/* A shell takes some words for its own only where a command begins. */
static bool reserved(const char *arg)
{
	static const char *const words[] = {"if",	 "then",  "elif", "else",	"fi", "do",		  "done",	"case", "esac",
										"while", "until", "for",  "select", "in", "function", "coproc", "time"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(arg, words[i]))
			return true;
	return strchr(arg, '=');
}

static bool needs_quotes(const char *arg, bool first)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./_-";

	return !*arg || arg[strspn(arg, plain)] || (first && reserved(arg));
}

/* The pieces between single quotes, each as escape_text() makes it if `escaped`, and `quote` in place of these */
static void add_pieces(struct line *l, const char *arg, bool escaped, const char *quote)
{
	static char text[ESCAPED_SIZE(EXEC_ARGS)];

	for (size_t n;; arg += n + 1) {
		n = strcspn(arg, "'");
		if (escaped)
			add(l, text, escape_text(text, sizeof(text), arg, n));
		else
			add(l, arg, n);
		if (!arg[n])
			return;
		add(l, quote, strlen(quote));
	}
}

/* Would a terminal get anything else than these bytes? A backslash is one. */
static bool unprintable(const char *arg)
{
	static char text[ESCAPED_SIZE(EXEC_ARGS)];
	size_t length = escape_text(text, sizeof(text), arg, strlen(arg));

	for (const char *c = arg; (c = strchr(c, '\\')); c++)
		length--;
	return length != strlen(arg);
}

/* 'it'\''s', or $'line\n' with the escapes of escape_text(), which are also the shell's */
static void add_quoted(struct line *l, const char *arg)
{
	bool escaped = unprintable(arg);

	add(l, escaped ? "$'" : "'", 1 + escaped);
	add_pieces(l, arg, escaped, escaped ? "\\'" : "'\\''");
	add(l, "'", 1);
}

int command_line(char *to, size_t size, const struct exec_row *row, uint64_t max_args, enum quoting quote)
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
		if (quote == QUOTE_ALL || (quote == QUOTE_NEEDED && needs_quotes(arg, !n)))
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

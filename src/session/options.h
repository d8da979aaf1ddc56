/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options.h - typed option tables: parsing, range checks, and the help text made from them. Pure but
 * for the messages it prints.
 */
#ifndef KTALLY_OPTIONS_H
#define KTALLY_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum opt_type {
	OPT_TYPE_END,
	OPT_TYPE_FLAG,
	OPT_TYPE_NUMBER,
	OPT_TYPE_TEXT,
	OPT_TYPE_DURATION,
	OPT_TYPE_PARSED,
	OPT_TYPE_MAYBE
};

struct opt {
	enum opt_type type;
	char letter;	   /* 0: long form only */
	const char *name;  /* long form */
	const char *value; /* its name in the help; NULL for flags */
	void *to;
	const char *help;
	uint64_t min, max; /* numbers */
	int (*parse)(void *to,
				 const char *text); /* OPT_PARSED: 0, or -errno after fail(); of OPT_MAYBE the text may be NULL */
};

/* The destination's type is checked at compile time: (type *) in the second operand must match. */
#define OPT_TO(type, p) (true ? (p) : (type *)0)
#define OPT_FLAG(l, n, p, h)                                      \
	{                                                             \
		OPT_TYPE_FLAG, l, n, NULL, OPT_TO(bool, p), h, 0, 0, NULL \
	}
#define OPT_NUMBER(l, n, v, p, lo, hi, h)                              \
	{                                                                  \
		OPT_TYPE_NUMBER, l, n, v, OPT_TO(uint64_t, p), h, lo, hi, NULL \
	}
#define OPT_TEXT(l, n, v, p, h)                                        \
	{                                                                  \
		OPT_TYPE_TEXT, l, n, v, OPT_TO(const char *, p), h, 0, 0, NULL \
	}
/* nanoseconds; "5", "0.5", "10s", "2m", "250ms": a plain number is seconds */
#define OPT_DURATION(l, n, v, p, h)                                    \
	{                                                                  \
		OPT_TYPE_DURATION, l, n, v, OPT_TO(uint64_t, p), h, 0, 0, NULL \
	}
#define OPT_PARSED(l, n, v, p, f, h)            \
	{                                           \
		OPT_TYPE_PARSED, l, n, v, p, h, 0, 0, f \
	}
/* its value is optional and follows '=': --name or --name=VALUE */
#define OPT_MAYBE(l, n, v, p, f, h)            \
	{                                          \
		OPT_TYPE_MAYBE, l, n, v, p, h, 0, 0, f \
	}
#define OPT_END              \
	{                        \
		.type = OPT_TYPE_END \
	}

/*
 * Several tables are one set. A letter that an earlier table has taken is only known by its long name in
 * a later one: a tool's own letters win over the common ones. End `tables` with NULL.
 *
 * Returns the index of the first argument that is no option (arguments are permuted unless `stop_early`,
 * for tools whose arguments are a command), or -EINVAL after one line on stderr.
 */
int options_parse(const struct opt *const *tables, int argc, char **argv, bool stop_early);

/* "  -p, --pid PID     help" for every option of one table, without letters that `before` took */
void options_help(FILE *out, const struct opt *const *before, const struct opt *table);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * options.h - typed option tables: parsing, range checks, and the help text made from them. Pure, except for the
 * messages that it prints.
 */
#pragma once

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
	OPT_TYPE_MAYBE,
	OPT_TYPE_NOTE
};

struct opt {
	enum opt_type type;
	char letter;	   /* 0: long form only */
	const char *name;  /* long form */
	const char *value; /* its name in the help; NULL for flags */
	void *to;
	const char *help;
	uint64_t min, max; /* numbers */
	/* for OPT_PARSED and OPT_MAYBE, whose text may be NULL. 0, or -errno after fail() */
	int (*parse)(void *to, const char *text);
	bool rare;		/* of a tool's own option: only its name is in the short help */
	char elsewhere; /* its letter in bcc's tool of the same name, where that is not its letter here; 0: none */
};

/* The destination's type is checked at compile time: (type *) in the second operand must match. Other members of
 * struct opt may follow in each of them: .elsewhere = 'c'. */
#define OPT_TO(type, p) (true ? (p) : (type *)0)
#define OPT_OF(type_, l, n, v, p, h, ...)                                                    \
	{                                                                                        \
		.type = type_, .letter = l, .name = n, .value = v, .to = p, .help = h, ##__VA_ARGS__ \
	}
#define OPT_FLAG(l, n, p, h, ...) OPT_OF(OPT_TYPE_FLAG, l, n, NULL, OPT_TO(bool, p), h, ##__VA_ARGS__)
#define OPT_NUMBER(l, n, v, p, lo, hi, h, ...) \
	OPT_OF(OPT_TYPE_NUMBER, l, n, v, OPT_TO(uint64_t, p), h, .min = lo, .max = hi, ##__VA_ARGS__)
#define OPT_TEXT(l, n, v, p, h, ...) OPT_OF(OPT_TYPE_TEXT, l, n, v, OPT_TO(const char *, p), h, ##__VA_ARGS__)
/* nanoseconds; "5", "0.5", "10s", "2m", "250ms": a plain number is seconds */
#define OPT_DURATION(l, n, v, p, h, ...) OPT_OF(OPT_TYPE_DURATION, l, n, v, OPT_TO(uint64_t, p), h, ##__VA_ARGS__)
#define OPT_PARSED(l, n, v, p, f, h, ...) OPT_OF(OPT_TYPE_PARSED, l, n, v, p, h, .parse = f, ##__VA_ARGS__)
/* its value is optional and follows '=': --name or --name=VALUE; its letter never has one */
#define OPT_MAYBE(l, n, v, p, f, h, ...) OPT_OF(OPT_TYPE_MAYBE, l, n, v, p, h, .parse = f, ##__VA_ARGS__)
/* No option, and in no help: what is said to a letter that is none here, behind "unknown option -m " */
#define OPT_NOTE(l, note)                                   \
	{                                                       \
		.type = OPT_TYPE_NOTE, .help = note, .elsewhere = l \
	}
/* The same for a long word */
#define OPT_WORD(word, note)                              \
	{                                                     \
		.type = OPT_TYPE_NOTE, .name = word, .help = note \
	}
#define OPT_END              \
	{                        \
		.type = OPT_TYPE_END \
	}

/*
 * Several tables make one set. End `tables` with NULL. If an earlier table has taken a letter, an option of a
 * later table keeps only its long name: a tool's own letters win over the common ones.
 *
 * Returns the index of the first argument that is no option, or -EINVAL after one line on stderr. It permutes the
 * arguments unless `stop_early` is set, for tools whose arguments are a command.
 */
int options_parse(const struct opt *const *tables, int argc, char **argv, bool stop_early);

/* The tool's own options that were given, in order: those of the first table. NULL: none. Static memory */
struct opt_given {
	const char *name, *value; /* value: NULL for a flag */
	const struct opt_given *next;
};
const struct opt_given *options_given(void);

/* The option, or the note, of a table for the letter of bcc's tool; NULL: none */
const struct opt *options_elsewhere(const struct opt *table, int letter);

/* Prints "  -p, --pid PID     help" for every option of one table. Where `before` took its letter, the help says for
 * which option. */
void options_help(FILE *out, const struct opt *const *before, const struct opt *table);
/* Prints the same options without their help, several in a line, behind a heading. */
void options_names(FILE *out, const char *heading, const struct opt *const *before, const struct opt *table);
/* Prints the same options for the completion of shells, each on a line: --name, -l, VALUE, "maybe" where the value may
 * be missing, and the help, with a tab between them. */
void options_lines(FILE *out, const struct opt *const *before, const struct opt *table);

// SPDX-License-Identifier: GPL-2.0-or-later
#include "options.h"

#include "base/log.h"
#include "base/near.h"
#include "base/numbers.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OPTIONS_MAX 96
/* getopt_long() returns LONG + index for a long form, so that errors can tell it from a letter */
#define LONG 256

/* All tables in one, with the letters that remain usable */
struct option_set {
	const struct opt *opts[OPTIONS_MAX];
	char letters[OPTIONS_MAX]; /* 0: none */
	int n;
	struct option longs[OPTIONS_MAX + 1];
	char shorts[2 * OPTIONS_MAX + 3];
};

static bool taken(const struct option_set *set, char letter)
{
	for (int i = 0; i < set->n; i++)
		if (set->letters[i] == letter)
			return true;
	return false;
}

static int argument_of(const struct opt *o)
{
	if (o->type == OPT_TYPE_MAYBE)
		return optional_argument;
	return o->value ? required_argument : no_argument;
}

static void set_add(struct option_set *set, const struct opt *o)
{
	int i = set->n;
	char *s = set->shorts + strlen(set->shorts);

	if (i == OPTIONS_MAX)
		abort();
	set->opts[i] = o;
	set->letters[i] = o->letter && !taken(set, o->letter) ? o->letter : 0;
	set->longs[i] = (struct option){o->name, argument_of(o), NULL, LONG + i};
	if (set->letters[i]) {
		*s++ = o->letter;
		if (argument_of(o) == required_argument)
			*s = ':';
	}
	set->n++;
}

static void set_fill(struct option_set *set, const struct opt *const *tables)
{
	for (; *tables; tables++)
		for (const struct opt *o = *tables; o->type != OPT_TYPE_END; o++)
			if (o->type != OPT_TYPE_NOTE)
				set_add(set, o);
}

/* Reports "-p 12abc" as "--pid 12abc", as the user would look it up. */
static int bad_value(const struct opt *o, const char *text, int err)
{
	if (err == -ERANGE && o->type == OPT_TYPE_NUMBER)
		return fail(-EINVAL, "--%s %s: must be a number from %llu to %llu", o->name, text, (unsigned long long)o->min,
					(unsigned long long)o->max);
	if (o->type == OPT_TYPE_DURATION)
		return fail(-EINVAL, "--%s %s: not a duration; write 5, 0.5, 10s, 250ms or 2m", o->name, text);
	return fail(-EINVAL, "--%s %s: not a number", o->name, text);
}

static int store(const struct opt *o, const char *text)
{
	int err = 0;

	switch (o->type) {
	case OPT_TYPE_FLAG:
		*(bool *)o->to = true;
		return 0;
	case OPT_TYPE_NUMBER:
		err = parse_number(text, o->min, o->max, o->to);
		break;
	case OPT_TYPE_DURATION:
		err = parse_duration(text, o->to);
		break;
	case OPT_TYPE_TEXT:
		*(const char **)o->to = text;
		return 0;
	case OPT_TYPE_PARSED:
	case OPT_TYPE_MAYBE:
		return o->parse(o->to, text);
	case OPT_TYPE_NOTE:
	case OPT_TYPE_END:
		break;
	}
	return err ? bad_value(o, text, err) : 0;
}

/* Writes "--stats, --strict" for those that begin with the letters typed. Returns how many. */
static int beginning(char *to, size_t size, const struct option_set *set, const char *typed, size_t length)
{
	size_t n = 0;
	int found = 0;

	for (int i = 0; i < set->n; i++)
		if (!strncmp(set->opts[i]->name, typed, length) && n < size)
			n += (size_t)snprintf(to + n, size - n, "%s--%s", found++ ? ", " : "", set->opts[i]->name);
	return found;
}

static const struct opt *note_of(const struct opt *table, const char *name)
{
	for (; table->type != OPT_TYPE_END; table++)
		if (table->type == OPT_TYPE_NOTE && table->name && !strcmp(table->name, name))
			return table;
	return NULL;
}

/* getopt() does not tell a name that no option has from one that several begin with. */
static int refuse_name(const struct option_set *set, const struct opt *own, const char *word)
{
	const char *typed = word + 2;
	size_t length = strcspn(typed, "=");
	char names[512], name[64];
	struct nearest near;

	if (length && beginning(names, sizeof(names), set, typed, length) > 1)
		return fail(-EINVAL, "option --%.*s is ambiguous: %s", (int)length, typed, names);
	snprintf(name, sizeof(name), "%.*s", (int)length, typed);
	if (note_of(own, name))
		return fail(-EINVAL, "unknown option --%s %s", name, note_of(own, name)->help);
	nearest_begin(&near, name);
	for (int i = 0; i < set->n; i++)
		nearest_offer(&near, set->opts[i]->name);
	if (nearest_name(&near))
		return fail(-EINVAL, "unknown option --%s; did you mean --%s? see --help", name, nearest_name(&near));
	return fail(-EINVAL, "unknown option %s; see --help", word);
}

const struct opt *options_elsewhere(const struct opt *table, int letter)
{
	for (; table->type != OPT_TYPE_END; table++)
		if (letter && table->elsewhere == letter)
			return table;
	return NULL;
}

static int refuse_valueless(const struct option_set *set, const struct opt *own, int letter)
{
	const struct opt *other = options_elsewhere(own, letter);
	int i = 0;

	while (set->letters[i] != letter)
		i++;
	if (other && other->name)
		return fail(-EINVAL, "option -%c (--%s) needs a value; bcc's -%c is --%s here", letter, set->opts[i]->name,
					letter, other->name);
	return fail(-EINVAL, "option -%c (--%s) needs a value; see --help", letter, set->opts[i]->name);
}

static bool is_program(const char *word)
{
	char path[PATH_MAX];

	for (const char *folder = getenv("PATH"); folder && *folder; folder += *folder == ':') {
		int n = (int)strcspn(folder, ":");

		snprintf(path, sizeof(path), "%.*s/%s", n, folder, word);
		if (*word && !strchr(word, '/') && !access(path, X_OK))
			return true;
		folder += n;
	}
	return false;
}

/* The word before the one that has the refused letter, which getopt() is still in or has passed. NULL: an option, or
 * the value of one */
static const char *word_before(char **argv, int letter, const char *value)
{
	const char *last = argv[optind - 1];
	int at = *last == '-' && last[1] && last[strlen(last) - 1] == letter ? optind - 2 : optind - 1;

	return at > 0 && *argv[at] != '-' && argv[at] != value ? argv[at] : NULL;
}

/* before: the word before the option, or NULL */
static int refuse_letter(const struct opt *const *tables, int letter, const char *before)
{
	const struct opt *other = NULL;

	for (; *tables && !other; tables++)
		other = options_elsewhere(*tables, letter);
	if (before && is_program(before))
		return fail(-EINVAL, "unknown option -%c; if %s is a command: -- %s -%c", letter, before, before, letter);
	if (other && other->type == OPT_TYPE_NOTE)
		return fail(-EINVAL, "unknown option -%c %s", letter, other->help);
	if (other)
		return fail(-EINVAL, "unknown option -%c; bcc's -%c is --%s here", letter, letter, other->name);
	return fail(-EINVAL, "unknown option -%c; see --help", letter);
}

/* last: the value of the option before it, or NULL */
static int refuse(const struct option_set *set, const struct opt *const *tables, int value, char **argv,
				  const char *last)
{
	const char *what = argv[optind - 1];

	if (optopt && optopt < LONG) { /* not `what`: in a bundle of letters it may be the word before */
		if (value == ':')
			return refuse_valueless(set, tables[0], optopt);
		return refuse_letter(tables, optopt, word_before(argv, optopt, last));
	}
	if (value == ':')
		return fail(-EINVAL, "option %s needs a value; see --help", what);
	if (optopt)
		return fail(-EINVAL, "option %s takes no value; see --help", what);
	return refuse_name(set, tables[0], what);
}

/* value: what getopt_long() returned */
static const struct opt *found(const struct option_set *set, int value)
{
	for (int i = 0; i < set->n; i++)
		if (value == LONG + i || value == set->letters[i])
			return set->opts[i];
	return NULL;
}

#define GIVEN 64 /* more of them cannot be recorded */
static struct opt_given given[GIVEN];
static size_t ngiven;

const struct opt_given *options_given(void)
{
	return ngiven ? given : NULL;
}

static void note(const struct opt *own, const struct opt *o, const char *value)
{
	while (own->type != OPT_TYPE_END && own != o)
		own++;
	if (own->type == OPT_TYPE_END || ngiven == GIVEN)
		return;
	given[ngiven] = (struct opt_given){o->name, value, NULL};
	if (ngiven)
		given[ngiven - 1].next = &given[ngiven];
	ngiven++;
}

int options_parse(const struct opt *const *tables, int argc, char **argv, bool stop_early)
{
	struct option_set set = {.shorts = "+:"};
	const char *last = NULL;
	int value;

	if (!stop_early)
		strcpy(set.shorts, ":");
	set_fill(&set, tables);
	ngiven = 0;
	optind = 0; /* glibc: start over, also when called for the second time */
	opterr = 0;
	while ((value = getopt_long(argc, argv, set.shorts, set.longs, NULL)) != -1) {
		const struct opt *o = found(&set, value);

		if (value == '?' || value == ':')
			return refuse(&set, tables, value, argv, last);
		if (!o || store(o, optarg))
			return -EINVAL;
		last = optarg;
		note(tables[0], o, optarg);
	}
	return optind;
}

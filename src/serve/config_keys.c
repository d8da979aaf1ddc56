// SPDX-License-Identifier: GPL-2.0-or-later
#include "config_parser.h"
#include "config_words.h"

#include "base/near.h"
#include "base/numbers.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SERIES 100000

int config_no_memory(struct config_parser *p)
{
	return because(&p->why, -ENOMEM, "out of memory");
}

static int set_args(struct config_parser *p, const char *value)
{
	free(p->tool->argv);
	p->tool->argv = NULL;
	return config_words(p->tool->tool, value, &p->tool->argv, &p->tool->argc, &p->why);
}

static int set_allow_labels(struct config_parser *p, const char *value)
{
	return config_labels(value, &p->tool->allow_labels, &p->tool->nlabels, &p->why);
}

static int set_listen(struct config_parser *p, const char *value)
{
	if (!*value)
		return config_wrong(p, "listen has no address; write listen = 127.0.0.1:10035, or listen = unix:PATH");
	p->c->listen = strdup(value);
	return p->c->listen ? 0 : config_no_memory(p);
}

static int set_max_series(struct config_parser *p, const char *value)
{
	unsigned *to = p->tool ? &p->tool->max_series : &p->c->max_series;
	uint64_t number;

	if (parse_number(value, 1, MOST_SERIES, &number))
		return config_wrong(p, "max_series needs a number from 1 to %d, not '%.60s'", MOST_SERIES, value);
	*to = (unsigned)number;
	return 0;
}

static const struct key {
	const char *name;
	bool global, of_tool; /* where it may be */
	bool words;			  /* its quotes may hold blanks and what else would begin a comment */
	int (*set)(struct config_parser *p, const char *value);
} keys[CONFIG_KEYS] = {
	{"args", false, true, true, set_args},
	{"allow_labels", false, true, false, set_allow_labels},
	{"listen", true, false, false, set_listen},
	{"max_series", true, true, false, set_max_series},
};

static bool is_here(const struct config_parser *p, const struct key *key)
{
	return p->tool ? key->of_tool : key->global;
}

static int misplaced(struct config_parser *p, const char *name)
{
	return p->tool ? config_wrong(p, "%s is for all tools; move it before the first section", name)
				   : config_wrong(p, "%s is for one tool; put it below a line [TOOL]", name);
}

static int unknown(struct config_parser *p, const char *name)
{
	char hint[NEAREST_HINT];
	struct nearest n;

	nearest_begin(&n, name);
	for (int i = 0; i < CONFIG_KEYS; i++)
		if (is_here(p, &keys[i]))
			nearest_offer(&n, keys[i].name);
	nearest_hint(hint, sizeof(hint), &n);
	return config_wrong(p, "unknown key %.60s%s", name,
						*hint	  ? hint
						: p->tool ? "; a section has args, allow_labels and max_series"
								  : "; before the first section there are listen and max_series");
}

/* Cuts off the blanks at the end */
static char *trim(char *text)
{
	size_t n = strlen(text);

	while (n && strchr(CONFIG_BLANKS, text[n - 1]))
		n--;
	text[n] = '\0';
	return text;
}

static bool has_comment(const char *value)
{
	if (*value == '#' || *value == ';')
		return true;
	for (; *value; value++)
		if (strchr(CONFIG_BLANKS, *value) && (value[1] == '#' || value[1] == ';'))
			return true;
	return false;
}

static int set_key(struct config_parser *p, int i, char *value)
{
	if (!is_here(p, &keys[i]))
		return misplaced(p, keys[i].name);
	if (p->set[i])
		return config_wrong(p, "%s is already set on line %u; remove one of them", keys[i].name, p->set[i]);
	p->set[i] = p->line;
	/* a blank at the end may be an escaped one */
	if (!keys[i].words && has_comment(trim(value)))
		return config_wrong(p, "a comment needs a line of its own; move it above this one");
	return keys[i].set(p, value);
}

int config_key(struct config_parser *p, char *line)
{
	char *equals = strchr(line, '='), *value;

	if (!equals)
		return config_wrong(p, "neither KEY = VALUE nor [TOOL]; a comment begins with #");
	if (equals == line)
		return config_wrong(p, "there is no key before the =; write KEY = VALUE");
	*equals = '\0';
	value = equals + 1 + strspn(equals + 1, CONFIG_BLANKS);
	trim(line);
	for (int i = 0; i < CONFIG_KEYS; i++)
		if (!strcmp(line, keys[i].name))
			return set_key(p, i, value);
	return unknown(p, line);
}

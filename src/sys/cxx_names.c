// SPDX-License-Identifier: GPL-2.0-or-later
#include "cxx_names.h"

#include "demangle.h"
#include "pattern.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

bool cxx_is_name(const char *text)
{
	return strstr(text, "::") || strpbrk(text, "<(");
}

/* The part of a name behind the last '::' that is not in brackets */
static const char *last_part(const char *name)
{
	const char *part = name;
	int open = 0;

	for (const char *at = name; *at; at++) {
		open += *at == '<' || *at == '(';
		open -= open && (*at == '>' || *at == ')');
		if (!open && at[0] == ':' && at[1] == ':')
			part = at + 2;
	}
	return part;
}

/* ---- quick looks ---- */

/* A template's DW_AT_name may have the arguments or not. */
bool cxx_same_part(const char *own, const char *wanted)
{
	const char *part = last_part(wanted);
	size_t length = strcspn(part, "<(");

	if (!length || strpbrk(part, "*?[")) /* operator< and the like; globs */
		return true;
	return strcspn(own, "<(") == length && !memcmp(own, part, length);
}

/* Symbols have the identifiers of a name as they are. */
static bool may_be(const char *symbol, const char *wanted)
{
	const char *part = last_part(wanted);
	char identifier[256];
	size_t n = 0;

	part += *part == '~';
	while (isalnum((unsigned char)part[n]) || part[n] == '_')
		n++;
	if (!n || n >= sizeof(identifier) || strchr("*?[", part[n]) || !strncmp(part, "operator", 8))
		return true;
	snprintf(identifier, sizeof(identifier), "%.*s", (int)n, part);
	return strstr(symbol, identifier);
}

/* ---- the whole ---- */

/* Does `whole` end with `end`, blanks not counted, at the beginning of a part? */
static bool ends_with(const char *whole, const char *end)
{
	const char *w = whole + strlen(whole), *e = end + strlen(end);

	while (e > end) {
		if (isspace((unsigned char)e[-1]))
			e--;
		else if (w > whole && isspace((unsigned char)w[-1]))
			w--;
		else if (w > whole && w[-1] == e[-1])
			w--, e--;
		else
			return false;
	}
	return w == whole || w[-1] == ' ' || (w > whole + 1 && w[-1] == ':' && w[-2] == ':');
}

static bool glob_matches(const char *whole, const char *wanted)
{
	char text[DEMANGLE_ROOM], pattern[DEMANGLE_ROOM + 3] = "*::";

	if (!strpbrk(wanted, "*?["))
		return false;
	pattern_without_blanks(text, sizeof(text), whole);
	pattern_without_blanks(pattern + 3, sizeof(pattern) - 3, wanted);
	return !fnmatch(pattern, text, 0) || !fnmatch(pattern + 3, text, 0);
}

/* Who leaves out a template's arguments means all instances: cuts <...> off the end. */
static void without_arguments(char *name)
{
	size_t n = strlen(name);
	int open = 0;

	if (!n || name[n - 1] != '>')
		return;
	do {
		n--;
		open += name[n] == '>';
		open -= name[n] == '<';
	} while (n && open);
	name[n] = '\0';
}

bool cxx_name_matches(const char *symbol, const char *wanted)
{
	char whole[DEMANGLE_ROOM];

	if (symbol[0] != '_' || !symbol[1] || !strchr("ZRD", symbol[1]) || strstr(symbol, ".cold"))
		return false;
	if (!may_be(symbol, wanted))
		return false;
	demangle_always(whole, sizeof(whole), symbol, strchr(wanted, '('));
	if (!strchr(last_part(wanted), '<'))
		without_arguments(whole);
	return ends_with(whole, wanted) || glob_matches(whole, wanted);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "config_words.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t"

/* A list of up to n words, with room for their text behind it */
static char **list_new(size_t n, size_t bytes, struct why *why)
{
	char **list = calloc(1, (n + 1) * sizeof(*list) + bytes);

	if (!list)
		because(why, -ENOMEM, "out of memory");
	return list;
}

/* Is this the backslash of an escape? */
static bool escapes(const char *at, char quote)
{
	if (*at != '\\' || quote == '\'')
		return false;
	return !quote || at[1] == '"' || at[1] == '\\';
}

/* Copies the word at *from, and its end, to *to; leaves each behind it. */
static int take_word(const char **from, char **to, struct why *why)
{
	const char *at = *from;
	char *out = *to, quote = '\0';

	if (*at == '#' || *at == ';')
		return because(why, -EINVAL, "a comment needs a line of its own; '%c' in quotes is an argument", *at);
	for (; *at && (quote || !strchr(BLANKS, *at)); at++) {
		if (quote && *at == quote) {
			quote = '\0';
			continue;
		}
		if (!quote && (*at == '\'' || *at == '"')) {
			quote = *at;
			continue;
		}
		if (escapes(at, quote) && !*++at)
			return because(why, -EINVAL, "it ends with a backslash; a value cannot continue on the next line");
		*out++ = *at;
	}
	if (quote)
		return because(why, -EINVAL, "a quote (%c) is not closed; close it, or put a backslash before it", quote);
	*out++ = '\0';
	*from = at;
	*to = out;
	return 0;
}

static int take_words(const char *text, char **words, int *n, char *to, struct why *why)
{
	for (text += strspn(text, BLANKS); *text; text += strspn(text, BLANKS)) {
		if (*n > CONFIG_WORDS)
			return because(why, -EINVAL, "more than %d arguments; give the tool fewer", CONFIG_WORDS);
		words[(*n)++] = to;
		if (take_word(&text, &to, why))
			return -EINVAL;
	}
	return 0;
}

int config_words(const char *first, const char *text, char ***words, int *n, struct why *why)
{
	size_t length = strlen(first) + 1;
	/* no word has more bytes than what it is made of and the blank behind it */
	char **list = list_new(CONFIG_WORDS + 1, length + strlen(text) + 1, why), *to;
	int count = 1;

	if (!list)
		return -ENOMEM;
	to = (char *)(list + CONFIG_WORDS + 2);
	list[0] = memcpy(to, first, length);
	if (take_words(text, list, &count, to + length, why)) {
		free(list);
		return -EINVAL;
	}
	*words = list;
	*n = count;
	return 0;
}

static bool is_label(const char *name)
{
	if (!isalpha((unsigned char)*name) && *name != '_')
		return false;
	while (isalnum((unsigned char)*name) || *name == '_')
		name++;
	return !*name;
}

int config_labels(const char *text, char ***names, unsigned *n, struct why *why)
{
	size_t length = strlen(text), most = length / 2 + 1;
	char **list = list_new(most, length + 1, why), *save = NULL;
	unsigned count = 0;

	if (!list)
		return -ENOMEM;
	for (char *one = strtok_r(memcpy(list + most + 1, text, length + 1), BLANKS ",", &save); one;
		 one = strtok_r(NULL, BLANKS ",", &save)) {
		list[count++] = one;
		if (is_label(one))
			continue;
		because(why, -EINVAL, "%.60s is no label; names of labels have letters, digits and _, and no digit first", one);
		free(list);
		return -EINVAL;
	}
	*names = list;
	*n = count;
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "columns_words.h"

#include <string.h>

static const char *const kinds[FIELD_KINDS] = {
	[FIELD_U32] = "u32",	 [FIELD_U64] = "u64",	[FIELD_S32] = "s32",	 [FIELD_S64] = "s64",
	[FIELD_CHARS] = "chars", [FIELD_NS] = "ns",		[FIELD_BYTES] = "bytes", [FIELD_UPTIME] = "uptime",
	[FIELD_CLOCK] = "clock", [FIELD_MEAN] = "mean", [FIELD_TEXT] = "text",	 [FIELD_HIST] = "hist",
	[FIELD_ROW] = "row",
};

static const struct {
	unsigned flag;
	char letter;
} flags_[] = {
	{FIELD_KEY, 'k'},	  {FIELD_HIDDEN, 'h'}, {FIELD_MAX, 'm'},  {FIELD_BPF_ONLY, 'b'}, {FIELD_TEXT_ONLY, 't'},
	{FIELD_LINES, 'l'},	  {FIELD_ITEMS, 'i'},  {FIELD_TASK, 'c'}, {FIELD_BOOLEAN, 'o'},	 {FIELD_ARGUMENT, 'a'},
	{FIELD_ESCAPED, 'e'}, {FIELD_STACK, 's'},  {FIELD_SELF, 'f'},
};
#define FLAGS (sizeof(flags_) / sizeof(flags_[0]))

const char *columns_kind_word(enum field_kind kind)
{
	return kinds[kind];
}

bool columns_kind(const char *word, enum field_kind *kind)
{
	for (unsigned i = 0; i < FIELD_KINDS; i++)
		if (!strcmp(word, kinds[i])) {
			*kind = (enum field_kind)i;
			return true;
		}
	return false;
}

void columns_flag_letters(char to[COLUMNS_FLAGS], unsigned flags)
{
	size_t n = 0;

	for (size_t i = 0; i < FLAGS; i++)
		if (flags & flags_[i].flag)
			to[n++] = flags_[i].letter;
	if (!n)
		to[n++] = '-';
	to[n] = '\0';
}

bool columns_flags(const char *letters, unsigned *flags)
{
	*flags = 0;
	for (; *letters; letters++) {
		size_t i = 0;

		while (i < FLAGS && flags_[i].letter != *letters)
			i++;
		if (i == FLAGS && *letters != '-')
			return false;
		*flags |= i < FLAGS ? flags_[i].flag : 0;
	}
	return true;
}

bool columns_plain(const char *text)
{
	for (; *text; text++)
		if (*text < ' ' || *text > '~' || *text == '"' || *text == '\\')
			return false;
	return true;
}

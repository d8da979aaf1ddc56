// SPDX-License-Identifier: GPL-2.0-or-later
#include "search.h"

#include <string.h>

/*
 * Knuth, Morris and Pratt. `back` is the state for the longest end of what was seen that also begins the text. For a
 * wrong byte a state does what `back` does.
 */
void search_build(struct open_search *to, const char *text)
{
	unsigned back = 0;

	memset(to, 0, sizeof(*to));
	to->length = (unsigned)strlen(text);
	to->next[0][(unsigned char)text[0]] = 1;
	for (unsigned state = 1; state < to->length; state++) {
		unsigned char byte = (unsigned char)text[state];

		memcpy(to->next[state], to->next[back], sizeof(to->next[state]));
		back = to->next[back][byte];
		to->next[state][byte] = (unsigned char)(state + 1);
	}
	memset(to->next[to->length], (int)to->length, sizeof(to->next[0]));
}

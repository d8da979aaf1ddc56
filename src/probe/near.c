// SPDX-License-Identifier: GPL-2.0-or-later
#include "near.h"

#include <stdio.h>
#include <string.h>

#define LONGEST 40 /* further characters of a name do not count */

static unsigned least(unsigned a, unsigned b, unsigned c)
{
	unsigned ab = a < b ? a : b;

	return ab < c ? ab : c;
}

/* Levenshtein's distance */
static unsigned distance(const char *a, size_t na, const char *b, size_t nb)
{
	unsigned row[LONGEST + 1];

	na = na < LONGEST ? na : LONGEST;
	nb = nb < LONGEST ? nb : LONGEST;
	for (unsigned j = 0; j <= nb; j++)
		row[j] = j;
	for (unsigned i = 1; i <= na; i++) {
		unsigned diagonal = row[0];

		row[0] = i;
		for (unsigned j = 1; j <= nb; j++) {
			unsigned above = row[j];

			row[j] = least(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
			diagonal = above;
		}
	}
	return row[nb];
}

void near_add(struct near *n, const char *name)
{
	unsigned d = distance(n->wanted, n->length, name, strlen(name)), at;

	n->all++;
	if (n->n < NEAR_NAMES)
		n->n++;
	else if (d >= n->names[NEAR_NAMES - 1].distance)
		return;
	for (at = n->n - 1; at && n->names[at - 1].distance > d; at--)
		n->names[at] = n->names[at - 1];
	n->names[at].name = name;
	n->names[at].distance = d;
}

int near_text(char *to, size_t size, const struct near *n)
{
	int length = snprintf(to, size, "%s", n->n ? n->names[0].name : "nothing");

	for (unsigned i = 1; i < n->n && length < (int)size; i++)
		length += snprintf(to + length, size - (size_t)length, ", %s", n->names[i].name);
	if (n->all > n->n && length < (int)size)
		length += snprintf(to + length, size - (size_t)length, ", ...");
	return length;
}

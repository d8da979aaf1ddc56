// SPDX-License-Identifier: GPL-2.0-or-later
#include "near.h"

#include <stdio.h>
#include <string.h>

#define LONGEST 40 /* further characters do not count */

static unsigned least(unsigned a, unsigned b, unsigned c)
{
	unsigned ab = a < b ? a : b;

	return ab < c ? ab : c;
}

/* Beginnings and ends that both have do not count, so that the rest of nearly all names is short. */
static void drop_equal_ends(const char **a, size_t *na, const char **b, size_t *nb)
{
	for (; *na && *nb && **a == **b; ++*a, --*na, ++*b, --*nb)
		;
	for (; *na && *nb && (*a)[*na - 1] == (*b)[*nb - 1]; --*na, --*nb)
		;
}

/* Damerau's and Levenshtein's distance; no letter is moved twice. Of each row of the table the two before are kept. */
static unsigned distance(const char *a, size_t na, const char *b, size_t nb)
{
	unsigned rows[3][LONGEST + 1];

	drop_equal_ends(&a, &na, &b, &nb);
	na = na < LONGEST ? na : LONGEST;
	nb = nb < LONGEST ? nb : LONGEST;
	for (unsigned j = 0; j <= nb; j++)
		rows[0][j] = j;
	for (unsigned i = 1; i <= na; i++) {
		unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];

		row[0] = i;
		for (unsigned j = 1; j <= nb; j++) {
			row[j] = least(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = least(row[j], before[j - 2] + 1, row[j]);
		}
	}
	return rows[na % 3][nb];
}

/* One wrong letter in two or three, two in six, three in ten: with more, hardly any letter of a short name would be
 * left to tell what was meant. */
static unsigned most(size_t length)
{
	return (unsigned)(length + 2) / 4;
}

void nearest_begin(struct nearest *n, const char *wanted)
{
	size_t length = strlen(wanted);

	*n = (struct nearest){.distance = most(length)};
	if (length < sizeof(n->wanted))
		memcpy(n->wanted, wanted, length);
}

static size_t common_start(const char *a, const char *b)
{
	size_t n = 0;

	while (a[n] && a[n] == b[n])
		n++;
	return n;
}

void nearest_offer(struct nearest *n, const char *name)
{
	size_t a = strlen(n->wanted), b = strlen(name);
	unsigned d;

	/* so many letters are missing or too many, whatever they are; this spares most of 60,000 functions */
	if (!a || !b || b >= sizeof(n->name) || (a < b ? b - a : a - b) > n->distance)
		return;
	d = distance(n->wanted, a, name, b);
	if (d > n->distance ||
		(*n->name && d == n->distance && common_start(n->wanted, name) <= common_start(n->wanted, n->name)))
		return;
	n->distance = d;
	memcpy(n->name, name, b + 1);
}

const char *nearest_name(const struct nearest *n)
{
	return *n->name ? n->name : NULL;
}

int nearest_hint(char *to, size_t size, const struct nearest *n)
{
	return *n->name ? snprintf(to, size, "; did you mean %s?", n->name) : snprintf(to, size, "%s", "");
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

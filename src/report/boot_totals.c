// SPDX-License-Identifier: GPL-2.0-or-later
#include "boot_totals.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VALUES "} hitcount:"

/* ---- one total ---- */

static void cut_blanks(char *text, size_t n)
{
	while (n && (text[n - 1] == ' ' || text[n - 1] == ';'))
		n--;
	text[n] = '\0';
}

/* Between the lines of a stack is ';'; blanks in a row become one. */
static char *tidy_key(const char *from, size_t n)
{
	char *to = malloc(n + 1);
	char last = ' ';
	size_t at = 0;

	if (!to)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		char c = from[i] == '\t' ? ' ' : from[i];

		if (c == '\n')
			c = last == ':' || last == ';' ? ' ' : ';';
		if (c == ' ' && (last == ' ' || last == ';'))
			continue;
		to[at++] = last = c;
	}
	cut_blanks(to, at);
	return to;
}

/* Takes "ns: ~ 2^12" from the key's end: the exponent, or -1 if there is none */
static int cut_bucket(char *key)
{
	char *comma = strrchr(key, ','), *last = comma ? comma + 1 : key;
	int exponent, end = 0;

	if (sscanf(last, " %*[^:, ]: ~ 2^%d%n", &exponent, &end) != 1 || !end || last[end] || exponent < 0 || exponent > 64)
		return -1;
	*(comma ? comma : key) = '\0';
	cut_blanks(key, strlen(key));
	return exponent;
}

static struct boot_total *add(struct boot_totals *t)
{
	if (t->n == t->room) {
		size_t room = t->room ? 2 * t->room : 64;
		struct boot_total *list = reallocarray(t->list, room, sizeof(*list));

		if (!list)
			return NULL;
		t->list = list;
		t->room = room;
	}
	return &t->list[t->n];
}

/* " hitcount:          5  bytes:        300" */
static bool read_values(struct boot_totals *t, struct boot_total *to, const char *text)
{
	char name[64];

	if (sscanf(text, " hitcount: %" SCNu64 " %63[^: ]: %" SCNu64, &to->hits, name, &to->value) == 3)
		snprintf(t->value, sizeof(t->value), "%s", name);
	return sscanf(text, " hitcount: %" SCNu64, &to->hits) == 1;
}

/* Where the values begin in the first line that has any: behind the last brace, as a task may be called "} hitcount:1"
 */
static char *find_values(char *text)
{
	char *first = strstr(text, VALUES), *end = first ? first + strcspn(first, "\n") : NULL, *last = first;

	while (first && (first = strstr(first + 1, VALUES)) && first < end)
		last = first;
	return last;
}

/* From "{" on; the key may have several lines. */
static char *read_total(struct boot_totals *t, char *text, int *err)
{
	char *values = find_values(text), *end;
	struct boot_total *to;

	if (!values)
		return text + strlen(text);
	end = values + strcspn(values, "\n");
	to = add(t);
	if (!to) {
		*err = -ENOMEM;
		return end;
	}
	*to = (struct boot_total){.key = tidy_key(text + 1, (size_t)(values - text - 1))};
	if (!to->key)
		*err = -ENOMEM;
	else if (read_values(t, to, values + 1)) {
		to->exponent = cut_bucket(to->key);
		t->sum += to->hits;
		t->n++;
	} else
		free(to->key);
	return end;
}

/* ---- all of them ---- */

static bool is_bucket(const struct boot_total *t)
{
	return t->exponent >= 0;
}

/* Buckets by key, then by size; behind them the rest, most hits first. */
static int compare(const void *a, const void *b)
{
	const struct boot_total *x = a, *y = b;
	int by_key = strcmp(x->key, y->key);

	if (is_bucket(x) != is_bucket(y))
		return is_bucket(x) ? -1 : 1;
	if (is_bucket(x))
		return by_key ? by_key : (x->exponent > y->exponent) - (x->exponent < y->exponent);
	if (x->hits != y->hits)
		return x->hits > y->hits ? -1 : 1;
	return by_key;
}

static void read_line(struct boot_totals *t, const char *line)
{
	sscanf(line, " Hits: %" SCNu64, &t->hits);
	sscanf(line, " Dropped: %" SCNu64, &t->dropped);
	sscanf(line, "# trigger info: %511[^\n]", t->trigger);
}

int boot_totals_read(struct boot_totals *t, char *text)
{
	int err = 0;

	*t = (struct boot_totals){0};
	while (*text && !err) {
		if (*text == '{') {
			text = read_total(t, text, &err);
		} else {
			read_line(t, text);
			text += strcspn(text, "\n");
		}
		text += *text == '\n';
	}
	if (t->n)
		qsort(t->list, t->n, sizeof(*t->list), compare);
	return err;
}

void boot_totals_free(struct boot_totals *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->list[i].key);
	free(t->list);
	*t = (struct boot_totals){0};
}

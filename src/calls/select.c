// SPDX-License-Identifier: GPL-2.0-or-later
#include "select.h"

#include "base/regexp.h"
#include "base/near.h"

#include <errno.h>
#include <fnmatch.h>
#include <ktally/syscount.h>
#include <stdio.h>
#include <string.h>

#define WORD_MAX 256

enum { BITS64 = 1, BITS32 = 2 };

struct word {
	char text[WORD_MAX];
	unsigned sorts; /* BITS64, BITS32 */
	bool optional;
};

struct selection {
	struct call_set *set;
	enum machine machine;
	char *message;
	size_t size;
};

/* word: what cannot be used; why: a sentence */
static int refuse(const struct selection *s, int error, const char *word, const char *why)
{
	snprintf(s->message, s->size, "%s%s%s", word, *word ? ": " : "", why);
	return error;
}

static int refuse_name(const struct selection *s, const char *word)
{
	const struct call *c = NULL;
	char hint[NEAREST_HINT], why[NEAREST_HINT + 32];
	struct nearest near;

	nearest_begin(&near, word);
	while ((c = call_next(c))) {
		char name[64];

		call_name(name, sizeof(name), c);
		nearest_offer(&near, name);
	}
	nearest_hint(hint, sizeof(hint), &near);
	snprintf(why, sizeof(why), "no such system call%s", hint);
	return refuse(s, -ENOENT, word, why);
}

static bool add(struct selection *s, const struct call *c, unsigned sorts)
{
	bool any = false;

	for (unsigned narrow = 0; narrow < 2; narrow++) {
		int number = c->numbers[narrow ? call_machine(SYSCOUNT_32BIT, s->machine) : s->machine];
		unsigned bit = (unsigned)number + narrow * TRACE_PLAN_NUMBERS;

		if (number < 0 || number >= TRACE_PLAN_NUMBERS || !(sorts & (narrow ? BITS32 : BITS64)))
			continue;
		s->set->bits[bit / 64] |= 1ULL << bit % 64;
		any = true;
	}
	return any;
}

static bool add_class(struct selection *s, const struct word *w, uint32_t bits)
{
	const struct call *c = NULL;
	bool any = false;

	while ((c = call_next(c)))
		if (c->classes & bits)
			any = add(s, c, w->sorts) || any;
	return any;
}

static bool add_matching(struct selection *s, const struct word *w, const char *glob, const regex_t *regex)
{
	const struct call *c = NULL;
	char name[64];
	bool any = false;

	while ((c = call_next(c))) {
		call_name(name, sizeof(name), c);
		if (glob ? !fnmatch(glob, name, 0) : !regexec(regex, name, 0, NULL, 0))
			any = add(s, c, w->sorts) || any;
	}
	return any;
}

/* As strace has it: an extended regular expression, found anywhere in the name */
static int add_regex(struct selection *s, const struct word *w)
{
	regex_t regex;
	bool any;
	int err = regexp_compile(&regex, w->text + 1);

	if (err)
		return refuse(s, -EINVAL, w->text, err == -E2BIG ? "it repeats too much" : "not a regular expression");
	any = add_matching(s, w, NULL, &regex);
	regfree(&regex);
	return any || w->optional ? 0 : refuse(s, -ENOENT, w->text, "no call's name matches");
}

static bool add_name(struct selection *s, const struct word *w)
{
	size_t n = strlen(w->text);
	const struct call *c = call_by_name(w->text, n);
	bool any = c && add(s, c, w->sorts);

	/* A name of its own on one sort of program may be an alias on the other: umount is i386's */
	if (!strcmp(w->text, "umount"))
		any = add(s, call_by_name("umount2", 7), w->sorts) || any;
	return any;
}

static int add_word(struct selection *s, const struct word *w)
{
	uint32_t bits;

	if (w->text[0] == '/')
		return add_regex(s, w);
	if (!strcmp(w->text, "none"))
		return 0;
	if (!strcmp(w->text, "all"))
		return add_matching(s, w, "*", NULL) ? 0 : -ENOENT;
	if (strpbrk(w->text, "*?["))
		return add_matching(s, w, w->text, NULL) || w->optional ? 0
																: refuse(s, -ENOENT, w->text, "no call's name matches");
	if (w->text[0] == '%') {
		bits = call_class(w->text + 1, strlen(w->text + 1));
		if (bits)
			return add_class(s, w, bits) || w->optional ? 0 : -ENOENT;
		return refuse(s, -EINVAL, w->text,
					  "no class of calls; these are: %file %desc %net %process %memory %signal %ipc %creds %clock "
					  "%stat %pure");
	}
	if (add_name(s, w) || w->optional)
		return 0;
	bits = call_class(w->text, strlen(w->text));
	if (bits && add_class(s, w, bits))
		return 0;
	return refuse_name(s, w->text);
}

/* One word of n bytes: ?name@32 */
static int take(struct selection *s, const char *at, size_t n)
{
	struct word w = {.sorts = BITS64 | BITS32};
	char *sort;

	if (n >= sizeof(w.text))
		return refuse(s, -EINVAL, "''", "a word is too long");
	if (n && *at == '?')
		w.optional = true, at++, n--;
	memcpy(w.text, at, n);
	sort = strrchr(w.text, '@');
	if (sort && w.text[0] != '/') {
		w.sorts = !strcmp(sort, "@64") ? BITS64 : !strcmp(sort, "@32") ? BITS32 : 0;
		if (!w.sorts)
			return refuse(s, -EINVAL, w.text, "@64 stands for 64-bit programs, @32 for 32-bit ones");
		*sort = '\0';
	}
	return *w.text ? add_word(s, &w) : refuse(s, -EINVAL, "''", "an item of the list has no name");
}

/* Numbers that no call has stay out of the inverted set */
static void invert(struct call_set *set, enum machine m)
{
	struct call_set all = {0};
	struct selection s = {.set = &all, .machine = m};
	struct word any = {.sorts = BITS64 | BITS32};

	add_matching(&s, &any, "*", NULL);
	for (size_t i = 0; i < sizeof(set->bits) / sizeof(set->bits[0]); i++)
		set->bits[i] = all.bits[i] & ~set->bits[i];
}

/* NOLINTNEXTLINE(readability-non-const-parameter): refuse() writes there */
int call_select(struct call_set *set, const char *list, enum machine m, char *message, size_t size)
{
	struct selection s = {.set = set, .machine = m, .message = message, .size = size};
	bool inverted = *list == '!';
	int error = 0;

	*set = (struct call_set){0};
	if (inverted)
		list++;
	for (const char *end;; list = end + 1) {
		end = list + strcspn(list, ",");
		error = take(&s, list, (size_t)(end - list));
		if (error || !*end)
			break;
	}
	if (!error && inverted)
		invert(set, m);
	return error;
}

bool call_set_has(const struct call_set *set, uint32_t call)
{
	uint32_t number = call & ~SYSCOUNT_NOBODYS, bit = number + (call & SYSCOUNT_32BIT ? TRACE_PLAN_NUMBERS : 0);

	return number < TRACE_PLAN_NUMBERS && set->bits[bit / 64] >> bit % 64 & 1;
}

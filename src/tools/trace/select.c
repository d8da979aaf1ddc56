// SPDX-License-Identifier: GPL-2.0-or-later
#include "trace.h"

#include "base/log.h"
#include "base/near.h"
#include "names.h"
#include "select.h"

#include <errno.h>
#include <fnmatch.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#define WORD 256

enum abi { ABI_ANY, ABI_64, ABI_32 };

/* One item of a list */
struct item {
	char word[WORD];
	bool optional; /* "?name": no error if nothing has it */
	enum abi abi;
	unsigned classes;
	regex_t regex;
	bool is_regex, is_glob;
};

static void set_add(struct trace_set *set, unsigned index)
{
	set->bits[index / 64] |= 1ULL << index % 64;
}

static bool set_has(const struct trace_set *set, unsigned index)
{
	return set->bits[index / 64] >> index % 64 & 1;
}

static bool abi_fits(enum abi abi, unsigned index)
{
	return abi == ABI_ANY || names_is_32bit(index) == (abi == ABI_32);
}

static bool name_fits(const struct item *item, unsigned index)
{
	const char *name = names_of(index);

	if (item->classes)
		return names_call(index)->classes & item->classes;
	if (item->is_regex)
		return !regexec(&item->regex, name, 0, NULL, 0);
	return item->is_glob ? !fnmatch(item->word, name, 0) : !strcmp(item->word, name);
}

static int unknown(const struct item *item, const char *list)
{
	char hint[NEAREST_HINT];
	struct nearest near;

	if (strchr(list, ':'))
		return fail(-EINVAL, "-e %s: events are not traced with calls yet; see ktally tpoint", item->word);
	nearest_begin(&near, item->word);
	for (unsigned i = 0; i < TRACE_PLANS; i++)
		if (names_of(i))
			nearest_offer(&near, names_of(i));
	nearest_hint(hint, sizeof(hint), &near);
	return fail(-EINVAL, "-e %s: no such system call%s", item->word, hint);
}

static int add_item(struct trace_set *to, struct item *item, const char *list)
{
	bool any = item->optional;

	for (unsigned i = 0; i < TRACE_PLANS; i++)
		if (names_of(i) && abi_fits(item->abi, i) && name_fits(item, i)) {
			set_add(to, i);
			any = true;
		}
	return any ? 0 : unknown(item, list);
}

/* "open@32": of 32-bit programs */
static int take_abi(struct item *item)
{
	char *at = strrchr(item->word, '@');

	if (!at || item->is_regex)
		return 0;
	if (!strcmp(at, "@64"))
		item->abi = ABI_64;
	else if (!strcmp(at, "@32"))
		item->abi = ABI_32;
	else
		return fail(-EINVAL, "-e %s: of 64-bit programs is @64, of 32-bit ones @32", item->word);
	*at = '\0';
	return 0;
}

static int read_item(struct item *item)
{
	const struct call *call;

	if (take_abi(item))
		return -EINVAL;
	if (*item->word == '%') {
		item->classes = call_class(item->word, strlen(item->word));
		return item->classes ? 0 : fail(-EINVAL, "-e %s: no such class of calls", item->word);
	}
	item->is_glob = strpbrk(item->word, "*?[") != NULL;
	call = call_by_name(item->word, strlen(item->word));
	if (call)
		call_name(item->word, sizeof(item->word), call);
	return 0;
}

static int read_regex(struct item *item)
{
	item->is_regex = !regcomp(&item->regex, item->word + 1, REG_EXTENDED | REG_NOSUB);
	return item->is_regex ? 0 : fail(-EINVAL, "-e %s: not a regular expression", item->word);
}

static int parse_item(struct trace_set *to, const char *word, size_t length, const char *list)
{
	struct item item = {.optional = *word == '?'};
	int err;

	word += item.optional;
	length -= item.optional;
	if (!length || length >= sizeof(item.word))
		return fail(-EINVAL, "-e %s: an item of the list has no name", list);
	memcpy(item.word, word, length);
	err = *word == '/' ? read_regex(&item) : read_item(&item);
	if (!err)
		err = add_item(to, &item, list);
	if (item.is_regex)
		regfree(&item.regex);
	return err;
}

static void invert(struct trace_set *set)
{
	for (size_t i = 0; i < TRACE_PLANS / 64; i++)
		set->bits[i] = ~set->bits[i];
	set->others = 1;
}

/* strace: trace=LIST, signal=LIST and others in one option */
static int refuse_strace(const char *list)
{
	static const char *const hints[][2] = {
		{"signal=", "--signals shows them"},
		{"status=", "--failed, --successful-only and --errno choose by the result"},
		{"inject=", "changing calls needs ptrace; strace does that"},
		{"fault=", "changing calls needs ptrace; strace does that"},
		{"read=", "--string-limit shows more of the data"},
		{"write=", "--string-limit shows more of the data"},
	};

	for (size_t i = 0; i < sizeof(hints) / sizeof(hints[0]); i++)
		if (!strncmp(list, hints[i][0], strlen(hints[i][0])))
			return fail(-EINVAL, "-e %s: %s", list, hints[i][1]);
	return 0;
}

static void merge(struct selection *to, const struct trace_set *set)
{
	for (size_t i = 0; i < TRACE_PLANS / 64; i++)
		to->set.bits[i] |= set->bits[i];
	to->set.others |= set->others;
	to->given = true;
}

int select_parse(void *selection, const char *list)
{
	const char *at = list, *end;
	struct trace_set set = {0};
	bool inverted;

	if (refuse_strace(list))
		return -EINVAL;
	if (!strncmp(at, "trace=", 6))
		at += 6;
	inverted = *at == '!';
	for (at += inverted;; at = end + 1) {
		end = strchrnul(at, ',');
		if (strcmp(at, "all") && strcmp(at, "none") && parse_item(&set, at, (size_t)(end - at), list))
			return -EINVAL;
		if (!*end)
			break;
	}
	if (!strcmp(at, "all") || inverted)
		invert(&set);
	merge(selection, &set);
	return 0;
}

bool select_has(const struct selection *s, unsigned index)
{
	return !s->given || set_has(&s->set, index);
}

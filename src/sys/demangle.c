// SPDX-License-Identifier: GPL-2.0-or-later
#include "demangle.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef KTALLY_HAS_libiberty
#include <libiberty/demangle.h>
#endif

#define SYMBOL_LONGEST 4096

static bool off;

void demangle_off(void)
{
	off = true;
}

/* ---- ends ---- */

/* Length without an end like ".part" or ".part.12"; n if there is none */
static size_t without_end(const char *symbol, size_t n)
{
	static const char *const ends[] = {".constprop", ".isra", ".part", ".cold", ".llvm", ".lto_priv", ".localalias"};
	size_t at = n;

	while (at && isdigit((unsigned char)symbol[at - 1]))
		at--;
	at = at < n && at && symbol[at - 1] == '.' ? at - 1 : n;
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		size_t length = strlen(ends[i]);

		if (at > length && !memcmp(symbol + at - length, ends[i], length))
			return at - length;
	}
	return n;
}

/* Go and others have dots inside their names, where ".cold" may be a function; C, C++ and Rust have none before the end
 * but in Rust's legacy form. */
static size_t plain_length(const char *symbol)
{
	size_t n = strcspn(symbol, "@"), left;

	if (!n)
		n = strlen(symbol);
	for (left = n; without_end(symbol, left) < left;)
		left = without_end(symbol, left);
	return memchr(symbol, '.', left) && strncmp(symbol, "_Z", 2) ? n : left;
}

/* ---- names ---- */

#ifdef KTALLY_HAS_libiberty

struct text {
	char *to;
	size_t size, n;
	jmp_buf full; /* to where it is cut */
};

/* A short symbol can stand for a name of any length, since parts refer to others. libiberty offers no other way to end
 * it. Up to here it keeps everything on its stack, except a Rust identifier in punycode. */
static void put(const char *piece, size_t n, void *arg)
{
	struct text *t = arg;
	size_t left = t->size - 1 - t->n;

	if (!n)
		return;
	memcpy(t->to + t->n, piece, n < left ? n : left);
	t->n += n < left ? n : left;
	if (n > left)
		longjmp(t->full, 1);
}

/*
 * Two parts of C++ symbols cost libiberty twice the time with each more that there is: references to earlier parts (S_,
 * S12_) where a pack of parameters is looked for, and conversions (cv) to a template's parameter. Of 230,000 symbols of
 * LLVM and others 320 have more.
 */
#define REFERENCES 16
#define CONVERSIONS 12

static bool would_take_long(const char *symbol)
{
	unsigned references = 0, conversions = 0;
	bool packs = false;

	for (const char *at = symbol; at[1]; at++) {
		references += *at == 'S' && (isdigit((unsigned char)at[1]) || isupper((unsigned char)at[1]) || at[1] == '_');
		conversions += *at == 'c' && at[1] == 'v' && !isdigit((unsigned char)at[-(at > symbol)]);
		packs |= (*at == 'D' && at[1] == 'p') || (*at == 's' && (at[1] == 'Z' || at[1] == 'P')) ||
				 (*at == 'f' && strchr("lrLR", at[1]));
	}
	return (packs && references > REFERENCES) || conversions > CONVERSIONS;
}

static bool cxx_or_rust(struct text *t, const char *symbol, int options)
{
	if (would_take_long(symbol))
		return false;
	if (setjmp(t->full))
		return true; /* cut */
	if (rust_demangle_callback(symbol, options, put, t))
		return true;
	t->n = 0;
	return cplus_demangle_v3_callback(symbol, options, put, t);
}

#define D_LONGEST 1024
#define D_REFERENCES 10

/* libiberty builds the name as a whole. Each 'Q' can be a reference that doubles it. */
static bool dlang(struct text *t, const char *symbol)
{
	unsigned references = 0;
	char *name;

	for (const char *at = symbol; *at; at++)
		references += *at == 'Q';
	if (references > D_REFERENCES || strlen(symbol) > D_LONGEST)
		return false;
	name = dlang_demangle(symbol, DMGL_NO_OPTS);
	if (!name)
		return false;
	t->n = strnlen(name, t->size - 1);
	memcpy(t->to, name, t->n);
	free(name);
	return true;
}

static bool name_of(struct text *t, const char *symbol, bool parameters)
{
	if (!strncmp(symbol, "_Z", 2) || !strncmp(symbol, "_R", 2))
		return cxx_or_rust(t, symbol, parameters ? DMGL_PARAMS : DMGL_NO_OPTS);
	return !strncmp(symbol, "_D", 2) && isdigit((unsigned char)symbol[2]) && dlang(t, symbol);
}

/* Of a symbol that is none, a part may look like one: whether it is cut must not depend on the caller's room. */
static int write_name(char *to, size_t size, const char *symbol, bool parameters)
{
	char name[DEMANGLE_ROOM];
	struct text t = {.to = name, .size = sizeof(name)};

	return name_of(&t, symbol, parameters) && t.n ? snprintf(to, size, "%.*s", (int)t.n, name) : 0;
}

#else

static int write_name(char *to, size_t size, const char *symbol, bool parameters)
{
	(void)to;
	(void)size;
	(void)symbol;
	(void)parameters;
	return 0;
}

#endif

int demangle_always(char *to, size_t size, const char *symbol, bool parameters)
{
	char plain[SYMBOL_LONGEST];
	int n = 0;

	if (strnlen(symbol, sizeof(plain)) < sizeof(plain)) {
		snprintf(plain, sizeof(plain), "%.*s", (int)plain_length(symbol), symbol);
		symbol = plain;
		n = write_name(to, size, plain, parameters);
	}
	if (!n)
		n = snprintf(to, size, "%s", symbol);
	return n < (int)size ? n : (int)size - 1;
}

int demangle(char *to, size_t size, const char *symbol)
{
	int n;

	if (!off)
		return demangle_always(to, size, symbol, false);
	n = snprintf(to, size, "%s", symbol);
	return n < (int)size ? n : (int)size - 1;
}

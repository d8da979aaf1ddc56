// SPDX-License-Identifier: GPL-2.0-or-later
/* Files of `ktally serve`: what is accepted keeps the rules, and means the same when it is written down again. */
#include "fuzz.h"

#include "serve/config.h"

#include <stdio.h>
#include <string.h>

#define LETTERS "abcdefghijklmnopqrstuvwxyz"

static bool is_name(const char *name, const char *characters)
{
	return *name && !name[strspn(name, characters)];
}

static void check_tool(const struct serve_config *c, size_t at)
{
	const struct serve_tool *t = &c->tools[at];

	MUST(is_name(t->tool, LETTERS "-") && is_name(t->family, LETTERS "0123456789_"));
	MUST(strlen(t->family) <= 41 && (*t->family < '0' || *t->family > '9'));
	MUST(t->argc >= 1 && t->argc <= 65 && !t->argv[t->argc] && !strcmp(t->argv[0], t->tool));
	for (int i = 0; i < t->argc; i++)
		MUST(t->argv[i] && strlen(t->argv[i]) <= 4096);
	for (unsigned i = 0; i < t->nlabels; i++)
		MUST(is_name(t->allow_labels[i], LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"));
	MUST(t->max_series >= 1 && t->max_series <= 100000 && t->line);
	for (size_t i = 0; i < at; i++)
		MUST(strcmp(c->tools[i].family, t->family) && c->tools[i].line < t->line);
}

/* Single quotes hold anything but themselves. */
static void write_word(FILE *to, const char *word)
{
	fputs(" '", to);
	for (; *word; word++)
		if (*word == '\'')
			fputs("'\\''", to);
		else
			fputc(*word, to);
	fputc('\'', to);
}

static char *write_config(const struct serve_config *c, size_t *n)
{
	char *text = NULL;
	FILE *to = open_memstream(&text, n);

	MUST(to);
	if (c->listen)
		fprintf(to, "listen=%s\n", c->listen);
	fprintf(to, "max_series=%u\n", c->max_series);
	for (size_t at = 0; at < c->ntools; at++) {
		const struct serve_tool *t = &c->tools[at];

		fprintf(to, "[%s %s]\nmax_series=%u\nallow_labels=", t->tool, t->family, t->max_series);
		for (unsigned i = 0; i < t->nlabels; i++)
			fprintf(to, "%s,", t->allow_labels[i]);
		fputs("\nargs=", to);
		for (int i = 1; i < t->argc; i++)
			write_word(to, t->argv[i]);
		fputc('\n', to);
	}
	MUST(!fclose(to));
	return text;
}

static void check_again(const struct serve_config *c)
{
	struct serve_config again;
	size_t n, n2;
	char *text = write_config(c, &n), *text2;

	/* quotes make a line longer; no fuzzer's input is so long that it matters otherwise */
	if (n <= 4096) {
		MUST(!config_parse(&again, "again", text, n));
		text2 = write_config(&again, &n2);
		MUST(again.ntools == c->ntools && n2 == n && !memcmp(text, text2, n));
		free(text2);
		config_free(&again);
	}
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct serve_config c;
	int err = config_parse(&c, "input", (const char *)data, size);

	MUST(err == 0 || err == -22);
	if (!err) {
		MUST(c.max_series >= 1 && c.max_series <= 100000 && c.ntools <= 64);
		for (size_t i = 0; i < c.ntools; i++)
			check_tool(&c, i);
		check_again(&c);
		config_free(&c);
	}
	MUST(!c.listen && !c.tools && !c.ntools);
	return 0;
}

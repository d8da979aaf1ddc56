// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The lines of a file. Libraries for INI files are of no use here: libinih, for one, cuts a line at 200 bytes, and
 * its version 55 takes the rest for another line without a word.
 */
#include "config_parser.h"
#include "config_words.h"

#include "base/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BYTES (64 << 10)
#define MOST_SECTIONS 64
#define FAMILY_LENGTH 41
#define LETTERS "abcdefghijklmnopqrstuvwxyz"

static int check_family(struct config_parser *p, const char *tool, const char *family)
{
	size_t n = strspn(family, LETTERS "0123456789_");

	if (family[n] || (*family >= '0' && *family <= '9'))
		return config_wrong(p, "%.60s is no family; it needs letters a-z, digits and _, and no digit first", family);
	if (n > FAMILY_LENGTH)
		return config_wrong(p, "the family %.60s has more than %d letters; shorten it", family, FAMILY_LENGTH);
	for (size_t i = 0; i < p->c->ntools; i++)
		if (!strcmp(p->c->tools[i].family, family))
			return config_wrong(p, "the family %s is already that of line %u; name another: [%.60s FAMILY]", family,
								p->c->tools[i].line, tool);
	return 0;
}

static int add_section(struct config_parser *p, const char *tool, const char *family)
{
	struct serve_config *c = p->c;

	if (c->ntools == MOST_SECTIONS)
		return config_wrong(p, "more than %d sections; remove some, or serve them from a second file", MOST_SECTIONS);
	if (!c->tools)
		c->tools = calloc(MOST_SECTIONS, sizeof(*c->tools));
	if (!c->tools)
		return config_no_memory(p);
	p->tool = &c->tools[c->ntools++];
	p->tool->line = p->line;
	p->tool->max_series = c->max_series;
	memset(p->set, 0, sizeof(p->set));
	p->tool->tool = strdup(tool);
	p->tool->family = strdup(family);
	return p->tool->tool && p->tool->family ? config_words(tool, "", &p->tool->argv, &p->tool->argc, &p->why)
											: config_no_memory(p);
}

static int begin_section(struct config_parser *p, const char *tool, const char *family)
{
	char own[CONFIG_LINE + 1];
	int err;

	if (tool[strspn(tool, LETTERS "-")])
		return config_wrong(p, "%.60s is no tool; names of tools have only letters a-z and -", tool);
	if (!family) {
		snprintf(own, sizeof(own), "%s", tool);
		for (char *at = own; (at = strchr(at, '-'));)
			*at = '_';
		family = own;
	}
	err = check_family(p, tool, family);
	return err ? err : add_section(p, tool, family);
}

static int read_section(struct config_parser *p, char *text)
{
	char *end = strchr(text, ']'), *save = NULL, *tool, *family;

	if (!end)
		return config_wrong(p, "the section's ] is missing; write [TOOL] or [TOOL FAMILY]");
	*end++ = '\0';
	if (end[strspn(end, CONFIG_BLANKS)])
		return config_wrong(p, "nothing may follow the section's ]; move it to the next line");
	tool = strtok_r(text, CONFIG_BLANKS, &save);
	family = strtok_r(NULL, CONFIG_BLANKS, &save);
	if (!tool)
		return config_wrong(p, "the section names no tool; write [TOOL] or [TOOL FAMILY]");
	if (strtok_r(NULL, CONFIG_BLANKS, &save))
		return config_wrong(p, "a section has at most two words, [TOOL FAMILY]; the tool's options belong to args");
	return begin_section(p, tool, family);
}

static int check_bytes(struct config_parser *p, const char *line, size_t n)
{
	if (n > CONFIG_LINE)
		return config_wrong(p, "the line has %zu bytes; shorten it to %d", n, CONFIG_LINE);
	for (size_t i = 0; i < n; i++)
		if (((unsigned char)line[i] < ' ' && line[i] != '\t') || line[i] == 0x7f)
			return config_wrong(p, "byte %zu is the control character 0x%02x; remove it", i + 1,
								(unsigned char)line[i]);
	return 0;
}

static int read_line(struct config_parser *p, const char *from, size_t n)
{
	char copy[CONFIG_LINE + 1], *line;
	int err;

	if (n && from[n - 1] == '\r')
		n--;
	err = check_bytes(p, from, n);
	if (err)
		return err;
	memcpy(copy, from, n);
	copy[n] = '\0';
	line = copy + strspn(copy, CONFIG_BLANKS);
	if (!*line || *line == '#' || *line == ';')
		return 0;
	return *line == '[' ? read_section(p, line + 1) : config_key(p, line);
}

static int read_lines(struct config_parser *p, const char *text, size_t n)
{
	size_t at = n >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0;
	int err = 0;

	for (p->line = 1; at < n && !err; p->line += !err) {
		const char *end = memchr(text + at, '\n', n - at);
		size_t length = end ? (size_t)(end - text) - at : n - at;

		if (at + length + !!end > MOST_BYTES)
			return config_wrong(p, "the file goes on beyond %d KiB; make it smaller", MOST_BYTES >> 10);
		err = read_line(p, text + at, length);
		at += length + 1;
	}
	return err;
}

void config_free(struct serve_config *c)
{
	for (size_t i = 0; i < c->ntools; i++) {
		free(c->tools[i].tool);
		free(c->tools[i].family);
		free(c->tools[i].argv);
		free(c->tools[i].allow_labels);
	}
	free(c->tools);
	free(c->listen);
	*c = (struct serve_config){0};
}

int config_parse(struct serve_config *c, const char *name, const char *text, size_t n)
{
	struct config_parser p = {.c = c};
	int err;

	*c = (struct serve_config){.max_series = 1000};
	err = read_lines(&p, text, n);
	if (!err)
		return 0;
	config_free(c);
	return fail(err, "%.512s:%u: %s", name, p.line, p.why.text);
}

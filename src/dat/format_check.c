// SPDX-License-Identifier: GPL-2.0-or-later
#include "format_check.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define LINE_BYTES 512

/* "const char * name", "char comm[16]", "u8 address[sizeof(struct in6_addr)]": brackets in pairs */
static bool is_declaration(const char *s, size_t n)
{
	int square = 0, round = 0;

	for (size_t i = 0; i < n; i++) {
		square += (s[i] == '[') - (s[i] == ']');
		round += (s[i] == '(') - (s[i] == ')');
		if (s[i] < ' ' || s[i] > '~' || square < 0 || square > 1 || round < 0)
			return false;
	}
	return n && !square && !round;
}

/* \tfield:DECLARATION;\toffset:N;\tsize:N;\tsigned:N; */
static bool is_field(const char *line)
{
	const char *rest = strchr(line, ';');
	int end = 0, with_sign = 0;

	if (strncmp(line, "\tfield:", 7) || !rest || !is_declaration(line + 7, (size_t)(rest - line) - 7))
		return false;
	sscanf(rest, ";\toffset:%*9[0-9];\tsize:%*9[0-9];%n\tsigned:%*1[01];%n", &end, &with_sign);
	return end && !rest[with_sign ? with_sign : end];
}

static bool is_head(const char *line)
{
	char name[128];
	int end = 0;

	if (!*line || !strcmp(line, "format:"))
		return true;
	if (sscanf(line, "name: %127[A-Za-z0-9_]%n", name, &end) == 1)
		return !line[end];
	return sscanf(line, "ID: %9[0-9]%n", name, &end) == 1 && !line[end];
}

size_t format_fields(const char *text, size_t size)
{
	static const char print[] = "print fmt:";
	size_t at = 0;

	while (at < size && strncmp(text + at, print, size - at < strlen(print) ? size - at : strlen(print))) {
		const char *end = memchr(text + at, '\n', size - at);
		size_t n = end ? (size_t)(end - text) - at : LINE_BYTES;
		char line[LINE_BYTES];

		if (n >= sizeof(line) || memchr(text + at, '\0', n))
			return 0;
		memcpy(line, text + at, n);
		line[n] = '\0';
		if (!is_head(line) && !is_field(line))
			return 0;
		at += n + 1;
	}
	return at;
}

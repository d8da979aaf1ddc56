// SPDX-License-Identifier: GPL-2.0-or-later
#include "pattern.h"

#include "base/regexp.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

int pattern_init(struct pattern *p, const char *text, bool regex)
{
	char whole[1024];

	memset(p, 0, sizeof(*p));
	if (!regex) {
		p->glob = text;
		p->plain = !strpbrk(text, "*?[");
		return 0;
	}
	if (snprintf(whole, sizeof(whole), "^(%s)$", text) >= (int)sizeof(whole))
		return -EINVAL;
	return regexp_compile(&p->expression, whole) ? -EINVAL : 0;
}

void pattern_free(struct pattern *p)
{
	if (!p->glob)
		regfree(&p->expression);
}

bool pattern_matches(const struct pattern *p, const char *name)
{
	if (p->plain)
		return !strcmp(p->glob, name);
	return p->glob ? !fnmatch(p->glob, name, 0) : !regexec(&p->expression, name, 0, NULL, 0);
}

bool pattern_matches_clone(const struct pattern *p, const char *name)
{
	size_t n = p->plain ? strlen(p->glob) : 0;

	return n && !strncmp(name, p->glob, n) && name[n] == '.' && !strstr(name + n, ".cold");
}

void pattern_without_blanks(char *to, size_t size, const char *from)
{
	size_t n = 0;

	for (; *from && n + 1 < size; from++)
		if (!isspace((unsigned char)*from))
			to[n++] = *from;
	to[n] = '\0';
}

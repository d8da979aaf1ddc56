// SPDX-License-Identifier: GPL-2.0-or-later
#include "terminal.h"

#include "base/numbers.h"
#include "base/output.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool terminal_is(void)
{
	return isatty(output_descriptor());
}

static bool set_and_not_empty(const char *name)
{
	const char *value = getenv(name);

	return value && *value;
}

static enum color_level best_color(void)
{
	const char *term = getenv("TERM"), *colorterm = getenv("COLORTERM");

	if (colorterm && (!strcmp(colorterm, "truecolor") || !strcmp(colorterm, "24bit")))
		return COLOR_TRUE;
	return term && strstr(term, "direct") ? COLOR_TRUE : COLOR_256;
}

static enum color_level color_level(const struct settings *set)
{
	const char *term = getenv("TERM"), *when = set->color ? set->color : "auto";

	if (set->ascii || !strcmp(when, "never"))
		return COLOR_NONE;
	if (!strcmp(when, "always"))
		return best_color();
	if (set_and_not_empty("NO_COLOR"))
		return COLOR_NONE;
	if (set_and_not_empty("CLICOLOR_FORCE"))
		return best_color();
	if (!terminal_is() || !term || !*term || !strcmp(term, "dumb"))
		return COLOR_NONE;
	return best_color();
}

int terminal_width(void)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	uint64_t n;

	if (columns && !parse_number(columns, 40, 1000, &n))
		return (int)n;
	if (!ioctl(output_descriptor(), TIOCGWINSZ, &size) && size.ws_col >= 40)
		return size.ws_col;
	return 80;
}

int terminal_rows(void)
{
	struct winsize size;

	if (!terminal_is())
		return 0;
	return !ioctl(output_descriptor(), TIOCGWINSZ, &size) && size.ws_row >= 5 ? size.ws_row : 24;
}

struct terminal terminal_look(const struct settings *set)
{
	struct terminal t = {.is = terminal_is(), .color = color_level(set)};

	t.utf8 = !set->ascii && !strcmp(nl_langinfo(CODESET), "UTF-8");
	return t;
}

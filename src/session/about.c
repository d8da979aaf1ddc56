// SPDX-License-Identifier: GPL-2.0-or-later
#include "about.h"

#include "base/clock.h"
#include "base/escape.h"
#include "base/units.h"
#include "options.h"
#include "tool.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#define BOOT_ID "/proc/sys/kernel/random/boot_id"

int about_say(about_add add, void *arg, const char *format, ...)
{
	char text[1024];
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	return add(arg, text, (size_t)n < sizeof(text) ? (size_t)n : sizeof(text) - 1);
}

int about_clock(about_add add, void *arg)
{
	uint64_t now = clock_ns();

	return about_say(add, arg, "clock=%" PRIu64 " %" PRIu64, now, units_wall(now));
}

static int machine(about_add add, void *arg)
{
	struct utsname u;
	int err;

	if (uname(&u))
		return 0;
	err = about_say(add, arg, "host=%s", u.nodename);
	if (!err)
		err = about_say(add, arg, "machine=%s", u.machine);
	return err ? err
			   : about_say(add, arg, "uname=%s %s %s %s %s", u.sysname, u.nodename, u.release, u.version, u.machine);
}

static int boot(about_add add, void *arg)
{
	FILE *file = fopen(BOOT_ID, "re");
	char id[64] = "";
	bool read = file && fscanf(file, "%63[0-9a-f-]", id) == 1;

	if (file)
		fclose(file);
	return read ? about_say(add, arg, "boot=%s", id) : 0;
}

/* One line each, so a line of a folder's file `meta` cannot become two. */
static int typed(const struct session *s, about_add add, void *arg)
{
	char text[1000];
	int err = 0;

	for (const struct opt_given *g = options_given(); g && !err; g = g->next) {
		escape_text(text, sizeof(text), g->value ? g->value : "", g->value ? strlen(g->value) : 0);
		err = about_say(add, arg, g->value ? "option=%s=%s" : "option=%s", g->name, text);
	}
	for (int i = 0; i < s->argc && !err; i++) {
		escape_text(text, sizeof(text), s->argv[i], strlen(s->argv[i]));
		err = about_say(add, arg, "argument=%s", text);
	}
	if (!err && s->child_pid)
		err = about_say(add, arg, "child=%u", s->child_pid);
	if (!err && s->set->interval_ns)
		err = about_say(add, arg, "interval_ns=%" PRIu64, s->set->interval_ns);
	return err;
}

struct copy {
	about_add add;
	void *arg;
};

/* Of a replay that is recorded: where and when is what was recorded first. */
static int copy_line(void *copy, const char *key, const char *value)
{
	static const char *const keys[] = {"host",	 "uname", "machine", "boot",	"backend",
									   "attach", "clock", "option",	 "argument"};
	const struct copy *c = copy;

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!strcmp(key, keys[i]))
			return about_say(c->add, c->arg, "%s=%s", key, value);
	return 0;
}

int about_run(const struct session *s, about_add add, void *arg)
{
	struct copy copy = {add, arg};
	int err = about_say(add, arg, "tool=%s", s->tool->name);

	if (!err)
		err = about_say(add, arg, "version=%s", KTALLY_VERSION);
	if (!err && s->dat)
		return dat_each_meta(s->dat, copy_line, &copy);
	if (!err)
		err = machine(add, arg);
	if (!err)
		err = boot(add, arg);
	if (!err)
		err = about_say(add, arg, "backend=%s", s->backend_name);
	if (!err)
		err = about_say(add, arg, "attach=%s", s->attach ? s->attach : "");
	if (!err)
		err = about_clock(add, arg);
	return err ? err : typed(s, add, arg);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "boot.h"

#include "base/log.h"
#include "base/output.h"
#include "session/boot_config.h"
#include "session/tool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#define BOOT_CONFIG_MAX 32000 /* XBC_DATA_MAX of linux/bootconfig.h, without room for a heading */

/* What only a run can do */
static const char *option_of_a_run(const struct session *s)
{
	const struct settings *set = s->set;
	const struct {
		bool given;
		const char *name;
	} options[] = {
		{set->replay, "replay"},
		{set->record, "record"},
		{set->duration_ns, "duration"},
		{set->interval_ns != s->tool->interval_ns, "interval"},
		{set->json, "json"},
		{set->heatmap, "heatmap"},
		{set->svg, "svg"},
		{set->timeline, "timeline"},
		{set->table, "table"},
		{set->max_overhead, "max-overhead"},
		{set->stats, "stats"},
		{set->backend, "backend"},
		{set->range.high, "range"},
	};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (options[i].given)
			return options[i].name;
	return settings_asks_stacks();
}

/* Of a boot nobody knows tasks by number, and there is no command. */
static int check(const struct session *s)
{
	const struct settings *set = s->set;
	const char *option = option_of_a_run(s);

	if (s->command)
		return fail(EXIT_USAGE, "--bootconfig excludes a command");
	if (option)
		return fail(EXIT_USAGE, "--bootconfig excludes --%s: the kernel traces alone, from its start on", option);
	if (set->npids || set->tid || set->follow || set->has_uid || set->cgroup || set->comm)
		return fail(EXIT_USAGE, "--bootconfig: tasks of a boot are chosen in the filter, as in 'comm ~ \"*systemd*\"'");
	return EXIT_DONE;
}

static void print_heading(const struct session *s, const struct boot_config *b)
{
	const char *instance = b->instance ? b->instance : "top";
	struct utsname kernel;

	uname(&kernel);
	printf(
		"# ktally %s on Linux %s, whose functions and offsets these are.\n"
		"# Add this file to the initial RAM disk (bootconfig -a FILE INITRD), and the word bootconfig to the kernel's\n"
		"# command line. After the boot: ktally report --boot%s%s\n",
		s->tool->name, kernel.release, strcmp(instance, BOOT_INSTANCE) ? "=" : "",
		strcmp(instance, BOOT_INSTANCE) ? instance : "");
}

int boot_print(struct session *s)
{
	struct boot_config b = {.instance = s->set->boot_instance};
	char *text = NULL;
	size_t size;
	int status = check(s);

	if (status)
		return status;
	b.out = open_memstream(&text, &size);
	if (!b.out)
		return fail(EXIT_FAILED, "out of memory");
	s->tool->boot(s, &b);
	if (fclose(b.out) && !b.err)
		boot_config_refuse(&b, -ENOMEM, "out of memory");
	if (!b.err && size > BOOT_CONFIG_MAX)
		boot_config_refuse(&b, -E2BIG, "the kernel takes %d bytes, and this has %zu: trace less", BOOT_CONFIG_MAX,
						   size);
	if (b.err)
		status = fail(EXIT_USAGE, "--bootconfig: %s", b.why.text);
	else if (output_begin())
		status = fail(EXIT_USAGE, "--output %s: %s", s->set->output, output_error(-errno));
	if (!status) {
		print_heading(s, &b);
		fputs(text, stdout);
	}
	free(text);
	return status;
}

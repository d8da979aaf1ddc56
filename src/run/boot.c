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

/* Of a boot nobody knows tasks by number, and there is no command. */
static int check(const struct session *s)
{
	const struct settings *set = s->set;

	if (s->command || set->replay || set->record)
		return fail(EXIT_USAGE, "--bootconfig excludes a command, --record and --replay");
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

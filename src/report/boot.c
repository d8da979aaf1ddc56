// SPDX-License-Identifier: GPL-2.0-or-later
#include "boot.h"

#include "base/log.h"
#include "base/output.h"
#include "session/boot_config.h"
#include "source/ftrace/dropped.h"
#include "sys/tracefs.h"
#include "boot_tables.h"
#include "boot_totals.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <tracefs/tracefs.h>

struct boot {
	struct tracefs_instance *instance; /* NULL: what exists once */
	const char *name;
	uint64_t untimed; /* for whose keys the ends of a latency had no room */
	unsigned histograms;
};

/* ---- histograms ---- */

#define HISTOGRAM "# event histogram\n"

static int print_histogram(struct boot *b, const char *event, char *text)
{
	struct boot_totals t;
	int err = boot_totals_read(&t, text);

	/* it only feeds the histogram of the time between both ends */
	if (boot_config_is_end(t.trigger)) {
		b->untimed += t.dropped;
	} else if (!err && *t.trigger) {
		if (b->histograms++)
			putchar('\n');
		boot_table_print(&t, event);
	}
	boot_totals_free(&t);
	return err;
}

/* An event may have several, one after the other. */
static int print_histograms(struct boot *b, const char *event, char *text)
{
	int err = 0;

	for (char *next = text; text && !err; text = next) {
		next = strstr(text + strlen(HISTOGRAM), HISTOGRAM);
		if (next)
			next[-1] = '\0';
		err = print_histogram(b, event, text);
	}
	return err;
}

static int visit_event(const char *system, const char *name, void *arg)
{
	struct boot *b = arg;
	char *trigger = tracefs_event_file_read(b->instance, system, name, "trigger", NULL), *text = NULL;
	char event[300];
	int err = 0;

	if (trigger && (!strncmp(trigger, "hist:", 5) || strstr(trigger, "\nhist:")))
		text = tracefs_event_file_read(b->instance, system, name, "hist", NULL);
	free(trigger);
	snprintf(event, sizeof(event), "%s/%s", system, name);
	if (text && !strncmp(text, HISTOGRAM, strlen(HISTOGRAM)))
		err = print_histograms(b, event, text);
	free(text);
	return err;
}

/* ---- events ---- */

/* As the kernel prints them, since these lines say what a tracer's own columns mean */
static void print_line(struct boot *b, char *line, bool *first)
{
	line[strcspn(line, "\n")] = '\0';
	if (*line == '#')
		return;
	if (*first && b->histograms)
		putchar('\n');
	*first = false;
	output_escaped(line);
	putchar('\n');
}

static int print_events(struct boot *b)
{
	int fd = tracefs_instance_file_open(b->instance, "trace", O_RDONLY | O_CLOEXEC);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "r");
	bool first = true;
	char *line = NULL;
	size_t size = 0;

	if (!file)
		return fail(EXIT_FAILED, "cannot read the trace of %s: %s", b->name, strerror(errno));
	while (getline(&line, &size, file) > 0)
		print_line(b, line, &first);
	free(line);
	fclose(file);
	return EXIT_DONE;
}

/* ---- both ---- */

static int find_instance(struct boot *b)
{
	struct why why;

	if (tracefs_find_readable(&why))
		return fail(EXIT_CANNOT_TRACE, "%s", why.text);
	if (!strcmp(b->name, "top"))
		return EXIT_DONE;
	if (!tracefs_instance_exists(b->name))
		return fail(EXIT_FAILED,
					"there is no tracing instance %s: was the kernel booted with the word bootconfig, and a boot "
					"configuration of --bootconfig? (cat /proc/bootconfig)",
					b->name);
	b->instance = tracefs_instance_alloc(NULL, b->name);
	return b->instance ? EXIT_DONE : fail(EXIT_FAILED, "%s: %s", b->name, strerror(errno));
}

static void print_summary(const struct boot *b)
{
	uint64_t kept, lost = dropped_events(b->instance, get_nprocs_conf(), &kept);

	fprintf(stderr, "%" PRIu64 " events and %u histograms in %s; lost: ", kept, b->histograms, b->name);
	if (lost)
		fprintf(stderr, "%" PRIu64 " events (the buffer was full: --buffer)", lost);
	if (b->untimed)
		fprintf(stderr, "%s%" PRIu64 " begins or ends of latencies (no room for their keys)", lost ? ", " : "",
				b->untimed);
	fputs(lost || b->untimed ? "\n" : "nothing\n", stderr);
}

int report_boot(const char *instance)
{
	struct boot b = {.name = instance};
	int status = find_instance(&b);

	if (!status && tracefs_each_event(b.instance, visit_event, &b))
		status = fail(EXIT_FAILED, "out of memory");
	if (!status)
		status = print_events(&b);
	if (!status) {
		output_flush();
		print_summary(&b);
	}
	if (b.instance)
		tracefs_instance_free(b.instance);
	return status;
}

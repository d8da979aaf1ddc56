// SPDX-License-Identifier: GPL-2.0-or-later
#include "boot.h"

#include "base/escape.h"
#include "base/log.h"
#include "base/output.h"
#include "sys/tracefs.h"
#include "boot_tables.h"
#include "boot_totals.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>

struct boot {
	struct tracefs_instance *instance; /* NULL: what exists once */
	const char *name;
	uint64_t events, lost; /* what is in the buffers, and what they had no room for */
	uint64_t untimed;	   /* for whose keys the ends of a latency had no room */
	unsigned histograms;
};

/* ---- histograms ---- */

#define HISTOGRAM "# event histogram\n"

/* The two ends of a latency, whose histograms only feed that of the time between them */
static bool is_end_of_latency(const char *trigger)
{
	return strstr(trigger, ":ts0=common_timestamp") || strstr(trigger, ":onmatch(");
}

static int print_histogram(struct boot *b, const char *event, char *text)
{
	struct boot_totals t;
	int err = boot_totals_read(&t, text);

	if (is_end_of_latency(t.trigger)) {
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

static int visit_event(struct boot *b, const char *group, const char *name)
{
	char event[300], path[340];
	char *trigger, *text;
	int err = 0;

	snprintf(event, sizeof(event), "%s/%s", group, name);
	snprintf(path, sizeof(path), "events/%s/trigger", event);
	trigger = tracefs_instance_file_read(b->instance, path, NULL);
	if (!trigger || (strncmp(trigger, "hist:", 5) && !strstr(trigger, "\nhist:"))) {
		free(trigger);
		return 0;
	}
	free(trigger);
	snprintf(path, sizeof(path), "events/%s/hist", event);
	text = tracefs_instance_file_read(b->instance, path, NULL);
	if (text && !strncmp(text, HISTOGRAM, strlen(HISTOGRAM)))
		err = print_histograms(b, event, text);
	free(text);
	return err;
}

/* Visits the folders in a folder of the instance. */
static int each_folder(struct boot *b, const char *path, int (*visit)(struct boot *, const char *, const char *),
					   const char *group)
{
	char *whole = tracefs_instance_get_file(b->instance, path);
	DIR *folder = whole ? opendir(whole) : NULL;
	struct dirent *entry;
	int err = 0;

	tracefs_put_tracing_file(whole);
	while (folder && !err && (entry = readdir(folder)))
		if (*entry->d_name != '.' && entry->d_type == DT_DIR)
			err = group ? visit(b, group, entry->d_name) : visit(b, entry->d_name, NULL);
	if (folder)
		closedir(folder);
	return err;
}

static int visit_group(struct boot *b, const char *group, const char *unused)
{
	char path[300];

	(void)unused;
	snprintf(path, sizeof(path), "events/%s", group);
	return each_folder(b, path, visit_event, group);
}

/* ---- events ---- */

/* As the kernel prints them, since these lines say what a tracer's own columns mean */
static void print_line(struct boot *b, char *line, bool *first)
{
	char escaped[ESCAPED_SIZE(1024)];

	line[strcspn(line, "\n")] = '\0';
	if (*line == '#')
		return;
	if (*first && b->histograms)
		putchar('\n');
	*first = false;
	escape_text(escaped, sizeof(escaped), line, strlen(line));
	puts(escaped);
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

/* Of a CPU's file `stats`; the first is what was written over */
static uint64_t number_after(const char *stats, const char *name)
{
	const char *line = strstr(stats, name);

	return line ? strtoull(line + strlen(name), NULL, 10) : 0;
}

static int count_events(struct boot *b, const char *cpu, const char *unused)
{
	char path[300], *stats;

	(void)unused;
	snprintf(path, sizeof(path), "per_cpu/%s/stats", cpu);
	stats = tracefs_instance_file_read(b->instance, path, NULL);
	if (!stats)
		return 0;
	b->events += number_after(stats, "entries: ");
	b->lost += number_after(stats, "overrun: ") + number_after(stats, "dropped events: ");
	free(stats);
	return 0;
}

/* ---- both ---- */

static int find_instance(struct boot *b)
{
	struct why why;

	if (tracefs_find(&why))
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

static void print_lost(const struct boot *b)
{
	if (b->lost)
		fprintf(stderr, "%" PRIu64 " events (the buffer was full: --buffer)", b->lost);
	if (b->untimed)
		fprintf(stderr, "%s%" PRIu64 " begins or ends of latencies (no room for their keys)", b->lost ? ", " : "",
				b->untimed);
	fputs(b->lost || b->untimed ? "\n" : "nothing\n", stderr);
}

int report_boot(const char *instance)
{
	struct boot b = {.name = instance};
	int status = find_instance(&b);

	if (!status && each_folder(&b, "events", visit_group, NULL))
		status = fail(EXIT_FAILED, "out of memory");
	if (!status)
		status = print_events(&b);
	if (!status) {
		each_folder(&b, "per_cpu", count_events, NULL);
		output_flush();
		fprintf(stderr, "%" PRIu64 " events and %u histograms in %s; lost: ", b.events, b.histograms, b.name);
		print_lost(&b);
	}
	if (b.instance)
		tracefs_instance_free(b.instance);
	return status;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "event.h"

#include "base/log.h"
#include "source/ftrace/replay.h"
#include "sys/tracefs.h"
#include "perf-stat-hist.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>

/* Takes "category:name" and "category/name"; the kernel uses both. */
static int name_event(const char *text)
{
	char *colon;

	if (snprintf(stat_hist.event, sizeof(stat_hist.event), "%s", text) >= (int)sizeof(stat_hist.event))
		return fail(-EINVAL, "no event %s", text);
	colon = strchr(stat_hist.event, ':');
	if (colon)
		*colon = '/';
	colon = strchr(stat_hist.event, '/');
	return colon && colon != stat_hist.event && colon[1] && !strchr(colon + 1, '/') && !strstr(text, "..")
			   ? 0
			   : fail(-EINVAL, "%s is not CATEGORY:NAME of a tracepoint, as block:block_rq_issue", text);
}

/* "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;": true for the field of this name */
static bool read_field(const char *line)
{
	const char *name = stat_hist.fields[0], *end = strchr(line, ';');
	size_t length = strlen(name);
	int is_signed = 0;

	if (strncmp(line, "\tfield:", 7) || !end || (size_t)(end - line) < length + 8)
		return false;
	if (strncmp(end - length, name, length) || !strchr(" *", end[-(long)length - 1]) ||
		!strncmp(line, "\tfield:__data_loc", 17))
		return false;
	if (sscanf(end, ";\toffset:%u;\tsize:%u;\tsigned:%d;", &stat_hist.offset, &stat_hist.size, &is_signed) != 3)
		return false;
	stat_hist.is_signed = is_signed;
	return true;
}

/* The kernel's description, or that of the recording; the caller frees it. */
static char *read_format(struct session *s)
{
	char path[4200];

	if (!s->set->replay) {
		snprintf(path, sizeof(path), "events/%s/format", stat_hist.event);
		return tracefs_instance_file_read(NULL, path, NULL);
	}
	snprintf(path, sizeof(path), "%s/format", stat_hist.event);
	return replay_text(s, path);
}

int event_find(struct session *s)
{
	bool found = false;
	char *text;

	if (name_event(s->argv[0]))
		return -EINVAL;
	if (!s->set->replay && tracefs_needed(""))
		return -ENOSYS;
	text = read_format(s);
	if (!text)
		return fail(-ENOENT, "this %s has no event %s", s->set->replay ? "recording" : "kernel", s->argv[0]);
	for (char *line = text; line && !found; line = strchr(line, '\n'), line += !!line)
		found = read_field(line);
	free(text);
	if (!found)
		return fail(-ENOENT, "%s has no number %s; see its format file", s->argv[0], stat_hist.fields[0]);
	if (stat_hist.size != 1 && stat_hist.size != 2 && stat_hist.size != 4 && stat_hist.size != 8)
		return fail(-EINVAL, "%s of %s is no number: it has %u bytes", stat_hist.fields[0], s->argv[0], stat_hist.size);
	return 0;
}

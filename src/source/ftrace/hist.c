// SPDX-License-Identifier: GPL-2.0-or-later
#include "hist.h"

#include "base/log.h"
#include "ftrace.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

#define TRIGGER 288

struct entry {
	UT_hash_handle hh;
	int64_t keys[FTRACE_HIST_KEYS]; /* unused ones are 0 */
	uint64_t hits;
};

struct ftrace_hist {
	struct session *s;
	char event[96], keys[96], filter[128]; /* " if ...": a command without it is about another trigger */
	struct entry *entries;
	uint64_t sum, hits, dropped; /* of the last reading: the rows' sum, and the kernel's totals */
};

static void event_path(char *to, size_t size, const char *event, const char *file)
{
	snprintf(to, size, "events/%s/%s", event, file);
}

/* Appends: opening the file with O_TRUNC would remove all triggers. */
static int write_trigger(const struct ftrace_hist *h, const char *trigger)
{
	char path[128];

	event_path(path, sizeof(path), h->event, "trigger");
	return tracefs_instance_file_append(ftrace_instance(h->s), path, trigger) < 0 ? -errno : 0;
}

bool ftrace_hist_has(const struct session *s, const char *event)
{
	char path[128];

	event_path(path, sizeof(path), event, "hist");
	return ftrace_instance(s) && tracefs_file_exists(ftrace_instance(s), path);
}

struct ftrace_hist *ftrace_hist_new(struct session *s, const char *event, const char *keys, unsigned size,
									const char *filter)
{
	struct ftrace_hist *h = calloc(1, sizeof(*h));
	char trigger[TRIGGER];
	int err;

	if (!h) {
		cannot(s, -ENOMEM, "out of memory");
		return NULL;
	}
	h->s = s;
	snprintf(h->event, sizeof(h->event), "%s", event);
	snprintf(h->keys, sizeof(h->keys), "%s", keys);
	if (filter)
		snprintf(h->filter, sizeof(h->filter), " if %s", filter);
	snprintf(trigger, sizeof(trigger), "hist:keys=%s:size=%u%s", keys, size, h->filter);
	err = write_trigger(h, trigger);
	if (!err)
		return h;
	cannot(s, err, "the kernel refuses the trigger \"%s\" of %s: %s", trigger, event, strerror(-err));
	free(h);
	return NULL;
}

void ftrace_hist_free(struct ftrace_hist *h)
{
	struct entry *e, *next;
	char trigger[TRIGGER];

	if (!h)
		return;
	snprintf(trigger, sizeof(trigger), "!hist:keys=%s%s", h->keys, h->filter);
	write_trigger(h, trigger); /* an error does not matter: the instance goes too */
	e = h->entries;
	HASH_CLEAR(hh, h->entries); /* the table; entries keep their links */
	for (; e; e = next) {
		next = e->hh.next;
		free(e);
	}
	free(h);
}

/* ---- reading ---- */

/* "{ common_pid:       1234, id:         39 } hitcount:         12". Negative numbers appear as unsigned. */
static bool parse_entry(const char *line, int64_t *keys, uint64_t *hits)
{
	const char *at = line + 1;
	int n = 0;

	memset(keys, 0, FTRACE_HIST_KEYS * sizeof(*keys));
	do {
		uint64_t value;
		int length = 0;

		if (n == FTRACE_HIST_KEYS || sscanf(at, " %*[a-z_]: %" SCNu64 "%n", &value, &length) != 1 || !length)
			return false;
		keys[n++] = (int64_t)value;
		at += length;
	} while (*at++ == ',');
	return sscanf(at, "} hitcount: %" SCNu64, hits) == 1;
}

static struct entry *entry_of(struct ftrace_hist *h, const int64_t *keys)
{
	struct entry *e;

	HASH_FIND(hh, h->entries, keys, sizeof(e->keys), e);
	if (e)
		return e;
	e = calloc(1, sizeof(*e));
	if (!e)
		return NULL;
	memcpy(e->keys, keys, sizeof(e->keys));
	HASH_ADD(hh, h->entries, keys, sizeof(e->keys), e);
	return e;
}

static int read_line(struct ftrace_hist *h, const char *line,
					 void (*visit)(struct session *, const int64_t *, uint64_t))
{
	int64_t keys[FTRACE_HIST_KEYS];
	struct entry *e;
	uint64_t hits;

	if (*line != '{') {
		sscanf(line, " Hits: %" SCNu64, &h->hits);
		sscanf(line, " Dropped: %" SCNu64, &h->dropped);
		return 0;
	}
	if (!parse_entry(line, keys, &hits))
		return -EBADMSG;
	e = entry_of(h, keys);
	if (!e)
		return -ENOMEM;
	h->sum += hits;
	if (hits > e->hits) {
		visit(h->s, keys, hits - e->hits);
		e->hits = hits;
	}
	return 0;
}

static void pause_counting(struct ftrace_hist *h)
{
	char trigger[TRIGGER];

	snprintf(trigger, sizeof(trigger), "hist:keys=%s:pause%s", h->keys, h->filter);
	if (write_trigger(h, trigger))
		debug("%s: cannot be paused", h->event);
}

int ftrace_hist_read(struct ftrace_hist *h, bool last, void (*visit)(struct session *, const int64_t *, uint64_t))
{
	char path[128], *text, *save = NULL;
	int err = 0;

	if (last)
		pause_counting(h);
	event_path(path, sizeof(path), h->event, "hist");
	text = tracefs_instance_file_read(ftrace_instance(h->s), path, NULL);
	if (!text)
		return fail(-errno, "cannot read %s: %s", path, strerror(errno));
	h->sum = h->hits = h->dropped = 0;
	for (char *line = strtok_r(text, "\n", &save); line && !err; line = strtok_r(NULL, "\n", &save))
		err = read_line(h, line, visit);
	free(text);
	if (err)
		return fail(err, "cannot understand %s: %s", path, strerror(-err));
	if (last && h->sum != h->hits)
		warn("%s: rows add up to %" PRIu64 ", the kernel says %" PRIu64, path, h->sum, h->hits);
	return 0;
}

uint64_t ftrace_hist_dropped(const struct ftrace_hist *h)
{
	return h->dropped;
}

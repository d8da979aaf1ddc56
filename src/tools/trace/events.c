// SPDX-License-Identifier: GPL-2.0-or-later
#include "events.h"

#include "base/log.h"
#include "probe/fields.h"
#include "session/session.h"
#include "sys/functions.h"
#include "sys/suggest.h"
#include "sys/tracefs.h"
#include "event_text.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>

#define ITEMS 64

static struct {
	char *items[ITEMS]; /* as typed */
	size_t nitems;
	struct probe *list;
	size_t n;
} events;

/* ---- the command line ---- */

static bool is_event(const char *item, size_t n)
{
	const char *colon = memchr(item, ':', n);

	return colon && colon > item && colon + 1 < item + n && *item != '/' && *item != '!';
}

static int add_item(const char *item, size_t n)
{
	if (!is_event(item, n))
		return fail(-EINVAL, "--event %.*s: not CATEGORY:NAME, as sched:sched_switch; ktally tpoint -l lists them",
					(int)n, item);
	if (events.nitems == ITEMS)
		return fail(-EINVAL, "--event: at most %d names and globs", ITEMS);
	events.items[events.nitems] = strndup(item, n);
	return events.items[events.nitems++] ? 0 : fail(-ENOMEM, "out of memory");
}

int events_parse(void *unused, const char *list)
{
	int err = 0;

	(void)unused;
	for (size_t n; !err; list += n + 1) {
		n = strcspn(list, ",");
		err = add_item(list, n);
		if (!list[n])
			break;
	}
	return err;
}

int events_take(char *list, bool *taken)
{
	char *to = list;
	int err = 0;

	for (const char *at = list; !err;) {
		size_t n = strcspn(at, ",");
		bool last = !at[n];

		if (is_event(at, n)) {
			err = add_item(at, n);
			*taken = true;
		} else {
			to += to > list ? (*to = ',', 1) : 0;
			memmove(to, at, n);
			to += n;
		}
		if (last)
			break;
		at += n + 1;
	}
	*to = '\0';
	return err;
}

bool events_given(void)
{
	return events.nitems;
}

bool events_has(const struct trace_row *row)
{
	const char *name = event_name(row);

	for (size_t i = 0; i < events.nitems; i++)
		if (!fnmatch(events.items[i], name, 0))
			return true;
	return !events.nitems;
}

/* ---- this kernel ---- */

static bool has_name(const char *name)
{
	char whole[sizeof(events.list->symbol) + PROBE_NAME + 1];

	for (size_t i = 0; i < events.n; i++) {
		snprintf(whole, sizeof(whole), "%s:%s", events.list[i].symbol, events.list[i].name);
		if (!strcmp(whole, name))
			return true;
	}
	return false;
}

/* Defined by kprobe_events or perf probe: BPF sees registers there, not the event's fields. */
static bool is_defined(const struct probe *p)
{
	return tep_find_field(p->event, "__probe_ip") || tep_find_field(p->event, "__probe_func");
}

static int check(const struct probe *p)
{
	if (is_defined(p))
		return fail(-EINVAL, "--event %s:%s: a probe, no tracepoint; ktally kprobe and uprobe define and trace those",
					p->symbol, p->name);
	if (probe_fields_size(p) >= TRACE_EVENT_MAX)
		return fail(-EINVAL, "--event %s:%s: its records have more than %u bytes", p->symbol, p->name, TRACE_EVENT_MAX);
	return 0;
}

static int add(const char *name)
{
	struct probe *list = events.list, *p;
	int err;

	if (has_name(name))
		return 0;
	if (events.n == TRACE_EVENTS)
		return fail(-EINVAL, "--event: more than %d tracepoints", TRACE_EVENTS);
	list = realloc(list, (events.n + 1) * sizeof(*list));
	if (!list)
		return fail(-ENOMEM, "out of memory");
	events.list = list;
	p = &list[events.n];
	memset(p, 0, sizeof(*p));
	err = probe_tracepoint(p, name);
	if (err)
		return err;
	events.n++;
	return check(p);
}

static int find(const char *item)
{
	struct functions found = {0};
	const char *hint;
	int err = functions_tracepoints(&found, item, false);

	if (err) {
		fail(err, "--event %s: %s", item, strerror(-err));
	} else if (!found.n) {
		hint = suggest_tracepoint(item);
		err = fail(-ENOENT, "--event %s: this kernel has no such tracepoint%s", item,
				   *hint ? hint : "; ktally tpoint -l lists them");
	}
	for (size_t i = 0; i < found.n && !err; i++)
		err = add(found.list[i].name);
	functions_free(&found);
	return err;
}

int events_find(void)
{
	int err = events.nitems ? tracefs_needed("--event") : 0;

	for (size_t i = 0; i < events.nitems && !err; i++)
		err = find(events.items[i]);
	return err;
}

size_t events_count(void)
{
	return events.n;
}

const struct probe *events_of(uint32_t number)
{
	return number < events.n ? &events.list[number] : NULL;
}

void events_plan(struct trace_event_plan *to, const struct probe *event)
{
	memset(to, 0, sizeof(*to));
	to->size = 8;
	for (const struct tep_format_field *f = event->event->format.fields; f; f = f->next) {
		bool part = f->flags & TEP_FIELD_IS_DYNAMIC;

		if (!event_has_field(event, f))
			continue;
		if (f->offset + f->size > to->size)
			to->size = (uint16_t)(f->offset + f->size);
		if (!part || to->nparts == TRACE_EVENT_PARTS)
			continue;
		to->relative |= (uint8_t)(!!(f->flags & TEP_FIELD_IS_RELATIVE) << to->nparts);
		to->parts[to->nparts++] = (uint16_t)f->offset;
	}
}

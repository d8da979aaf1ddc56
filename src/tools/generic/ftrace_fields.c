// SPDX-License-Identifier: GPL-2.0-or-later
/* The arguments of a probe as the kernel's kprobe_events and uprobe_events write them, and the fields that they become
 * in its records. */
#include "ftrace.h"

#include "probe/registers.h"
#include "sys/owner.h"
#include "sys/tracefs.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define KERNEL_NAME_LENGTH 31 /* of a field that a probe defines */

char generic_event_name[200], generic_return_name[200];

static char names[PROBE_FETCHES][PROBE_NAME];
static const char *fields[AT_END + 1];
static bool own_name[PROBE_FETCHES];

/* ---- fields ---- */

/* Is it to be fetched by the probe? Else the record itself tells it, or nothing needs to. */
static bool is_fetched(const struct probe_argument *a)
{
	return a->from == FROM_REGISTER || a->from == FROM_ARGUMENT || a->from == FROM_RETURN ||
		   (a->fetch.base == PROBE_CONSTANT && a->fetch.noffsets);
}

static bool is_taken(const char *name, unsigned before)
{
	static const char *const taken[] = {"common_", "__", "ktally_"};

	for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
		if (!strncmp(name, taken[i], strlen(taken[i])))
			return true;
	for (unsigned i = 0; i < before; i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

static bool is_good_name(const char *name)
{
	for (const char *c = name; *c; c++)
		if (!isalnum((unsigned char)*c) && *c != '_')
			return false;
	return *name && !isdigit((unsigned char)*name) && strlen(name) <= KERNEL_NAME_LENGTH;
}

static void name_field(unsigned i)
{
	const struct probe_argument *a = &generic.probe.arguments[i];
	bool is_field = a->from == FROM_RECORD;

	own_name[i] = is_field || (is_fetched(a) && is_good_name(a->name) && !is_taken(a->name, i));
	if (own_name[i])
		snprintf(names[i], sizeof(names[i]), "%s", a->name);
	else
		snprintf(names[i], sizeof(names[i]), is_fetched(a) ? "ktally_%u" : "-", i);
}

const char *const *generic_event_fields(void)
{
	const struct probe *p = &generic.probe;

	for (unsigned i = 0; i < PROBE_FETCHES; i++)
		fields[i] = i < p->narguments ? names[i] : "-";
	fields[AT_FUNCTION] = p->is_return ? "__probe_func" : "__probe_ip";
	fields[AT_COMM] = "ktally_comm";
	fields[AT_FRAME] = "ktally_frame";
	return fields;
}

const char *generic_filter_name(unsigned i)
{
	const struct probe_argument *a = &generic.probe.arguments[i];

	if (own_name[i])
		return a->fetch.bits && a->fetch.is_signed ? NULL : names[i];
	if (a->fetch.base == PROBE_COMM)
		return strcmp(a->name, "comm") ? NULL : "comm";
	return a->fetch.base == PROBE_TID && !strcmp(a->name, "common_pid") ? "common_pid" : NULL;
}

bool generic_event_has_comm(const struct session *s)
{
	bool wanted = generic.view == PROBE_ROWS || s->set->comm;

	for (unsigned i = 0; i < generic.probe.narguments; i++)
		wanted = wanted || generic.probe.arguments[i].fetch.base == PROBE_COMM;
	return wanted;
}

void generic_event_names(const struct session *s)
{
	const struct probe *p = &generic.probe;
	char group[32];

	(void)s;
	tracefs_group_name(group, sizeof(group));
	if (p->target == TARGET_TRACEPOINT)
		snprintf(generic_event_name, sizeof(generic_event_name), "%s/%s", p->symbol, p->name);
	else
		snprintf(generic_event_name, sizeof(generic_event_name), "%s/probe_%s", group, owner_name());
	snprintf(generic_return_name, sizeof(generic_return_name), "%s/return_%s", group, owner_name());
	for (unsigned i = 0; i < p->narguments; i++)
		name_field(i);
}

/* ---- fetch arguments ---- */

#define FETCH_TEXT 224 /* of PROBE_OFFSETS, each of them as long as can be */

static void base_text(char *to, size_t size, const struct probe_argument *a)
{
	const struct probe *p = &generic.probe;

	if (a->from == FROM_REGISTER)
		snprintf(to, size, "%%%s", register_name(a->number));
	else if (a->from == FROM_RETURN)
		snprintf(to, size, "$retval");
	else if (a->from == FROM_ARGUMENT && p->is_return) /* 6.9 keeps them until then */
		snprintf(to, size, "$arg%u", a->number + 1);
	else if (a->from == FROM_ARGUMENT) /* not $argN: kernels know that for functions of their own alone */
		snprintf(to, size, "%%%s", register_name((unsigned)register_of_argument(a->number)));
	else
		snprintf(to, size, "@0x%" PRIx64, (uint64_t)a->fetch.at + (uint64_t)a->fetch.offsets[0]);
}

static void fetch_text(char *to, size_t size, const struct probe_argument *a)
{
	const struct probe_fetch *f = &a->fetch;
	char inner[FETCH_TEXT];

	base_text(to, size, a);
	for (unsigned i = f->base == PROBE_CONSTANT; i < f->noffsets; i++) {
		snprintf(inner, sizeof(inner), "%.*s", FETCH_TEXT - 1, to);
		snprintf(to, size, "%c%s%d(%s)", f->offsets[i] < 0 ? '-' : '+', f->user >> i & 1 ? "u" : "",
				 f->offsets[i] < 0 ? -f->offsets[i] : f->offsets[i], inner);
	}
	if (f->kind != PROBE_TEXT_AT || f->noffsets)
		return;
	snprintf(inner, sizeof(inner), "%.*s", FETCH_TEXT - 1, to);
	snprintf(to, size, "+0(%s)", inner);
}

static void type_text(char *to, size_t size, const struct probe_fetch *f)
{
	if (f->kind == PROBE_TEXT_AT)
		snprintf(to, size, "string");
	else if (f->bits && !f->is_signed)
		snprintf(to, size, "b%u@%u/%u", f->bits, f->shift, f->size * 8);
	else
		snprintf(to, size, "%c%u", f->is_signed && !f->bits ? 's' : 'u', f->size * 8);
}

int generic_fetch_texts(const struct session *s, char *to, size_t size)
{
	char fetch[FETCH_TEXT + 32], type[32];
	int at = 0;

	*to = '\0';
	for (unsigned i = 0; i < generic.probe.narguments; i++) {
		if (!is_fetched(&generic.probe.arguments[i]))
			continue;
		fetch_text(fetch, sizeof(fetch), &generic.probe.arguments[i]);
		type_text(type, sizeof(type), &generic.probe.arguments[i].fetch);
		at += snprintf(to + at, size - (size_t)at, " %s=%s:%s", names[i], fetch, type);
	}
	if (generic_event_has_comm(s))
		at += snprintf(to + at, size - (size_t)at, " ktally_comm=$comm:string");
	return at;
}

void generic_frame_text(char *to, size_t size)
{
	snprintf(to, size, " ktally_frame=%%%s:u64", register_name((unsigned)register_of_stack()));
}

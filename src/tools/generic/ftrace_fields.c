// SPDX-License-Identifier: GPL-2.0-or-later
#include "ftrace_fields.h"

#include "probe/registers.h"
#include "places.h"
#include "plan.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define KERNEL_NAME_LENGTH 31 /* the most of a field that a probe defines */

const char *generic_event_fields[AT_END + 1];

static char names[PROBE_FETCHES][PROBE_NAME];
static bool own_name[PROBE_FETCHES];

/* ---- fields ---- */

/* Is something asked that the tracepoint's own record does not have? */
static bool is_behind(const struct probe_argument *a)
{
	return a->fetch.noffsets || probe_is_text_address(a);
}

bool generic_reads_behind(const struct probe *p)
{
	bool any = false;

	for (unsigned i = 0; i < p->narguments && p->is_event_probe; i++)
		any |= is_behind(&p->arguments[i]);
	return any;
}

/* Does the dynamic event fetch it? Other values are in the record anyway, or are known without it. */
static bool is_fetched(const struct probe *p, const struct probe_argument *a)
{
	if (a->from == FROM_RECORD)
		return generic_reads_behind(p);
	return a->from == FROM_REGISTER || a->from == FROM_ARGUMENT || a->from == FROM_RETURN ||
		   (a->fetch.base == PROBE_CONSTANT && (a->fetch.noffsets || a->is_recorded));
}

/* Would the kernel's filter see the same value by this name? */
static bool is_field_itself(const struct probe_argument *a)
{
	return !strcmp(a->name, a->field.name) && !a->fetch.bits &&
		   (a->fetch.kind != PROBE_NUMBER ||
			(a->fetch.size == a->field.size && !a->fetch.is_signed == !a->field.is_signed));
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

static void name_field(const struct probe *p, unsigned i)
{
	const struct probe_argument *a = &p->arguments[i];
	bool fetched = is_fetched(p, a), is_plain;
	const char *plain;

	if (a->from == FROM_RECORD && !fetched) {
		own_name[i] = is_field_itself(a);
		snprintf(names[i], sizeof(names[i]), "%s", a->field.name);
		return;
	}
	plain = a->name + (*a->name == '$');
	is_plain = fetched && is_good_name(plain) && !is_taken(plain, i);
	own_name[i] = is_plain && plain == a->name;
	if (is_plain)
		snprintf(names[i], sizeof(names[i]), "%s", plain);
	else
		snprintf(names[i], sizeof(names[i]), fetched ? "ktally_%u" : "-", i);
}

void generic_name_fields(const struct probe *p)
{
	for (unsigned i = 0; i < PROBE_FETCHES; i++) {
		if (i < p->narguments)
			name_field(p, i);
		generic_event_fields[i] = i < p->narguments ? names[i] : "-";
	}
	generic_event_fields[AT_FUNCTION] = p->is_return ? "__probe_func" : "__probe_ip";
	if (generic_numbers_places(p))
		generic_event_fields[AT_FUNCTION] = "ktally_place";
	generic_event_fields[AT_COMM] = "ktally_comm";
	generic_event_fields[AT_FRAME] = "ktally_frame";
}

const char *generic_filter_name(const struct probe *p, unsigned i)
{
	const struct probe_argument *a = &p->arguments[i];

	if (own_name[i])
		return a->fetch.bits && a->fetch.is_signed ? NULL : names[i];
	if (a->fetch.base == PROBE_COMM)
		return strcmp(a->name, "comm") ? NULL : "comm";
	return a->fetch.base == PROBE_TID && !strcmp(a->name, "common_pid") ? "common_pid" : NULL;
}

bool generic_event_has_comm(const struct session *s)
{
	const struct generic *g = generic_of(s);

	return g->view == PROBE_ROWS || s->set->comm || generic_fetches(&g->probe, PROBE_COMM);
}

/* ---- fetch arguments ---- */

#define FETCH_TEXT 224 /* room for PROBE_OFFSETS, each as long as can be */

static void base_text(char *to, size_t size, const struct probe_argument *a, bool is_return)
{
	if (a->from == FROM_RECORD)
		snprintf(to, size, "$%s", a->field.name);
	else if (a->from == FROM_REGISTER)
		snprintf(to, size, "%%%s", register_name(a->number));
	else if (a->from == FROM_RETURN)
		snprintf(to, size, "$retval");
	else if (a->from == FROM_ARGUMENT && is_return) /* kept until the return from 6.9 on */
		snprintf(to, size, "$arg%u", a->number + 1);
	else if (a->from == FROM_ARGUMENT) /* $argN exists only for functions of the kernel */
		snprintf(to, size, "%%%s", register_name((unsigned)register_of_argument(a->number)));
	else if (!a->fetch.noffsets)
		snprintf(to, size, "\\%" PRId64, (int64_t)a->fetch.at);
	else
		snprintf(to, size, "@0x%" PRIx64, (uint64_t)a->fetch.at + (uint64_t)a->fetch.offsets[0]);
}

static void fetch_text(char *to, size_t size, const struct probe_argument *a, bool is_return)
{
	const struct probe_fetch *f = &a->fetch;
	char inner[FETCH_TEXT];

	base_text(to, size, a, is_return);
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
	if (f->kind != PROBE_NUMBER)
		snprintf(to, size, "string");
	else if (f->bits && !f->is_signed)
		snprintf(to, size, "b%u@%u/%u", f->bits, f->shift, f->size * 8);
	else
		snprintf(to, size, "%c%u", f->is_signed && !f->bits ? 's' : 'u', f->size * 8);
}

void generic_fetch_text(char *to, size_t size, const struct probe_argument *a, bool is_return)
{
	char fetch[FETCH_TEXT + 32], type[32];

	fetch_text(fetch, sizeof(fetch), a, is_return);
	type_text(type, sizeof(type), &a->fetch);
	snprintf(to, size, "%s:%s", fetch, type);
}

bool generic_numbers_places(const struct probe *p)
{
	return p->target == TARGET_USER && p->found.n > 1;
}

int generic_fetch_texts(const struct session *s, size_t place, char *to, size_t size)
{
	const struct probe *p = &generic_at_place(generic_of(s), place)->probe;
	char fetch[FETCH_TEXT + 32];
	int at = 0;

	*to = '\0';
	for (unsigned i = 0; i < p->narguments && at < (int)size; i++) {
		if (!is_fetched(p, &p->arguments[i]))
			continue;
		generic_fetch_text(fetch, sizeof(fetch), &p->arguments[i], p->is_return);
		at += snprintf(to + at, size - (size_t)at, " %s=%s", names[i], fetch);
	}
	if (generic_numbers_places(p) && at < (int)size)
		at += snprintf(to + at, size - (size_t)at, " ktally_place=\\%zu:u32", place + 1);
	if (generic_event_has_comm(s) && at < (int)size && p->target != TARGET_TRACEPOINT) /* event probes: from 6.0 on */
		at += snprintf(to + at, size - (size_t)at, " %s=$comm:string", generic_event_fields[AT_COMM]);
	return at;
}

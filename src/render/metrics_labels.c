// SPDX-License-Identifier: GPL-2.0-or-later
#include "metrics_labels.h"

#include "base/escape.h"
#include "base/log.h"
#include "json_members.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/*
 * Fields with few values: what the kernel or the machine has so many of, or what the user named himself (func: the
 * functions of a pattern). Another field may get new values for ever, and each would be a new series.
 */
static const struct {
	const char *field, *label;
} few[] = {{"disk", "device"},	  {"type", "operation"},  {"syscall", "syscall"}, {"error", "error"},
		   {"softirq", "vector"}, {"handler", "handler"}, {"cpu", "cpu"},		  {"class", "class"},
		   {"until", "until"},	  {"func", "function"},	  {"sign", "sign"}};

static const char *label_of(const struct field *f)
{
	for (size_t i = 0; i < sizeof(few) / sizeof(few[0]); i++)
		if (!(f->flags & FIELD_ARGUMENT) && !strcmp(few[i].field, f->name))
			return few[i].label;
	return NULL;
}

static bool is_allowed(const struct metrics_settings *m, const char *name)
{
	for (unsigned i = 0; i < m->nlabels; i++)
		if (!strcmp(m->allow_labels[i], name))
			return true;
	return false;
}

/* Prometheus' names have fewer characters than those of a probe's arguments ("file->f_inode"), and it keeps some. */
static void make_name(char to[METRIC_NAME_MAX], const char *name)
{
	size_t n = 0;

	while (*name == '_')
		name++;
	if (isdigit((unsigned char)*name))
		to[n++] = '_';
	for (; *name && n < METRIC_NAME_MAX - 2; name++)
		to[n++] = isalnum((unsigned char)*name) ? *name : '_';
	to[n] = '\0';
	if (!n || !strcmp(to, "le") || !strcmp(to, "quantile"))
		strcpy(to + n, "_");
}

static int add(struct metrics_labels *l, const struct field *f, const char *name)
{
	if (l->n == METRIC_LABELS)
		return fail(-EINVAL, "more than %d labels", METRIC_LABELS);
	make_name(l->names[l->n], name);
	for (unsigned i = 0; i < l->n; i++)
		if (!strcmp(l->names[i], l->names[l->n]))
			return fail(-EINVAL, "two labels %s", l->names[i]);
	l->fields[l->n++] = f;
	return 0;
}

/* A hidden key is another form of one that is shown, as is a folded stack. */
static int consider(struct metrics_labels *l, const struct session *s, const struct field *f)
{
	const char *label = label_of(f);
	bool key = s->view != VIEW_EVENTS && f->flags & FIELD_KEY;

	if (f->flags & (FIELD_OFF | FIELD_TEXT_ONLY | FIELD_STACK | FIELD_LINES | FIELD_ITEMS | FIELD_PAIRS))
		return 0;
	if (is_allowed(s->set->metrics, f->name))
		return add(l, f, label ? label : f->name);
	if (!key || f->flags & FIELD_HIDDEN)
		return 0;
	if (label)
		return add(l, f, label);
	return fail(-EINVAL, "label %s may have any number of values, each a series: leave it out, or allow_labels = %s",
				f->name, f->name);
}

static bool has_field(const struct session *s, const char *name)
{
	for (size_t i = 0; i < s->schema->nfields; i++) {
		const struct field *f = &s->schema->fields[i];

		if (!strcmp(f->name, name) && !(f->flags & FIELD_OFF) && (s->view == VIEW_EVENTS || f->flags & FIELD_KEY))
			return true;
	}
	return false;
}

int metrics_labels_choose(struct metrics_labels *l, const struct session *s)
{
	const struct metrics_settings *m = s->set->metrics;
	int err = 0;

	l->n = 0;
	for (unsigned i = 0; i < m->nlabels; i++)
		if (!has_field(s, m->allow_labels[i]))
			return fail(-EINVAL, "allow_labels = %s: rows have no such field; --json shows their names",
						m->allow_labels[i]);
	for (size_t i = 0; i < s->schema->nfields && !err; i++)
		err = consider(l, s, &s->schema->fields[i]);
	return err;
}

static void write_value(char to[LABEL_MAX], const struct field *f, const void *row)
{
	char text[SCHEMA_TEXT_MAX];
	int n;

	if (field_is_text(f)) {
		n = field_text(text, sizeof(text), f, row);
		escape_text(to, LABEL_MAX, text, (size_t)n);
	} else if (f->kind == FIELD_S32 || f->kind == FIELD_S64) {
		snprintf(to, LABEL_MAX, "%" PRId64, field_integer(f, row));
	} else {
		snprintf(to, LABEL_MAX, "%" PRIu64, (uint64_t)field_integer(f, row));
	}
}

size_t metrics_labels_write(const struct metrics_labels *l, const struct session *s, const void *row, char *to)
{
	char *at = to;

	for (unsigned i = 0; i < l->n; i++) {
		*at = '\0';
		if (json_known(s->schema, s->on_bpf, l->fields[i], row))
			write_value(at, l->fields[i], row);
		at += strlen(at) + 1;
	}
	return (size_t)(at - to);
}

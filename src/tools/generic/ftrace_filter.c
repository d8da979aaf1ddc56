// SPDX-License-Identifier: GPL-2.0-or-later
#include "ftrace_filter.h"

#include "base/log.h"
#include "source/ftrace/ftrace.h"
#include "sys/error_log.h"
#include "ftrace_fields.h"
#include "plan.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <tracefs/tracefs.h>

/* The kernel's filter can be given only names that are fields of the record and mean the same there. */
bool generic_filter_is_kernels(const struct probe *p)
{
	for (unsigned i = 0; i < p->nconditions; i++)
		if (p->conditions[i].op >= PROBE_EQUAL && !generic_filter_name(p, p->conditions[i].fetch))
			return false;
	return true;
}

static int write_filter(struct session *s, const char *event, const char *filter)
{
	char path[128];

	snprintf(path, sizeof(path), "events/%s/filter", event);
	return tracefs_instance_file_write(ftrace_instance(s), path, filter) >= 0 ? 0 : -errno;
}

/* Of what ktally does itself, unless -p asks for it: to read one event could raise the next. */
static const char *not_self(const struct session *s)
{
	return ftrace_not_self(!generic_only_in_tasks(&generic_of(s)->probe));
}

static int leave_out_self(struct session *s, const char *event)
{
	return s->set->npids ? 0 : write_filter(s, event, not_self(s));
}

int generic_filter_set(struct session *s, const char *event)
{
	const struct probe *p = &generic_of(s)->probe;
	static bool told;
	char text[2048], why[320];

	/* --latency must see also the calls that do not pass: one ends the call that had its frame before */
	if (!p->filter || generic_of(s)->latency || !generic_filter_is_kernels(p))
		return leave_out_self(s, event) ? cannot(s, -EIO, "the kernel takes no filter for %s", event) : 0;
	if (s->set->npids)
		snprintf(text, sizeof(text), "%s", p->filter);
	else if (snprintf(text, sizeof(text), "(%s) && %s", p->filter, not_self(s)) >= (int)sizeof(text))
		return cannot(s, -E2BIG, "the filter is too long");
	if (!write_filter(s, event, text))
		return 1;
	if (!error_log_says(ftrace_instance(s), text, why, sizeof(why)))
		snprintf(why, sizeof(why), "%s", strerror(errno));
	if (!told) /* of several tracepoints once */
		warn("filtered by ktally: the kernel's own filter does not take it: %s", why);
	told = true;
	return leave_out_self(s, event) ? cannot(s, -EIO, "the kernel takes no filter for %s", event) : 0;
}

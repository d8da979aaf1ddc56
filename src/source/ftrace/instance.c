// SPDX-License-Identifier: GPL-2.0-or-later
/* What recipes set in the files of the session's own tracing instance. */
#include "base/log.h"
#include "session/notice.h"
#include "session/source.h"
#include "sys/pid_namespace.h"
#include "ftrace.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <tracefs/tracefs.h>

/* TRACE_FLAG_HARDIRQ, _SOFTIRQ and _NMI of a record's common_flags */
#define IN_INTERRUPT 0x58

const char *ftrace_not_self(bool interrupts)
{
	static char filter[80];
	uint32_t self = pid_self();

	if (interrupts)
		snprintf(filter, sizeof(filter), "(common_pid != %u || common_flags & 0x%x)", self, IN_INTERRUPT);
	else
		snprintf(filter, sizeof(filter), "common_pid != %u", self);
	return filter;
}

int ftrace_filter(struct session *s, const char *event, const char *filter)
{
	char system[64];
	const char *name;

	if (s->source != &source_ftrace)
		return 0;
	ftrace_split(event, system, sizeof(system), &name);
	if (tracefs_event_file_write(ftrace_instance(s), system, name, "filter", filter) >= 0)
		return 0;
	return cannot(s, -errno, "the kernel refuses the filter \"%s\" of %s: %s", filter, event, strerror(errno));
}

int ftrace_append(struct session *s, const char *file, const char *text)
{
	if (tracefs_instance_file_append(ftrace_instance(s), file, text) >= 0)
		return 0;
	return cannot(s, -errno, "cannot set %s of the tracing instance: %s", file, strerror(errno));
}

int ftrace_set_global(struct session *s, const char *file, const char *text)
{
	if (tracefs_instance_file_write(NULL, file, text) >= 0)
		return 0;
	return cannot(s, -errno, "cannot set %s: %s", file, strerror(errno));
}

int ftrace_tracer(struct session *s, const char *tracer)
{
	int n;

	notice_begin(s, "preparing the %s tracer", tracer); /* the kernel may change the code of all functions */
	n = tracefs_instance_file_write(ftrace_instance(s), "current_tracer", tracer);
	notice_end();
	if (n >= 0)
		return 0;
	return cannot(s, -errno, "this kernel does not start the %s tracer: %s", tracer, strerror(errno));
}

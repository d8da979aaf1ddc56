// SPDX-License-Identifier: GPL-2.0-or-later
#include "tracer.h"

#include "source/ftrace/ftrace.h"
#include "source/ftrace/tracer.h"

#include <errno.h>

int tracer_functions(struct session *s, const struct functions *f, bool follow)
{
	int err = ftrace_functions(s, "set_ftrace_filter", f);

	if (err == -EPERM || err == -ENOENT)
		return cannot(s, -ENOTSUP, "this kernel has no function tracer (CONFIG_FUNCTION_TRACER)");
	if (!err && follow)
		err = ftrace_follow(s);
	return err ? err : ftrace_tracer(s, "function");
}

int tracer_graph(struct session *s, bool on_cpu)
{
	int err = ftrace_set(s, "options/sleep-time", on_cpu ? "0" : "1");

	if (!err)
		err = ftrace_follow(s);
	s->attach = "function_graph";
	return err ? err : ftrace_tracer(s, "function_graph");
}

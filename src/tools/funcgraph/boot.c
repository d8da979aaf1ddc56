// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * funcgraph while the kernel boots. Its filters and the options of its tracer are parameters of the kernel's command
 * line, which a boot configuration may set too, and exist once: so it traces in no instance.
 */
#include "session/boot_config.h"
#include "session/tool.h"
#include "funcgraph.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* With commas between them; if there is no room for all, too much for a value */
static void list_of(char *to, size_t size, const struct functions *f)
{
	size_t i = 0, at = 0;
	const char *word;

	*to = '\0';
	while (at < size && (word = functions_next_word(f, &i)))
		at += (size_t)snprintf(to + at, size - at, "%s%s", at ? "," : "", word);
}

/* In the order in which the kernel reads them; "irq-info" and the like stay as they are. */
static void write_options(const struct session *s, struct boot_config *b)
{
	char text[256], kb[32];

	snprintf(text, sizeof(text), "nooverwrite,funcgraph-abstime,funcgraph-proc%s%s%s%s%s%s",
			 funcgraph.no_duration ? ",nofuncgraph-duration" : "", funcgraph.tails ? ",funcgraph-tail" : "",
			 funcgraph.arguments ? ",funcgraph-args" : "", funcgraph.results ? ",funcgraph-retval" : "",
			 funcgraph.no_irqs ? ",nofuncgraph-irqs" : "", funcgraph.on_cpu ? ",nosleep-time" : "");
	boot_config_parameter(b, "trace_options", text);
	boot_config_parameter(b, "trace_clock", BOOT_CLOCK);
	snprintf(kb, sizeof(kb), "%" PRIu64 "K", s->set->buffer_kb);
	if (s->set->buffer_kb)
		boot_config_parameter(b, "trace_buf_size", kb);
}

void funcgraph_boot(const struct session *s, struct boot_config *b)
{
	char text[1024];

	if (funcgraph.hist || funcgraph.own) {
		boot_config_refuse(b, -ENOTSUP, "the kernel makes no histograms of functions, and no times without callees");
		return;
	}
	b->instance = NULL;
	list_of(text, sizeof(text), &funcgraph.functions);
	boot_config_parameter(b, "ftrace_graph_filter", text);
	list_of(text, sizeof(text), &funcgraph.left_out);
	if (*text)
		boot_config_parameter(b, "ftrace_graph_notrace", text);
	snprintf(text, sizeof(text), "%" PRIu64, funcgraph.max_depth);
	if (funcgraph.max_depth)
		boot_config_parameter(b, "ftrace_graph_max_depth", text);
	write_options(s, b);
	boot_config_parameter(b, "ftrace", "function_graph");
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* What the kernel itself can do of kprobe and tpoint while it boots: events with filters, stacks, and hist triggers. */
#include "session/boot_config.h"
#include "ftrace_fields.h"
#include "ftrace_filter.h"
#include "generic.h"
#include "tracepoints.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define GROUP "kprobes" /* the only one in which kernel/trace/trace_boot.c makes probes */

/* ---- probes ---- */

/* People read this field's name. */
static void name_comm(const struct probe *p)
{
	for (unsigned i = 0; i < p->narguments; i++)
		if (!strcmp(p->arguments[i].name, "comm"))
			return;
	generic_event_fields[AT_COMM] = "comm";
}

/* At boot a return is "FUNCTION%return" (5.10). */
static void probe_text(char *to, size_t size, const struct session *s, size_t i, bool is_return, bool fetches)
{
	const struct probe *p = &generic_of(s)->probe;
	char arguments[2048] = "";
	uint64_t offset = p->offset + p->found.list[i].address;

	if (fetches)
		generic_fetch_texts(s, i, arguments, sizeof(arguments));
	if (offset)
		snprintf(to, size, "%s+%" PRIu64 "%s%s", p->found.list[i].name, offset, is_return ? "%return" : "", arguments);
	else
		snprintf(to, size, "%s%s%s", p->found.list[i].name, is_return ? "%return" : "", arguments);
}

static void write_probes(const struct session *s, struct boot_config *b, const char *name, bool is_return, bool fetches)
{
	char text[2400];

	for (size_t i = 0; i < generic_of(s)->probe.found.n; i++) {
		probe_text(text, sizeof(text), s, i, is_return, fetches);
		boot_config_probe(b, name, text);
	}
}

/* ---- histograms ---- */

/* What a hist trigger calls the argument; NULL: it knows no such thing */
static const char *hist_name(const struct probe *p, unsigned i)
{
	const struct probe_argument *a = &p->arguments[i];

	switch (a->from == FROM_ELSEWHERE ? a->fetch.base : PROBE_NOTHING) {
	case PROBE_COMM:
		return "common_pid.execname";
	case PROBE_TID:
		return "common_pid";
	case PROBE_CPU:
		return "common_cpu";
	default:
		return a->from == FROM_RECORD ? generic_filter_name(p, i) : generic_event_fields[i];
	}
}

static int add_name(struct boot_config *b, const struct probe *p, unsigned i, const char *suffix, char *to, size_t size)
{
	const char *name = hist_name(p, i);
	size_t at = strlen(to);

	if (!name || !strcmp(name, "-")) {
		name = p->arguments[i].name;
		return boot_config_refuse(b, -ENOTSUP, "%s: the kernel's histograms do not know it%s", name + (*name == '$'),
								  p->arguments[i].fetch.base == PROBE_PID ? "; they have threads: tid" : "");
	}
	snprintf(to + at, size - at, "%s%s%s", at ? "," : "", name, suffix);
	return 0;
}

/* "keys=...": a trigger needs one */
static int hist_keys(const struct generic *g, struct boot_config *b, char *to, size_t size)
{
	int err = 0;

	*to = '\0';
	for (unsigned i = 0; i < g->nkeys && !err && g->view != PROBE_STACKS; i++)
		err = add_name(b, &g->probe, g->keys[i], "", to, size);
	if (!err && g->view == PROBE_HIST)
		err = add_name(b, &g->probe, g->plan.value, ".log2", to, size);
	if (g->view == PROBE_STACKS)
		snprintf(to, size, "common_pid.execname,stacktrace");
	if (!err && !*to)
		snprintf(to, size, "common_cpu");
	return err;
}

static uint64_t hist_size(const struct generic *g)
{
	return boot_config_keys(g->max_keys ? g->max_keys : 4096);
}

static void write_hist(const struct session *s, struct boot_config *b, const char *event)
{
	const struct generic *g = generic_of(s);
	char keys[400], values[80] = "";

	if (hist_keys(g, b, keys, sizeof(keys)))
		return;
	if (g->view == PROBE_SUM && add_name(b, &g->probe, g->plan.value, "", values, sizeof(values)))
		return;
	boot_config_hist(b, event, keys, values, hist_size(g), g->probe.filter);
}

/* Of nested calls of a thread the innermost counts. CPUs that idle are one thread, 0, to the kernel. */
static void write_latency(const struct session *s, struct boot_config *b)
{
	const struct generic *g = generic_of(s);
	char from[PROBE_NAME + 16], to[PROBE_NAME + 16], name[PROBE_NAME + 16];

	snprintf(from, sizeof(from), GROUP ".%s", g->probe.name);
	snprintf(to, sizeof(to), GROUP ".%s_return", g->probe.name);
	snprintf(name, sizeof(name), "%s_latency", g->probe.name);
	boot_config_latency(b, &(struct boot_latency){.name = name,
												  .from = {{from, "common_pid", g->probe.filter}},
												  .to = to,
												  .to_keys = "common_pid",
												  .size = hist_size(g)});
	write_probes(s, b, from + strlen(GROUP "."), false, true);
	write_probes(s, b, to + strlen(GROUP "."), true, false);
}

/* ---- all of it ---- */

static int check(const struct generic *g, struct boot_config *b)
{
	if (g->probe.target == TARGET_USER)
		return boot_config_refuse(b, -ENOTSUP, "a boot configuration has no probes of programs");
	if (g->probe.is_event_probe)
		return boot_config_refuse(b, -ENOTSUP, "a boot configuration has no event probes");
	if (g->probe.found.of_modules)
		return boot_config_refuse(b, -ENOTSUP, "functions of modules are not there yet while the kernel boots");
	if (g->probe.filter && !generic_filter_is_kernels(&g->probe))
		return boot_config_refuse(b, -ENOTSUP, "the kernel's own filter cannot be '%s'", g->probe.filter);
	if (g->top)
		return boot_config_refuse(b, -ENOTSUP, "the kernel keeps all keys: no --top");
	if (g->latency && g->nkeys)
		return boot_config_refuse(b, -ENOTSUP, "--latency by keys: the kernel's histogram is of all calls");
	return 0;
}

static void write_event(const struct session *s, struct boot_config *b, const char *group, const char *name)
{
	const struct generic *g = generic_of(s);
	char event[200];

	snprintf(event, sizeof(event), "%s.%s", group, name);
	if (g->view != PROBE_ROWS) {
		write_hist(s, b, event);
		return;
	}
	if (g->probe.filter)
		boot_config_value(b, g->probe.filter, "event.%s.filter", event);
	boot_config_key(b, "event.%s.enable", event);
}

void generic_boot(const struct session *s, struct boot_config *b)
{
	const struct generic *g = generic_of(s);
	const struct probe *p = &g->probe;

	generic_name_fields(p);
	name_comm(p);
	if (check(g, b))
		return;
	boot_config_begin(b, s->set->buffer_kb);
	if (g->stacks)
		boot_config_more(b, "stacktrace", "options");
	if (g->latency) {
		write_latency(s, b);
		return;
	}
	if (p->target == TARGET_KERNEL)
		write_probes(s, b, p->name, p->is_return, true);
	for (size_t i = 0; i < g->neach; i++)
		write_event(s, b, g->each[i].symbol, g->each[i].name);
	if (!g->each)
		write_event(s, b, p->target == TARGET_KERNEL ? GROUP : p->symbol, p->name);
}

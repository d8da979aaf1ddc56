// SPDX-License-Identifier: GPL-2.0-or-later
/* The views' options, and the arguments behind the definition. */
#include "base/log.h"
#include "base/numbers.h"
#include "generic.h"

#include <errno.h>
#include <string.h>

struct generic generic;

int generic_choose(struct generic *g, enum probe_view view, const char *value)
{
	if (g->view != PROBE_ROWS)
		return fail(-EINVAL, "--count, --sum, --hist, --heatmap, --latency and --stacks exclude each other");
	g->view = view;
	g->value_name = value;
	return 0;
}

int generic_count(void *to, const char *text)
{
	struct generic *g = to;

	if (text)
		g->key_names = text;
	return generic_choose(g, PROBE_COUNT, NULL);
}

int generic_sum(void *to, const char *text)
{
	return generic_choose(to, PROBE_SUM, text);
}

int generic_hist(void *to, const char *text)
{
	return generic_choose(to, PROBE_HIST, text);
}

int generic_heatmap(void *to, const char *text)
{
	settings.heatmap = true;
	return generic_choose(to, PROBE_HIST, text);
}

/* perf-tools' optional filter, then as in the other tools */
int generic_arguments(struct session *s, int first)
{
	uint64_t ns;

	if (first < s->argc && parse_duration(s->argv[first], &ns))
		generic.probe.filter = s->argv[first++];
	return settings_interval(s->argc - first, s->argv + first);
}

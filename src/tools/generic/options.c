// SPDX-License-Identifier: GPL-2.0-or-later
/* The views' options, and the arguments behind the definition. */
#include "base/log.h"
#include "base/numbers.h"
#include "probing.h"

#include <errno.h>
#include <string.h>

struct probing probing;

int probing_choose(struct probing *g, enum probe_view view, const char *value)
{
	if (g->view != PROBE_ROWS)
		return fail(-EINVAL, "--count, --sum, --hist, --heatmap, --latency and --stacks exclude each other");
	g->view = view;
	g->value_name = value;
	return 0;
}

int probing_count(void *to, const char *text)
{
	struct probing *g = to;

	if (text)
		g->key_names = text;
	return probing_choose(g, PROBE_COUNT, NULL);
}

int probing_sum(void *to, const char *text)
{
	return probing_choose(to, PROBE_SUM, text);
}

int probing_hist(void *to, const char *text)
{
	return probing_choose(to, PROBE_HIST, text);
}

int probing_heatmap(void *to, const char *text)
{
	settings.heatmap = true;
	return probing_choose(to, PROBE_HIST, text);
}

/* perf-tools' optional filter, then as in the other tools */
int probing_arguments(struct session *s, int first)
{
	uint64_t ns;

	if (first < s->argc && parse_duration(s->argv[first], &ns))
		probing.probe.filter = s->argv[first++];
	return settings_interval(s->argc - first, s->argv + first);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "self.h"

#include <string.h>
#include <time.h>

/* A number of each tool that has answered. reasons: with a second label, from first on as many families in one */
struct own {
	const char *name, *help, *label, *value; /* label NULL: none but tool */
	enum metric_type type;
	enum metric_unit unit;
	size_t offset; /* in struct answer_head */
};

#define OF(member) offsetof(struct answer_head, member)

static const struct own list[] = {
	{"ktally_lost_events", "What was not counted, and why.", "reason", "buffer", METRIC_COUNTER, METRIC_PLAIN,
	 OF(ring)},
	{"ktally_lost_events", NULL, "reason", "map_full", METRIC_COUNTER, METRIC_PLAIN, OF(map_full)},
	{"ktally_lost_events", NULL, "reason", "missed", METRIC_COUNTER, METRIC_PLAIN, OF(missed)},
	{"ktally_losses_untold", "1: there may be losses that the kernel does not tell.", NULL, NULL, METRIC_GAUGE,
	 METRIC_PLAIN, OF(untold)},
	{"ktally_unmatched_events", "Ends whose begin was before tracing.", NULL, NULL, METRIC_COUNTER, METRIC_PLAIN,
	 OF(unmatched)},
	{"ktally_in_flight", "Begun and not ended yet.", NULL, NULL, METRIC_GAUGE, METRIC_PLAIN, OF(in_flight)},
	{"ktally_series_dropped", "Rows counted as other because max_series was reached.", NULL, NULL, METRIC_COUNTER,
	 METRIC_PLAIN, OF(dropped)},
	{"ktally_cpu_seconds", "CPU time of the tool's process in user space and in system calls.", NULL, NULL,
	 METRIC_COUNTER, METRIC_SECONDS, OF(cpu_ns)},
};
static const struct own costs[] = {
	{"ktally_bpf_run_seconds", "Run time of the tool's BPF programs (args --stats).", NULL, NULL, METRIC_COUNTER,
	 METRIC_SECONDS, OF(run_ns)},
	{"ktally_bpf_runs", "Runs of the tool's BPF programs (args --stats).", NULL, NULL, METRIC_COUNTER, METRIC_PLAIN,
	 OF(runs)},
};

static void expose_own(const struct scrape *s, const struct own *own, bool costed, struct exposition *e)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct answerer *a = &s->answerers[i];
		const char *labels[] = {a->member->config->family, own->value};
		uint64_t value;

		if (!a->complete || (costed && !a->head.costed))
			continue;
		memcpy(&value, (const char *)&a->head + own->offset, sizeof(value));
		expose_value(e, labels, value);
	}
}

static void expose_list(const struct scrape *s, const struct own *own, size_t n, bool costed, struct exposition *e)
{
	struct metric_family f;

	for (size_t i = 0; i < n; i++) {
		if (own[i].help) {
			f = (struct metric_family){.name = own[i].name,
									   .help = own[i].help,
									   .type = own[i].type,
									   .unit = own[i].unit,
									   .nlabels = own[i].label ? 2 : 1,
									   .labels = {"tool", own[i].label}};
			expose_family(e, &f);
		}
		expose_own(s, &own[i], costed, e);
	}
}

static void expose_up(const struct scrape *s, struct exposition *e)
{
	const struct metric_family up = {.name = "ktally_tool_up",
									 .help = "1: the tool has answered in time.",
									 .type = METRIC_GAUGE,
									 .nlabels = 1,
									 .labels = {"tool"}};
	const struct metric_family restarts = {.name = "ktally_tool_restarts",
										   .help = "How often the tool's process crashed and began again.",
										   .type = METRIC_COUNTER,
										   .nlabels = 1,
										   .labels = {"tool"}};

	expose_family(e, &up);
	for (size_t i = 0; i < s->n; i++)
		expose_value(e, (const char *const[]){s->answerers[i].member->config->family}, s->answerers[i].complete);
	expose_family(e, &restarts);
	for (size_t i = 0; i < s->n; i++)
		expose_value(e, (const char *const[]){s->answerers[i].member->config->family}, s->answerers[i].restarts);
}

static void expose_backends(const struct scrape *s, struct exposition *e)
{
	const struct metric_family f = {.name = "ktally_backend",
									.help = "How the tool traces.",
									.type = METRIC_GAUGE,
									.nlabels = 3,
									.labels = {"tool", "backend", "attach"}};

	expose_family(e, &f);
	for (size_t i = 0; i < s->n; i++) {
		const struct answerer *a = &s->answerers[i];

		if (a->complete)
			expose_value(e, (const char *const[]){a->member->config->family, a->head.backend, a->head.attach}, 1);
	}
}

static void expose_process(struct exposition *e)
{
	const struct metric_family build = {.name = "ktally_build_info",
										.help = "The version of ktally.",
										.type = METRIC_GAUGE,
										.nlabels = 1,
										.labels = {"version"}};
	const struct metric_family cpu = {.name = "ktally_serve_cpu_seconds",
									  .help = "CPU time of the HTTP process.",
									  .type = METRIC_COUNTER,
									  .unit = METRIC_SECONDS};
	struct timespec t = {0};

	expose_family(e, &build);
	expose_value(e, (const char *const[]){KTALLY_VERSION}, 1);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	expose_family(e, &cpu);
	expose_value(e, NULL, (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec);
}

void self_expose(const struct scrape *s, struct exposition *e)
{
	expose_process(e);
	expose_up(s, e);
	expose_backends(s, e);
	expose_list(s, list, sizeof(list) / sizeof(list[0]), false, e);
	expose_list(s, costs, sizeof(costs) / sizeof(costs[0]), true, e);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf.h - the source of samples with whole stacks where there is no BPF: perf_event_open(2). The kernel writes the
 * registers and a copy of the stack into a ring for each CPU; sys/unwind.h finds the callers.
 *
 * Numbers of tasks are those of ktally's own PID namespace.
 */
#pragma once

#include "session/session.h"
#include "records.h"

extern const struct source source_perf;

#define PERF_STACK_MOST 65528 /* bytes of a user's stack: with the rest, the kernel keeps what 64 KB have room for */

struct perf_wanted {
	const char *name; /* of a tracepoint "sched/sched_switch": tracefs knows its type and number */
	uint32_t type;	  /* PERF_TYPE_* */
	uint64_t config;
	uint64_t period, frequency; /* one of them */
	bool kernel_stack;
	uint32_t user_stack; /* bytes; 0: none */
	bool idle;			 /* samples of idle CPUs too */
	bool cgroup;		 /* tell the cgroup */
	bool one_cpu;		 /* only `cpu` */
	unsigned cpu;
	bool all_tasks;		/* the recipe itself asks whom the user wants: perf_wants() */
	const char *filter; /* of a tracepoint; NULL: none */
};

/* For a recipe's open(): adds an event on all CPUs. 0, or -errno with s->why set. The first one has number 0. */
int perf_add(struct session *s, const struct perf_wanted *w);
/* Of a tracepoint that was added: a field, for event_number() over what struct perf_sample.raw has; NULL: no such one
 */
const void *perf_field(struct session *s, unsigned event, const char *name);
/* Of a thread: did the user ask for it? Did it begin during the run? Its process and name */
bool perf_wants(struct session *s, uint32_t tid);
bool perf_task_is_new(struct session *s, uint32_t tid);
uint32_t perf_task_process(struct session *s, uint32_t tid);
const char *perf_task_name(struct session *s, uint32_t tid);
/* When the run's window ended; 0: it has not */
uint64_t perf_ended_ns(const struct session *s);

/* The callers of where the program was, kept in base/stack_store.h: the hash; 0: there is no such stack */
uint64_t perf_user_stack(const struct perf_sample *sample, unsigned depth);
uint64_t perf_kernel_stack(const struct perf_sample *sample, unsigned depth);

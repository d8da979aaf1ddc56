/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tracer.h - the kernel's own tracers osnoise and timerlat: their settings, and their events of who took a CPU from
 * their threads. These events come only while a thread measures, each when the interruption has ended, and with its net
 * time.
 */
#pragma once

#include "source/ftrace/stream.h"
#include "threads.h"

#include <ktally/noise.h>

/* A file below osnoise/, which exists once in the system, and its value */
struct noise_setting {
	const char *file;
	uint64_t value;
};

int noise_tracer_open(struct session *s); /* a recipe's open() */
/* Sets a file, which the kernel may refuse for now. A replay sets nothing, here and below. */
void noise_tracer_try(const struct session *s, const struct noise_setting *setting);
/* Sets CPUs and what the list says (its last has no file), and starts the recipe's tracer. 0, or -errno with s->why
 * set */
int noise_tracer_start(struct session *s, const struct noise_setting *to);
void noise_tracer_close(struct session *s);

struct noise_interruption {
	struct noise_source source;
	uint64_t ns;
};

/* Understands one of NOISE_EVENTS, and keeps it for an explanation. False: the idle task, which takes nothing away */
bool noise_interruption(struct session *s, struct noise_interruption *to, const struct record *r);
/* What is kept of the record's CPU: npast, past[] and whatever the caller adds. NULL: that CPU is not asked for, or
 * nothing counts any more because a threshold was met */
struct noise_cpu *noise_record(struct session *s, const struct record *r);
/* Ends the run because of this, and keeps what noise_record() has. Only the first call counts. */
void noise_tracer_stop(struct session *s, const struct record *r, struct noise_stop stop);

extern const char *const noise_nmi_fields[], *const noise_irq_fields[], *const noise_softirq_fields[],
																			*const noise_thread_fields[];
#define NOISE_EVENTS(on_record, is_wanted)                                            \
	{"osnoise/nmi_noise", noise_nmi_fields, on_record, false, is_wanted},             \
		{"osnoise/irq_noise", noise_irq_fields, on_record, false, is_wanted},         \
		{"osnoise/softirq_noise", noise_softirq_fields, on_record, false, is_wanted}, \
	{                                                                                 \
		"osnoise/thread_noise", noise_thread_fields, on_record, false, is_wanted      \
	}

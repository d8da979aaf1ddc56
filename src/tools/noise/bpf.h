/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bpf.h - the programs of bpf/noise.bpf.c, and the memory that they share with the threads. */
#pragma once

#include "base/tally.h"
#include "threads.h"

struct noise_wants {
	bool timer;		/* the threads' timers (timerlat) */
	bool by_source; /* noise_read_sources() */
	bool stack;		/* of whoever a timer interrupts */
};

int noise_open(struct session *s, const struct noise_wants *wants);			 /* a recipe's open() */
int noise_start(struct session *s, void (*measure)(struct noise_thread *t)); /* attach_more() */
void noise_poll(struct session *s);
void noise_halt(struct session *s); /* stop() */
void noise_close(struct session *s);

/* A row of totals for each source: struct noise_source, struct noise_total. 0 or -errno */
int noise_read_sources(struct session *s, struct tally *to);

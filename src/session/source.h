/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * source.h - a source is a table that turns kernel events into rows and totals. There are four: bpf, ftrace, perf, and
 * what is replayed.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct cost;
struct session;

/* Who is left of the process of --follow and its descendants? */
enum followed {
	FOLLOWED_ENDED,		/* nobody, and nobody can come */
	FOLLOWED_LIVES,		/* at least one */
	FOLLOWED_ASK_AGAIN, /* it is not known yet */
	FOLLOWED_UNKNOWN,	/* what was lost may have told of more */
};

struct source {
	const char *name;
	/* Prepares everything, but does not count yet. 0, or -errno with s->why set; close() is called in any case */
	int (*open)(struct session *s);
	int (*start)(struct session *s);
	/* Delivers events that are there; must not block. Called when descriptor() is readable, and ten times a
	 * second; more often while s->busy. */
	int (*poll)(struct session *s);
	/* Brings s->totals and s->lost up to date. */
	int (*collect)(struct session *s);
	/* Stops counting; totals can still be collected. NULL: nothing to do */
	void (*stop)(struct session *s);
	void (*close)(struct session *s);	  /* safe at any point after open() began */
	int (*descriptor)(struct session *s); /* to wait for; -1 or NULL: none */
	/* Calls lives() for followed processes, as /proc numbers them, until it says yes. Not cheap. NULL: this source
	 * follows nobody */
	enum followed (*followed)(struct session *s, bool (*lives)(uint32_t pid));
	/* Capabilities to keep, one after another, until readable() says that the source can still be read. May be
	 * empty */
	const int *keeps;
	int nkeeps;
	bool (*readable)(struct session *s);
	bool ends_without_root; /* its open descriptors are enough to end the run */
	/* The kernel's statistics of the session's own programs. They are on before start(), and off again before the
	 * end unless the user asked for them. All NULL: there are none */
	int (*cost_on)(struct session *s);
	int (*cost)(struct session *s, struct cost *to);
	void (*cost_off)(struct session *s);
};

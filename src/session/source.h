/* SPDX-License-Identifier: GPL-2.0-or-later */
/* source.h - a source is a table that turns kernel events into rows and totals. There are three: bpf, ftrace, replay.
 */
#pragma once

#include <stdbool.h>

struct cost;
struct session;

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

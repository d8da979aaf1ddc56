/* SPDX-License-Identifier: GPL-2.0-or-later */
/* source.h - what a source is: a table. It turns kernel events into rows and totals. */
#ifndef KTALLY_SOURCE_H
#define KTALLY_SOURCE_H

#include <stdbool.h>

struct cost;
struct session;

struct source {
	const char *name;
	/* Everything but counting. 0, or -errno with s->why set; close() is called in any case. */
	int (*open)(struct session *s);
	int (*start)(struct session *s);
	/* Delivers events that are there; must not block. Called when a descriptor given to
	 * source_watch() is readable, and ten times a second. */
	int (*poll)(struct session *s);
	/* Brings s->totals and s->lost up to date. */
	int (*collect)(struct session *s);
	/* Stops counting; totals can still be collected. NULL: nothing to do */
	void (*stop)(struct session *s);
	void (*close)(struct session *s);	  /* safe at any point after open() began */
	int (*descriptor)(struct session *s); /* to wait on, or -1 */
	/* Capabilities without which it may not be readable any more, and whether it is without them. NULL: never */
	const int *keeps;
	int nkeeps;
	bool (*readable)(struct session *s);
	bool ends_without_root; /* what it has open is enough for the end */
	/* The kernel's statistics of the session's own programs: on before start(), off again before the end where
	 * nobody asked for them. All NULL: there are none. */
	int (*cost_on)(struct session *s);
	int (*cost)(struct session *s, struct cost *to);
	void (*cost_off)(struct session *s);
};

extern const struct source source_bpf, source_ftrace, source_replay;

#endif

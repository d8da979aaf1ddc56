/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * attaching.h - attaching to many functions, at once or one by one: those that are refused are named and left out, how
 * far it is is told, and Ctrl-C ends it with what there is. What attaching means is the caller's.
 */
#ifndef KTALLY_ATTACHING_H
#define KTALLY_ATTACHING_H

#include "session/session.h"
#include "sys/functions.h"

struct attaching {
	struct session *s;
	size_t attached, refused;
	int last_err;
	uint64_t started_ns, told_ns;
};

/* Functions, and how some of them are attached to: 0 or -errno, then to none of them */
struct attach_set {
	const struct function *list;
	int (*attach)(void *with, size_t from, size_t n);
	void *with;
	int fatal; /* beside -ENOMEM and, in one go, -EPERM: an error that no function is to blame for */
};

struct attaching attaching_begin(struct session *s);

/* In one go; a set that is refused is halved until the functions to blame are found. 0 or -errno, silent */
int attaching_halves(struct attaching *a, const struct attach_set *set, size_t from, size_t n);
/* All `n`, one by one: slow, so progress is told */
int attaching_each(struct attaching *a, const struct attach_set *set, size_t n);

/* What came of it: err, or -errno with s->why set where nothing could be attached ("none WHAT can be probed") */
int attaching_end(struct attaching *a, int err, const char *what);

#endif

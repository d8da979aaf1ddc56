/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * attach_many.h - attaches to many functions or tracepoints, at once or one by one. Prints progress; on a terminal one
 * line after half a second. Names those that are refused and leaves them out. Ctrl-C stops and keeps what is attached.
 * The caller supplies attach().
 */
#pragma once

#include "session/session.h"
#include "sys/functions.h"

struct attach_set {
	const struct function *list;
	size_t n;
	/* Attaches to `n` functions from this one on: 0, or -errno and then to none of them. */
	int (*attach)(void *with, size_t from, size_t n);
	void *with;
	/* attach() takes many. A set that is refused is halved until the functions to blame are found. Else each is
	 * attached by itself, which is slow, so that progress is printed. */
	bool at_once;
	size_t at_most; /* so many in one call, so that Ctrl-C need not wait for all; 0: as many as there are */
	bool (*same)(void *with, size_t i); /* may this one go with the one before it? NULL: always */
	int fatal;		  /* an error beside -ENOMEM and, at once, -EPERM that no function is to blame for */
	const char *what; /* for the message: "none WHAT can be probed" */
	size_t attached;  /* the result */
};

/* 0, or -errno with s->why set where nothing could be attached */
int attach_many(struct session *s, struct attach_set *set);

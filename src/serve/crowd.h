/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * crowd.h - limits connections. libevent ends a connection on which nothing moves, but a client that sends a byte now
 * and then could hold one for hours, and all of them together. So a connection ends that has not asked a whole question
 * for a while: a long one, or a short one if many are there.
 */
#pragma once

#include <event2/event.h>
#include <event2/http.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define CROWD_MAX 120 /* connections */
#define CROWD_DESCRIPTORS 512

struct crowd {
	int limit;					 /* descriptors are below it */
	bool own[CROWD_DESCRIPTORS]; /* no connections: what was open before them */
	struct event *each_second;
	struct evconnlistener *listener;
	struct {
		ino_t socket; /* 0: none. A descriptor's number comes again */
		unsigned seconds;
	} connections[CROWD_DESCRIPTORS];
};

/* Listens. Call it when all other descriptors are open: later ones are taken for connections. 0 or -errno */
int crowd_open(struct crowd *c, struct event_base *base, struct evhttp *http, int listening);
/* A request of this connection is whole. */
void crowd_asked(struct crowd *c, struct evhttp_request *r);

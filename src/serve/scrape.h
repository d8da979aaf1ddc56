/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scrape.h - asks all sessions at once, and waits for their answers until a deadline. Questions are numbered: an answer
 * to an earlier one is thrown away.
 */
#pragma once

#include "metrics/answer.h"
#include "member.h"

#include <event2/event.h>

struct scrape;

/* A session as the HTTP process knows it */
struct answerer {
	const struct member *member;
	struct scrape *scrape;
	struct event *readable;
	uint32_t number; /* of the answer that is coming in */
	struct answer_head head;
	struct bytes body;
	bool complete; /* the answer to the question asked last */
	bool running;  /* there is a session to wait for */
	uint32_t restarts;
};

struct scrape {
	struct answerer *answerers;
	size_t n;
	uint32_t number;
	bool running;
	struct event *deadline;
	void (*done)(void *arg); /* all have answered, or the time is over */
	void *arg;
};

/* done(): called once for each scrape_begin(), never from within it. 0 or -ENOMEM */
int scrape_open(struct scrape *s, struct event_base *base, const struct member *members, size_t n,
				void (*done)(void *arg), void *arg);
/* Must not run already. */
void scrape_begin(struct scrape *s, unsigned timeout_ms);
/* What the supervisor tells: nobody waits for a session that does not run. */
void scrape_news(struct scrape *s, const struct member_news *news);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* request.h - requests for metrics that wait for the end of a scrape. */
#pragma once

#include "scrape.h"

#include <event2/http.h>

struct request;

struct requests {
	struct request *first;
};

/* Takes a request, until it is answered or its client leaves. 0 or -ENOMEM */
int request_add(struct requests *to, struct evhttp_request *r);
/* How long the clients want to wait: most of the shortest time that one of them names */
unsigned requests_timeout_ms(const struct requests *all);
/* Answers all of them, each in the format that it wants, and forgets them. */
void requests_answer(struct requests *all, const struct scrape *s);

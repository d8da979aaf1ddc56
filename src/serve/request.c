// SPDX-License-Identifier: GPL-2.0-or-later
#include "request.h"

#include "self.h"

#include <errno.h>
#include <event2/buffer.h>
#include <stdio.h>
#include <stdlib.h>

#define TIMEOUT_MS 8000 /* of a client that names none */
#define TIMEOUT_LEAST_MS 50
#define TIMEOUT_SHARE 0.8 /* of the client's time: the rest is for the way */

struct request {
	struct evhttp_request *http; /* NULL: the client has left */
	enum expose_format format;
	unsigned timeout_ms;
	struct request *next;
};

static const char *header(struct evhttp_request *r, const char *name)
{
	return evhttp_find_header(evhttp_request_get_input_headers(r), name);
}

/* Prometheus says how long it waits. */
static unsigned timeout_of(struct evhttp_request *r)
{
	const char *text = header(r, "X-Prometheus-Scrape-Timeout-Seconds");
	double ms = text ? strtod(text, NULL) * 1000 * TIMEOUT_SHARE : TIMEOUT_MS;

	if (!(ms > TIMEOUT_LEAST_MS)) /* nor a number */
		return text && strtod(text, NULL) > 0 ? TIMEOUT_LEAST_MS : TIMEOUT_MS;
	return ms < TIMEOUT_MS ? (unsigned)ms : TIMEOUT_MS;
}

/* libevent frees the request with the connection. */
static void on_left(struct evhttp_connection *connection, void *arg)
{
	(void)connection;
	((struct request *)arg)->http = NULL;
}

int request_add(struct requests *to, struct evhttp_request *r)
{
	struct request *q = calloc(1, sizeof(*q));

	if (!q)
		return -ENOMEM;
	*q = (struct request){r, expose_negotiate(header(r, "Accept")), timeout_of(r), to->first};
	to->first = q;
	evhttp_connection_set_closecb(evhttp_request_get_connection(r), on_left, q);
	return 0;
}

unsigned requests_timeout_ms(const struct requests *all)
{
	unsigned least = TIMEOUT_MS;

	for (const struct request *q = all->first; q; q = q->next)
		least = q->timeout_ms < least ? q->timeout_ms : least;
	return least;
}

/* ---- answers ---- */

static void expose(struct exposition *e, enum expose_format format, const struct scrape *s)
{
	char before[METRIC_NAME_MAX];

	expose_begin(e, format);
	self_expose(s, e);
	for (size_t i = 0; i < s->n; i++) {
		const struct answerer *a = &s->answerers[i];

		if (!a->complete)
			continue;
		snprintf(before, sizeof(before), "ktally_%s", a->member->config->family);
		answer_expose(a->body.at, a->body.n, before, a->head.created_ns, e);
	}
	expose_end(e);
}

static void send_to(struct request *q, const struct exposition *e)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(q->http);
	struct evbuffer *body = e->out.failed ? NULL : evbuffer_new();

	evhttp_connection_set_closecb(evhttp_request_get_connection(q->http), NULL, NULL);
	if (!body || evbuffer_add(body, e->out.at, e->out.n)) {
		evhttp_send_error(q->http, HTTP_SERVUNAVAIL, NULL);
	} else {
		evhttp_add_header(headers, "Content-Type", expose_content_type(q->format));
		evhttp_send_reply(q->http, HTTP_OK, "OK", body);
	}
	if (body)
		evbuffer_free(body);
}

/* Makes the text only if somebody still waits for it. */
static void answer_format(const struct requests *all, enum expose_format format, const struct scrape *s)
{
	struct exposition e = {0};
	bool made = false;

	for (struct request *q = all->first; q; q = q->next) {
		if (!q->http || q->format != format)
			continue;
		if (!made)
			expose(&e, format, s);
		made = true;
		send_to(q, &e);
	}
	bytes_free(&e.out);
}

void requests_answer(struct requests *all, const struct scrape *s)
{
	struct request *next;

	for (enum expose_format f = EXPOSE_TEXT; f <= EXPOSE_PROTOBUF; f++)
		answer_format(all, f, s);
	for (struct request *q = all->first; q; q = next) {
		next = q->next;
		free(q);
	}
	all->first = NULL;
}

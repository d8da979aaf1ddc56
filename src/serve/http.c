// SPDX-License-Identifier: GPL-2.0-or-later
#include "http.h"

#include "base/log.h"
#include "crowd.h"
#include "http_confine.h"
#include "request.h"
#include "scrape.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/listener.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define HEADERS_MAX 8192
#define IDLE_SECONDS 10 /* without a byte from the client, or to it */

struct http {
	struct event_base *base;
	struct evhttp *http;
	struct scrape scrape;
	struct requests now, next; /* those of the scrape that runs, and those that came later */
	struct crowd crowd;
	int news;
	struct event *on_news;
};

/* ---- scrapes ---- */

/* A request that comes while a scrape runs waits for the next one: what it wants to know may be newer. */
static void begin_scrape(struct http *h)
{
	if (h->scrape.running || !h->next.first)
		return;
	h->now = h->next;
	h->next.first = NULL;
	scrape_begin(&h->scrape, requests_timeout_ms(&h->now));
}

static void on_scraped(void *arg)
{
	struct http *h = arg;

	requests_answer(&h->now, &h->scrape);
	begin_scrape(h);
}

/* ---- requests ---- */

static void on_metrics(struct evhttp_request *r, void *arg)
{
	struct http *h = arg;

	crowd_asked(&h->crowd, r);
	if (request_add(&h->next, r))
		evhttp_send_error(r, HTTP_SERVUNAVAIL, NULL);
	else
		begin_scrape(h);
}

static void reply(struct evhttp_request *r, int code, const char *reason, const char *type, const char *text)
{
	struct evbuffer *body = evbuffer_new();

	evhttp_add_header(evhttp_request_get_output_headers(r), "Content-Type", type);
	if (body)
		evbuffer_add(body, text, strlen(text));
	evhttp_send_reply(r, code, reason, body);
	if (body)
		evbuffer_free(body);
}

static void on_healthy(struct evhttp_request *r, void *arg)
{
	crowd_asked(&((struct http *)arg)->crowd, r);
	reply(r, HTTP_OK, "OK", "text/plain; charset=utf-8", "healthy\n");
}

static void on_root(struct evhttp_request *r, void *arg)
{
	crowd_asked(&((struct http *)arg)->crowd, r);
	reply(r, HTTP_OK, "OK", "text/html; charset=utf-8",
		  "<!DOCTYPE html><html lang=\"en\"><title>ktally</title><h1>ktally " KTALLY_VERSION
		  "</h1><p><a href=\"/metrics\">Metrics</a></p></html>\n");
}

static void on_other(struct evhttp_request *r, void *arg)
{
	crowd_asked(&((struct http *)arg)->crowd, r);
	reply(r, HTTP_NOTFOUND, "Not Found", "text/plain; charset=utf-8", "not here; metrics are at /metrics\n");
}

/* ---- the process ---- */

static void on_news(evutil_socket_t fd, short what, void *arg)
{
	struct http *h = arg;
	struct member_news news;
	ssize_t n = recv(fd, &news, sizeof(news), MSG_DONTWAIT);

	(void)what;
	if (!n || (n < 0 && errno != EAGAIN && errno != EINTR)) /* the supervisor has gone */
		event_base_loopbreak(h->base);
	else if (n == sizeof(news))
		scrape_news(&h->scrape, &news);
}

static int open_http(struct http *h, int listening)
{
	int err;

	h->http = evhttp_new(h->base);
	err = h->http ? crowd_open(&h->crowd, h->base, h->http, listening) : -ENOMEM;
	if (err)
		return err;
	evhttp_set_allowed_methods(h->http, EVHTTP_REQ_GET | EVHTTP_REQ_HEAD);
	evhttp_set_max_headers_size(h->http, HEADERS_MAX);
	evhttp_set_max_body_size(h->http, 0);
	evhttp_set_timeout(h->http, IDLE_SECONDS);
	evhttp_set_gencb(h->http, on_other, h);
	if (evhttp_set_cb(h->http, "/metrics", on_metrics, h) || evhttp_set_cb(h->http, "/", on_root, h) ||
		evhttp_set_cb(h->http, "/-/healthy", on_healthy, h))
		return -ENOMEM;
	return 0;
}

static int open_all(struct http *h, int listening, int news, struct member *members, size_t n)
{
	int err;

	h->base = event_base_new();
	if (!h->base)
		return -ENOMEM;
	err = scrape_open(&h->scrape, h->base, members, n, on_scraped, h);
	if (!err)
		err = open_http(h, listening);
	h->on_news = event_new(h->base, news, EV_READ | EV_PERSIST, on_news, h);
	return err ? err : !h->on_news || event_add(h->on_news, NULL) ? -ENOMEM : 0;
}

/* Memory is not freed: the process ends. */
int http_serve(int listening, int news, struct member *members, size_t n)
{
	struct http h = {.news = news};
	int err = open_all(&h, listening, news, members, n);

	if (err)
		return fail(EXIT_FAILED, "cannot serve HTTP: %s", strerror(-err));
	err = http_confine();
	if (err)
		return fail(EXIT_FAILED, "the HTTP process cannot give up privileges: %s", strerror(-err));
	return event_base_dispatch(h.base) < 0 ? fail(EXIT_FAILED, "cannot wait for requests: %s", strerror(errno))
										   : EXIT_DONE;
}

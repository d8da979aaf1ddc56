// SPDX-License-Identifier: GPL-2.0-or-later
#include "scrape.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static void finish(struct scrape *s)
{
	s->running = false;
	event_del(s->deadline);
	s->done(s->arg);
}

static void on_deadline(evutil_socket_t fd, short what, void *arg)
{
	struct scrape *s = arg;

	(void)fd, (void)what;
	if (s->running)
		finish(s);
}

static void finish_if_complete(struct scrape *s)
{
	if (!s->running)
		return;
	for (size_t i = 0; i < s->n; i++)
		if (s->answerers[i].running && !s->answerers[i].complete)
			return;
	finish(s);
}

void scrape_news(struct scrape *s, const struct member_news *news)
{
	if (news->member >= s->n)
		return;
	s->answerers[news->member].running = news->running;
	s->answerers[news->member].restarts = news->restarts;
	finish_if_complete(s);
}

/* ---- answers ---- */

static void begin_answer(struct answerer *a, uint32_t number, const void *from, size_t n)
{
	a->body.n = 0;
	a->number = 0;
	if (n != sizeof(a->head))
		return;
	memcpy(&a->head, from, n);
	a->head.backend[sizeof(a->head.backend) - 1] = '\0';
	a->head.attach[sizeof(a->head.attach) - 1] = '\0';
	if (a->head.body <= ANSWER_BODY_MAX)
		a->number = number;
}

/* What does not follow the part before is of an answer that was broken off. */
static void take_part(struct answerer *a, const void *packet, size_t n)
{
	struct answer_part part;
	const char *from = (const char *)packet + sizeof(part);
	size_t size = n - sizeof(part);

	memcpy(&part, packet, sizeof(part));
	if (part.number != a->scrape->number || a->complete)
		return;
	if (part.at == ANSWER_HEAD)
		begin_answer(a, part.number, from, size);
	else if (a->number == part.number && part.at == a->body.n && a->body.n + size <= a->head.body)
		bytes_add(&a->body, from, size);
	else
		a->number = 0;
	a->complete = a->number == a->scrape->number && a->body.n == a->head.body && !a->body.failed;
}

static void on_readable(evutil_socket_t fd, short what, void *arg)
{
	char packet[sizeof(struct answer_part) + ANSWER_PACKET];
	struct answerer *a = arg;
	ssize_t n = recv(fd, packet, sizeof(packet), MSG_DONTWAIT);

	(void)what;
	if (!n || (n < 0 && errno != EAGAIN && errno != EINTR)) /* the supervisor has gone: it keeps the other end open */
		event_del(a->readable);
	if (n < (ssize_t)sizeof(struct answer_part) || !a->scrape->running)
		return;
	take_part(a, packet, (size_t)n);
	if (a->complete)
		finish_if_complete(a->scrape);
}

/* ---- questions ---- */

static void ask(struct answerer *a)
{
	struct question q = {a->scrape->number};

	a->complete = false;
	a->number = 0;
	if (a->running) /* without room for ever more questions, which a session that hangs does not read */
		send(a->member->asking, &q, sizeof(q), MSG_DONTWAIT | MSG_NOSIGNAL);
}

static bool any_running(const struct scrape *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->answerers[i].running)
			return true;
	return false;
}

void scrape_begin(struct scrape *s, unsigned timeout_ms)
{
	const struct timeval at_once = {0};
	struct timeval t = {timeout_ms / 1000, (suseconds_t)(timeout_ms % 1000) * 1000};

	if (!++s->number) /* 0 is no answer's number */
		s->number++;
	s->running = true;
	for (size_t i = 0; i < s->n; i++)
		ask(&s->answerers[i]);
	event_add(s->deadline, any_running(s) ? &t : &at_once);
}

int scrape_open(struct scrape *s, struct event_base *base, const struct member *members, size_t n,
				void (*done)(void *arg), void *arg)
{
	*s = (struct scrape){.n = n, .done = done, .arg = arg};
	s->answerers = calloc(n, sizeof(*s->answerers));
	s->deadline = event_new(base, -1, 0, on_deadline, s);
	if (!s->answerers || !s->deadline)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		struct answerer *a = &s->answerers[i];

		*a = (struct answerer){.member = &members[i], .scrape = s, .running = true};
		a->readable = event_new(base, members[i].asking, EV_READ | EV_PERSIST, on_readable, a);
		if (!a->readable || event_add(a->readable, NULL))
			return -ENOMEM;
	}
	return 0;
}

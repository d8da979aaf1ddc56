// SPDX-License-Identifier: GPL-2.0-or-later
#include "crowd.h"

#include <errno.h>
#include <event2/bufferevent.h>
#include <event2/listener.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATIENT_SECONDS 120 /* a client that asks once a minute keeps its connection */
#define CROWDED_SECONDS 2

static ino_t socket_of(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && S_ISSOCK(st.st_mode) ? st.st_ino : 0;
}

/* Looks at every descriptor that a connection may have. Returns how many are there. */
static size_t count(struct crowd *c)
{
	size_t n = 0;

	for (int fd = 0; fd < c->limit; fd++) {
		ino_t now = c->own[fd] ? 0 : socket_of(fd);

		if (now != c->connections[fd].socket)
			c->connections[fd].seconds = 0;
		else
			c->connections[fd].seconds++;
		c->connections[fd].socket = now;
		n += now != 0;
	}
	return n;
}

/* libevent sees the end of the connection, and frees what belongs to it. */
static void on_second(evutil_socket_t unused, short what, void *arg)
{
	struct crowd *c = arg;
	bool crowded = count(c) > CROWD_MAX / 2;
	unsigned limit = crowded ? CROWDED_SECONDS : PATIENT_SECONDS;

	(void)unused, (void)what;
	for (int fd = 0; fd < c->limit; fd++)
		if (c->connections[fd].socket && c->connections[fd].seconds > limit)
			shutdown(fd, SHUT_RDWR);
	evconnlistener_enable(c->listener);
}

/* No descriptor is free: a client has to wait in the queue until on_second(). */
static void on_full(struct evconnlistener *listener, void *arg)
{
	(void)arg;
	evconnlistener_disable(listener);
}

void crowd_asked(struct crowd *c, struct evhttp_request *r)
{
	struct evhttp_connection *connection = evhttp_request_get_connection(r);
	int fd = connection ? bufferevent_getfd(evhttp_connection_get_bufferevent(connection)) : -1;

	if (fd >= 0 && fd < c->limit)
		c->connections[fd].seconds = 0;
}

/* Connections get the lowest numbers that are free, also those between the process's own. */
static int limit_descriptors(struct crowd *c)
{
	struct rlimit limit;
	int free = 0;

	for (c->limit = 0; c->limit < CROWD_DESCRIPTORS && free < CROWD_MAX; c->limit++) {
		c->own[c->limit] = fcntl(c->limit, F_GETFD) >= 0;
		free += !c->own[c->limit];
	}
	limit.rlim_cur = limit.rlim_max = (rlim_t)c->limit;
	return setrlimit(RLIMIT_NOFILE, &limit) ? -errno : 0;
}

int crowd_open(struct crowd *c, struct event_base *base, struct evhttp *http, int listening)
{
	const struct timeval second = {1, 0};

	fcntl(listening, F_SETFL, fcntl(listening, F_GETFL) | O_NONBLOCK);
	c->listener = evconnlistener_new(base, NULL, NULL, LEV_OPT_CLOSE_ON_EXEC, 0, listening);
	if (!c->listener || !evhttp_bind_listener(http, c->listener))
		return -ENOMEM;
	evconnlistener_set_error_cb(c->listener, on_full);
	c->each_second = event_new(base, -1, EV_PERSIST, on_second, c);
	if (!c->each_second || event_add(c->each_second, &second))
		return -ENOMEM;
	return limit_descriptors(c);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Connections that ask nothing end; the process's own sockets never do, whichever numbers they have. */
#include "serve/crowd.h"

#include "test.h"

#include <arpa/inet.h>
#include <event2/http.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#define LONG_AGO 100000

struct server {
	struct event_base *base;
	struct evhttp *http;
	struct crowd crowd;
	int listening, own[2];
	struct sockaddr_in at;
};

static void on_request(struct evhttp_request *r, void *arg)
{
	crowd_asked(arg, r);
	evhttp_send_reply(r, HTTP_OK, "OK", NULL);
}

/* Its sockets have numbers above some that are free again, as after a configuration was read and closed */
static void open_server(struct server *s)
{
	int holes[3];
	socklen_t size = sizeof(s->at);

	for (int i = 0; i < 3; i++)
		holes[i] = open("/dev/null", O_RDONLY);
	*s = (struct server){.base = event_base_new(), .listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
	s->at = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	assert_int_equal(bind(s->listening, (struct sockaddr *)&s->at, size), 0);
	assert_int_equal(listen(s->listening, 16), 0);
	assert_int_equal(getsockname(s->listening, (struct sockaddr *)&s->at, &size), 0);
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, s->own), 0);
	for (int i = 0; i < 3; i++)
		close(holes[i]);
	s->http = evhttp_new(s->base);
	evhttp_set_gencb(s->http, on_request, &s->crowd);
	assert_int_equal(crowd_open(&s->crowd, s->base, s->http, s->listening), 0);
}

static int connection_to(const struct server *s)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);

	(void)connect(fd, (const struct sockaddr *)&s->at, sizeof(s->at));
	return fd;
}

static void pass(struct server *s, int seconds)
{
	const struct timeval until = {seconds, 500000};

	event_base_loopexit(s->base, &until);
	event_base_dispatch(s->base);
}

/* All sockets count as idle for so long that only what is no connection stays. */
static void let_time_pass(struct server *s)
{
	for (int fd = 0; fd < s->crowd.limit; fd++)
		s->crowd.connections[fd].seconds = LONG_AGO;
}

static bool is_open(int fd)
{
	char byte;

	return recv(fd, &byte, 1, MSG_DONTWAIT) != 0;
}

static void only_connections_end(void **state)
{
	char answer[512];
	struct server s;
	int client;

	(void)state;
	open_server(&s);
	pass(&s, 2);
	let_time_pass(&s);
	pass(&s, 1);
	assert_true(is_open(s.own[0]));
	assert_true(is_open(s.own[1]));
	client = connection_to(&s);
	s.crowd.own[client] = true; /* it is this process's, not the server's */
	pass(&s, 2);
	assert_int_equal(send(client, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", 27, MSG_NOSIGNAL), 27);
	pass(&s, 0);
	assert_true(is_open(client));
	let_time_pass(&s);
	pass(&s, 1);
	while (recv(client, answer, sizeof(answer), MSG_DONTWAIT) > 0)
		;
	assert_false(is_open(client));
	evhttp_free(s.http);
	event_base_free(s.base);
	close(client);
	close(s.own[0]);
	close(s.own[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_connections_end),
	};

	return RUN(tests);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "listen.h"

#include "base/log.h"
#include "base/numbers.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#define BACKLOG 64
#define UNIX "unix:"	/* before a path */
#define SYSTEMD_FIRST 3 /* SD_LISTEN_FDS_START */

static int cannot_listen(int err, const char *address)
{
	return fail(err, "cannot listen on %s: %s; choose another address with --listen", address, strerror(-err));
}

/* ---- what systemd passed ---- */

/* The number of descriptors from 3 on that are meant for this process */
static int passed(void)
{
	const char *pid = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
	int n = pid && count && strtol(pid, NULL, 10) == getpid() ? atoi(count) : 0;

	unsetenv("LISTEN_PID");
	unsetenv("LISTEN_FDS");
	unsetenv("LISTEN_FDNAMES");
	return n;
}

static int take_passed(struct listening *l, int n)
{
	int listens = 0;
	socklen_t size = sizeof(listens);

	if (n != 1)
		return fail(-EINVAL, "systemd passed %d sockets; serve takes one", n);
	if (getsockopt(SYSTEMD_FIRST, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) || !listens)
		return fail(-EINVAL, "what systemd passed is no listening socket");
	l->fd = SYSTEMD_FIRST;
	return 0;
}

/* ---- a path ---- */

/* A socket that nobody listens on any more is left of a serve that was killed. */
static void remove_stale(const struct sockaddr_un *to)
{
	struct stat st;
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd >= 0 && !lstat(to->sun_path, &st) && S_ISSOCK(st.st_mode) && st.st_uid == geteuid() &&
		connect(fd, (const struct sockaddr *)to, sizeof(*to)) && errno == ECONNREFUSED)
		unlink(to->sun_path);
	if (fd >= 0)
		close(fd);
}

static int listen_path(struct listening *l, const char *address)
{
	const char *path = address + strlen(UNIX);
	struct sockaddr_un to = {.sun_family = AF_UNIX};
	mode_t old;
	int err;

	if (*path != '/' || strlen(path) >= sizeof(to.sun_path))
		return fail(-EINVAL, "%s: must be a whole path, of at most %zu bytes", address, sizeof(to.sun_path) - 1);
	strcpy(to.sun_path, path);
	remove_stale(&to);
	l->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	old = umask(0117); /* the user's group may read: a reader that runs as somebody else joins it */
	err = l->fd < 0 || bind(l->fd, (struct sockaddr *)&to, sizeof(to)) ? -errno : 0;
	umask(old);
	if (err)
		return cannot_listen(err, address);
	strcpy(l->path, path);
	return 0;
}

/* ---- an address ---- */

union address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
	struct sockaddr_un un;
};

static bool parse_port(const char *text, in_port_t *port)
{
	uint64_t n;

	if (parse_number(text, 0, UINT16_MAX, &n))
		return false;
	*port = htons((uint16_t)n);
	return true;
}

/* "127.0.0.1:10035" or "[::1]:10035" into *to. Its length; 0: it is neither */
static socklen_t parse_address(union address *to, const char *text)
{
	const char *colon = strrchr(text, ':');
	bool v6 = *text == '[';
	size_t n = colon ? (size_t)(colon - text) : 0;
	char host[INET6_ADDRSTRLEN];

	if (!n || n >= sizeof(host) || (v6 && (n < 2 || colon[-1] != ']')))
		return 0;
	snprintf(host, sizeof(host), "%.*s", (int)(v6 ? n - 2 : n), text + v6);
	to->any.sa_family = v6 ? AF_INET6 : AF_INET;
	if (inet_pton(to->any.sa_family, host, v6 ? (void *)&to->v6.sin6_addr : &to->v4.sin_addr) != 1)
		return 0;
	if (!parse_port(colon + 1, v6 ? &to->v6.sin6_port : &to->v4.sin_port))
		return 0;
	return v6 ? sizeof(to->v6) : sizeof(to->v4);
}

static bool is_loopback(const union address *a)
{
	if (a->any.sa_family == AF_INET)
		return ntohl(a->v4.sin_addr.s_addr) >> 24 == 127;
	return IN6_IS_ADDR_LOOPBACK(&a->v6.sin6_addr);
}

static int listen_address(struct listening *l, const char *address, bool anywhere)
{
	union address to = {0};
	socklen_t size = parse_address(&to, address);
	int on = 1;

	if (!size)
		return fail(-EINVAL, "%s: must be a number and a port, as 127.0.0.1:10035 or [::1]:10035, or unix:/PATH",
					address);
	if (!anywhere && !is_loopback(&to))
		return fail(
			-EPERM,
			"%s: others could read along, for serve does not encrypt; add --i-know-it-is-not-encrypted, or listen "
			"on loopback behind a proxy",
			address);
	l->fd = socket(to.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (l->fd >= 0 && !setsockopt(l->fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) && !bind(l->fd, &to.any, size))
		return 0;
	return cannot_listen(-errno, address);
}

/* ---- both ---- */

/* A port of 0 has become a real one. */
static void show(struct listening *l)
{
	union address a = {0};
	char host[INET6_ADDRSTRLEN];
	socklen_t size = sizeof(a);

	getsockname(l->fd, &a.any, &size);
	if (a.any.sa_family == AF_INET)
		snprintf(l->shown, sizeof(l->shown), "http://%s:%u/metrics",
				 inet_ntop(AF_INET, &a.v4.sin_addr, host, sizeof(host)), ntohs(a.v4.sin_port));
	else if (a.any.sa_family == AF_INET6)
		snprintf(l->shown, sizeof(l->shown), "http://[%s]:%u/metrics",
				 inet_ntop(AF_INET6, &a.v6.sin6_addr, host, sizeof(host)), ntohs(a.v6.sin6_port));
	else
		snprintf(l->shown, sizeof(l->shown), "unix:%s, /metrics", a.un.sun_path);
}

int listening_open(struct listening *l, const char *address, bool anywhere)
{
	const char *wanted = address ? address : LISTEN_DEFAULT;
	int n = passed(), err;

	*l = (struct listening){.fd = -1};
	if (n && address)
		err = fail(-EINVAL, "systemd passed a socket: leave out listen");
	else if (n)
		err = take_passed(l, n);
	else if (!strncmp(wanted, UNIX, strlen(UNIX)))
		err = listen_path(l, wanted);
	else
		err = listen_address(l, wanted, anywhere);
	if (!err && !n && listen(l->fd, BACKLOG)) /* of two that begin at once both may have bound it */
		err = cannot_listen(-errno, wanted);
	if (!err)
		show(l);
	return err;
}

void listening_close(struct listening *l)
{
	if (l->fd >= 0)
		close(l->fd);
	if (*l->path)
		unlink(l->path);
	l->fd = -1;
	l->path[0] = '\0';
}

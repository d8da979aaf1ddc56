// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * worker - a small program like many, whose work is known, for the recipes of doc/recipes.md.
 *
 *	worker
 *
 * Looks for /etc/worker.conf and worker.conf, which do not exist, and opens data.log. Tries three times to connect to
 * port 1 of this machine, where nobody listens. Then calls query() 20 times: it asks a child named "server", which
 * answers after at least 20 ms. For each answer it takes 64 bytes from malloc(), and 5000 for each fifth, and appends a
 * line of 100 bytes to data.log.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { QUERIES = 20, CONNECTIONS = 3, LINE = 100 };

static int ask[2], answer[2];

static void missing(const char *path)
{
	if (open(path, O_RDONLY) >= 0 || errno != ENOENT)
		error(1, errno, "%s exists", path);
}

static void refused(void)
{
	struct sockaddr_in nobody = {
		.sin_family = AF_INET, .sin_port = htons(1), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (!connect(fd, (struct sockaddr *)&nobody, sizeof(nobody)) || errno != ECONNREFUSED)
		error(1, errno, "connect");
	close(fd);
}

static void serve(void)
{
	const struct timespec time = {0, 20000000};
	char c;

	prctl(PR_SET_NAME, "server");
	close(ask[1]);
	while (read(ask[0], &c, 1) == 1) {
		clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
		if (write(answer[1], &c, 1) != 1)
			_exit(1);
	}
	_exit(0);
}

__attribute__((noinline, noclone)) void query(char *c);
void query(char *c)
{
	if (write(ask[1], c, 1) != 1 || read(answer[0], c, 1) != 1)
		error(1, errno, "query");
}

int main(void)
{
	char line[LINE];
	int fd, status;

	missing("/etc/worker.conf");
	missing("worker.conf");
	fd = open("data.log", O_WRONLY | O_APPEND | O_CREAT, 0644);
	if (fd < 0 || pipe(ask) || pipe(answer))
		error(1, errno, "data.log");
	for (int i = 0; i < CONNECTIONS; i++)
		refused();
	if (!fork())
		serve();
	memset(line, '.', sizeof(line));
	line[sizeof(line) - 1] = '\n';
	for (int i = 0; i < QUERIES; i++) {
		char *volatile p = malloc(i % 5 ? 64 : 5000);

		*p = 'q';
		query(p);
		if (write(fd, line, sizeof(line)) != sizeof(line))
			error(1, errno, "data.log");
		free(p);
	}
	close(ask[1]);
	if (wait(&status) < 0 || status)
		error(1, errno, "server");
	return 0;
}

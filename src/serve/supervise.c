// SPDX-License-Identifier: GPL-2.0-or-later
#include "supervise.h"

#include "base/clock.h"
#include "base/log.h"
#include "child.h"
#include "notify.h"
#include "session/ending_signals.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECOND 1000000000ULL
#define LONGEST_PAUSE 64 /* seconds before a session that crashes again and again is started once more */
#define LASTED 60		 /* a session that ran so long starts again at once */
#define GRACE_MS 10000	 /* for the end of all of them, before SIGKILL */

static void tell(const struct supervised *s, const struct member *m)
{
	struct member_news news = {(uint32_t)(m - s->members), m->pid > 0, m->restarts};

	send(s->news, &news, sizeof(news), MSG_NOSIGNAL);
}

static void start(struct member *m)
{
	pid_t pid = child_fork(m);

	m->began_ns = clock_ns();
	m->again_ns = 0;
	if (pid > 0) {
		m->pid = pid;
		return;
	}
	warn("[%s] cannot be started: %s", m->config->family, strerror(-(int)pid));
	m->again_ns = m->began_ns + LONGEST_PAUSE * SECOND;
}

/* Doubles the pause with each failure, until a session has lasted. */
static void plan_restart(struct member *m)
{
	uint64_t pause;

	if (clock_ns() - m->began_ns > LASTED * SECOND)
		m->failures = 0;
	pause = m->failures < 6 ? 1ULL << m->failures : LONGEST_PAUSE;
	m->failures++;
	m->again_ns = clock_ns() + pause * SECOND;
	warn("[%s] begins again in %llu s", m->config->family, (unsigned long long)pause);
}

/* A session that crashed begins again; one that said that it cannot run, or that ended as it was told, does not. One
 * whose event this kernel lacks must not take the others along. */
static void session_ended(struct member *m, int status)
{
	int exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILED;

	m->pid = 0;
	m->refused = exit_status == EXIT_USAGE;
	if (WIFSIGNALED(status))
		warn("[%s] was ended by signal %d (%s)", m->config->family, WTERMSIG(status), strsignal(WTERMSIG(status)));
	if (exit_status == EXIT_FAILED)
		plan_restart(m);
	else
		warn("[%s] %s; its metrics are missing", m->config->family,
			 exit_status == EXIT_DONE ? "has ended" : "cannot run here, see above");
}

static struct member *member_of(const struct supervised *s, pid_t pid)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->members[i].pid == pid)
			return &s->members[i];
	return NULL;
}

/* -1 if there is one, or will be, else the exit status */
static int status_without_sessions(const struct supervised *s)
{
	bool refused = false;

	for (size_t i = 0; i < s->n; i++) {
		if (s->members[i].pid || s->members[i].again_ns)
			return -1;
		refused |= s->members[i].refused;
	}
	return fail(refused ? EXIT_USAGE : EXIT_CANNOT_TRACE, "no tool can run");
}

static int http_ended(int status)
{
	if (WIFSIGNALED(status))
		return fail(EXIT_FAILED, "the HTTP process was ended by signal %d (%s)", WTERMSIG(status),
					strsignal(WTERMSIG(status)));
	return fail(EXIT_FAILED, "the HTTP process has ended with status %d", WEXITSTATUS(status));
}

/* -1 to go on, else the exit status */
static int reap(struct supervised *s)
{
	struct member *m;
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid == s->http) {
			s->http = 0;
			return http_ended(status);
		}
		m = member_of(s, pid);
		if (!m)
			continue;
		session_ended(m, status);
		tell(s, m);
	}
	return status_without_sessions(s);
}

static void restart_due(struct supervised *s)
{
	for (size_t i = 0; i < s->n; i++) {
		struct member *m = &s->members[i];

		if (!m->again_ns || m->again_ns > clock_ns())
			continue;
		m->restarts++;
		start(m);
		tell(s, m);
	}
}

/* Milliseconds until the next restart; -1: none is planned */
static int next_restart(const struct supervised *s)
{
	uint64_t now = clock_ns(), first = 0;

	for (size_t i = 0; i < s->n; i++)
		if (s->members[i].again_ns && (!first || s->members[i].again_ns < first))
			first = s->members[i].again_ns;
	if (!first)
		return -1;
	return first > now ? (int)((first - now) / 1000000) + 1 : 0;
}

/* ---- the end ---- */

static bool any_left(const struct supervised *s)
{
	bool any = s->http;

	for (size_t i = 0; i < s->n; i++)
		any |= s->members[i].pid;
	return any;
}

static void signal_all(const struct supervised *s, int number)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->members[i].pid)
			kill(s->members[i].pid, number);
	if (s->http)
		kill(s->http, number);
}

static void forget(struct supervised *s, pid_t pid)
{
	struct member *m = member_of(s, pid);

	if (pid == s->http)
		s->http = 0;
	if (m)
		m->pid = 0;
}

/* Sessions take down what they have set up. One that does not end in time is killed: its programs go with it. */
static void end_all(struct supervised *s, int signals)
{
	struct pollfd fd = {signals, POLLIN, 0};
	uint64_t until = clock_ns() + GRACE_MS * 1000000ULL;
	struct signalfd_siginfo info;
	pid_t pid;

	close(s->news);
	signal_all(s, SIGTERM);
	while (any_left(s)) {
		if (clock_ns() > until)
			signal_all(s, SIGKILL);
		if (poll(&fd, 1, 100) > 0 && read(signals, &info, sizeof(info)) < 0)
			break;
		while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
			forget(s, pid);
	}
}

/* ---- the loop ---- */

/* Each signal that waits is read; SIGCHLD may stand for several children. -1 to go on, else the exit status */
static int on_signals(struct supervised *s, int signals)
{
	struct signalfd_siginfo info;

	while (read(signals, &info, sizeof(info)) == sizeof(info))
		if (info.ssi_signo != SIGCHLD)
			return EXIT_DONE;
	return reap(s);
}

static int run(struct supervised *s, int signals)
{
	struct pollfd fd = {signals, POLLIN, 0};
	int status = -1;

	while (status < 0) {
		if (poll(&fd, 1, next_restart(s)) < 0 && errno != EINTR)
			return fail(EXIT_FAILED, "poll: %s", strerror(errno));
		if (fd.revents)
			status = on_signals(s, signals);
		if (status < 0)
			restart_due(s);
	}
	return status;
}

int supervise(struct supervised *s)
{
	sigset_t set;
	int signals, status;

	ending_signals(&set);
	sigaddset(&set, SIGCHLD);
	signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	if (signals < 0)
		return fail(EXIT_FAILED, "signalfd: %s", strerror(errno));
	for (size_t i = 0; i < s->n; i++)
		start(&s->members[i]);
	notify_ready();
	status = run(s, signals);
	notify_stopping();
	end_all(s, signals);
	close(signals);
	return status;
}

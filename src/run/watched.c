// SPDX-License-Identifier: GPL-2.0-or-later
#include "watched.h"

#include "base/clock.h"
#include "base/log.h"
#include "session/source.h"
#include "sys/pid_namespace.h"
#include "sys/processes.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef PIDFD_THREAD
#define PIDFD_THREAD O_EXCL /* 6.9 */
#endif

#define ASK_NS 100000000 /* the source is not asked for a family more often */

enum kind { PROCESS, THREAD, FOLLOWED };

static int all = -1; /* an epoll of pidfds, each of which tells its end once */
static int pidfds[FILTER_PIDS + 1];
static uint32_t npidfds, processes; /* processes: those that have not ended */
static bool processes_ended, thread_ended;

/* One of a family: the process of --follow, and after its end a descendant. After that one's end the next. -1: none */
static int member = -1;
static bool member_ended;
static uint64_t asked_ns;

/* A pidfd; 0: there is such a thread, but the kernel does not tell us its end; or -errno. The number is one of /proc's:
 * where /proc is of another PID namespace than ours, the same number is somebody else here. */
static int open_pidfd(uint32_t tid, unsigned flags)
{
	int fd = (int)syscall(SYS_pidfd_open, tid, flags), err = -errno;

	if (fd >= 0 && pid_of(fd) == tid)
		return fd;
	if (fd >= 0)
		close(fd);
	if (process_is_gone(tid))
		return -ESRCH;
	return fd >= 0 || err == -ESRCH ? 0 : err;
}

static int wait_for(int fd, enum kind kind)
{
	struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.u32 = kind};

	return epoll_ctl(all, EPOLL_CTL_ADD, fd, &event) ? -errno : 0;
}

static int add(int fd, enum kind kind)
{
	int err = wait_for(fd, kind);

	if (kind == FOLLOWED)
		member = fd;
	else
		pidfds[npidfds++] = fd;
	processes += kind == PROCESS;
	return err ? fail(err, "epoll_ctl: %s", strerror(-err)) : 0;
}

/* pidfd_open() refuses a thread that is not its process' first: EINVAL, since 6.15 ENOENT. */
static int add_process(uint32_t pid, enum kind kind)
{
	const char *option = kind == FOLLOWED ? "follow" : "pid";
	int fd = open_pidfd(pid, 0);

	if (fd == -ESRCH)
		return fail(fd, "--%s %u: no such process", option, pid);
	if (fd == -EINVAL || fd == -ENOENT)
		return fail(fd, "--%s %u: this is a thread, not a process; see --tid", option, pid);
	return fd > 0 ? add(fd, kind) : 0;
}

/* Before 6.9 only the first thread of a process has a pidfd. The user ends the run then. */
static int add_thread(uint32_t tid)
{
	int fd = open_pidfd(tid, 0);

	if (fd < 0 && fd != -ESRCH)
		fd = open_pidfd(tid, PIDFD_THREAD);
	if (fd == -ESRCH)
		return fail(fd, "--tid %u: no such thread", tid);
	return fd > 0 ? add(fd, THREAD) : 0;
}

int watched_open(const struct session *s)
{
	const struct settings *set = s->set;
	int err = 0;

	if (set->replay || (!set->npids && !set->tid && !set->follow))
		return 0;
	all = epoll_create1(EPOLL_CLOEXEC);
	if (all < 0)
		return fail(-errno, "epoll_create1: %s", strerror(errno));
	for (uint32_t i = 0; i < set->npids && !err; i++)
		err = add_process(set->pids[i], PROCESS);
	if (!err && set->follow)
		err = add_process((uint32_t)set->follow, FOLLOWED);
	if (!err && set->tid)
		err = add_thread((uint32_t)set->tid);
	return err;
}

int watched_descriptor(void)
{
	return all;
}

static void take_ends(void)
{
	struct epoll_event ended[FILTER_PIDS + 2];
	int n = epoll_wait(all, ended, FILTER_PIDS + 2, 0);

	for (int i = 0; i < n; i++) {
		if (ended[i].data.u32 == FOLLOWED)
			member_ended = true;
		else if (ended[i].data.u32 == THREAD)
			thread_ended = true;
		else
			processes_ended = --processes == 0;
	}
}

/* ---- families ---- */

/* Waits for the process if it lives: then it is the family's member from now on. That a number is /proc's was found out
 * with the process of --follow. A zombie does not live, however long its parent leaves it. */
static bool lives(uint32_t pid)
{
	int fd = (int)syscall(SYS_pidfd_open, pid, 0);
	struct pollfd end = {.fd = fd, .events = POLLIN};

	if (fd < 0) /* EINVAL, ENOENT: by now a thread has this number */
		return errno != ESRCH && errno != EINVAL && errno != ENOENT;
	if (poll(&end, 1, 0) > 0 || wait_for(fd, FOLLOWED)) {
		close(fd);
		return !end.revents;
	}
	close(member);
	member = fd;
	member_ended = false;
	return true;
}

static bool family_ended(struct session *s)
{
	uint64_t now = clock_ns();
	enum followed left;

	if (!s->source->followed || now - asked_ns < ASK_NS)
		return false;
	asked_ns = now;
	left = s->source->followed(s, lives);
	if (left != FOLLOWED_UNKNOWN)
		return left == FOLLOWED_ENDED;
	warn("--follow: what was lost may have told of descendants that still live; Ctrl-C ends the run");
	member_ended = false;
	return false;
}

bool watched_ended(struct session *s, bool readable)
{
	if (readable)
		take_ends();
	return thread_ended || processes_ended || (member_ended && family_ended(s));
}

void watched_close(void)
{
	for (; npidfds; npidfds--)
		close(pidfds[npidfds - 1]);
	if (member >= 0)
		close(member);
	member = -1;
	if (all >= 0)
		close(all);
	all = -1;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "watched.h"

#include "base/log.h"
#include "sys/pid_namespace.h"
#include "sys/processes.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef PIDFD_THREAD
#define PIDFD_THREAD O_EXCL /* 6.9 */
#endif

static int all = -1; /* an epoll of pidfds, each of which tells its end once */
static int pidfds[FILTER_PIDS + 1];
static uint32_t npidfds, processes; /* processes: those that have not ended */
static bool processes_ended, thread_ended;

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

static int add(int fd, bool thread)
{
	struct epoll_event event = {.events = EPOLLIN | EPOLLONESHOT, .data.u32 = thread};

	pidfds[npidfds++] = fd;
	processes += !thread;
	return epoll_ctl(all, EPOLL_CTL_ADD, fd, &event) ? fail(-errno, "epoll_ctl: %s", strerror(errno)) : 0;
}

/* pidfd_open() refuses a thread that is not its process' first: EINVAL, since 6.15 ENOENT. */
static int add_process(uint32_t pid)
{
	int fd = open_pidfd(pid, 0);

	if (fd == -ESRCH)
		return fail(fd, "--pid %u: no such process", pid);
	if (fd == -EINVAL || fd == -ENOENT)
		return fail(fd, "--pid %u: this is a thread, not a process; see --tid", pid);
	return fd > 0 ? add(fd, false) : 0;
}

/* Before 6.9 only the first thread of a process has a pidfd. The user ends the run then. */
static int add_thread(uint32_t tid)
{
	int fd = open_pidfd(tid, 0);

	if (fd < 0 && fd != -ESRCH)
		fd = open_pidfd(tid, PIDFD_THREAD);
	if (fd == -ESRCH)
		return fail(fd, "--tid %u: no such thread", tid);
	return fd > 0 ? add(fd, true) : 0;
}

int watched_open(const struct session *s)
{
	const struct settings *set = s->set;
	int err = 0;

	if (set->replay || (!set->npids && !set->tid))
		return 0;
	all = epoll_create1(EPOLL_CLOEXEC);
	if (all < 0)
		return fail(-errno, "epoll_create1: %s", strerror(errno));
	for (uint32_t i = 0; i < set->npids && !err; i++)
		err = add_process(set->pids[i]);
	if (!err && set->tid)
		err = add_thread((uint32_t)set->tid);
	return err;
}

int watched_descriptor(void)
{
	return all;
}

bool watched_ended(void)
{
	struct epoll_event ended[FILTER_PIDS + 1];
	int n = epoll_wait(all, ended, FILTER_PIDS + 1, 0);

	for (int i = 0; i < n; i++) {
		if (ended[i].data.u32)
			thread_ended = true;
		else
			processes_ended = --processes == 0;
	}
	return thread_ended || processes_ended;
}

void watched_close(void)
{
	for (; npidfds; npidfds--)
		close(pidfds[npidfds - 1]);
	if (all >= 0)
		close(all);
	all = -1;
}

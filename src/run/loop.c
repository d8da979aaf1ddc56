// SPDX-License-Identifier: GPL-2.0-or-later
#include "loop.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/output.h"
#include "session/ending_signals.h"
#include "session/source.h"
#include "sys/memory.h"
#include "sys/usyms.h"
#include "child.h"
#include "overhead.h"
#include "watched.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define POLL_MS 100 /* longest time that an event waits in a buffer */
#define BUSY_MS 5
#define ASKED_MS 1000 /* where nothing waits but questions */
/* With at least this time between reports, each gives back the memory that it needed. */
#define AT_REST_NS 1000000000

static bool signalled;

struct loop {
	struct session *s;
	int signals, interval, duration, child;
	uint64_t ticks;
	uint64_t end_ns; /* of the duration; 0: none */
};

bool loop_ending(void)
{
	return signalled || ending_signals_pending();
}

/* Deadlines are absolute on the monotonic clock, so that printing does not make them drift. No timer: *fd is -1 */
static int timer_open(int *fd, uint64_t first_ns, uint64_t every_ns)
{
	struct itimerspec t = {0};

	*fd = -1;
	if (!first_ns)
		return 0;
	first_ns += clock_ns();
	t.it_value.tv_sec = (time_t)(first_ns / 1000000000);
	t.it_value.tv_nsec = (long)(first_ns % 1000000000);
	t.it_interval.tv_sec = (time_t)(every_ns / 1000000000);
	t.it_interval.tv_nsec = (long)(every_ns % 1000000000);
	*fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
	if (*fd < 0 || timerfd_settime(*fd, TFD_TIMER_ABSTIME, &t, NULL))
		return fail(-errno, "cannot set a timer: %s", strerror(errno));
	return 0;
}

static int loop_open(struct loop *l, struct session *s)
{
	uint64_t interval_ns = s->set->replay || s->renderer->asked ? 0 : s->set->interval_ns;
	sigset_t set;
	int err;

	ending_signals(&set);
	*l = (struct loop){.s = s, .signals = -1, .interval = -1, .duration = -1, .child = child_descriptor(s)};
	if (s->set->duration_ns)
		l->end_ns = clock_ns() + s->set->duration_ns;
	err = timer_open(&l->interval, interval_ns, interval_ns);
	if (!err)
		err = timer_open(&l->duration, s->set->duration_ns, 0);
	if (!err) /* last: whoever sees this descriptor knows that all is ready */
		l->signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	return !err && l->signals < 0 ? fail(-errno, "signalfd: %s", strerror(errno)) : err;
}

static void loop_close(struct loop *l)
{
	for (int *fd = &l->signals; fd <= &l->duration; fd++)
		if (*fd >= 0)
			close(*fd);
}

/* The next signal of this kind acts as it would on any program: the user wants to leave now. */
static void on_signal(struct loop *l)
{
	struct signalfd_siginfo info;
	sigset_t one;

	if (read(l->signals, &info, sizeof(info)) != sizeof(info))
		return;
	sigemptyset(&one);
	sigaddset(&one, (int)info.ssi_signo);
	sigprocmask(SIG_UNBLOCK, &one, NULL);
	l->s->stop = signalled = true;
	child_signal(l->s, (int)info.ssi_signo);
}

/* True if the interval ends with the run, or at most a hundredth of an interval before. Then the run's last report
 * is its report too. */
static bool ends_the_run(const struct loop *l)
{
	return l->end_ns && clock_ns() + l->s->set->interval_ns / 100 >= l->end_ns;
}

static int on_interval(struct loop *l)
{
	uint64_t expired = 0;
	int err;

	if (read(l->interval, &expired, sizeof(expired)) != sizeof(expired))
		return 0;
	if (expired > 1)
		debug("%llu intervals came late and are one report", (unsigned long long)expired);
	if (l->s->set->count && ++l->ticks == l->s->set->count) { /* the caller's final tick reports it */
		l->s->stop = l->s->whole = true;
		return 0;
	}
	if (ends_the_run(l)) {
		l->s->whole = true;
		return 0;
	}
	err = l->s->source->poll(l->s);
	if (!err)
		err = session_tick(l->s, clock_ns());
	if (l->s->set->interval_ns >= AT_REST_NS)
		memory_give_back();
	return err;
}

/* The reader of a pipe or socket has closed it. A tool with few rows would learn it from its next write, which may be
 * never. poll() tells this without being asked for any event. */
static bool reader_left(const struct pollfd *output)
{
	return output->revents & (POLLERR | POLLHUP);
}

/* Serves everything that became readable. Signals come first, so that none waits for a long report. */
static int serve(struct loop *l, const struct pollfd *fds)
{
	struct session *s = l->s;
	int err;

	if (fds[0].revents)
		on_signal(l);
	if (fds[2].revents || fds[3].revents || reader_left(&fds[5]))
		s->stop = true;
	err = s->source->poll(s);
	if (!err && watched_ended(s, fds[6].revents))
		s->stop = true;
	if (!err && fds[1].revents)
		err = on_interval(l);
	if (!err && fds[5].revents & POLLIN)
		err = session_answer(s);
	overhead_check(s);
	if (s->reads_processes)
		usyms_update();
	session_flush(s);
	return err;
}

/* Totals of BPF programs wait in maps until somebody asks. */
static int wait_ms(const struct session *s, int source)
{
	if (s->busy)
		return BUSY_MS;
	return s->renderer->asked && s->on_bpf && source < 0 ? ASKED_MS : POLL_MS;
}

int loop_run(struct session *s)
{
	struct loop l;
	int err = loop_open(&l, s);

	overhead_counting(s);
	while (!err && !s->stop) {
		int source = s->source->descriptor ? s->source->descriptor(s) : -1;
		struct pollfd fds[] = {{l.signals, POLLIN, 0},
							   {l.interval, POLLIN, 0},
							   {l.duration, POLLIN, 0},
							   {l.child, POLLIN, 0},
							   {source, POLLIN, 0},
							   {output_descriptor(), s->renderer->asked ? POLLIN : 0, 0},
							   {watched_descriptor(), POLLIN, 0}};

		if (poll(fds, sizeof(fds) / sizeof(fds[0]), wait_ms(s, source)) < 0 && errno != EINTR)
			err = fail(-errno, "poll: %s", strerror(errno));
		else
			err = serve(&l, fds);
	}
	loop_close(&l);
	return err;
}

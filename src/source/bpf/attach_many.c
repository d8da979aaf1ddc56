// SPDX-License-Identifier: GPL-2.0-or-later
#include "attach_many.h"

#include "base/clock.h"
#include "base/log.h"
#include "session/tool.h"
#include "sys/diagnose.h"
#include "sys/kprobe_event.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#define BLAMED_MAX 10
#define SECOND_NS 1000000000
#define PATIENCE_US 500000

struct attaching {
	struct session *s;
	struct attach_set *set;
	size_t refused;
	int last_err;
	uint64_t started_ns, told_ns;
};

/* ---- a line on a terminal where it takes long: one system call may be all of it, so a signal prints the line ---- */

static char notice[96];

static void print_notice(int number)
{
	ssize_t ignored = write(STDERR_FILENO, notice, strlen(notice));

	(void)number;
	(void)ignored;
}

static void notice_start(const struct session *s, size_t n, struct sigaction *old)
{
	const struct itimerval once = {.it_value.tv_usec = PATIENCE_US};
	struct sigaction action = {.sa_handler = print_notice, .sa_flags = SA_RESTART};

	*notice = '\0';
	if (!s->set->quiet && isatty(STDERR_FILENO))
		snprintf(notice, sizeof(notice), "%s: attaching %zu probes...\n", s->tool ? s->tool->name : "ktally", n);
	sigemptyset(&action.sa_mask);
	if (*notice && !sigaction(SIGALRM, &action, old))
		setitimer(ITIMER_REAL, &once, NULL);
}

static void notice_end(const struct sigaction *old)
{
	const struct itimerval never = {0};

	if (!*notice)
		return;
	setitimer(ITIMER_REAL, &never, NULL);
	sigaction(SIGALRM, old, NULL);
}

/* ---- attaching ---- */

static void blame(struct attaching *a, size_t i, int err)
{
	a->refused++;
	a->last_err = err;
	if (a->refused <= BLAMED_MAX)
		warn("%s cannot be probed: %s", a->set->list[i].name, kprobe_event_reason(err));
}

static void print_progress(struct attaching *a, size_t done)
{
	uint64_t now = clock_ns();

	if (a->s->set->quiet || now - a->started_ns < SECOND_NS || now - a->told_ns < SECOND_NS)
		return;
	a->told_ns = now;
	warn("attached to %zu of %zu functions", done, a->set->n);
}

static int attach_halves(struct attaching *a, size_t from, size_t n)
{
	struct attach_set *set = a->set;
	int err;

	if (!n || session_interrupted(a->s))
		return 0;
	err = set->attach(set->with, from, n);
	if (!err)
		set->attached += n;
	if (!err || err == -ENOMEM || err == -EPERM || err == set->fatal)
		return err;
	if (n == 1) {
		blame(a, from, err);
		return 0;
	}
	err = attach_halves(a, from, n / 2);
	return err ? err : attach_halves(a, from + n / 2, n - n / 2);
}

static int attach_groups(struct attaching *a)
{
	const struct attach_set *set = a->set;
	int err = 0;

	for (size_t from = 0, to; from < set->n && !err; from = to) {
		for (to = from + 1;
			 to < set->n && (!set->at_most || to - from < set->at_most) && (!set->same || set->same(set->with, to));)
			to++;
		err = attach_halves(a, from, to - from);
	}
	return err;
}

static int attach_each(struct attaching *a)
{
	struct attach_set *set = a->set;

	for (size_t i = 0; i < set->n && !session_interrupted(a->s); i++) {
		int err = set->attach(set->with, i, 1);

		if (err == -ENOMEM || (err && err == set->fatal))
			return err;
		if (err)
			blame(a, i, err);
		else
			set->attached++;
		print_progress(a, i + 1);
	}
	return 0;
}

int attach_many(struct session *s, struct attach_set *set)
{
	struct attaching a = {.s = s, .set = set, .started_ns = clock_ns()};
	struct sigaction old;
	int err;

	set->attached = 0;
	notice_start(s, set->n, &old);
	err = set->at_once ? attach_groups(&a) : attach_each(&a);
	notice_end(&old);
	if (a.refused > BLAMED_MAX)
		warn("and %zu more", a.refused - BLAMED_MAX);
	if (err)
		return diagnose_attach(&s->why, err);
	if (set->attached || s->stop)
		return 0;
	return cannot(s, a.last_err, "none %s can be probed: %s", set->what, kprobe_event_reason(a.last_err));
}

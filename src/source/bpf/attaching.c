// SPDX-License-Identifier: GPL-2.0-or-later
#include "attaching.h"

#include "base/clock.h"
#include "base/log.h"
#include "sys/diagnose.h"
#include "sys/kprobe_event.h"

#include <errno.h>

#define BLAMED_MAX 10
#define SECOND_NS 1000000000

struct attaching attaching_begin(struct session *s)
{
	return (struct attaching){.s = s, .started_ns = clock_ns()};
}

static void blame(struct attaching *a, const char *name, int err)
{
	a->refused++;
	a->last_err = err;
	if (a->refused <= BLAMED_MAX)
		warn("%s cannot be probed: %s", name, kprobe_event_reason(err));
}

static void tell_progress(struct attaching *a, size_t done, size_t of)
{
	uint64_t now = clock_ns();

	if (a->s->set->quiet || now - a->started_ns < SECOND_NS || now - a->told_ns < SECOND_NS)
		return;
	a->told_ns = now;
	warn("attached to %zu of %zu functions", done, of);
}

int attaching_halves(struct attaching *a, const struct attach_set *set, size_t from, size_t n)
{
	int err = n ? set->attach(set->with, from, n) : 0;

	if (!err) {
		a->attached += n;
		return 0;
	}
	if (err == -ENOMEM || err == -EPERM || err == set->fatal)
		return err;
	if (n == 1) {
		blame(a, set->list[from].name, err);
		return 0;
	}
	err = attaching_halves(a, set, from, n / 2);
	return err ? err : attaching_halves(a, set, from + n / 2, n - n / 2);
}

int attaching_each(struct attaching *a, const struct attach_set *set, size_t n)
{
	for (size_t i = 0; i < n && !session_interrupted(a->s); i++) {
		int err = set->attach(set->with, i, 1);

		if (err == -ENOMEM || (err && err == set->fatal))
			return err;
		if (err)
			blame(a, set->list[i].name, err);
		else
			a->attached++;
		tell_progress(a, i + 1, n);
	}
	return 0;
}

int attaching_end(struct attaching *a, int err, const char *what)
{
	if (a->refused > BLAMED_MAX)
		warn("and %zu more", a->refused - BLAMED_MAX);
	if (err)
		return diagnose_attach(&a->s->why, err);
	if (a->attached || a->s->stop)
		return 0;
	return cannot(a->s, a->last_err, "none %s can be probed: %s", what, kprobe_event_reason(a->last_err));
}

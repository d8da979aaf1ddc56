// SPDX-License-Identifier: GPL-2.0-or-later
#include "attach_many.h"

#include "base/clock.h"
#include "base/log.h"
#include "session/notice.h"
#include "sys/diagnose.h"
#include "sys/kprobe_event.h"

#include <errno.h>

#define BLAMED_MAX 10
#define SECOND_NS 1000000000

struct attaching {
	struct session *s;
	struct attach_set *set;
	size_t refused;
	int last_err;
	uint64_t started_ns, told_ns;
};

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
	warn("attached %zu of %zu probes", done, a->set->n);
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
	int err;

	set->attached = 0;
	notice_begin(s, "attaching %zu probes", set->n);
	err = set->at_once ? attach_groups(&a) : attach_each(&a);
	notice_end();
	if (a.refused > BLAMED_MAX)
		warn("and %zu more", a.refused - BLAMED_MAX);
	if (err)
		return diagnose_attach(&s->why, err);
	if (set->attached || s->stop)
		return 0;
	return cannot(s, a.last_err, "none %s can be probed: %s", set->what, kprobe_event_reason(a.last_err));
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "bpf.h"

#include "base/log.h"
#include "base/stack_store.h"
#include "session/source.h"
#include "session/tool.h"
#include "sys/diagnose.h"
#include "sys/kernel_btf.h"
#include "sys/kernel_btf_reduce.h"
#include "sys/pid_namespace.h"
#include "sys/usyms.h"
#include "fentry.h"
#include "filter.h"
#include "followed.h"
#include "kernel.h"
#include "kprobe_multi.h"
#include "losses.h"
#include "mapped.h"
#include "maps.h"
#include "object.h"
#include "pids.h"
#include "stacks.h"
#include "stats.h"
#include "tp_btf.h"
#include "unwind.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/capability.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

struct source_state {
	struct bpf_owned owned; /* the first member: bpf_owned_of() */
	int stats;				/* keeps the kernel's statistics of programs on; -1: not ours */
	struct ring_buffer *ring;
	struct ring_buffer *stacks; /* apart from rows: it is also read where these are not */
	struct bpf_map *tally;
	const char *untold; /* struct lost */
	bool stopped;
	unsigned taken; /* rows that this call of source_poll() has read */
};

static struct source_state *state_of(const struct session *s)
{
	return s->source_state;
}

static int print_libbpf(enum libbpf_print_level level, const char *format, va_list args)
{
	va_list again;

	va_copy(again, args);
	if (level == LIBBPF_WARN)
		diagnose_listen(format, again);
	va_end(again);
	return log_is_debugging() ? vfprintf(stderr, format, args) : 0;
}

/* ring_buffer__consume() returns only when the buffer is empty, under load never, and signals, intervals and the end of
 * the reader would not be noticed. So it stops after this many rows; after stop() it reads all. */
#define ROWS_AT_ONCE 16384

static int on_event(void *session, void *row, size_t size)
{
	struct source_state *b = state_of(session);
	const struct bpf_recipe *recipe = ((struct session *)session)->tool->bpf;

	if (recipe->row)
		recipe->row(session, row, size);
	else
		session_event(session, row);
	return !b->stopped && ++b->taken >= ROWS_AT_ONCE ? -EINTR : 0;
}

static int wait_for_both(const struct source_state *b)
{
	struct epoll_event event = {.events = EPOLLIN};

	return epoll_ctl(ring_buffer__epoll_fd(b->ring), EPOLL_CTL_ADD, ring_buffer__epoll_fd(b->stacks), &event);
}

static int find_maps(struct session *s)
{
	struct source_state *b = state_of(s);
	struct bpf_map *events = bpf_map_of(s, "events");
	int err;

	if (s->view != VIEW_EVENTS)
		b->tally = bpf_map_of(s, "tally");
	if (b->tally && bpf_map__value_size(b->tally) + s->schema->key_size != s->schema->row_size)
		return cannot(s, -EINVAL, "the map `tally` does not fit the schema");
	err = bpf_stacks_open(s, &b->stacks);
	if (err)
		return cannot(s, err, "cannot read the ring buffer of stacks: %s", strerror(-err));
	if (!events)
		return b->tally || s->tool->bpf->collect ? 0 : cannot(s, -EINVAL, "no map `events` or `tally`");
	b->ring = ring_buffer__new(bpf_map__fd(events), on_event, s, NULL);
	if (!b->ring || (b->stacks && wait_for_both(b)))
		return cannot(s, -errno, "cannot read the ring buffer: %s", strerror(errno));
	return 0;
}

static int load(struct session *s)
{
	const struct bpf_owned *b = bpf_owned_of(s);
	int err = b->btf < 0 ? 0 : kernel_btf_reduce(bpf_object__btf(bpf_object_of(s)), b->btf);

	if (err)
		debug("kernel BTF: %s", strerror(-err)); /* libbpf fails, if the object needs it */
	err = bpf_plain_stores(bpf_object_of(s));
	if (!err)
		err = bpf_object__load_skeleton(b->skeleton);
	if (!err && s->reads_processes && !s->trial)
		mapped_load(s);
	kernel_btf_drop();
	return err ? diagnose_load(&s->why, err) : 0;
}

/*
 * All of them before the first object: libbpf moves its table of handlers when one more comes, and programs that are
 * open keep pointers into it.
 */
static int register_handlers(void)
{
	static int (*const registers[])(void) = {tp_btf_register, kprobe_multi_register, fentry_register, mapped_register};
	int err = 0;

	for (size_t i = 0; i < sizeof(registers) / sizeof(*registers) && !err; i++)
		err = registers[i]();
	return err;
}

static int make_state(struct session *s)
{
	struct source_state *b = calloc(1, sizeof(*b));
	int err = register_handlers();

	s->source_state = b;
	if (!b)
		return cannot(s, -ENOMEM, "out of memory");
	b->owned.btf = b->stats = -1;
	return err ? cannot(s, err, "libbpf: %s", strerror(-err)) : 0;
}

/* The source fills what all tools have, found by name: none can forget the filter. */
static int open_object(struct session *s)
{
	int err = s->tool->bpf->open(s);

	if (!err)
		err = bpf_filter_open(s);
	if (!err)
		err = bpf_events_open(s);
	if (!err)
		err = bpf_unwind_open(s);
	return err && !s->why.text[0] ? cannot(s, err, "cannot open the BPF object: %s", strerror(-err)) : err;
}

static int source_open(struct session *s)
{
	int err;

	libbpf_set_print(print_libbpf);
	err = make_state(s);
	if (err)
		return err;
	if (!s->tool->bpf)
		return cannot(s, -ENOTSUP, "%s has no BPF form", s->tool->name);
	err = diagnose_bpf(&s->why);
	if (!err)
		err = pids_read(s);
	if (err)
		return err;
	if (!pid_namespace_is_initial())
		usyms_number(pids_local);
	err = open_object(s);
	if (!err)
		err = load(s);
	if (!err)
		err = bpf_filter_load(s);
	if (!err)
		err = bpf_unwind_load(s);
	return err ? err : find_maps(s);
}

/*
 * The last program first: in bpf/ an end stands after its start. Attaching takes a moment. A start in that moment whose
 * end is not seen would count as missed, while an end without a start began before tracing, which is true. A program
 * that cannot be attached fails a second time, with libbpf's reason.
 */
static int attach_skeleton(const struct bpf_owned *b)
{
	for (int i = b->skeleton->prog_cnt; i-- > 0;) {
		const struct bpf_prog_skeleton *one = bpf_owned_program(b, i);

		if (bpf_program__autoload(*one->prog) && bpf_program__autoattach(*one->prog) && !*one->link)
			*one->link = bpf_program__attach(*one->prog);
	}
	return bpf_object__attach_skeleton(b->skeleton);
}

static int source_start(struct session *s)
{
	int err = s->tool->bpf->attach ? bpf_filter_attach(s) : attach_skeleton(bpf_owned_of(s));

	if (!err && s->tool->bpf->attach)
		err = s->tool->bpf->attach(s);
	if (!err && s->tool->bpf->attach_more)
		err = s->tool->bpf->attach_more(s);
	if (!err)
		err = bpf_filter_find(s);
	if (err && !s->why.text[0])
		return diagnose_attach(&s->why, err);
	if (!s->attach)
		s->attach = "tp_btf";
	if (!err)
		state_of(s)->untold = bpf_untold(s);
	return err;
}

/* Rows first: their stacks were sent before them. */
static int source_poll(struct session *s)
{
	struct source_state *b = state_of(s);
	int n;

	b->taken = 0;
	n = b->ring ? ring_buffer__consume(b->ring) : 0;
	bpf_stacks_read(b->stacks);
	if (s->tool->bpf->poll)
		s->tool->bpf->poll(s);
	return n < 0 && n != -EINTR ? fail(n, "cannot read the ring buffer: %s", strerror(-n)) : 0;
}

static int collect_losses(struct session *s)
{
	struct source_state *b = state_of(s);
	struct lost lost = {.untold = b->untold};
	int err = bpf_losses(s, &lost);

	if (err)
		return fail(err, "cannot read what was lost: %s", strerror(-err));
	if (b->stopped) { /* starts and ends that lost their partner's program are no losses of the run */
		lost.missed = s->lost.missed;
		lost.unmatched = s->lost.unmatched;
		lost.in_flight = s->lost.in_flight;
		lost.oldest_ns = s->lost.oldest_ns;
		lost.untold = s->lost.untold;
	} else {
		if (s->tool->bpf->losses)
			s->tool->bpf->losses(s, &lost);
		lost.untold = lost.untold ? lost.untold : bpf_filter_untold(s);
	}
	s->lost = lost;
	return 0;
}

/* Equal stacks that were sent under several names are counted together. */
static int join_stacks(struct session *s)
{
	size_t n = tally_count(s->totals), size = s->schema->row_size;
	const void **rows = tally_sorted(s->totals, s->schema->compare);
	struct tally *joined = tally_new(s->schema);
	char *row = malloc(size);
	int err = joined && row && (rows || !n) ? 0 : -ENOMEM;

	for (size_t i = 0; i < n && !err; i++) {
		memcpy(row, rows[i], size);
		s->tool->bpf->rename(s, row);
		err = tally_merge(joined, row);
	}
	tally_clear(s->totals);
	if (!err)
		err = tally_copy(s->totals, joined);
	tally_free(joined);
	free(rows);
	free(row);
	return err;
}

static int source_collect(struct session *s)
{
	struct source_state *b = state_of(s);
	int err = 0;

	if (s->tool->bpf->collect) {
		err = s->tool->bpf->collect(s);
	} else if (b->tally) {
		tally_clear(s->totals);
		err = bpf_read_tally(b->tally, s->schema, s->totals);
	}
	if (!err)
		err = bpf_stacks_read(b->stacks);
	if (!err && s->totals && s->tool->bpf->rename && stack_store_aliases())
		err = join_stacks(s);
	if (err)
		return fail(err, "cannot read the counts: %s", strerror(-err));
	if (s->tool->timeline && s->set->timeline) /* what is counted only now has rows too */
		err = source_poll(s);
	return err ? err : collect_losses(s);
}

static void source_stop(struct session *s)
{
	if (s->tool->bpf->stop)
		s->tool->bpf->stop(s);
	collect_losses(s); /* programs are detached one after another, and events go on meanwhile */
	state_of(s)->stopped = true;
	if (!bpf_owned_of(s)->late)
		bpf_owned_detach(bpf_owned_of(s));
	bpf_object__detach_skeleton(bpf_owned_of(s)->skeleton);
}

static int source_descriptor(struct session *s)
{
	struct source_state *b = state_of(s);

	if (b->ring)
		return ring_buffer__epoll_fd(b->ring); /* that of stacks is in it */
	return b->stacks ? ring_buffer__epoll_fd(b->stacks) : -1;
}

static int source_cost_on(struct session *s)
{
	return bpf_stats_on(&state_of(s)->stats);
}

static int source_cost(struct session *s, struct cost *to)
{
	const struct descriptors *copies = &bpf_owned_of(s)->copies;
	int err = bpf_stats_read(bpf_object_of(s), to);

	for (size_t i = 0; i < copies->n && !err; i++)
		err = bpf_stats_add(copies->list[i], to);
	return err;
}

static void source_cost_off(struct session *s)
{
	struct source_state *b = state_of(s);

	if (b->stats >= 0)
		close(b->stats);
	b->stats = -1;
}

static void source_close(struct session *s)
{
	struct source_state *b = state_of(s);

	if (!b)
		return;
	bpf_owned_detach(&b->owned);
	if (s->tool->bpf && s->tool->bpf->close)
		s->tool->bpf->close(s);
	source_cost_off(s);
	bpf_unwind_close();
	ring_buffer__free(b->ring);
	bpf_stacks_close(b->stacks);
	mapped_drop();
	bpf_owned_free(&b->owned);
	kernel_btf_drop();
	free(b);
	s->source_state = NULL;
}

/* Before 5.19 every call of bpf() asks for CAP_BPF where kernel.unprivileged_bpf_disabled is set. */
static const int keeps[] = {CAP_BPF, CAP_SYS_ADMIN};

static bool source_readable(struct session *s)
{
	struct cost unused;

	return !bpf_stats_read(bpf_object_of(s), &unused);
}

const struct source source_bpf = {
	.name = "bpf",
	.open = source_open,
	.start = source_start,
	.poll = source_poll,
	.collect = source_collect,
	.stop = source_stop,
	.close = source_close,
	.descriptor = source_descriptor,
	.followed = bpf_followed,
	.keeps = keeps,
	.nkeeps = sizeof(keeps) / sizeof(keeps[0]),
	.readable = source_readable,
	.ends_without_root = true,
	.cost_on = source_cost_on,
	.cost = source_cost,
	.cost_off = source_cost_off,
};

// SPDX-License-Identifier: GPL-2.0-or-later
#include "bpf.h"

#include "base/log.h"
#include "sys/diagnose.h"
#include "sys/pid_namespace.h"
#include "sys/usyms.h"
#include "session/tool.h"
#include "maps.h"
#include "stats.h"
#include "sys/kernel_btf.h"
#include "sys/kernel_btf_reduce.h"
#include "kprobe_multi.h"
#include "link_missed.h"
#include "pids.h"
#include "session/source.h"
#include "tp_btf.h"

#include <errno.h>
#include <ktally/losses.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/capability.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct source_state {
	int stats;	  /* keeps the kernel's statistics of programs on; -1: not ours */
	int btf;	  /* file: the part of the kernel's BTF that the object needs; -1: libbpf reads all of it */
	void *object; /* the skeleton's struct, freed with it */
	struct bpf_object_skeleton *skeleton; /* what all skeletons have in common */
	struct ring_buffer *ring;
	struct bpf_map *tally, *losses;
	struct bpf_link **links; /* made by the recipe's attach() */
	size_t nlinks;
	struct descriptors {
		int *list;
		size_t n;
	} fds, copies;		/* links of the recipe's, and programs, which libbpf does not know */
	const char *untold; /* struct lost */
	bool stopped;
	unsigned taken; /* rows, by this call of source_poll() */
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

const struct bpf_object_open_opts *bpf_options(struct session *s)
{
	static char path[32];
	static struct bpf_object_open_opts opts = {.sz = sizeof(opts)};
	struct source_state *b = state_of(s);

	if (b->btf < 0)
		b->btf = memfd_create("btf", MFD_CLOEXEC);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", b->btf);
	opts.btf_custom_path = b->btf < 0 || access(path, R_OK) ? NULL : path;
	return &opts;
}

void bpf_own(struct session *s, void *object, struct bpf_object_skeleton *skeleton)
{
	struct source_state *b = state_of(s);

	if (!object)
		cannot(s, -errno, "cannot open the BPF object: %s", strerror(errno));
	b->object = object;
	b->skeleton = skeleton;
}

struct bpf_object *bpf_object_of(const struct session *s)
{
	return *state_of(s)->skeleton->obj;
}

void *bpf_skeleton_of(const struct session *s)
{
	return state_of(s)->object;
}

int bpf_keep_link(struct session *s, struct bpf_link *link)
{
	struct source_state *b = state_of(s);
	struct bpf_link **links = b->links;

	if (b->nlinks % 256 == 0)
		links = realloc(links, (b->nlinks + 256) * sizeof(*links));
	if (!links) {
		bpf_link__destroy(link);
		return -ENOMEM;
	}
	b->links = links;
	links[b->nlinks++] = link;
	return 0;
}

static int keep(struct descriptors *d, int fd)
{
	int *list = realloc(d->list, (d->n + 1) * sizeof(*list));

	if (!list) {
		close(fd);
		return -ENOMEM;
	}
	d->list = list;
	list[d->n++] = fd;
	return 0;
}

static void drop(struct descriptors *d)
{
	for (size_t i = 0; i < d->n; i++)
		close(d->list[i]);
	free(d->list);
	*d = (struct descriptors){0};
}

int bpf_keep_fd(struct session *s, int link)
{
	return keep(&state_of(s)->fds, link);
}

int bpf_keep_copy(struct session *s, int program)
{
	return keep(&state_of(s)->copies, program);
}

static void drop_links(struct source_state *b)
{
	drop(&b->fds);
	for (size_t i = 0; i < b->nlinks; i++)
		bpf_link__destroy(b->links[i]);
	free(b->links);
	b->links = NULL;
	b->nlinks = 0;
}

void bpf_use(struct session *s, struct bpf_program *program, bool on)
{
	(void)s;
	bpf_program__set_autoload(program, on);
}

/* libbpf goes on as long as there are rows, which may be for ever: signals, intervals and a reader that has left want
 * to be seen. What is left is taken the next time; behind the end all is. */
#define ROWS_AT_ONCE 16384

static int on_event(void *session, void *row, size_t size)
{
	struct source_state *b = state_of(session);

	(void)size;
	session_event(session, row);
	return !b->stopped && ++b->taken >= ROWS_AT_ONCE ? -EINTR : 0;
}

static int find_maps(struct session *s)
{
	struct source_state *b = state_of(s);
	struct bpf_map *events = bpf_object__find_map_by_name(bpf_object_of(s), "events");

	if (s->view != VIEW_EVENTS)
		b->tally = bpf_object__find_map_by_name(bpf_object_of(s), "tally");
	b->losses = bpf_object__find_map_by_name(bpf_object_of(s), ".data.losses");
	if (b->tally && bpf_map__value_size(b->tally) + s->schema->key_size != s->schema->row_size)
		return cannot(s, -EINVAL, "the map `tally` does not fit the schema");
	if (!events)
		return b->tally || s->tool->bpf->collect ? 0 : cannot(s, -EINVAL, "no map `events` or `tally`");
	b->ring = ring_buffer__new(bpf_map__fd(events), on_event, s, NULL);
	return b->ring ? 0 : cannot(s, -errno, "cannot read the ring buffer: %s", strerror(errno));
}

static int load(struct session *s)
{
	struct source_state *b = state_of(s);
	int err = b->btf < 0 ? 0 : kernel_btf_reduce(bpf_object__btf(bpf_object_of(s)), b->btf);

	if (err)
		debug("kernel BTF: %s", strerror(-err)); /* libbpf fails, if the object needs it */
	err = bpf_plain_stores(bpf_object_of(s));
	if (!err)
		err = bpf_object__load_skeleton(b->skeleton);
	kernel_btf_drop();
	return err ? diagnose_load(&s->why, err) : 0;
}

static int make_state(struct session *s)
{
	struct source_state *b = calloc(1, sizeof(*b));
	int err = tp_btf_register();

	if (!err)
		err = kprobe_multi_register();
	s->source_state = b;
	if (!b)
		return cannot(s, -ENOMEM, "out of memory");
	b->btf = b->stats = -1;
	return err ? cannot(s, err, "libbpf: %s", strerror(-err)) : 0;
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
	err = s->tool->bpf->open(s);
	if (err)
		return s->why.text[0] ? err : cannot(s, err, "cannot open the BPF object: %s", strerror(-err));
	err = load(s);
	if (err)
		return err;
	err = bpf_filter_load(s);
	return err ? err : find_maps(s);
}

/*
 * The last one first: an end stands behind its start in bpf/. Attaching takes a moment; what starts in it and is not
 * seen to end would be told as missed, while an end without a start began before tracing, which is true. What cannot be
 * attached fails a second time, with libbpf's reason.
 */
static int attach_skeleton(struct bpf_object_skeleton *skeleton)
{
	for (int i = skeleton->prog_cnt; i-- > 0;) {
		const struct bpf_prog_skeleton *one =
			(const void *)((const char *)skeleton->progs + (size_t)i * (size_t)skeleton->prog_skel_sz);

		if (bpf_program__autoload(*one->prog) && bpf_program__autoattach(*one->prog) && !*one->link)
			*one->link = bpf_program__attach(*one->prog);
	}
	return bpf_object__attach_skeleton(skeleton);
}

/* Entered by a breakpoint in user space, these are never inside another program */
static bool is_uprobe(const struct bpf_program *program)
{
	return strstr(bpf_program__section_name(program), "uprobe") ||
		   strstr(bpf_program__section_name(program), "uretprobe");
}

/* Classic programs are not run where another one runs on that CPU */
static bool has_classic(const struct bpf_object *object)
{
	struct bpf_program *p;

	bpf_object__for_each_program (p, object)
		if (bpf_program__fd(p) >= 0 && !is_uprobe(p) &&
			(bpf_program__type(p) == BPF_PROG_TYPE_KPROBE || bpf_program__type(p) == BPF_PROG_TYPE_TRACEPOINT))
			return true;
	return false;
}

static bool kernel_tells(const struct source_state *b)
{
	for (int i = 0; i < b->skeleton->prog_cnt; i++) {
		const struct bpf_prog_skeleton *one =
			(const void *)((const char *)b->skeleton->progs + (size_t)i * (size_t)b->skeleton->prog_skel_sz);

		if (*one->link && link_kernel_tells(bpf_link__fd(*one->link)))
			return true;
	}
	for (size_t i = 0; i < b->nlinks; i++)
		if (link_kernel_tells(bpf_link__fd(b->links[i])))
			return true;
	for (size_t i = 0; i < b->fds.n; i++)
		if (link_kernel_tells(b->fds.list[i]))
			return true;
	return false;
}

static void find_untold(struct source_state *b)
{
	if (has_classic(*b->skeleton->obj) && !kernel_tells(b))
		b->untold = "this kernel does not tell what it ran no program for; 6.7 does";
}

static int source_start(struct session *s)
{
	struct source_state *b = state_of(s);
	int err = s->tool->bpf->attach ? bpf_filter_attach(s) : attach_skeleton(b->skeleton);

	if (!err && s->tool->bpf->attach)
		err = s->tool->bpf->attach(s);

	if (!err)
		err = bpf_filter_find(s);
	if (err && !s->why.text[0])
		return diagnose_attach(&s->why, err);
	if (!s->attach)
		s->attach = "tp_btf";
	if (!err)
		find_untold(b);
	return err;
}

static int source_poll(struct session *s)
{
	struct source_state *b = state_of(s);
	int n;

	b->taken = 0;
	n = b->ring ? ring_buffer__consume(b->ring) : 0;
	return n < 0 && n != -EINTR ? fail(n, "cannot read the ring buffer: %s", strerror(-n)) : 0;
}

/* Runs that the kernel refused. Where the programs notice a missed end themselves, a refused start is still an end
 * without a start: so many of these did not begin before tracing. */
static void add_refused(struct session *s, struct lost *lost, uint64_t noticed)
{
	uint64_t refused = bpf_missed(bpf_object_of(s));

	if (s->tool->bpf->notices_missed && refused > lost->unmatched)
		refused = lost->unmatched;
	if (s->tool->bpf->notices_missed)
		lost->unmatched -= refused;
	lost->missed = noticed + refused;
}

static int collect_losses(struct session *s)
{
	struct source_state *b = state_of(s);
	struct losses losses = {0};
	uint32_t zero = 0;
	struct lost lost = {.untold = b->untold};

	if (b->losses && bpf_map_lookup_elem(bpf_map__fd(b->losses), &zero, &losses))
		return fail(-errno, "cannot read what was lost: %s", strerror(errno));
	if (b->losses)
		lost = (struct lost){
			.ring = losses.ring, .map_full = losses.map_full, .unmatched = losses.unmatched, .untold = b->untold};
	add_refused(s, &lost, losses.missed);
	if (b->stopped) { /* starts and ends that lost their partner's program are no losses of the run */
		lost.missed = s->lost.missed;
		lost.unmatched = s->lost.unmatched;
		lost.in_flight = s->lost.in_flight;
		lost.oldest_ns = s->lost.oldest_ns;
	} else if (s->tool->bpf->losses) {
		s->tool->bpf->losses(s, &lost);
	}
	s->lost = lost;
	return 0;
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
	if (err)
		return fail(err, "cannot read the counts: %s", strerror(-err));
	return collect_losses(s);
}

static void source_stop(struct session *s)
{
	collect_losses(s); /* programs are detached one after another, and events go on meanwhile */
	state_of(s)->stopped = true;
	drop_links(state_of(s));
	bpf_object__detach_skeleton(state_of(s)->skeleton);
}

static int source_descriptor(struct session *s)
{
	struct source_state *b = state_of(s);

	return b->ring ? ring_buffer__epoll_fd(b->ring) : -1;
}

static int source_cost_on(struct session *s)
{
	return bpf_stats_on(&state_of(s)->stats);
}

static int source_cost(struct session *s, struct cost *to)
{
	const struct descriptors *copies = &state_of(s)->copies;
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
	drop_links(b);
	drop(&b->copies);
	if (s->tool->bpf && s->tool->bpf->close)
		s->tool->bpf->close(s);
	source_cost_off(s);
	ring_buffer__free(b->ring);
	if (b->skeleton)
		bpf_object__destroy_skeleton(b->skeleton);
	free(b->object);
	if (b->btf >= 0)
		close(b->btf);
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
	.keeps = keeps,
	.nkeeps = sizeof(keeps) / sizeof(keeps[0]),
	.readable = source_readable,
	.ends_without_root = true,
	.cost_on = source_cost_on,
	.cost = source_cost,
	.cost_off = source_cost_off,
};

// SPDX-License-Identifier: GPL-2.0-or-later
#include "losses.h"

#include "base/clock.h"
#include "session/in_flight.h"
#include "session/tool.h"
#include "link_missed.h"
#include "maps.h"
#include "object.h"
#include "stats.h"

#include <errno.h>
#include <ktally/losses.h>
#include <string.h>

/* ---- runs that were refused ---- */

uint64_t bpf_refused(int program)
{
	struct cost cost = {0};

	return program >= 0 && !bpf_stats_add(program, &cost) ? cost.skipped : 0;
}

/* Where the programs notice a missed end themselves, a refused start is still an end without a start: so many of these
 * did not begin before tracing. */
static void add_refused(const struct session *s, struct lost *lost, uint64_t noticed)
{
	struct bpf_program *program;
	uint64_t refused = 0;

	bpf_object__for_each_program (program, bpf_object_of(s))
		refused += bpf_refused(bpf_program__fd(program));
	if (s->tool->bpf->notices_missed && refused > lost->unmatched)
		refused = lost->unmatched;
	if (s->tool->bpf->notices_missed)
		lost->unmatched -= refused;
	lost->missed = noticed + refused;
}

int bpf_losses(const struct session *s, struct lost *lost)
{
	const struct bpf_map *map = bpf_map_of(s, ".data.losses");
	struct losses losses = {0};
	uint32_t zero = 0;

	if (map && bpf_map_lookup_elem(bpf_map__fd(map), &zero, &losses))
		return -errno;
	lost->ring = losses.ring;
	lost->map_full = losses.map_full;
	lost->unmatched = losses.unmatched;
	add_refused(s, lost, losses.missed);
	return 0;
}

/* ---- what the kernel tells of links ---- */

bool bpf_links_tell(const struct session *s)
{
	const struct bpf_owned *b = bpf_owned_of(s);

	for (int i = 0; i < b->skeleton->prog_cnt; i++) {
		const struct bpf_link *link = *bpf_owned_program(b, i)->link;

		if (link && link_kernel_tells(bpf_link__fd(link)))
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

uint64_t bpf_links_missed(const struct session *s)
{
	const struct bpf_owned *b = bpf_owned_of(s);
	uint64_t sum = 0;

	for (size_t i = 0; i < b->nlinks; i++) {
		int64_t missed = link_missed(bpf_link__fd(b->links[i]));

		sum += missed > 0 ? (uint64_t)missed : 0;
	}
	return sum;
}

/* A breakpoint in user space enters these, so they never run inside another program. */
static bool is_uprobe(const struct bpf_program *program)
{
	return strstr(bpf_program__section_name(program), "uprobe") ||
		   strstr(bpf_program__section_name(program), "uretprobe");
}

/* The kernel runs no classic program on a CPU that is running another one. */
static bool has_classic(const struct bpf_object *object)
{
	struct bpf_program *p;

	bpf_object__for_each_program (p, object)
		if (bpf_program__fd(p) >= 0 && !is_uprobe(p) &&
			(bpf_program__type(p) == BPF_PROG_TYPE_KPROBE || bpf_program__type(p) == BPF_PROG_TYPE_TRACEPOINT))
			return true;
	return false;
}

const char *bpf_untold(const struct session *s)
{
	return has_classic(bpf_object_of(s)) && !bpf_links_tell(s)
			   ? "this kernel does not tell what it ran no program for; 6.7 does"
			   : NULL;
}

/* ---- starts without an end ---- */

static int count_slot(const void *slot, void *in_flight)
{
	if (*(const uint64_t *)slot)
		in_flight_count((const char *)slot + sizeof(uint64_t), in_flight);
	return 0;
}

static int count_hashed(const void *data, void *in_flight)
{
	in_flight_count(data, in_flight);
	return 0;
}

void bpf_count_starts(const struct bpf_map *map, int (*count)(const void *, void *), struct in_flight *f)
{
	if (map && bpf_map__fd(map) >= 0 && bpf_each_value(map, count, f) < 0)
		f->lost->untold = "starts that still wait for their ends could not be read";
}

void bpf_in_flight(struct session *s, uint64_t (*time_of)(const void *), struct lost *lost)
{
	struct in_flight f = {time_of, clock_ns(), lost};

	bpf_count_starts(bpf_map_of(s, "starts"), count_slot, &f);
	bpf_count_starts(bpf_map_of(s, "starts_more"), count_hashed, &f);
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "unwind_copy.h"

#include "sys/mappings.h"
#include "sys/usyms.h"
#include "pids.h"
#include "unwind_tables.h"

#include <stdbool.h>
#include <string.h>

static const struct stack_copy *copied; /* the one that is walked */
static bool outside;					/* something was wanted that is not in it */

static uint64_t copied_word(uint64_t address)
{
	uint64_t at = address - copied->start, word;

	if (address < copied->start || at > copied->npages * STACK_PAGE ||
		copied->npages * STACK_PAGE - at < sizeof(word)) {
		outside = true;
		return 0;
	}
	memcpy(&word, (const char *)copied->memory + at, sizeof(word));
	return word;
}
#define UNWIND_WORD(place, address) copied_word(address)
#include <ktally/unwind_place.h>

static const struct unwind_row *row_at(const struct unwind_row *list, uint32_t n, uint32_t pc)
{
	uint32_t low = 0, high = n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (list[middle].pc <= pc)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &list[low - 1] : NULL;
}

/* To the caller's frame. False: the walk ends */
static bool step(struct unwind_place *p, const struct mappings *maps, uint32_t pid)
{
	uint64_t ip = p->ip - !p->exact;
	const struct mapping *m = mappings_find(maps, ip);
	const struct unwind_row *row = NULL;
	uint32_t first, n, pc;

	if (!m)
		return unwind_by_pointer(p);
	pc = (uint32_t)(ip - m->start + m->offset);
	unwind_table_of(m, pid, &first, &n);
	row = n ? row_at(unwind_tables_rows(first), n, pc) : NULL;
	return row ? unwind_by_row(p, row, pc) : unwind_by_pointer(p);
}

uint32_t bpf_unwind_copy(const struct stack_copy *copy, uint64_t *frames, uint32_t *flags)
{
	struct unwind_place p = {
		.ip = copy->ip, .sp = copy->sp, .bp = copy->bp, .bx = copy->bx, .r10 = copy->r10, .exact = 1};
	uint64_t version;
	const struct mappings *maps = usym_mappings(copy->tgid, p.ip, &version);
	uint32_t n = 0, pid = pids_local(copy->tgid);

	copied = copy;
	outside = false;
	frames[n++] = p.ip;
	if (!maps)
		p.flags = STACK_NOT_READ;
	while (maps && !(p.flags & STACK_CUT) && step(&p, maps, pid)) {
		if (n < STACK_FRAMES)
			frames[n++] = p.ip;
		else
			p.flags |= STACK_CUT;
	}
	if (outside && !(p.flags & STACK_POINTERS)) /* which may lead anywhere */
		p.flags |= STACK_CUT;
	*flags = p.flags;
	return n;
}

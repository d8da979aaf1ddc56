// SPDX-License-Identifier: GPL-2.0-or-later
/* What CFI says, as far as a row can say it; the rest is UNWIND_NONE. */
#include "cfi_program.h"

/* Counts in eights; `limit` at most */
static bool eighth(int64_t offset, int64_t limit, uint16_t *to)
{
	if (offset < 0 || offset % 8 || offset / 8 > limit)
		return false;
	*to = (uint16_t)(offset / 8);
	return true;
}

static bool place_of_bp(const struct cfi_rule *bp, struct unwind_row *row)
{
	if (bp->how == CFI_SAME || bp->how == CFI_UNDEFINED)
		return true;
	if (bp->how != CFI_AT_CFA || bp->offset % 8 || !bp->offset || bp->offset / 8 < INT8_MIN ||
		bp->offset / 8 > INT8_MAX)
		return false;
	row->bp8 = (int8_t)(bp->offset / 8);
	return true;
}

static enum unwind_kind kind_of(const struct cfi_state *now, struct unwind_row *row)
{
	switch (now->cfa) {
	case CFI_CFA_PLT:
		return place_of_bp(&now->bp, row) ? UNWIND_PLT : UNWIND_NONE;
	case CFI_CFA_REALIGNED:
		return now->bp.how == CFI_AT_BP && now->offset > INT64_MIN && eighth(-now->offset, UINT16_MAX, &row->cfa8)
				   ? UNWIND_REALIGNED
				   : UNWIND_NONE;
	case CFI_CFA_REGISTER:
		if ((now->base != CFI_SP && now->base != CFI_BP) || !eighth(now->offset, UINT16_MAX, &row->cfa8) ||
			!place_of_bp(&now->bp, row))
			return UNWIND_NONE;
		return now->base == CFI_SP ? UNWIND_SP : UNWIND_BP;
	case CFI_CFA_OTHER:
		break;
	}
	return UNWIND_NONE;
}

struct unwind_row cfi_row(const struct cfi_state *now, bool signal)
{
	const struct cfi_rule *back = &now->return_address;
	struct unwind_row row = {0}, empty = {0};

	if (signal)
		row.kind = UNWIND_SIGNAL;
	else if (back->how == CFI_UNDEFINED)
		row.kind = UNWIND_STOP;
	else if (back->how == CFI_AT_CFA && back->offset == -8)
		row.kind = (uint8_t)kind_of(now, &row);
	return row.kind == UNWIND_NONE ? empty : row;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* What CFI says, as far as a row can say it; the rest is UNWIND_NONE. */
#include "cfi_program.h"

static bool set_cfa8(int64_t offset, struct unwind_row *row)
{
	if (offset < 0 || offset % 8 || offset / 8 > UINT16_MAX)
		return false;
	row->cfa8 = (uint16_t)(offset / 8);
	return true;
}

static bool bp_from_cfa(int64_t offset, struct unwind_row *row)
{
	if (offset % 8 || !offset || offset / 8 < INT8_MIN || offset / 8 > INT8_MAX)
		return false;
	row->bp8 = (int8_t)(offset / 8);
	return true;
}

/*
 * "At bp" is what gcc says of functions that align the stack anew. When it returns from them, it takes bp back before
 * sp, and does not say so: bp has the caller's value when the CFA is a place above sp again.
 */
static bool place_of_bp(const struct cfi_state *now, struct unwind_row *row)
{
	switch (now->bp.how) {
	case CFI_SAME:
	case CFI_UNDEFINED:
		return true;
	case CFI_AT_CFA:
		return bp_from_cfa(now->bp.offset, row);
	case CFI_AT_BP:
		return now->base == CFI_SP || bp_from_cfa(-8 * (int64_t)row->cfa8, row);
	case CFI_OTHER:
		break;
	}
	return false;
}

static bool has_realigned(const struct cfi_state *now, struct unwind_row *row)
{
	return now->bp.how == CFI_AT_BP && now->offset > INT64_MIN && set_cfa8(-now->offset, row);
}

static bool has_register(const struct cfi_state *now, struct unwind_row *row)
{
	return (now->base == CFI_SP || now->base == CFI_BP) && set_cfa8(now->offset, row) && place_of_bp(now, row);
}

static enum unwind_kind kind_of(const struct cfi_state *now, struct unwind_row *row)
{
	switch (now->cfa) {
	case CFI_CFA_PLT:
		return now->bp.how == CFI_SAME ? UNWIND_PLT : UNWIND_NONE;
	case CFI_CFA_REALIGNED:
		return has_realigned(now, row) ? UNWIND_REALIGNED : UNWIND_NONE;
	case CFI_CFA_REGISTER:
		if (!has_register(now, row))
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

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
		return now->base == CFI_SP || (now->base == CFI_BP && bp_from_cfa(-8 * (int64_t)row->cfa8, row));
	case CFI_OTHER:
		break;
	}
	return false;
}

/* Where it is needed, the functions that save it push it. */
static uint8_t place_of_bx(const struct cfi_rule *bx)
{
	int64_t below = bx->how == CFI_AT_CFA && bx->offset % 8 == 0 ? bx->offset / -8 - 1 : 0;

	if (bx->how == CFI_SAME || bx->how == CFI_UNDEFINED)
		return 0;
	return below > 0 && below < UNWIND_BX_ELSEWHERE ? (uint8_t)below : UNWIND_BX_ELSEWHERE;
}

static bool has_realigned(const struct cfi_state *now, struct unwind_row *row)
{
	return now->bp.how == CFI_AT_BP && now->offset > INT64_MIN && set_cfa8(-now->offset, row);
}

static bool has_register(const struct cfi_state *now, struct unwind_row *row)
{
	return (now->base == CFI_SP || now->base == CFI_BP || now->base == CFI_BX) && set_cfa8(now->offset, row) &&
		   place_of_bp(now, row);
}

/* The register with the arguments' address, before bp is set up and after it has been taken back */
static bool has_arguments(const struct cfi_state *now, struct unwind_row *row)
{
	row->bp8 = now->bp.how == CFI_AT_BP;
	return (now->bp.how == CFI_SAME || now->bp.how == CFI_AT_BP) && set_cfa8(now->offset, row);
}

static enum unwind_kind kind_of_register(const struct cfi_state *now, struct unwind_row *row)
{
	if (now->base == CFI_R10)
		return has_arguments(now, row) ? UNWIND_R10 : UNWIND_NONE;
	if (!has_register(now, row))
		return UNWIND_NONE;
	return now->base == CFI_SP ? UNWIND_SP : now->base == CFI_BP ? UNWIND_BP : UNWIND_BX;
}

static enum unwind_kind kind_of(const struct cfi_state *now, struct unwind_row *row)
{
	switch (now->cfa) {
	case CFI_CFA_PLT:
		return now->bp.how == CFI_SAME ? UNWIND_PLT : UNWIND_NONE;
	case CFI_CFA_REALIGNED:
		return has_realigned(now, row) ? UNWIND_REALIGNED : UNWIND_NONE;
	case CFI_CFA_REGISTER:
		return kind_of_register(now, row);
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
		row.kind = kind_of(now, &row) & 15;
	row.bx8 = row.kind == UNWIND_SIGNAL || row.kind == UNWIND_STOP ? 0 : place_of_bx(&now->bx) & 15;
	return row.kind == UNWIND_NONE ? empty : row;
}

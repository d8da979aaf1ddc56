// SPDX-License-Identifier: GPL-2.0-or-later
#include "cfi_program.h"

#include "cfi_codes.h"

#include <string.h>

#define REMEMBERED 8 /* compilers nest one or two */

struct run {
	const struct cfi_section *section;
	const struct cfi_cie *cie;
	const struct cfi_state *initial;
	struct cfi_bytes program;
	struct cfi_state now, remembered[REMEMBERED];
	unsigned nremembered;
	uint64_t address, next; /* `now` is true from the first on; the program has said all of it when they differ */
};

static bool is_plt(const struct cfi_bytes *expression)
{
	static const uint8_t plt[] = {DW_OP_breg7, 8,		 DW_OP_breg16, 0,		  DW_OP_lit15, DW_OP_and,
								  DW_OP_lit11, DW_OP_ge, DW_OP_lit3,   DW_OP_shl, DW_OP_plus};

	return expression->end - expression->at == sizeof(plt) && !memcmp(expression->at, plt, sizeof(plt));
}

/* gcc keeps the address of the arguments at a fixed place below bp when it aligns the stack anew */
static void set_cfa_expression(struct cfi_state *now, struct cfi_bytes expression)
{
	now->cfa = is_plt(&expression) ? CFI_CFA_PLT : CFI_CFA_OTHER;
	if (cfi_unsigned(&expression, 1) != DW_OP_breg6)
		return;
	now->offset = cfi_sleb(&expression);
	if (cfi_unsigned(&expression, 1) == DW_OP_deref && !expression.bad && expression.at == expression.end)
		now->cfa = CFI_CFA_REALIGNED;
}

static void set_cfa(struct cfi_state *now, uint64_t base, int64_t offset)
{
	now->cfa = CFI_CFA_REGISTER;
	now->base = base;
	now->offset = offset;
}

static struct cfi_rule *rule_of(struct cfi_state *state, uint64_t reg)
{
	if (reg == CFI_BX)
		return &state->bx;
	return reg == CFI_BP ? &state->bp : reg == CFI_RETURN_ADDRESS ? &state->return_address : NULL;
}

static void set_rule(struct run *r, uint64_t reg, enum cfi_how how, int64_t offset)
{
	struct cfi_rule *rule = rule_of(&r->now, reg);

	if (rule)
		*rule = (struct cfi_rule){how, offset};
}

static void restore_rule(struct run *r, uint64_t reg)
{
	struct cfi_state initial = r->initial ? *r->initial : r->now;
	struct cfi_rule *rule = rule_of(&r->now, reg);

	if (rule)
		*rule = *rule_of(&initial, reg);
}

static int64_t times(int64_t number, int64_t by)
{
	return (int64_t)((uint64_t)number * (uint64_t)by);
}

static void set_register_expression(struct run *r)
{
	uint64_t reg = cfi_uleb(&r->program);
	struct cfi_bytes e = cfi_block(&r->program, cfi_uleb(&r->program));
	bool at_bp = e.end - e.at == 2 && e.at[0] == DW_OP_breg6 && !e.at[1];

	set_rule(r, reg, at_bp ? CFI_AT_BP : CFI_OTHER, 0);
}

static void remember(struct run *r)
{
	if (r->nremembered < REMEMBERED)
		r->remembered[r->nremembered++] = r->now;
	else
		r->program.bad = true;
}

static void recall(struct run *r)
{
	if (r->nremembered)
		r->now = r->remembered[--r->nremembered];
	else
		r->program.bad = true;
}

static void advance(struct run *r, uint64_t steps)
{
	uint64_t by;

	if (__builtin_mul_overflow(steps, r->cie->code_align, &by) || __builtin_add_overflow(r->address, by, &r->next))
		r->program.bad = true;
}

/* Instructions that move on. False: not one of them */
static bool move(struct run *r, unsigned code)
{
	struct cfi_bytes *p = &r->program;

	switch (code) {
	case DW_CFA_set_loc:
		r->next = cfi_address(r->section, p, r->cie->encoding);
		p->bad |= r->next < r->address;
		return true;
	case DW_CFA_advance_loc1:
		advance(r, cfi_unsigned(p, 1));
		return true;
	case DW_CFA_advance_loc2:
		advance(r, cfi_unsigned(p, 2));
		return true;
	case DW_CFA_advance_loc4:
		advance(r, cfi_unsigned(p, 4));
		return true;
	}
	return false;
}

/* Instructions that say where the CFA is. False: not one of them */
static bool place_cfa(struct run *r, unsigned code)
{
	struct cfi_bytes *p = &r->program;
	struct cfi_state *now = &r->now;
	uint64_t base = now->base;

	switch (code) {
	case DW_CFA_def_cfa:
		base = cfi_uleb(p);
		set_cfa(now, base, (int64_t)cfi_uleb(p));
		return true;
	case DW_CFA_def_cfa_sf:
		base = cfi_uleb(p);
		set_cfa(now, base, times(cfi_sleb(p), r->cie->data_align));
		return true;
	case DW_CFA_def_cfa_register:
		p->bad |= now->cfa != CFI_CFA_REGISTER;
		set_cfa(now, cfi_uleb(p), now->offset);
		return true;
	case DW_CFA_def_cfa_offset:
		p->bad |= now->cfa != CFI_CFA_REGISTER;
		set_cfa(now, base, (int64_t)cfi_uleb(p));
		return true;
	case DW_CFA_def_cfa_offset_sf:
		p->bad |= now->cfa != CFI_CFA_REGISTER;
		set_cfa(now, base, times(cfi_sleb(p), r->cie->data_align));
		return true;
	case DW_CFA_def_cfa_expression:
		set_cfa_expression(now, cfi_block(p, cfi_uleb(p)));
		return true;
	}
	return false;
}

/* Instructions that say where a register was saved. False: not one of them */
static bool place_register(struct run *r, unsigned code)
{
	struct cfi_bytes *p = &r->program;
	uint64_t reg;

	switch (code) {
	case DW_CFA_offset_extended:
		reg = cfi_uleb(p);
		set_rule(r, reg, CFI_AT_CFA, times((int64_t)cfi_uleb(p), r->cie->data_align));
		return true;
	case DW_CFA_offset_extended_sf:
		reg = cfi_uleb(p);
		set_rule(r, reg, CFI_AT_CFA, times(cfi_sleb(p), r->cie->data_align));
		return true;
	case DW_CFA_GNU_negative_offset_extended:
		reg = cfi_uleb(p);
		set_rule(r, reg, CFI_AT_CFA, times(times((int64_t)cfi_uleb(p), r->cie->data_align), -1));
		return true;
	case DW_CFA_restore_extended:
		restore_rule(r, cfi_uleb(p));
		return true;
	case DW_CFA_undefined:
		set_rule(r, cfi_uleb(p), CFI_UNDEFINED, 0);
		return true;
	case DW_CFA_same_value:
		set_rule(r, cfi_uleb(p), CFI_SAME, 0);
		return true;
	case DW_CFA_register:
	case DW_CFA_val_offset:
	case DW_CFA_val_offset_sf:
		set_rule(r, cfi_uleb(p), CFI_OTHER, 0);
		cfi_uleb(p);
		return true;
	case DW_CFA_expression:
		set_register_expression(r);
		return true;
	case DW_CFA_val_expression:
		set_rule(r, cfi_uleb(p), CFI_OTHER, 0);
		cfi_block(p, cfi_uleb(p));
		return true;
	}
	return false;
}

/* One instruction */
static void step(struct run *r)
{
	unsigned code = (unsigned)cfi_unsigned(&r->program, 1), low = code & 0x3f;

	switch (code & 0xc0) {
	case DW_CFA_advance_loc:
		advance(r, low);
		return;
	case DW_CFA_offset:
		set_rule(r, low, CFI_AT_CFA, times((int64_t)cfi_uleb(&r->program), r->cie->data_align));
		return;
	case DW_CFA_restore:
		restore_rule(r, low);
		return;
	}
	if (code == DW_CFA_remember_state)
		remember(r);
	else if (code == DW_CFA_restore_state)
		recall(r);
	else if (code == DW_CFA_GNU_args_size)
		cfi_uleb(&r->program);
	else if (code != DW_CFA_nop && !move(r, code) && !place_cfa(r, code) && !place_register(r, code))
		r->program.bad = true;
}

struct cfi_state cfi_initial(const struct cfi_section *s, const struct cfi_cie *cie)
{
	struct run r = {.section = s, .cie = cie, .program = cie->program};

	r.now.return_address.how = CFI_OTHER;
	while (r.program.at < r.program.end && !r.program.bad)
		step(&r);
	if (r.program.bad || r.next)
		r.now = (struct cfi_state){.return_address = {.how = CFI_OTHER}};
	return r.now;
}

int cfi_run(const struct cfi_section *s, const struct cfi_cie *cie, const struct cfi_state *initial,
			const struct cfi_fde *fde, const struct cfi_rows *to)
{
	struct run r = {.section = s,
					.cie = cie,
					.initial = initial,
					.program = fde->program,
					.now = *initial,
					.address = fde->start,
					.next = fde->start};
	struct unwind_row last = {0};
	int err = 0;

	while (!err && r.program.at < r.program.end && r.next < fde->end) {
		step(&r);
		if (r.program.bad || r.next == r.address)
			continue;
		err = to->add(to->arg, r.address, cfi_row(&r.now, cie->signal));
		r.address = r.next;
	}
	if (err || r.address >= fde->end)
		return err;
	if (!r.program.bad)
		last = cfi_row(&r.now, cie->signal);
	return to->add(to->arg, r.address, last);
}

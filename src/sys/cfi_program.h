/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cfi_program.h - runs the programs of CFI (DWARF 5, 6.4.2) and keeps of them what a walk by stack pointer and frame
 * pointer needs. Each runs once from its start to its end, so time is linear. libdw runs it anew for each address, and
 * reserves gigabytes for registers that a hostile file names. Pure.
 */
#pragma once

#include "cfi_entries.h"

#include <ktally/unwind.h>

enum cfi_cfa { CFI_CFA_OTHER, CFI_CFA_REGISTER, CFI_CFA_PLT, CFI_CFA_REALIGNED };
enum cfi_how {
	CFI_SAME, /* the register still has it */
	CFI_AT_CFA,
	CFI_AT_BP, /* where bp points to */
	CFI_UNDEFINED,
	CFI_OTHER,
};

#define CFI_BX 3 /* DWARF's numbers of registers on x86-64 */
#define CFI_BP 6
#define CFI_SP 7
#define CFI_R10 10
#define CFI_RETURN_ADDRESS 16

struct cfi_rule {
	enum cfi_how how;
	int64_t offset;
};

struct cfi_state {
	enum cfi_cfa cfa;
	uint64_t base; /* the register's number */
	int64_t offset;
	struct cfi_rule bp, bx, return_address;
};

/* Who wants the rows of one function, in order of address. What it returns other than 0 stops. */
struct cfi_rows {
	int (*add)(void *arg, uint64_t address, struct unwind_row row);
	void *arg;
};

/* What holds when each function of that CIE begins */
struct cfi_state cfi_initial(const struct cfi_section *s, const struct cfi_cie *cie);
/* Returns 0 or what add() returned */
int cfi_run(const struct cfi_section *s, const struct cfi_cie *cie, const struct cfi_state *initial,
			const struct cfi_fde *fde, const struct cfi_rows *to);
struct unwind_row cfi_row(const struct cfi_state *now, bool signal); /* without its pc */

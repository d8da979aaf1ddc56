/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cfi_entries.h - the entries of an .eh_frame: CIEs with what functions have in common, FDEs with one function. Pure.
 */
#pragma once

#include "cfi_bytes.h"

struct cfi_section {
	const uint8_t *bytes;
	size_t size;
	uint64_t address; /* as linked */
};

struct cfi_cie {
	struct cfi_bytes program;
	size_t size;		 /* bytes that were read */
	uint64_t code_align; /* programs count in these */
	int64_t data_align;
	uint8_t encoding; /* DW_EH_PE_*: how FDEs write addresses */
	bool sized;		  /* FDEs have a block of augmentation */
	bool signal;	  /* the frame of a signal: its "caller" was interrupted and has called nothing */
};

struct cfi_fde {
	uint64_t start, end; /* addresses as linked */
	struct cfi_bytes program;
};

struct cfi_entry {
	struct cfi_bytes body; /* behind length and identifier */
	size_t cie;			   /* offset of an FDE's CIE */
	bool is_cie;
};

/* Reads the entry at *at and moves *at behind it. False: the section ends, or what follows is no entry. */
bool cfi_entry_next(const struct cfi_section *s, size_t *at, struct cfi_entry *to);
/* False: damaged, for another machine, or of a kind that no compiler writes for x86-64 */
bool cfi_cie_read(const struct cfi_section *s, size_t at, struct cfi_cie *to);
bool cfi_fde_read(const struct cfi_section *s, const struct cfi_entry *entry, const struct cfi_cie *cie,
				  struct cfi_fde *to);
/* An address in that encoding, of bytes that lie in the section. They become bad if no compiler writes it so. */
uint64_t cfi_address(const struct cfi_section *s, struct cfi_bytes *bytes, uint8_t encoding);

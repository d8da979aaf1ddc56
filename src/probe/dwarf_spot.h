/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dwarf_spot.h - a place in the code of a program or of the kernel, for those who ask its debug information. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct dwarf_object {
	const char *path; /* of a program; of the file with the debug information of the kernel or of a module */
	bool is_kernel;
};

struct dwarf_spot {
	struct dwarf_object in;
	uint64_t offset; /* in a program's file, as uprobes take it; of the kernel the address as linked */
	uint64_t scope;	 /* the function in whose source it is, by the offset of its DIE; 0: that whose code has it */
};

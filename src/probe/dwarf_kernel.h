/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dwarf_kernel.h - the debug information of the kernel or of a module. That of a module has to be relocated before it
 * can be read, as if the module were loaded: libdwfl does that.
 */
#pragma once

#include "base/why.h"

#include <elfutils/libdwfl.h>
#include <stdbool.h>

struct dwarf_kernel {
	Dwfl *dwfl;
	Dwfl_Module *module;
	Elf *elf;
	Dwarf *dwarf;
};

/* 0 or -errno with `why`; then nothing is open */
int dwarf_kernel_open(struct dwarf_kernel *to, const char *path, struct why *why);
void dwarf_kernel_close(struct dwarf_kernel *k);
/* The symbol before the place, by which the kernel knows it too. NULL: there is none */
const char *dwarf_kernel_symbol(const struct dwarf_kernel *k, Dwarf_Addr pc, uint64_t *offset);
/* Where the running kernel has what is linked at this address. False: that is not known */
bool dwarf_kernel_address(const struct dwarf_kernel *k, Dwarf_Addr linked, uint64_t *to);

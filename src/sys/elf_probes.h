/* SPDX-License-Identifier: GPL-2.0-or-later */
/* elf_probes.h - static probes (USDT) of programs and libraries. */
#pragma once

#include "functions.h"

/* Adds those of an ELF file, as "provider:name"; one with several places is there as often. 0 or -errno */
int functions_static(struct functions *f, const char *path, const char *provider, const char *name, bool regex);

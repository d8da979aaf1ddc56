/* SPDX-License-Identifier: GPL-2.0-or-later */
/* places.h - finds the kernel's files and this program, and mounts nothing. */
#pragma once

#define PLACE 256
#define BTF_PATH "/sys/kernel/btf/vmlinux"

const char *place_of_program(void); /* its path, for setcap; "ktally" if unknown */

/* Reads a kernel setting such as "kernel/perf_event_paranoid". 0 or -errno */
int place_sysctl(const char *name, int *value);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwind.h - gives bpf/unwind.bpf.h what it walks user stacks by: rows of files, mappings of processes. A process is
 * read when a program has asked for it, or before, if it was named on the command line. The source calls this for each
 * object that has the maps.
 */
#pragma once

#include "session/session.h"

/* Before the load: sizes of the maps. 0 or -errno */
int bpf_unwind_open(struct session *s);
/* After it: maps them, and reads the processes of --pid. 0 or -errno */
int bpf_unwind_load(struct session *s);
/* Reads a process, by the kernel's number, that a program has asked for */
void bpf_unwind_asked(uint32_t tgid);
void bpf_unwind_close(void);

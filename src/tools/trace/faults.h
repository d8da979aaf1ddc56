/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * faults.h - -F: page faults among the calls. BPF sends two addresses; what they are called is found while the process
 * is there, and is text in the row from then on (event_text.h).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct session;
struct trace_row;

/* A parse() of an option: enum fault_kind of all, min, maj */
int faults_parse(void *kinds, const char *text);
/* Says what names need, before the run. */
void faults_prepare(void);

/* The row with its texts; static memory, valid until the next call. NULL: it makes no sense */
const struct trace_row *fault_row(const struct trace_row *row);
/* minfault [main+0x12 (prog)] => /usr/lib/libc.so.6@0x1d000 (d.) or, as perf has it, [main+0x12]. The length */
int fault_line(char *to, size_t size, const struct trace_row *row, bool as_perf);
/* Does -F ask for it? */
bool faults_has(const struct trace_row *row);

/* ---- BPF (faults_bpf.c) ---- */

/* Runs the object's programs at the faults of each CPU. 0, or -errno with s->why set */
int faults_attach(struct session *s);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * events.h - --event: which tracepoints, and what this kernel says of their records. Rows of theirs come from BPF as
 * the kernel has them; event_text.h makes texts of them, which need no kernel any more.
 */
#pragma once

#include <ktally/trace_events.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct probe;
struct session;
struct trace_row;

/* A list of CATEGORY:NAME, or globs of that. 0, or -EINVAL after a message */
int events_parse(void *unused, const char *list);
/* Takes them out of a list of calls, which becomes what is left */
int events_take(char *list, bool *taken);
bool events_given(void);
/* Of a recording: does --event name the row's event, if it was given? */
bool events_has(const struct trace_row *row);

/* Finds them on this kernel. 0 or -errno after a message */
int events_find(void);
size_t events_count(void);
/* By their numbers in rows, from 0. NULL: there is none */
const struct probe *events_of(uint32_t number);
void events_plan(struct trace_event_plan *to, const struct probe *event);

/* ---- BPF (events_bpf.c) ---- */

/* Sets the opened object up. 0, or -errno with s->why set */
int events_open(struct session *s);
/* Attaches a copy of the object's program to each */
int events_attach(struct session *s);
/* Runs a program at an event of perf_event_open(), and enables that. 0 or -errno */
int event_run(struct session *s, int program, int event);
/* How often the kernel did not run them */
uint64_t events_missed(void);
void events_close(void);

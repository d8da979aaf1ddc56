/* SPDX-License-Identifier: GPL-2.0-or-later */
/* send.h - rows that user space has to judge: those of ftrace's records and of recordings. Lines, totals, or both. */
#pragma once

#include <ktally/trace.h>

struct session;

/* Counts the row and shows it, if it is wanted. One that ends a call that was told as unfinished gets its kind. */
void send_row(struct session *s, struct trace_row *row);
/* A row that is wanted, to the renderer: its times count from the beginning of the run, and --max-events ends it. */
void send_shown(struct session *s, const struct trace_row *row);
/* After the last one: prints the totals of -S. */
void send_end(struct session *s);

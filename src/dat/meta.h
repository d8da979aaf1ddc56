/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * meta.h - the event ktally/meta, of a text "KEY=VALUE" each: what a recording says of itself. Pure. Keys:
 *
 * - tool, version, host, uname, machine, boot, backend, attach: where and by what it was made
 *
 * - option, argument, interval_ns: what was typed, of the tool's own options; child: the command's process
 *
 * - clock: "MONOTONIC REALTIME" in nanoseconds, at the start, each minute, and at the end
 *
 * - file NAME: the next piece of a file of the folder (source/ftrace/recording.h)
 *
 * - last: the last interval of a run whose recording is of the kernel's events: "END ELAPSED CUT"
 *
 * - rows, view, noun, unit, field, edges, apart, render: what rows are (dat/columns.h)
 *
 * - start, interval, lost, untold, ended: in the order of time; "interval=END ELAPSED CUT", CUT: the
 *   run ended before it did
 *
 * A key that a reader does not know means nothing to it.
 */
#pragma once

#include "event.h"

#define META_NAME "ktally/meta"
#define META_ID 65000	 /* of ktally's events: the kernel gives out lower ones first */
#define META_PIECE 32000 /* bytes of a file in one event; less where pages are smaller */

void meta_event(struct event *e, uint16_t id);
/* Splits "KEY=VALUE" of n bytes: the length of KEY. False: it is not one */
bool meta_key(const char *text, size_t n, size_t *key);
/* Adds text of n bytes as events to the pages: "file NAME=" and a piece each. 0 or -errno */
int meta_add_file(struct pages *to, uint64_t time_ns, size_t page_size, const char *name, const char *text, size_t n);
int meta_add(struct pages *to, uint64_t time_ns, const char *text, size_t n);

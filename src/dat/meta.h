/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * meta.h - the event ktally/meta, of a text "KEY=VALUE" each: what a recording says of itself. Pure.
 *
 *	tool, version, host, uname, machine, backend, attach     where and by what it was made
 *	options, arguments                                       what was typed (of the tool's own)
 *	clock                                                    "MONOTONIC REALTIME" in nanoseconds: at the start, each
 *	                                                         minute, at the end
 *	file NAME                                                the next piece of a file of the folder
 *(source/ftrace/recording.h) view, unit, key, field, edges, apart, ...                what rows mean interval, lost,
 *untold, ended                            in the order of time
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

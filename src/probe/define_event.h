/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * define_event.h - event probes, as the kernel has them (kernel/trace/trace_eprobe.c): a tracepoint's event with values
 * that are read while it happens, also behind its pointers.
 *
 *	definition := [ "e" [ ":" [ GROUP "/" ] NAME ] ] CATEGORY (":" | "/" | ".") EVENT { argument } [ "if" FILTER ]
 */
#pragma once

#include "probe.h"

/* Is it more than the name of a tracepoint? */
bool probe_is_event_definition(const char *text);
/* Reads the whole definition, which must last as long as the probe. 0 or -errno after a message */
int probe_define_event(struct probe *p, const char *definition);

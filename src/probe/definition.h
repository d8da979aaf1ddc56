/* SPDX-License-Identifier: GPL-2.0-or-later */
/* definition.h - "p:NAME SYMBOL arg=...": the function that is probed, and the arguments. */
#pragma once

#include "probe.h"

/*
 * "p:NAME SYMBOL+0x10 arg=..." with what perf-tools allows: "p:SYMBOL", "r:SYMBOL". A kernel symbol is a name or a
 * glob; a user one is PROGRAM:SYMBOL or PROGRAM:0xOFFSET. 0 or -EINVAL after a message.
 */
int probe_define(struct probe *p, const char *definition);

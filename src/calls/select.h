/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * select.h - lists of calls as -e takes them, turned into sets of numbers. Pure.
 *
 * open,close: names or their aliases; stat*: globs; %file or file: classes; /^open/: a regular expression; ?name: no
 * error if there is none; name@32 and name@64: only that sort of program; a leading ! inverts the whole list; all,
 * none.
 */
#pragma once

#include "call.h"

#include <ktally/trace_plan.h>

/* Bits of 64-bit numbers, then of 32-bit ones */
struct call_set {
	uint64_t bits[TRACE_PLANS / 64];
};

/*
 * 0, or -errno with a sentence in `message`, which names the word: -EINVAL for what cannot be understood, -ENOENT for a
 * name that no call of this machine has.
 */
int call_select(struct call_set *set, const char *list, enum machine m, char *message, size_t size);
bool call_set_has(const struct call_set *set, uint32_t call);

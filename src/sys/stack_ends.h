/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stack_ends.h - where users' stacks end too early. A walk by frame pointers ends where code keeps none, and nothing in
 * the stack says that callers are absent. So this looks at the outermost frames of each stack that is shown, unless the
 * walk itself knows: complete ones have main(), or what starts a thread. It counts from the start of the program; file
 * names are untrusted.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A stack that stands for `count` events was shown. frames: innermost first. flags: how they end (ktally/stacks.h); a
 * stack that was cut is another matter, and not counted. If no frame is in known code, because the process has ended,
 * the stack cannot be judged, and is not counted.
 */
void stack_ends_add(uint32_t pid, const uint64_t *frames, unsigned n, uint32_t flags, uint64_t count);

/* Is one of the outermost frames a function that starts programs or threads? */
bool stack_ends_complete(uint32_t pid, const uint64_t *frames, unsigned n);

/*
 * Writes one line, escaped and without its end: how many of the stacks end early, and the file in which most of them
 * do. Returns its length; 0: fewer than a tenth do.
 */
int stack_ends_text(char *to, size_t size);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* duration.h - a function's time as ftrace's function_graph prints it. Pure. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define DURATION_WIDTH 13

/* "! 128.150 us". From 10 us on there is a mark, another one for each power of ten. The length */
int duration_text(char *to, size_t size, uint64_t ns);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tasks.h - whose calls: --not-pid, and --no-follow, which makes a --pid of the command. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct session;

/* A parse() of options: "12,345" adds to the processes that are left out. 0, or -EINVAL after a message */
int tasks_parse_not(void *to, const char *list);
bool tasks_left_out(uint32_t pid);
/* --no-follow, when the command's number is known: before the source makes its filter. pid 0: there is no command */
void tasks_keep_command(uint32_t pid);

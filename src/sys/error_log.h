/* SPDX-License-Identifier: GPL-2.0-or-later */
/* error_log.h - why tracefs did not understand what was written into it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* What the kernel says of the command that it has just refused: "Field not found, at column 3 of \"nosuch == 1\"".
 * instance: NULL for the global one. False: nothing */
struct tracefs_instance;
bool error_log_says(struct tracefs_instance *instance, const char *command, char *to, size_t size);

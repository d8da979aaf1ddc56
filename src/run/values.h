/* SPDX-License-Identifier: GPL-2.0-or-later */
/* values.h - the words that options take where there are not too many to list: names of errors, flags, I/O types. */
#pragma once

#include <stdbool.h>

/* Prints the values for a placeholder of --help ("ERRNO"), one a line. False if it has no list */
bool values_print(const char *placeholder);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* names.h - names of calls by their index among plans (include/ktally/trace_plan.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* "openat"; NULL: no call has this number */
const char *names_of(unsigned index);
/* Is it one of the calls of 32-bit programs? */
bool names_is_32bit(unsigned index);
/* What other tools call it: "newstat" is "stat", "umount" "umount2". The name itself where it has no other. */
const char *names_usual(const char *name, size_t length);
/* The bit of a class: "file", "desc" ...; 0: there is none of this name */
unsigned names_class(const char *name, size_t length);
/* The classes of a call */
unsigned names_classes(unsigned index);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * receivers.h - functions of the kernel and its modules that receive addresses, by BTF: which take a pointer to a type,
 * and what their arguments are called.
 */
#pragma once

#include "sys/functions.h"

#include <stdint.h>

struct receiver;

/*
 * Reads the arguments of those functions of `among`, which is sorted, that BTF knows. type: "struct file *" as
 * type_declare() writes it; then only of those that take such a pointer and, if it is not NULL, of the sorted list
 * `also`; they are added to `to`. NULL: of all. 0; -ENOENT without BTF, or for a type that is no pointer to a struct or
 * union; -ENOMEM. Modules before 5.11 have no BTF.
 */
int receivers_read(const struct functions *among, const char *type, const struct functions *also, struct functions *to);

/* NULL: nothing is known of the function */
const struct receiver *receiver_find(const char *function);
/* Bit i: the function has an argument in register i */
uint32_t receiver_arguments(const struct receiver *r);
/* Name of the argument that comes in register i; NULL: there is none, or it has no name */
const char *receiver_argument(const struct receiver *r, unsigned i);

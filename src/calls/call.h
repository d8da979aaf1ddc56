/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * call.h - the table of system calls: names, numbers, classes, and what each argument is. Pure.
 *
 * This layer is the only one that knows what arguments mean. calls.def has a line for each call; plan.h says what the
 * kernel's half must read for it, text.h writes it, select.h understands lists of names. A machine is always an
 * argument: recordings are read elsewhere.
 */
#pragma once

#include "constants.h"

enum call_class {
	C_DESC = 1 << 0,
	C_FILE = 1 << 1,
	C_MEMORY = 1 << 2,
	C_PROCESS = 1 << 3,
	C_SIGNAL = 1 << 4,
	C_IPC = 1 << 5,
	C_NETWORK = 1 << 6,
	C_STAT = 1 << 7,
	C_LSTAT = 1 << 8,
	C_FSTAT = 1 << 9,
	C_STAT_LIKE = 1 << 10,
	C_STATFS = 1 << 11,
	C_FSTATFS = 1 << 12,
	C_STATFS_LIKE = 1 << 13,
	C_PURE = 1 << 14,
	C_CREDS = 1 << 15,
	C_CLOCK = 1 << 16,
};

struct call_arg {
	uint8_t kind, with;
};

#define CALL_ARGS 6
struct call {
	const char *text;		   /* "openat:dfd,filename,flags,mode" */
	int16_t numbers[MACHINES]; /* -1: no such call there */
	uint32_t classes;
	uint8_t result, nargs;
	struct call_arg args[CALL_ARGS];
};

/* The machine whose call this is: i386 on x86-64 for a 32-bit one. call: as in ktally/syscount.h */
enum machine call_machine(uint32_t call, enum machine m);
const struct call *call_of(uint32_t call, enum machine m); /* NULL: no such call */
/* n bytes of name; stat is newstat, umount too, as perf calls them. NULL: none has that name */
const struct call *call_by_name(const char *name, size_t n);
const struct call *call_next(const struct call *c); /* all of them, beginning with NULL, by name */

int call_name(char *to, size_t size, const struct call *c);
/* The kernel's name of an argument; -ENOENT: it has none */
int call_argument_name(char *to, size_t size, const struct call *c, unsigned arg);

/* "file", "%file": its bits; 0: no such class */
uint32_t call_class(const char *name, size_t n);

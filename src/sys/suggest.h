/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * suggest.h - what a name that does not exist was probably meant to be: "; did you mean vfs_read?" for the end of a
 * message, or "" if nothing is near. It reads the whole list of such names, so only a message that ends ktally calls
 * it. Each returns static memory, valid until the next call of any of them.
 */
#pragma once

const char *suggest_kernel_function(const char *name);
/* CATEGORY:NAME; a NAME alone gets its category */
const char *suggest_tracepoint(const char *name);
const char *suggest_function_of_file(const char *path, const char *name);
const char *suggest_library(const char *name);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf_names.h - the arguments of the kernel's functions, by the kernel's BTF. Functions are "name" or "module:name".
 * The first call loads the BTF; the caller drops it by kernel_btf_drop() (kernel_btf.h).
 */
#pragma once

#include "parameters.h"
#include "walk.h"

/*
 * How the value of an expression is fetched. Fills all of `to` except base, at and text: the caller makes base and at
 * of *word, the word in which the argument comes, or PROBE_RETURNED. Returns 0 or -errno with `why`: -EINVAL it is not
 * C, -ENOENT a name is unknown, -E2BIG and -ENOTSUP no fetch can reach it. Then the other results are as before, except
 * *type.
 */
int btf_argument(const char *function, struct probe_text expression, bool is_return, struct probe_fetch *to, int *word,
				 struct probe_type *type, struct why *why);

/* "ssize_t vfs_read(struct file *file, char *buf, size_t count, loff_t *pos)": as snprintf(), or -errno with `why` */
int btf_prototype(char *to, size_t size, const char *function, struct why *why);

/*
 * Calls `visit` with the name of each argument until it returns something else than 0, which is then returned. Else
 * returns the number of arguments, or -errno with `why`. `visit` may be NULL. *words, if not NULL, becomes the number
 * of words of all arguments, which is the index at which fexit finds what was returned.
 */
int btf_arguments(const char *function, int (*visit)(void *arg, const char *name), void *arg, unsigned *words,
				  struct why *why);

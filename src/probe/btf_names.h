/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * btf_names.h - names of a kernel function's arguments, and what C reaches from them, to fetches, by the kernel's BTF.
 * Functions are "name" or "module:name". The first call loads the BTF; the caller drops it by kernel_btf_drop()
 * (kernel_btf.h).
 */
#ifndef KTALLY_PROBE_BTF_NAMES_H
#define KTALLY_PROBE_BTF_NAMES_H

#include "parameters.h"
#include "walk.h"

/*
 * Fills all of `to` but base, at and text. *word: the argument's, or PROBE_RETURNED; the caller makes base and at of
 * it. Returns 0 or -errno with `why`: -EINVAL it is not C, -ENOENT a name is unknown, -E2BIG, -ENOTSUP.
 */
int btf_argument(const char *function, struct probe_text expression, bool is_return, struct probe_fetch *to, int *word,
				 struct probe_type *type, struct why *why);

/* "ssize_t vfs_read(struct file *file, char *buf, size_t count, loff_t *pos)"; as snprintf(), or -errno */
int btf_prototype(char *to, size_t size, const char *function, struct why *why);

/*
 * Their number, or -errno; `visit` may be NULL and stops with anything but 0, which is returned. *words: what all take,
 * the index at which fexit finds what was returned.
 */
int btf_arguments(const char *function, int (*visit)(void *arg, const char *name), void *arg, unsigned *words,
				  struct why *why);

#endif

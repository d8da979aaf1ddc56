/* SPDX-License-Identifier: GPL-2.0-or-later */
/* names.h - arguments by the names that programs give them: from BTF for the kernel, from DWARF for programs. */
#ifndef KTALLY_PROBE_NAMES_H
#define KTALLY_PROBE_NAMES_H

#include "probe.h"

/*
 * "count", "file->f_inode->i_size", "$retval->i_ino" at the text's place. 0; -ENOENT, silent and the text where it was,
 * for what is no name of the function's; -EINVAL after a message (and the fetch without a base).
 */
int probe_by_name(struct probe *p, struct probe_argument *a, struct probe_text *t);

/* What was wrong with the name that probe_by_name() last did not know; NULL: nothing more to say */
const char *probe_name_problem(void);

/* "ssize_t vfs_read(struct file *file, ...)": 0 or -errno after a message */
int probe_prototype(char *to, size_t size, const char *function);
int probe_user_prototype(char *to, size_t size, const char *path, uint64_t offset);

#endif

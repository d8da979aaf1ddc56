/* SPDX-License-Identifier: GPL-2.0-or-later */
/* names.h - values by their names: parameters by BTF, a program's variables by DWARF, a tracepoint's fields. */
#pragma once

#include "probe.h"

/*
 * Takes "count", "file->f_inode->i_size" or "$retval->i_ino" at the text's place. Returns 0, -ENOENT silently for what
 * is no name here, with the text's place as before, or -EINVAL after a message.
 */
int probe_by_name(struct probe *p, struct probe_argument *a, struct probe_text *t);

/* Why probe_by_name() did not know the last name; NULL: there is nothing more to say */
const char *probe_name_problem(void);

/* "ssize_t vfs_read(struct file *file, ...)", cut to `size`. 0 or -errno after a message */
int probe_prototype(char *to, size_t size, const char *function);
/* The same of a program; `offset` is that of the function in the file */
int probe_user_prototype(char *to, size_t size, const char *path, uint64_t offset);

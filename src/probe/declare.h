/* SPDX-License-Identifier: GPL-2.0-or-later */
/* declare.h - what C calls the types of the kernel's BTF. Ids are those of kernel_btf.h, modules' included. */
#ifndef KTALLY_PROBE_DECLARE_H
#define KTALLY_PROBE_DECLARE_H

#include <linux/types.h>
#include <stddef.h>

/* Without const and stars, which are types of their own; "" where it has none. It lives as long as the BTF. */
const char *type_name(__u32 id);
/* "const char *name": as snprintf(); names of more than 512 characters are cut */
int type_declare(char *to, size_t size, __u32 id, const char *name);

#endif

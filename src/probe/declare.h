/* SPDX-License-Identifier: GPL-2.0-or-later */
/* declare.h - what C calls the types of the kernel's BTF. Ids are those of kernel_btf.h, with those of modules. */
#pragma once

#include <linux/types.h>
#include <stddef.h>

/* The type's own name; "" if it has none, as a pointer; "void" for 0. It lives as long as the BTF. */
const char *type_name(__u32 id);
/* A declaration of `name`, "const char *name". As snprintf(); what finds no room in 512 characters is left out */
int type_declare(char *to, size_t size, __u32 id, const char *name);

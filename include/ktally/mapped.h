/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* mapped.h - what bpf/mapped.bpf.c says of each mapping of each process. */
#pragma once

#include <linux/types.h>

#define MAPPED_PATH 4096

enum mapped_kind { MAPPED_PLAIN, MAPPED_VDSO, MAPPED_HEAP, MAPPED_STACK };

struct mapped {
	__u64 start, end, offset, inode;
	__u32 tgid, device; /* device: 12 bits and 20, as in the kernel */
	__u16 code, kind;	/* kind: of those without a file */
	__u32 length;		/* bytes of the path, with its NUL; up to 7 more make it a multiple of 8 */
	char path[];
};

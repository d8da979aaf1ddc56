/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwind_rows.h - makes rows of a file's .eh_frame that say how to find a caller (include/ktally/unwind.h). Files are
 * untrusted: sizes, counts and time are bounded. For x86-64, and without libdw.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <ktally/unwind.h>

struct unwind_rows {
	struct unwind_row *list; /* in order of pc, no two with the same; free() it */
	size_t n;
};

/* 0, -ENOTSUP (another machine, or its file), -ENOEXEC, -ENODATA (no .eh_frame), -E2BIG or -ENOMEM */
int unwind_rows_of_file(int fd, struct unwind_rows *to);
/* The same of an ELF image in memory: the vDSO */
int unwind_rows_of_image(const void *image, size_t size, struct unwind_rows *to);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * frame_text.h - a frame of a stack as text, for all who fold stacks: the function, FRAME_FILE and the name of its
 * file if that is known, and at the end what the code is: "read\x1flibc.so.6", "ext4_sync_file\x1f" "ext4_[k]". Pure.
 */
#pragma once

#include <stddef.h>

#define FRAME_FILE '\x1f' /* between a function and its file */
#define FRAME_ROOM 512	  /* bytes that hold most frames; longer functions are cut */

/* Ends of the text: none, _[k], _[j], _[i], _[w] */
enum frame_kind {
	FRAME_USER,
	FRAME_KERNEL,
	FRAME_JIT, /* code made at run time */
	FRAME_INLINED,
	FRAME_WAKER,
};

/*
 * Writes a frame. The function's bytes are untrusted: a ';', a line's end and FRAME_FILE in them become ':', ' ' and
 * ' '. file: "" for none. A function that is too long is cut, and the end stays. Returns the length, below size; size
 * is at least 8.
 */
int frame_text(char *to, size_t size, const char *function, const char *file, enum frame_kind kind);

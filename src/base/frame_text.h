/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * frame_text.h - a frame of a stack as text, for all who fold stacks: the function, FRAME_FILE and the name of its
 * file if that is known, and at the end what the code is: "read\x1flibc.so.6", "ext4_sync_file\x1f" "ext4_[k]". Pure.
 *
 * A stack is folded: frames from the outermost on, with ';' between them. A field of a schema that is FIELD_STACK has
 * the name of the command before them.
 */
#pragma once

#include <stdbool.h>
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
	FRAME_COMMAND, /* no frame: the command before the frames. Only its place tells it */
};
#define FRAME_KINDS (FRAME_COMMAND + 1)

/*
 * Writes a frame. The function's bytes are untrusted: a ';', a line's end and FRAME_FILE in them become ':', ' ' and
 * ' '. file: "" for none. A function that is too long is cut, and the end stays. Returns the length, below size; size
 * is at least 8.
 */
int frame_text(char *to, size_t size, const char *function, const char *file, enum frame_kind kind);

/* A frame taken apart; the texts are those of the frame's, without a NUL */
struct frame {
	const char *function, *file;
	size_t function_n, file_n; /* file_n 0: there is none */
	enum frame_kind kind;
};
void frame_read(struct frame *f, const char *text, size_t n);

/* "_[k]" and so on; "" of FRAME_USER and FRAME_COMMAND */
const char *frame_end(enum frame_kind kind);

/* The frames of a folded stack, one after the other */
struct frames {
	const char *at, *end; /* what is left; at NULL: nothing */
	bool inwards;		  /* the outermost first */
};
struct frames frames_of(const char *folded, size_t n, bool inwards);
/* The next one's text and length. False: there is none */
bool frames_next(struct frames *f, const char **text, size_t *n);

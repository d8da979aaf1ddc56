/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * text.h - a row of trace as text, in strace's grammar: openat(AT_FDCWD, "/etc/x", O_RDONLY) = 3. Pure.
 *
 * Everything in a row is hostile: text is bounded and quoted. A row comes with row->length bytes of pieces; who has it
 * from a file checks first that these bytes are there.
 */
#pragma once

#include "call.h"
#include "out.h"

#include <ktally/trace.h>

struct call_style {
	enum machine machine; /* that the row comes from */
	uint32_t limit;		  /* bytes of a string, 32 with strace; what is longer ends with "..." */
	bool verbose;		  /* -v: structures in full */
	bool raw;			  /* -X raw: numbers, no names of constants */
	bool names;			  /* arguments with their names: fd: 3 */
	bool descriptors;	  /* -y: rows say what descriptors are */
	enum out_hex hex;
};

/*
 * "openat(AT_FDCWD, "/etc/x", O_RDONLY)". out->items are the arguments; less than the row has, where some do not count.
 * Returns how much of it a row says that was made while the call ran: what comes before the first argument of which
 * something is read, or before the last bracket.
 */
size_t call_text(struct text_out *out, const struct trace_row *row, const struct call_style *style);
/* "3", "-1 ENOENT (No such file or directory)", "?", "1 ([{fd=3, revents=POLLIN}])" */
void call_result_text(struct text_out *out, const struct trace_row *row, const struct call_style *style);
/* Can `size` bytes of a file be a row with its pieces? At an aligned address */
bool call_row_valid(const struct trace_row *row, size_t size);
/* "openat", "i386:openat", "syscall_0x200" */
void call_row_name(struct text_out *out, const struct trace_row *row, const struct call_style *style);

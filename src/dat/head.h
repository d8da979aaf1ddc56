/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * head.h - the part of a trace.dat file (version 6, see trace-cmd.dat.v6(5)) before the pages: formats of events, names
 * of tasks, options, and a table of where each CPU's pages are. Pure.
 */
#pragma once

#include "bytes.h"

#define HEAD_MAGIC "\x17\x08\x44tracing"
#define HEAD_CLOCK "local [mono]" /* what trace_clock says */

/* Numbers of options, as trace-cmd has them */
enum { HEAD_OPTION_END, HEAD_OPTION_CLOCK = 4, HEAD_OPTION_UNAME = 5, HEAD_OPTION_CPUS = 8, HEAD_OPTION_VERSION = 9 };

struct head_format {
	const char *system; /* "ftrace": a record of a tracer */
	const char *text;
	size_t size;
};

struct head {
	const char *header_page; /* text of events/header_page */
	size_t page_size;
	const struct head_format *formats; /* those of a system one after another */
	size_t nformats;
	const char *tasks; /* lines "TID NAME", as saved_cmdlines has them; NULL: none */
	const char *uname; /* NULL: not known */
	unsigned ncpus;
};

/* The place in the file, and the length, of one CPU's pages */
struct head_pages {
	uint64_t offset, size;
};
#define HEAD_PAGES_SIZE 16 /* bytes of one in the table */

/* The part of it that a perf.data has too, as its tracing data (version "0.6"): formats and names of tasks */
void head_formats(struct bytes *to, const char *version, const struct head *h);
/*
 * Writes the head, with zeros in the table, up to where pages may begin. Returns the offset of the table in the file; 0
 * without memory
 */
size_t head_write(struct bytes *to, const struct head *h);
void head_put_pages(unsigned char *to, const struct head_pages *p);

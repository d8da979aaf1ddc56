/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * threads.h - threads and the calls they are in, for the ftrace form: an entry is kept here until its return comes, and
 * with it the texts that records in between have. The BPF form has the same in the kernel. One run at a time.
 */
#pragma once

#include <ktally/trace_setup.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a row has room for */
#define THREAD_PIECES 32768

struct thread {
	struct trace_slot slot; /* start 0: in no call; captured, found: --trace-path found a path of it */
	char *pieces;			/* struct trace_piece and bytes, as in a row */
	uint32_t length;		/* of them */
	bool exits;				/* it has called exit() itself */
	int64_t own_code;		/* then: as wait() returns it */
};

struct thread *threads_find(uint32_t tid); /* NULL: it has made no call */
struct thread *threads_get(uint32_t tid);  /* NULL without memory */
void threads_remove(uint32_t tid);
void threads_each(void (*each)(struct thread *t, void *arg), void *arg);
void threads_free(void); /* all of them */

/* exec by a thread that is not its process's first: it goes on under that one's number. */
void threads_renumber(uint32_t tid, uint32_t old_tid);

/* Text of the argument `arg`, as it was when the call was entered. Too much of it is cut, or left out */
void thread_add_text(struct thread *t, unsigned arg, const char *text, size_t n, bool more);
bool thread_has_text(const struct thread *t, unsigned arg);
void thread_forget_texts(struct thread *t);

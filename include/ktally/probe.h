/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * probe.h - how one generic BPF program learns of a probe: by tables in its read-only data. They say which values to
 * fetch and how, which events pass the filter, and what becomes of these. The verifier knows read-only data, so
 * what a probe does not use is dead code to it.
 */
#pragma once

#include "calls.h"
#include "filter.h"
#include "hist.h"

#define PROBE_FETCHES 16	/* values, including those that only the filter or a key needs */
#define PROBE_OFFSETS 6		/* steps from pointer to pointer to a value */
#define PROBE_TEXTS 4		/* strings among the values of a row */
#define PROBE_TEXT 128		/* bytes of a string that are kept, the NUL included */
#define PROBE_KEY_TEXT 64	/* of one that is a key */
#define PROBE_CONDITIONS 32 /* comparisons and connectives of a filter */
#define PROBE_GLOBS 4
#define PROBE_GLOB 62		  /* characters of a pattern, not counting its '*' */
#define PROBE_KEY_WORDS 20	  /* of 8 bytes: a number is one, a task's name two, a string eight */
#define PROBE_RECORD 1024	  /* bytes of a tracepoint's record that strings follow */
#define PROBE_RECORD_MAX 4096 /* of one without: a page of the kernel's ring buffer holds no more */
#define PROBE_CALL_WORDS 4	  /* of a key, that wait for the call's return */

enum probe_base {
	PROBE_NOTHING,
	PROBE_CONTEXT,	/* what lies `at` bytes into the context: a register, an argument, a record's field */
	PROBE_CONSTANT, /* the number `at`: an immediate, or a symbol's address */
	PROBE_COMM,		/* a text of TASK_COMM bytes */
	PROBE_PID,
	PROBE_TID,
	PROBE_UID,
	PROBE_CPU,
	PROBE_LATENCY,	/* nanoseconds from entry to return */
	PROBE_FUNCTION, /* address of the function that was probed, or the number of the probe */
};

enum probe_kind {
	PROBE_NUMBER,
	PROBE_TEXT_AT,	 /* the last offset leads to a string; without offsets the base is its address */
	PROBE_TEXT_HERE, /* the string lies in the context itself: a record's char field */
	/* its place does, length << 16 | offset: of __data_loc from the record's start, of __rel_loc from offsets[0] */
	PROBE_TEXT_LOC,
};

/*
 * The base, then from offset to offset: each but the last reads a pointer there. A number without offsets is the base's
 * own value. An address says by itself whose memory it is: the kernel's lies in the upper half (ftrace does the same).
 */
struct probe_fetch {
	__u32 base, kind;
	__u64 at;
	__u32 noffsets;
	__u32 user; /* bit i: offset i is known to be added to an address of user space; only ftrace needs this */
	__s32 offsets[PROBE_OFFSETS];
	__u32 size; /* bytes of a number: 1, 2, 4 or 8; in the context itself for a base without offsets */
	__u32 is_signed;
	__u32 shift, bits; /* a bit field: shifted right, then so many bits; bits 0: no bit field */
	__u32 length;	   /* PROBE_TEXT_HERE: bytes of the array; else 0 */
	__u32 text;		   /* which of a row's strings it is */
};

/* The low bytes of what was fetched, or the bit field in them, in 64 bits */
static inline __attribute__((always_inline)) __u64 probe_finish(const volatile struct probe_fetch *f, __u64 value)
{
	__u32 bits = f->bits ? f->bits : 8 * f->size, unused = 64 - bits;

	value >>= f->shift & 63;
	value <<= unused & 63;
	return f->is_signed ? (__u64)((__s64)value >> (unused & 63)) : value >> (unused & 63);
}

enum probe_operator {
	PROBE_AND, /* of the two results before it */
	PROBE_OR,
	PROBE_NOT,
	PROBE_EQUAL, /* the rest compare a fetched value */
	PROBE_LESS,
	PROBE_GREATER,
	PROBE_BITS,	 /* any of these bits is set */
	PROBE_MATCH, /* a string and a glob */
};

/* A filter in postfix order: each condition leaves a result, each connective takes its own away. */
struct probe_condition {
	__u32 op, fetch; /* which of the values */
	__u64 value;	 /* to compare with, sign-extended; of PROBE_MATCH: which glob */
	__u32 is_signed, unused;
};

/*
 * A pattern as the bit-parallel automaton reads it (Baeza-Yates and Gonnet 1992): state i, bit i, has matched i
 * characters. follow[c]: states that are entered by c; loop: those that a '*' keeps.
 */
struct probe_glob {
	__u64 follow[256];
	__u64 loop;
	__u64 accept; /* the bit of the last state */
};

enum probe_view { PROBE_ROWS, PROBE_COUNT, PROBE_SUM, PROBE_HIST, PROBE_STACKS };

/* Where the parts of a row of PROBE_ROWS lie: all except `size` are offsets from its start. A part that is not wanted
 * has no bytes. */
struct probe_layout {
	__u32 texts, record, size;
	__u32 ntexts, record_size;
	__u32 kernel_stack, user_stack; /* wanted? */
};

/*
 * A comparison without which an event cannot pass: one of those that the filter's outermost && joins, of a number in a
 * tracepoint's record. Looked at before anything else; the number is word `word`, shifted left and then right.
 */
struct probe_need {
	__u32 word, left, right, is_signed;
	__u32 op, negated; /* PROBE_EQUAL, PROBE_LESS, PROBE_GREATER, PROBE_BITS */
	__u64 value;
};
#define PROBE_NEEDS 2

struct probe_plan {
	__u32 nneeds;
	__u32 context_size; /* bytes of a tracepoint's record that may be loaded; else 0 */
	struct probe_need needs[PROBE_NEEDS];
	__u32 nfetches, nconditions, nkeys, view;
	__u32 value;		 /* of PROBE_SUM and PROBE_HIST: which of the values */
	__u32 value_is_time; /* nanoseconds: buckets are those of times */
	__u32 value_signed;	 /* negative ones are counted by magnitude, under a key of their own sign */
	__u32 is_return;	 /* the context is that of a return */
	struct probe_layout layout;
	struct probe_fetch fetches[PROBE_FETCHES];
	struct probe_condition conditions[PROBE_CONDITIONS];
	__u32 keys[PROBE_KEY_WORDS]; /* which of the values, in order */
};

/* The fixed part of a row; texts (PROBE_TEXT each) and record follow as the layout says. */
struct probe_row {
	__u64 time_ns;
	__u32 pid, tid, cpu, uid;
	char comm[TASK_COMM];
	__u64 function;
	__u64 kernel, user; /* hashes of stacks (stacks.h); 0: none */
	__u64 values[PROBE_FETCHES];
};

struct probe_key {
	__u64 words[PROBE_KEY_WORDS];
};

/* A call that has not returned, and what its end is to be counted by */
struct probe_start {
	struct call_start call;
	__u64 words[PROBE_CALL_WORDS];
};

struct probe_sum {
	__u64 count, sum;
};

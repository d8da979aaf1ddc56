/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * trace.h - one row of trace: a system call from its entry to its return, or what happened in between. Pieces of the
 * traced program's memory follow it. Lowest layer; recordings hold these rows, of this machine or of another one.
 */
#pragma once

#include "filter.h"

#define TRACE_ARGS 6
#define TRACE_RESULT TRACE_ARGS /* the argument of a piece that is about the result: of a descriptor that it is */

enum trace_kind {
	TRACE_CALL,		  /* entered and returned */
	TRACE_UNFINISHED, /* still in it, or its thread ended in it */
	TRACE_RESUMED,	  /* returned, after it was told as unfinished */
	TRACE_NO_RETURN,  /* entered, and never returns: exit, exit_group */
	TRACE_SIGNAL,
	TRACE_EXIT,
	TRACE_EVENT,
	TRACE_FAULT,
};

enum trace_flag {
	TRACE_CUT = 1, /* pieces did not fit */
	/* Its entry was not seen: seccomp answered instead of the kernel. latency_ns is 0. Of TRACE_EXIT: nobody knows ret
	 */
	TRACE_NO_ENTRY = 2,
	TRACE_ENDED = 4,	/* of TRACE_UNFINISHED: its thread ended in it */
	TRACE_DETACHED = 8, /* of TRACE_UNFINISHED: it had not returned when tracing ended */
};

/* Sent as long as it is used. call: the number and whose it is, as in syscount.h */
struct trace_row {
	__u64 time_ns;	  /* when the call was entered (CLOCK_MONOTONIC); of other kinds when it happened */
	__u64 latency_ns; /* from entry to return */
	__s64 ret;
	__u64 args[TRACE_ARGS];
	__u32 pid, tid, uid;
	__u32 call;
	__u16 cpu;
	__u8 kind;	  /* enum trace_kind */
	__u8 flags;	  /* enum trace_flag */
	__u32 length; /* bytes of pieces that follow */
	char comm[TASK_COMM];
	char pieces[];
};

enum trace_what {
	TRACE_MEMORY,	  /* bytes at the address in args[arg] */
	TRACE_ELEMENT,	  /* bytes at the address that element `index` of that argument's array holds */
	TRACE_DESCRIPTOR, /* what descriptor args[arg] is, or element `index` of an array of them: "/etc/passwd" */
	TRACE_STACK,	  /* its hash (stacks.h); arg 0: the program's, 1: the kernel's */
	TRACE_COUNT,	  /* a u64: how many elements an array has that is not sent itself (TRACE_OP_ARGV, max 0) */
	/* More of a descriptor (-yy) */
	TRACE_SOCKET,  /* struct trace_socket */
	TRACE_DEVICE,  /* a u64: st_mode << 32 | the kernel's number: major << 20 | minor */
	TRACE_PROCESS, /* a u64: the process of a pidfd */
};

/* A socket, and the other end of it if it is connected */
struct trace_socket {
	__u64 inode, peer; /* peer: of a UNIX socket; 0: none */
	__u32 port_id;	   /* of a netlink socket */
	__u16 family;
	__u16 source_port, destination_port; /* 0: none */
	__u16 path_length;					 /* of a UNIX socket */
	char name[16];						 /* of the protocol: "TCP", "UNIX-STREAM" */
	__u8 source[16], destination[16];	 /* addresses, in the network's order; 4 bytes of them with IPv4 */
	char path[108];						 /* may begin with a NUL */
	__u32 protocol;						 /* of a netlink socket */
};

enum trace_piece_flag {
	TRACE_PIECE_CUT = 1,   /* there was more */
	TRACE_PIECE_FAULT = 2, /* could not be read beyond what is here */
	TRACE_PIECE_ENTRY = 4, /* as it was when the call was entered */
};

/* Indices of TRACE_ELEMENT in a struct msghdr */
#define TRACE_MSG_NAME 0xfffe
#define TRACE_MSG_CONTROL 0xfffd
#define TRACE_MSG_IOV 0xfffc
/* Of message n of an array of them: TRACE_MEMORY n is its struct mmsghdr, elements begin at n * TRACE_MSG_ELEMENTS, and
 * the indices above are lower by n * TRACE_MSG_STEP */
#define TRACE_MSG_ELEMENTS 32
#define TRACE_MSG_STEP 4
#define TRACE_MESSAGES 8

/* Then `length` bytes, padded to a multiple of 8. Strings: up to the NUL and without it; the rest as the program has
 * it. An argument without a piece is its value, a pointer. */
struct trace_piece {
	__u8 arg;
	__u8 what; /* enum trace_what */
	__u16 index;
	__u16 length;
	__u8 flags; /* enum trace_piece_flag */
	__u8 unused;
};

/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/* objtrace.h - objects that are followed, and the calls that receive them. */
#pragma once

#include "calls.h"
#include "filter.h"
#include "probe.h"

#define OBJECTS_MAX 16
#define OBJECT_FRAMES 6				   /* of the stack at the return; programs and trampolines may come first */
#define OBJECT_PLACES (CALL_ARGS + 1)  /* where a call may have an object: its arguments, and what the probe takes */
#define OBJECT_TAKEN (1U << CALL_ARGS) /* in object_row.arguments: the probe took the object at this call */

/* Functions that end objects. Their arguments differ. */
enum object_end { END_KFREE, END_CACHE, END_BULK, OBJECT_ENDS };

/* How the programs are to take objects, and what they read in them: read-only data `setup` */
struct object_setup {
	__u64 probe;			 /* address of the function at which objects are taken */
	__u64 ends[OBJECT_ENDS]; /* addresses of kfree, kmem_cache_free, kmem_cache_free_bulk; 0: not probed */
	__u32 only;				 /* a single function is probed, and programs may not know its address */
	__u32 most;				 /* objects that are taken, up to OBJECTS_MAX */
	__u32 has_value, unused;
	struct probe_fetch value; /* what is read in an object, whose address is the base */
};

struct object {
	__u64 address; /* 0: none yet */
	__u64 ended;
};

/* A call that received an object */
struct object_row {
	__u64 time_ns;	  /* of the entry */
	__u64 latency_ns; /* until the return */
	__u64 function;	  /* address; 0: the only one there is */
	__u64 caller;	  /* address to which it returns; 0: the frames tell, if anything does */
	__u64 frames[OBJECT_FRAMES];
	__u64 object; /* address */
	__u64 before, after;
	__u32 arguments; /* bit i: argument i is the object; OBJECT_TAKEN */
	__u32 ended;	 /* 1: this call frees the object; 2: another has freed it before this one returned */
	__u32 returned;	 /* 0: when, and what was there then, is not known */
	__u32 unused;
	__u32 pid, tid, cpu, uid;
	char comm[TASK_COMM];
};

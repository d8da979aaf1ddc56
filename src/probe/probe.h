/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * probe.h - a probe as the command line defines it: what it is put on, which values it fetches, what its filter
 * asks. Parsers fill it, backends read it. Text in, tables out: nothing here traces.
 */
#ifndef KTALLY_PROBE_PROBE_H
#define KTALLY_PROBE_PROBE_H

#include "sys/functions.h"
#include "text.h"

#include <ktally/probe.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROBE_NAME 64

enum probe_target { TARGET_KERNEL, TARGET_USER, TARGET_TRACEPOINT };

/* Where a value's base is, said before it is known how the probe is attached */
enum probe_from {
	FROM_ELSEWHERE, /* the fetch says it all: a constant, the task */
	FROM_REGISTER,	/* number: its offset in struct pt_regs */
	FROM_ARGUMENT,	/* number: 0 for the first */
	FROM_RETURN,
	FROM_RECORD, /* number: offset in a tracepoint's record */
};

enum probe_show {
	SHOW_SIGNED,
	SHOW_UNSIGNED,
	SHOW_HEX,
	SHOW_OCTAL,
	SHOW_TEXT,
	SHOW_SYMBOL,
	SHOW_BOOL,
	SHOW_ENUM,
	SHOW_TIME
};

struct tep_handle;
struct tep_event;

struct probe_argument {
	char name[PROBE_NAME];
	enum probe_from from;
	uint32_t number;
	enum probe_show show;
	uint32_t btf_type; /* of SHOW_ENUM */
	bool hidden;	   /* only a filter or a key asks for it */
	struct probe_fetch fetch;
};

struct probe {
	enum probe_target target;
	bool is_return;
	bool force;				/* a function that no list of functions has is tried all the same */
	char name[PROBE_NAME];	/* of the event */
	char symbol[128];		/* function or pattern; category of a tracepoint */
	char path[4096];		/* the program of a user function */
	uint64_t offset;		/* from the function's start; of a user probe: in the file */
	struct functions found; /* what the symbol names: one, or as many as match */
	struct probe_argument arguments[PROBE_FETCHES];
	unsigned narguments;
	struct probe_condition conditions[PROBE_CONDITIONS];
	unsigned nconditions;
	struct probe_glob globs[PROBE_GLOBS];
	unsigned nglobs;
	const char *filter;		/* as written; NULL: none */
	struct tep_handle *tep; /* of a tracepoint: its description, and what reads and prints its records */
	struct tep_event *event;
};

void probe_free(struct probe *p);
/* A new argument, cleared; NULL after a message at the text's place where there are too many */
struct probe_argument *probe_new_argument(struct probe *p, const struct probe_text *t);
/* Is its value a string? */
bool probe_is_text(const struct probe_argument *a);

/* ---- definitions (definition.c, arguments.c) ---- */

/*
 * "p:NAME SYMBOL+0x10 arg=..." with what perf-tools allows: "p:SYMBOL", "r:SYMBOL". A kernel symbol is a name or a
 * glob; a user one is PROGRAM:SYMBOL or PROGRAM:0xOFFSET. 0 or -EINVAL after a message.
 */
int probe_define(struct probe *p, const char *definition);

/* One "[NAME=]FETCH[:TYPE]" at the text's place, appended to the arguments. 0 or -EINVAL after a message. */
int probe_add_argument(struct probe *p, struct probe_text *t);

/*
 * The argument of this name, or a new hidden one for a word that means something without being defined: comm, pid,
 * tid, uid, cpu, latency, func, $retval, a parameter's name. Its number, or -ENOENT, silent, or -EINVAL after a
 * message.
 */
int probe_find_argument(struct probe *p, const char *name);

/* ---- filters (filter.c, glob.c) ---- */

/* ftrace's own grammar: == != < <= > >= & ~ on names, && || ! and parentheses. 0 or -EINVAL after a message */
int probe_filter(struct probe *p, const char *filter);

/* 0 or -E2BIG. '*', '?', '[a-z]', '\' before a character that means itself. */
int probe_glob_compile(struct probe_glob *g, const char *pattern, size_t length);

/* ---- registers (registers.c) ---- */

/* Offset in struct pt_regs of "di", "x0"...; -ENOENT */
int register_offset(const char *name, size_t length);
int register_of_argument(unsigned number); /* of a function of the kernel or of a program; -ENOENT beyond the last */
int register_of_return(void);
int register_of_stack(void);
/* ftrace's name of the register at this offset: "di" */
const char *register_name(unsigned offset);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * probe.h - a probe as the command line defines it: what it is put on, which values it fetches, what its filter asks.
 * The parsers of this folder fill it, backends read it, and nothing here traces. It begins as zeros and `target`.
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

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * probe.h - a probe as the command line defines it: what it is put on, which values it fetches, what its filter asks.
 * The parsers of this folder fill it, backends read it, and nothing here traces. It begins as zeros and `target`.
 */
#pragma once

#include "sys/functions.h"
#include "text.h"

#include <ktally/probe.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROBE_NAME 64

enum probe_target { TARGET_KERNEL, TARGET_USER, TARGET_TRACEPOINT };

/* Where a value comes from. The fetch gets its place when it is known how the probe is attached. */
enum probe_from {
	FROM_ELSEWHERE, /* a constant, or something of the task: the fetch is complete */
	FROM_REGISTER,	/* number: offset in struct pt_regs */
	FROM_ARGUMENT,	/* number: from 0 */
	FROM_RETURN,
	FROM_RECORD, /* a tracepoint's field; number: its offset */
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
struct dwarf_spot;

/* A tracepoint's field as its record has it; the name belongs to the probe's `event` */
struct probe_record_field {
	const char *name;
	uint32_t size;
	bool is_signed;
};

struct probe_argument {
	char name[PROBE_NAME];
	enum probe_from from;
	uint32_t number;
	struct probe_record_field field; /* FROM_RECORD */
	enum probe_show show;
	uint32_t btf_type; /* of SHOW_ENUM: for enum_text() */
	char type[64];	   /* of a name, as in C: "struct file *"; "": unknown */
	bool hidden;	   /* only a filter or a key asks for it */
	bool is_recorded;  /* a constant that is none at other places of the probe: each record has it */
	struct probe_fetch fetch;
};

/* A place in the source, and to where in the code it leads: there is one for each of probe.found */
struct probe_places {
	struct probe_place {
		uint64_t offset, scope; /* of struct dwarf_spot */
	} * list;					/* NULL: the place was not named by its source */
	size_t chosen;				/* the arguments are those of this place */
	bool inside;				/* some are no beginnings of functions that return */
};

struct probe {
	enum probe_target target;
	bool is_return;
	bool force;			   /* try a function even if no list of functions has it */
	char name[PROBE_NAME]; /* of the event */
	char symbol[128];	   /* function or pattern, or category of a tracepoint */
	char path[4096];	   /* of a user function: its program; of a place in the kernel's source: struct dwarf_object */
	uint64_t offset;	   /* from the function's start */
	struct functions found; /* the functions that match the symbol */
	struct probe_places places;
	struct probe_argument arguments[PROBE_FETCHES];
	unsigned narguments;
	struct probe_condition conditions[PROBE_CONDITIONS];
	unsigned nconditions;
	struct probe_glob globs[PROBE_GLOBS];
	unsigned nglobs;
	const char *filter;			 /* as written; NULL: none */
	bool is_event_probe;		 /* a tracepoint whose events have the arguments instead of its own fields */
	char event_name[PROBE_NAME]; /* of such a probe; "": the tracepoint's */
	struct tep_handle *tep;		 /* of a tracepoint: the kernel's description of it */
	struct tep_event *event;
};

/* Is it one function, or one place of the source, so that arguments have names? */
bool probe_names_arguments(const struct probe *p);
/* Where in a program's code the probe's arguments are */
struct dwarf_spot probe_spot(const struct probe *p);
/* Frees what the probe owns, and clears it */
void probe_free(struct probe *p);
/* Appends an argument: 8 bytes, shown in hexadecimal. NULL, after a message about the text, if there are too many */
struct probe_argument *probe_new_argument(struct probe *p, const struct probe_text *t);
/* Is its value a string? */
bool probe_is_text(const struct probe_argument *a);
/* Of a tracepoint's record: a field itself, not what it points to; one that is a string; and one that is the address of
 * a string, which is meant by the field's name */
bool probe_is_field(const struct probe_argument *a);
bool probe_is_text_field(const struct probe_argument *a);
bool probe_is_text_address(const struct probe_argument *a);

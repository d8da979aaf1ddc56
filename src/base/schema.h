/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * schema.h - what the bytes of a row mean. A renderer knows rows through this and nothing else. Pure.
 *
 * A row of events is one struct that starts with its time (u64, nanoseconds of CLOCK_MONOTONIC). A row of totals is a
 * key struct followed by the value: struct hist, or counters of 64 bits.
 */
#pragma once

#include "hist.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum field_kind {
	FIELD_U32, /* a member of 16 bits too */
	FIELD_U64,
	FIELD_S32,
	FIELD_S64,
	FIELD_CHARS,  /* untrusted bytes up to the NUL or the member's end; escaped by every sink */
	FIELD_NS,	  /* u64 nanoseconds: raw in JSON, with a unit in text */
	FIELD_BYTES,  /* u64, likewise */
	FIELD_UPTIME, /* u64 nanoseconds of CLOCK_MONOTONIC, as seconds */
	FIELD_CLOCK,  /* the same, as the time of day */
	FIELD_MEAN,	  /* u64 nanoseconds, beside it a u64 count: their quotient, no counter of its own */
	FIELD_TEXT,	  /* made by field->format(), which writes trusted or untrusted text: escaped too */
	FIELD_HIST,	  /* struct hist; at most one in a row, the last */
	FIELD_ROW,	  /* bytes that format() copies: the row itself, for recordings; always FIELD_OFF */
	FIELD_KINDS,
};

enum field_flag {
	FIELD_KEY = 1,		   /* part of the key of a total */
	FIELD_HIDDEN = 2,	   /* in JSON, not in text */
	FIELD_MAX = 4,		   /* merges by maximum, not by sum */
	FIELD_BPF_ONLY = 8,	   /* the ftrace form cannot know it: not shown there, null in JSON */
	FIELD_OFF = 16,		   /* not asked for: shown nowhere */
	FIELD_TEXT_ONLY = 32,  /* not in JSON: it is there in another form */
	FIELD_LINES = 64,	   /* of FIELD_TEXT: its lines go below the row, each on its own; an array in JSON */
	FIELD_ITEMS = 128,	   /* of FIELD_TEXT: in JSON an array, not in text; a NUL ends each item */
	FIELD_TASK = 256,	   /* of the task that `comm` names: null in JSON where that is empty: nobody's */
	FIELD_BOOLEAN = 512,   /* of FIELD_TEXT: "true" or "false", in JSON without quotation marks */
	FIELD_ARGUMENT = 1024, /* its name is not ours: in JSON a member of the object `args` */
	FIELD_PAIRS = 4096,	   /* of FIELD_TEXT: in JSON an object of texts; a NUL ends each name and each value */
	FIELD_RECORDED = 8192, /* FIELD_OFF, but recorded */
	FIELD_REMADE = 16384,  /* not recorded: a replay makes it of the row again */
	FIELD_STACK =
		32768, /* of FIELD_TEXT: a folded stack of frames as frame_text.h writes them, for pictures and trees */
	FIELD_SELF = 65536,	   /* of FIELD_TEXT: the function of the stack that counts as its innermost one (SELF) */
	FIELD_BESIDE = 131072, /* of a counter: a row in which it alone grew counted nothing */
	FIELD_ADDS = 262144,   /* of events: a number whose sum over all events is a metric of its own */
	FIELD_ESCAPED = 2048,  /* of FIELD_TEXT that is FIELD_TEXT_ONLY: format() has escaped it (escape.h) */
};

struct field {
	const char *name;  /* JSON key */
	const char *title; /* column heading; NULL: the name in capitals */
	enum field_kind kind;
	unsigned flags;
	size_t offset, size;
	int width; /* negative: left-aligned; 0: as long as it is (last column) */
	int (*format)(char *to, size_t size, const struct field *f, const void *row); /* FIELD_TEXT */
	const void *of;										   /* what format() must know beside the row */
	bool (*known)(const struct field *f, const void *row); /* false: null in JSON; NULL: it always has a value */
	short spare; /* where a terminal has no room for all columns: 1 is left out first, then 2 ...; 0 never */
	short least; /* there so narrow at the least, and a text is cut; 0: as it is, but FIELD_CHARS at least 6 */
};

struct schema {
	const struct field *fields;
	size_t nfields;
	size_t key_size; /* 0 for events; a multiple of 8 */
	size_t row_size;
	enum hist_unit unit;   /* of the FIELD_HIST */
	const uint64_t *edges; /* chosen buckets: slot i counts edges[i - 1] <= value < edges[i], up to slot nedges */
	unsigned nedges;	   /* 0: the buckets of hist.h */
	bool in_order;		   /* of histograms: a table keeps compare()'s order, where others end with the largest sum */
	bool begins;		   /* of events: their time is when they began, not when they ended */
	/* Of events on a timeline (render/timeline_rows.h), names of fields with spaces between them: the first that is
	 * known names the track; NULL: they are the thread's, of `pid` and `tid` */
	const char *track;
	const char *label; /* likewise: those that name an event; NULL: `func`, `syscall`... what there is */
	const char *apart; /* what 0 stands for where it is no value: counted in slot 0, with edges in nedges + 1 */
	int (*compare)(const void *row_a, const void *row_b); /* order of the rows of totals */
};

/* Size that a kind needs; 0: any. FIELD() refuses a member that does not fit. */
#define FIELD_KIND_SIZE(kind)                                                                       \
	((kind) == FIELD_U32 || (kind) == FIELD_S32 ? 4                                                 \
	 : (kind) == FIELD_U64 || (kind) == FIELD_S64 || (kind) == FIELD_NS || (kind) == FIELD_BYTES || \
			 (kind) == FIELD_UPTIME || (kind) == FIELD_CLOCK || (kind) == FIELD_MEAN                \
		 ? 8                                                                                        \
	 : (kind) == FIELD_HIST ? sizeof(struct hist)                                                   \
							: 0)
#define FIELD_FITS(kind, member_size)                                                   \
	sizeof(char[FIELD_KIND_SIZE(kind) == 0 || FIELD_KIND_SIZE(kind) == (member_size) || \
						((kind) == FIELD_U32 && (member_size) == 2)                     \
					? 1                                                                 \
					: -1])
#define MEMBER_SIZE(type, member) sizeof(((type *)0)->member)

/*
 * FIELD(struct row, member, kind, flags, width): offset and size come from the struct, and a kind that does not fit
 * the member's size does not compile. FIELD_MADE: format() makes it of the whole row; FIELD_MADE_OF: of one member.
 * Other members of struct field may follow in each of them: .title = "LATms".
 */
#define FIELD(type, member, kind_, flags_, width_, ...) \
	FIELD_AS(#member, type, member, kind_, flags_, width_, ##__VA_ARGS__)
#define FIELD_AS(name_, type, member, kind_, flags_, width_, ...)                                          \
	{                                                                                                      \
		.name = name_, .kind = kind_, .flags = flags_, .offset = offsetof(type, member),                   \
		.size = MEMBER_SIZE(type, member) * FIELD_FITS(kind_, MEMBER_SIZE(type, member)), .width = width_, \
		##__VA_ARGS__                                                                                      \
	}
#define FIELD_MADE(name_, format_, flags_, width_, ...)                                                       \
	{                                                                                                         \
		.name = name_, .kind = FIELD_TEXT, .flags = flags_, .width = width_, .format = format_, ##__VA_ARGS__ \
	}
#define FIELD_MADE_OF(name_, type, member, format_, flags_, width_, ...) \
	FIELD_AS(name_, type, member, FIELD_TEXT, flags_, width_, .format = format_, ##__VA_ARGS__)
/* A row of events begins with its time: the columns of -T and -t, which field_show() switches on */
#define FIELD_EVENT_CLOCK FIELD_EVENT_TIME("time", NULL, FIELD_CLOCK, -8)
#define FIELD_EVENT_UPTIME(name_, title_) FIELD_EVENT_TIME(name_, title_, FIELD_UPTIME, -16)
#define FIELD_EVENT_TIME(name_, title_, kind_, width_)                                                  \
	{                                                                                                   \
		.name = name_, .title = title_, .kind = kind_, .flags = FIELD_OFF | FIELD_TEXT_ONLY, .size = 8, \
		.width = width_, .spare = 9                                                                     \
	}
#define SCHEMA_FIELDS(array) .fields = array, .nfields = sizeof(array) / sizeof((array)[0])

#define SCHEMA_TEXT_MAX 17000 /* longest unescaped text of a field: execsnoop's arguments */

/* Writes the field's value as plain text, not escaped. Returns the length, at most size - 1; 0 for FIELD_HIST */
int field_text(char *to, size_t size, const struct field *f, const void *row);
/* If on, shows a field that was hidden or off. */
void field_show(struct field *f, bool on);
/* For field->known: what the row's member is */
bool field_not_zero(const struct field *f, const void *row);
bool field_not_negative(const struct field *f, const void *row);
bool field_not_empty(const struct field *f, const void *row); /* FIELD_CHARS */
/* A format(): "negative" where the member, a u64, is not 0 */
int sign_field(char *to, size_t size, const struct field *f, const void *row);
/* True if the JSON value is a string */
bool field_is_text(const struct field *f);
/* The field as an integer (FIELD_S32 sign-extended); of a text the member that it is made of, else 0 */
int64_t field_integer(const struct field *f, const void *row);
/* The row's histogram, or NULL */
const struct hist *schema_hist(const struct schema *s, const void *row);
bool schema_has_hist(const struct schema *s);
/* The field of the histogram, or NULL */
const struct field *schema_hist_field(const struct schema *s);
/* Copies the row's histogram without what has no value (s->apart). Returns how many of these there are */
uint64_t schema_values(const struct schema *s, const void *row, struct hist *values);

/* The field FIELD_STACK, the field FIELD_SELF, and the counter that schema_count() takes where there is no histogram;
 * NULL: there is none */
const struct field *schema_stack(const struct schema *s);
const struct field *schema_self(const struct schema *s);
const struct field *schema_counter(const struct schema *s);
/* The counter that pictures of stacks add up: a time if there is one */
const struct field *schema_weight(const struct schema *s);

/* How much a row of totals counted: the count of its histogram, or without one its first counter */
uint64_t schema_count(const struct schema *s, const void *row);

/* Adds the value part of a row to another row of the same key, for example of another CPU or task. */
void schema_merge(const struct schema *s, void *into, const void *row);
/* The value part of *out = now - before (before may be NULL); true if anything was counted. */
bool schema_since(const struct schema *s, void *out, const void *now, const void *before);
/* Is the maximum (FIELD_HIST, FIELD_MAX) in a row of schema_since() exact, or only not below the true one? */
bool field_max_exact(const struct field *f, const void *row, const void *before);

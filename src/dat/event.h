/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * event.h - events of ktally's own in a recording: their `format` text, as tracefs has one for each of the kernel's,
 * and their records. trace-cmd prints and filters such events as any other. Pure.
 *
 * A record is read by the names in the format that was recorded with it, so it may come from another version: a field
 * that is missing there is zero or empty, and a number of another size is converted.
 */
#pragma once

#include "pages.h"

#define EVENT_NAME 40
#define EVENT_FIELDS 64

enum event_kind {
	EVENT_U32,
	EVENT_S32,
	EVENT_U64,
	EVENT_S64,
	EVENT_TEXT,	   /* bytes of any length; a NUL follows them, and NULs may be among them */
	EVENT_NUMBERS, /* as many u64 as there are */
	EVENT_BYTES,   /* as EVENT_TEXT, but for programs: not printed */
};

struct event_field {
	char name[EVENT_NAME]; /* letters, digits and _ */
	enum event_kind kind;
	size_t offset; /* event_lay_out() sets it */
};

struct event {
	char system[EVENT_NAME], name[EVENT_NAME];
	uint16_t id;
	size_t nfields, size;						 /* size: bytes of a record without texts and numbers */
	struct event_field fields[EVENT_FIELDS + 2]; /* 2: who looks at three may look at the last three */
};

/* Adds a field. A character that no name can have becomes _, and a second field of the same name gets a number behind
 * it. False: there are too many */
bool event_field_add(struct event *e, const char *name, enum event_kind kind);
/* Gives each field its place. Call it after the last event_field_add(). */
void event_lay_out(struct event *e);
struct bytes;
void event_format(struct bytes *to, const struct event *e);

/* A record in the making */
struct event_record {
	const struct event *event;
	size_t used;
	unsigned char data[PAGES_RECORD_MAX(PAGES_SIZE)];
};

void event_begin(struct event_record *r, const struct event *e, uint32_t tid);
void event_put_number(struct event_record *r, size_t field, uint64_t value);
/* Of a text that does not fit only the beginning is kept: then false */
bool event_put_text(struct event_record *r, size_t field, const void *text, size_t n);
bool event_put_numbers(struct event_record *r, size_t field, const uint64_t *numbers, size_t n);

/* Reads records by the format that was recorded */
struct event_reader;
struct event_reader *event_reader_new(const char *format, size_t size); /* NULL: damaged, or without memory */
void event_reader_free(struct event_reader *e);
int event_reader_id(const struct event_reader *e);
/* What the functions below call a field; NULL: there is none of this name */
const void *event_reader_field(const struct event_reader *e, const char *name);
uint64_t event_number(const void *field, const void *record, size_t size); /* sign-extended */
/* Start and length of a text without the NUL at its end, or bytes of numbers; NULL if there is none */
const char *event_text(const void *field, const void *record, size_t size, size_t *length);
const unsigned char *event_numbers(const void *field, const void *record, size_t size, size_t *n);
/* Of any record: the event's number */
int event_id(const void *record, size_t size);

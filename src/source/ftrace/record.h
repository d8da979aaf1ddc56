/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * record.h - one record of ftrace's ring buffer, and its fields. A record may come from a recording, so nothing in it
 * is trusted. Pure.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RECORD_FIELDS 20

struct ftrace_event;
struct tasks;
struct task;

struct record {
	struct tasks *tasks; /* as they were at that time */
	const struct ftrace_event *event;
	const void *const *fields; /* resolved, by position; read with the functions below */
	const unsigned char *data;
	uint32_t size;
	uint32_t tid; /* the thread that ran when it happened */
	int cpu;
	uint64_t time_ns;
};

/* Field i of the tool's list, sign-extended; 0 if this kernel has no such field or the record is cut */
int64_t record_int(const struct record *r, unsigned i);
/* Start and length of a string field (fixed or dynamic). It is not NUL-terminated. NULL if there is none */
const char *record_chars(const struct record *r, unsigned i, size_t *length);
/* Start and size of a field of bytes: fixed, dynamic, or all up to the record's end. NULL if there is none */
const char *record_data(const struct record *r, unsigned i, size_t *n);
/* Copies a string field into `to` with a NUL. Returns the length of the copy. */
size_t record_copy(const struct record *r, unsigned i, char *to, size_t size);
/* Copies n raw bytes of a field that has at least n; zeros if there is none */
void record_bytes(const struct record *r, unsigned i, void *to, size_t n);
bool record_has(const struct record *r, unsigned i);
/* True if the command line wants the task that ran. comm_field: the field with that task's name, or -1 */
bool record_wanted(const struct record *r, int comm_field);
/* The task that ran */
const struct task *record_task(const struct record *r);
/* Its name, of TASK_COMM bytes. The idle threads, whose number is 0, have a name for each CPU */
void record_task_name(const struct record *r, char *to);
/* Another task, as it was at that time */
const struct task *record_other(const struct record *r, uint32_t tid);
/* True if the command line wants that task */
bool record_wanted_other(const struct record *r, uint32_t tid);

/* For stream.c: a field of libtraceevent's (struct tep_format_field), as record_int() */
int64_t record_number(const struct record *r, const void *field);

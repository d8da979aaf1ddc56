/* SPDX-License-Identifier: GPL-2.0-or-later */
/* json_text.h - writes JSON to stdout, one object a line, member by member, and escapes everything.
 * A string is cut after SCHEMA_TEXT_MAX bytes. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

/* What follows goes to this function, in pieces of any size, each object whole when it ends; NULL: to stdout */
void json_to(int (*to)(void *arg, const char *text, size_t n), void *arg);

void json_begin(void);				/* { */
void json_begin_next(void);			/* ,{ : of an array with an object a line */
void json_end(void);				/* } and the line's end */
void json_object(const char *name); /* "name":{ ; json_close() ends it */
void json_close(void);
void json_string(const char *name, const char *value, size_t length);
void json_word(const char *name, const char *word); /* a word of our own, which needs no escaping */
void json_boolean(const char *name, bool value);
void json_integer(const char *name, int64_t value);
void json_unsigned(const char *name, uint64_t value);
void json_unsigned_or_null(const char *name, uint64_t value, bool known);
/* 15 digits; null if the value is not finite */
void json_number(const char *name, double value);
void json_null(const char *name);
/* Nanoseconds as seconds, always with nine digits behind the point */
void json_seconds(const char *name, uint64_t ns);
/* Nanoseconds as microseconds, always with three digits behind the point */
void json_micros(const char *name, uint64_t ns);
/* Array of arrays: json_array("buckets"); json_item3(...); ...; json_array_end() */
void json_array(const char *name);
void json_item(const char *value, size_t length); /* of an array of strings */
void json_item3(double a, double b, uint64_t c);
void json_array_end(void);

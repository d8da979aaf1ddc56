/* SPDX-License-Identifier: GPL-2.0-or-later */
/* json_text.h - writing one JSON object a line to stdout, member by member; everything is escaped.
 * Strings have at most SCHEMA_TEXT_MAX bytes, the rest is cut off. */
#ifndef KTALLY_JSON_TEXT_H
#define KTALLY_JSON_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>

void json_begin(void);				/* { */
void json_end(void);				/* } and the line's end */
void json_object(const char *name); /* "name":{ ; json_close() ends it */
void json_close(void);
void json_string(const char *name, const char *value, size_t length);
void json_word(const char *name, const char *word); /* of our own: nothing in it is to be escaped */
void json_boolean(const char *name, bool value);
void json_integer(const char *name, int64_t value);
void json_unsigned(const char *name, uint64_t value);
/* Finite numbers only, 15 digits; anything else is null */
void json_number(const char *name, double value);
/* Nanoseconds as seconds, with all of their digits */
void json_seconds(const char *name, uint64_t ns);
/* Array of arrays: json_array("buckets"); json_item3(...); ...; json_array_end() */
void json_array(const char *name);
void json_item(const char *value, size_t length); /* of an array of strings */
void json_item3(double a, double b, uint64_t c);
void json_array_end(void);

#endif

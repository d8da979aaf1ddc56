/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fields.h - tracepoints, and the fields that the kernel's own description says they have. The description stays with
 * the probe; probe_free() frees it.
 */
#pragma once

#include "probe.h"

/* Looks up "category:name"; the caller has called tracefs_find() before. 0 or -errno after a message */
int probe_tracepoint(struct probe *p, const char *name);
/* Makes an argument, which the caller has cleared, of a field. 0, -ENOENT, or -ENOTSUP for what is neither number nor
 * string; silent */
int probe_field(const struct probe *p, struct probe_argument *a, const char *name);
/* Makes an argument of each field, while there is room for their number and strings */
void probe_add_fields(struct probe *p);
/* Of those that are strings of the program that a system call is given, as filename: the record has their addresses */
void probe_add_strings(struct probe *p);
/* The names of all fields */
void probe_each_field(const struct probe *p, int (*visit)(void *arg, const char *name), void *arg);
/* "; it has filename, flags, ...", those like `name` first. It lasts until the next call */
const char *probe_suggest_field(const struct probe *p, const char *name);

/* Bytes of an event in which its fields lie; strings that follow them do not count */
unsigned probe_fields_size(const struct probe *p);
/* Do strings follow the fields? */
bool probe_fields_grow(const struct probe *p);
/* An event's bytes, which begin with its fields, as the kernel would print them. Returns the length */
int probe_fields_text(const struct probe *p, char *to, size_t size, const void *record, size_t record_size);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * dat.h - a recording to be read: a folder (source/ftrace/recording.h), a trace.dat of ktally or trace-cmd (version 6),
 * or a stream (dat/stream.h). Whatever it is, it has texts, found by the names that they have in a folder, and pages of
 * CPUs. It may come from anybody, so sizes and names in it are never believed.
 */
#pragma once

#include "base/why.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define DAT_CPUS 4096

struct dat;

/* "-": a stream from standard input. NULL with *why set */
struct dat *dat_open(const char *path, struct why *why);
void dat_free(struct dat *in);

/* For messages */
const char *dat_name(const struct dat *in);
bool dat_has(const struct dat *in, const char *name);
/* A copy of the text of less than `most` bytes, with a NUL behind it, which the caller frees. NULL with errno set */
char *dat_text(const struct dat *in, const char *name, size_t most, size_t *size);

/* Finds an event of this name in a system whose name begins with `system`, and writes "SYSTEM/EVENT" */
bool dat_find_event(const struct dat *in, const char *system, const char *event, char *to, size_t size);

/* What ktally/meta says before the first record of another event; NULL: nothing of this key */
const char *dat_meta(const struct dat *in, const char *key);
/* All of it, in order, until each() returns an error, which is the result */
int dat_each_meta(const struct dat *in, int (*each)(void *arg, const char *key, const char *value), void *arg);

/* Bytes of a page, by header_page; 0: that is damaged */
size_t dat_page_size(const struct dat *in);
/* One more than the highest CPU that has pages */
int dat_ncpus(const struct dat *in);
/* Reads the CPU's next `size` bytes: fewer at the end; or -errno */
ssize_t dat_read(struct dat *in, int cpu, void *to, size_t size);
/* Bytes of pages of all CPUs */
uint64_t dat_pages(const struct dat *in);

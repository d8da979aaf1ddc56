/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * spool.h - records that come in any order and are wanted by their time. A recording can be larger than memory, so
 * only their times and places are kept there; the bytes wait in a file without a name.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct spool;

/* Its file is made in the folder. NULL with errno set */
struct spool *spool_new(int folder);
void spool_free(struct spool *s);
int spool_add(struct spool *s, uint64_t time_ns, const void *data, size_t n); /* 0 or -errno */
/* Gives each() the records by their time, those of one time as they came, until it returns another value than 0: this,
 * 0, or -errno */
int spool_each(struct spool *s, int (*each)(void *arg, uint64_t time_ns, const void *data, size_t n), void *arg);

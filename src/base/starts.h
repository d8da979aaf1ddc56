/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * starts.h - starts that wait for their ends, in user space: the ftrace form of bpf/starts.bpf.h. Several
 * starts may wait under one key (two requests for the same sector); they end in the order they began. Pure.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct starts;
struct start_key {
	uint64_t a, b;
};

/* Keeps data_size bytes for each start. NULL without memory. Free it with starts_free(). */
struct starts *starts_new(size_t data_size);
void starts_free(struct starts *p);
size_t starts_count(const struct starts *p);

/* Adds a start after the others of its key. Returns its zeroed data for the caller to fill; NULL without memory */
void *starts_add(struct starts *p, struct start_key key);
/* For keys that have one start at most: the one that waits, with its data, or a new one. NULL without memory */
void *starts_one(struct starts *p, struct start_key key);
/* The oldest start of a key that matches (match NULL: any), or NULL. It stays in place. */
void *starts_find(struct starts *p, struct start_key key, bool (*match)(const void *data));
/* The newest one that matches */
void *starts_find_newest(struct starts *p, struct start_key key, bool (*match)(const void *data));
/* Takes out the oldest start of a key and copies its data to *data. False if there is none */
bool starts_take(struct starts *p, struct start_key key, void *data);
/* The same for the oldest start that matches */
bool starts_take_if(struct starts *p, struct start_key key, bool (*match)(const void *data), void *data);

void starts_each(struct starts *p, void (*visit)(const void *data, void *arg), void *arg);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pending.h - starts that wait for their ends, in user space: the ftrace form of bpf/starts.bpf.h. Several
 * starts may wait under one key (two requests for the same sector); they end in the order they began. Pure.
 */
#ifndef KTALLY_PENDING_H
#define KTALLY_PENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pending;
struct pending_key {
	uint64_t a, b;
};

/* Keeps data_size bytes for each start. NULL without memory. Free it with pending_free(). */
struct pending *pending_new(size_t data_size);
void pending_free(struct pending *p);
size_t pending_count(const struct pending *p);

/* Adds a start after the others of its key. Returns its zeroed data for the caller to fill; NULL without memory */
void *pending_add(struct pending *p, struct pending_key key);
/* The oldest start of a key that matches (match NULL: any), or NULL. It stays in place. */
void *pending_find(struct pending *p, struct pending_key key, bool (*match)(const void *data));
/* Takes out the oldest start of a key and copies its data to *data. False if there is none */
bool pending_take(struct pending *p, struct pending_key key, void *data);
/* The same for the oldest start that matches */
bool pending_take_if(struct pending *p, struct pending_key key, bool (*match)(const void *data), void *data);

void pending_each(struct pending *p, void (*visit)(const void *data, void *arg), void *arg);

#endif

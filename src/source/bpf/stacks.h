/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stacks.h - stacks that programs send through the ring buffer `stacks` (bpf/stacks.bpf.h), kept in base/stack_store.h.
 * The source calls this for each object that has the map.
 */
#pragma once

#include "session/session.h"

#include <bpf/libbpf.h>

/* For tools that have stacks only with an option, before the load: the maps are as small as can be. */
void bpf_stacks_none(const struct session *s);

/* Adds the ring of stacks to *ring, which it makes if there is none. 0 or -errno */
int bpf_stacks_open(struct session *s, struct ring_buffer **ring);

/* Reads what is there. Call it after the totals were read: their keys name stacks that came before. 0 or -errno */
int bpf_stacks_read(struct ring_buffer *ring);
void bpf_stacks_close(struct ring_buffer *ring);

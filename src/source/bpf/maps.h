/* SPDX-License-Identifier: GPL-2.0-or-later */
/* maps.h - the maps that all objects have under the same names: their sizes before the load, what programs counted
 * in them after it. */
#pragma once

#include "session/session.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

/* The ring buffer of an opened object, if it has one, gets its size from --buffer; where no rows are wanted, the
 * smallest. A read-only `events_wake` of 0 stays: each row wakes the reader. 0 or -errno */
int bpf_events_open(struct session *s);

/* For a tool that tells nothing apart: `tally` becomes a per-CPU array of one entry. Also set rodata->tally_single. */
int bpf_tally_single(struct session *s);

/* Every entry of a keyed map, CPUs summed, into *to. 0 or -errno. */
int bpf_read_tally(const struct bpf_map *map, const struct schema *schema, struct tally *to);

/*
 * Each value of an array or a hash, until a visit returns anything but 0, which is returned; or -errno. Reads
 * in pieces, bucket by bucket: going from key to key would begin anew where a program has deleted the key meanwhile.
 */
int bpf_each_value(const struct bpf_map *map, int (*visit)(const void *value, void *arg), void *arg);

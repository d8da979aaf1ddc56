/* SPDX-License-Identifier: GPL-2.0-or-later */
/* maps.h - reading what programs counted, writing what they filter by. For source/bpf.c. */
#ifndef KTALLY_BPF_MAPS_H
#define KTALLY_BPF_MAPS_H

#include "bpf.h"

/* Every entry of a keyed map, CPUs summed, into *to. 0 or -errno. */
int bpf_read_tally(const struct bpf_map *map, const struct schema *schema, struct tally *to);

/*
 * Each value of an array or a hash, until a visit returns anything but 0, which is returned; or -errno. In pieces,
 * bucket by bucket: going from key to key would begin anew where a program has deleted the key meanwhile.
 */
int bpf_each_value(const struct bpf_map *map, int (*visit)(const void *value, void *arg), void *arg);

/* Runs that the kernel refused because the program was running already on that CPU (5.12) */
uint64_t bpf_missed(struct bpf_object *object);

#endif

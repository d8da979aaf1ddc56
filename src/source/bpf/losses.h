/* SPDX-License-Identifier: GPL-2.0-or-later */
/* losses.h - what a run of BPF programs did not see, and how much of that the kernel tells. */
#pragma once

#include "session/session.h"

/* Into *lost: what the programs counted, and the runs that the kernel refused. 0 or -errno */
int bpf_losses(const struct session *s, struct lost *lost);

/* Runs of one program that the kernel refused, because one was under way on that CPU (5.12) */
uint64_t bpf_refused(int program);

/* Calls that the kernel ran no program for at the kprobes whose links were kept; it tells since 6.7 */
uint64_t bpf_links_missed(const struct session *s);
bool bpf_links_tell(const struct session *s);

/* Once everything is attached: why more may be lost than the kernel tells, or NULL */
const char *bpf_untold(const struct session *s);

/* Visits each value of a map of starts; if the map cannot be read, lost->untold says so. map: NULL for none */
struct bpf_map;
struct in_flight;
void bpf_count_starts(const struct bpf_map *map, int (*count)(const void *value, void *in_flight), struct in_flight *f);

/* Entries of bpf/starts.bpf.h's tables that `time_of` gives a time for (0: skip) into lost->in_flight */
void bpf_in_flight(struct session *s, uint64_t (*time_of)(const void *data), struct lost *lost);

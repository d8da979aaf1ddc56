/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * boot_config.h - a boot configuration that lets the kernel trace from its own start on. Its keys are those of
 * kernel/trace/trace_boot.c; its grammar is that of Documentation/admin-guide/bootconfig.rst. Pure.
 */
#pragma once

#include "base/why.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

/* What the instance is called where nobody named it, and what its name may have */
#define BOOT_INSTANCE "ktally"
#define BOOT_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

/* mono, which the tools have elsewhere, is as coarse as jiffies until the kernel has chosen a source of time, and
 * global, which its histograms have, errs as much until it trusts the processor's counter. */
#define BOOT_CLOCK "local"

/* The most keys that the kernel takes (TRACING_MAP_BITS_MAX of kernel/trace/tracing_map.h), and the nearest number to
 * one that is wished: it takes no less than 128 either */
#define BOOT_KEYS_MAX 131072
uint64_t boot_config_keys(uint64_t wished);

struct boot_config {
	FILE *out;
	const char *instance; /* NULL: what exists once in the system */
	int err;			  /* of the first line that could not be written; the others are left out */
	struct why why;
};

/* ftrace.[instance.NAME.]KEY, with a value or none. The kernel takes values of up to 255 characters; in quotes there
 * may be quotes of the other kind only. */
void boot_config_key(struct boot_config *b, const char *key, ...) __attribute__((format(printf, 2, 3)));
void boot_config_value(struct boot_config *b, const char *value, const char *key, ...)
	__attribute__((format(printf, 3, 4)));
/* Adds a value to those that the key has */
void boot_config_more(struct boot_config *b, const char *value, const char *key, ...)
	__attribute__((format(printf, 3, 4)));
/* A probe of the event kprobes/NAME, as it is written to kprobe_events after the event's name */
void boot_config_probe(struct boot_config *b, const char *name, const char *probe);
/* A hist trigger of EVENT, "GROUP.NAME", as in Documentation/trace/histogram.rst. values, filter: NULL or "": none;
 * size: most keys; 0: as many as the kernel thinks fit */
void boot_config_hist(struct boot_config *b, const char *event, const char *keys, const char *values, uint64_t size,
					  const char *filter);
/* An event at which a time begins. keys: fields that tell which; filter: NULL: none */
struct boot_begin {
	const char *event, *keys, *filter;
};
#define BOOT_BEGINS 3

/* A histogram of the time from one event to the next that belongs to it, in powers of two of nanoseconds. Events are
 * written as "GROUP.NAME". */
struct boot_latency {
	const char *name;					 /* of the synthetic event that the kernel makes of each pair */
	struct boot_begin from[BOOT_BEGINS]; /* up to the first without an event; each has a time of its own */
	const char *to, *to_keys;			 /* the same values, by the names of the second event */
	const char *to_filter;				 /* NULL: none */
	const char *key, *key_type; /* a field of the second: a histogram for each of its values; NULL: one histogram */
	bool by_cpu;				/* a histogram for each CPU that meets the second */
	uint64_t size;				/* most pairs of different keys in the whole boot: the kernel frees none */
};
void boot_config_latency(struct boot_config *b, const struct boot_latency *l);
/* Another event at which the kernel forgets when l->from[which] began, for the same keys. Its triggers must stand
 * behind those of that event. */
void boot_config_forget(struct boot_config *b, const struct boot_latency *l, unsigned which,
						const struct boot_begin *when);
/* Is it a trigger of one of these events, as the kernel prints it? Only their histogram is for people. */
bool boot_config_is_end(const char *trigger);
/* kernel.KEY: a parameter of the kernel's command line */
void boot_config_parameter(struct boot_config *b, const char *key, const char *value);
/* What all of them have: BOOT_CLOCK, and --buffer; a full buffer keeps what came first */
void boot_config_begin(struct boot_config *b, uint64_t buffer_kb);
/* Notes why there can be no such configuration. Returns err */
#define boot_config_refuse(b, err_, ...) ((b)->err = because(&(b)->why, err_, __VA_ARGS__))

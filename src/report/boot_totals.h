/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * boot_totals.h - the kernel's file `hist` of an event, as tables. The kernel writes it for people; its form has been
 * the same since 4.7 (kernel/trace/trace_events_hist.c). Keys may be text of programs: whoever prints them escapes
 * them. Pure.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct boot_total {
	char *key;	  /* "comm: ls, dev: 8", one blank between words; of a stack functions with ';' */
	int exponent; /* of the bucket of powers of two that the kernel has behind the other keys; negative: there is none
				   */
	uint64_t hits;
	uint64_t value; /* the first beside hits; 0: there is none */
};

struct boot_totals {
	char trigger[512]; /* "hist:keys=ns.log2:..." */
	char value[64];	   /* the value's name; "": none */
	struct boot_total *list;
	size_t n, room;
	uint64_t hits, dropped; /* as the kernel adds them up */
	uint64_t sum;			/* of the list's hits: other than `hits` while it counts, or if a task forged a line */
};

/* Reads the text, which it changes; what is no total is left out. Buckets in their order, key by key; others with most
 * hits first.
 * 0 or -ENOMEM */
int boot_totals_read(struct boot_totals *t, char *text);
void boot_totals_free(struct boot_totals *t);

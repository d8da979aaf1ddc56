// SPDX-License-Identifier: GPL-2.0-or-later
#include "boot_tables.h"

#include "base/output.h"
#include "render/bar.h"
#include "boot_totals.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define BAR 40

/* 2^exponent; a double has them all */
static double power(int exponent)
{
	return exponent < 64 ? (double)(1ULL << exponent) : 18446744073709551616.0;
}

/* Disks have two numbers, which the kernel has in one. */
static void print_key(const char *key)
{
	unsigned dev;
	int end = 0;

	if (sscanf(key, "dev: %u%n", &dev, &end) == 1 && end && !key[end])
		printf("dev: %u,%u", dev >> 20, dev & 0xfffff);
	else
		output_escaped(key);
	putchar('\n');
}

static void print_buckets(const struct boot_total *list, size_t n)
{
	uint64_t most = 0;

	for (size_t i = 0; i < n; i++)
		most = list[i].hits > most ? list[i].hits : most;
	if (*list->key)
		print_key(list->key);
	printf("%20s .. %-20s %10s\n", "above", "to", "COUNT");
	for (size_t i = 0; i < n; i++) {
		int exponent = list[i].exponent;

		printf("%20.0f .. %-20.0f %10" PRIu64 " ", exponent ? power(exponent - 1) : 0.0, power(exponent), list[i].hits);
		bar_print(list[i].hits, most, BAR);
	}
}

/* A table for each key. Returns where the buckets end. */
static size_t print_all_buckets(const struct boot_totals *t)
{
	size_t i, n;

	for (i = 0; i < t->n && t->list[i].exponent >= 0; i += n) {
		for (n = 1; i + n < t->n && t->list[i + n].exponent >= 0 && !strcmp(t->list[i].key, t->list[i + n].key); n++)
			;
		print_buckets(&t->list[i], n);
	}
	return i;
}

static void print_rows(const struct boot_totals *t, size_t first)
{
	printf("%12s ", "COUNT");
	if (*t->value)
		printf("%16s ", t->value);
	puts("KEY");
	for (size_t i = first; i < t->n; i++) {
		printf("%12" PRIu64 " ", t->list[i].hits);
		if (*t->value)
			printf("%16" PRId64 " ", (int64_t)t->list[i].value);
		print_key(t->list[i].key);
	}
}

static void print_end(const struct boot_totals *t)
{
	printf("%" PRIu64 " counted", t->hits);
	if (t->sum != t->hits)
		printf(" (by these rows %" PRIu64 ")", t->sum);
	printf(t->dropped ? "; lost: %" PRIu64 " (no room for their keys)\n" : "; lost: nothing\n", t->dropped);
}

void boot_table_print(const struct boot_totals *t, const char *event)
{
	size_t buckets;

	printf("%s: ", event);
	output_escaped(t->trigger);
	putchar('\n');
	buckets = print_all_buckets(t);
	if (buckets < t->n)
		print_rows(t, buckets);
	print_end(t);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* The kernel's file `hist`, whose keys may be text of programs. */
#include "fuzz.h"

#include "report/boot_tables.h"
#include "report/boot_totals.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Buckets come first, each key's together and by size; then the rest by their hits. */
static bool in_order(const struct boot_total *a, const struct boot_total *b)
{
	int by_key = strcmp(a->key, b->key);

	if (a->exponent < 0)
		return b->exponent < 0 && (a->hits > b->hits || (a->hits == b->hits && by_key <= 0));
	return b->exponent < 0 || by_key < 0 || (by_key == 0 && a->exponent <= b->exponent);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char *text = strndup((const char *)data, n);
	struct boot_totals t;

	if (!text)
		return 0;
	boot_totals_read(&t, text);
	for (size_t i = 0; i < t.n; i++) {
		MUST(t.list[i].exponent <= 64);
		MUST(strlen(t.list[i].key) <= n);
		MUST(!strchr(t.list[i].key, '\n'));
		MUST(i == 0 || in_order(&t.list[i - 1], &t.list[i]));
	}
	boot_table_print(&t, "");
	boot_totals_free(&t);
	free(text);
	return 0;
}

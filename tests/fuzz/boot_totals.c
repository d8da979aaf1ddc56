// SPDX-License-Identifier: GPL-2.0-or-later
/* The kernel's file `hist`, whose keys may be text of programs. */
#include "fuzz.h"

#include "report/boot_totals.h"

#include <stdlib.h>
#include <string.h>

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
		MUST(i == 0 || t.list[i].exponent < 0 || t.list[i - 1].exponent < 0 ||
			 t.list[i - 1].exponent <= t.list[i].exponent);
	}
	boot_totals_free(&t);
	free(text);
	return 0;
}

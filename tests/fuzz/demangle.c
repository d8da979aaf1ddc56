// SPDX-License-Identifier: GPL-2.0-or-later
/* Symbols, as anybody's files have them */
#include "fuzz.h"

#include "sys/cxx_names.h"
#include "sys/demangle.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	char *symbol = input_text(&in, size), name[DEMANGLE_ROOM], start[40];
	int n = demangle(name, sizeof(name), symbol);

	MUST(n >= 0 && (size_t)n == strlen(name) && n < DEMANGLE_ROOM);
	n = demangle(start, sizeof(start), symbol);
	cxx_name_matches(symbol, name);
	cxx_name_matches(symbol, "part::*<int>(*)");
	MUST((size_t)n == strlen(start) && !memcmp(start, name, (size_t)n));
	free(symbol);
	return 0;
}

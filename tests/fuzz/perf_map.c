// SPDX-License-Identifier: GPL-2.0-or-later
/* What a JIT compiler lists, and ELF files that are packed into others */
#include "fuzz.h"

#include "sys/elf_packed.h"
#include "sys/perf_map.h"

#include <string.h>

static void list(struct perf_map *m, const char *text, size_t n)
{
	uint64_t into;

	MUST(perf_map_add(m, text, n) <= n);
	for (uint64_t at = 0; at < 0x400; at++) {
		const char *name = perf_map_find(m, at, &into, true);

		MUST(!name || (strlen(name) <= 512 && into <= at));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct perf_map *m = perf_map_empty();
	struct packed packed;

	MUST(m);
	list(m, (const char *)data, size / 2);
	list(m, (const char *)data + size / 2, size - size / 2);
	perf_map_free(m);
	if (!unpack(&packed, data, size))
		MUST(packed.n <= UNPACKED_MAX);
	free(packed.data);
	return 0;
}

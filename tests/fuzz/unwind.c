// SPDX-License-Identifier: GPL-2.0-or-later
/* An ELF file, of whose .eh_frame rows for unwinding are made. */
#include "fuzz.h"

#include "sys/unwind_rows.h"

#include <errno.h>

static void check(const struct unwind_rows *rows)
{
	MUST(rows->n && rows->list[0].kind != UNWIND_NONE && rows->list[rows->n - 1].kind == UNWIND_NONE);
	for (size_t i = 0; i < rows->n; i++) {
		const struct unwind_row *row = &rows->list[i];

		MUST(row->kind <= UNWIND_STOP);
		MUST(row->kind == UNWIND_SP || row->kind == UNWIND_BP || row->kind == UNWIND_BX || row->kind == UNWIND_R10 ||
			 row->bp8 == 0);
		MUST(i == 0 || row->pc > row[-1].pc);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct unwind_rows rows;
	int err = unwind_rows_of_image(data, size, &rows);

	if (err)
		MUST(!rows.list && !rows.n && (err == -ENOTSUP || err == -ENOEXEC || err == -ENODATA || err == -E2BIG));
	else
		check(&rows);
	free(rows.list);
	return 0;
}

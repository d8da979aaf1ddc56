// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A copy of a stack with any registers and any memory, walked through this program's own rows. Input: 4 bytes that say
 * where in the code, 2 bytes each that say where in the copy the stack and the frame pointer are, then the memory.
 */
#include "fuzz.h"

#include "source/bpf/unwind_copy.h"
#include "source/bpf/unwind_tables.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define START 0x7ffc00000000
#define CODE 0x100000 /* bytes on both sides of the function below: all of this program's */

static struct stack_copy copy;

static void once(void)
{
	static void *rows;

	if (rows)
		return;
	rows =
		mmap(NULL, UNWIND_ROWS * sizeof(struct unwind_row), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	MUST(rows != MAP_FAILED);
	unwind_tables_begin(rows);
}

/* A word of the memory that is small leads into the code, so that walks go on. */
static void lead_into_code(uint64_t code)
{
	uint64_t word;

	for (size_t at = 0; at < copy.npages * STACK_PAGE; at += sizeof(word)) {
		memcpy(&word, (char *)copy.memory + at, sizeof(word));
		if (word && word < 2UL * CODE)
			word += code;
		else if (word >> 32 == 1)
			word = START + word % ((uint64_t)STACK_PAGES * STACK_PAGE);
		memcpy((char *)copy.memory + at, &word, sizeof(word));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	uint64_t code = (uint64_t)(uintptr_t)LLVMFuzzerTestOneInput - CODE, frames[STACK_FRAMES];
	uint32_t flags, n;

	once();
	memset(&copy, 0, sizeof(copy));
	copy.tgid = (uint32_t)getpid();
	copy.ip = code + input_number(&in, 4) % (2UL * CODE);
	copy.start = START;
	copy.sp = START + input_number(&in, 2);
	copy.bp = START + input_number(&in, 2);
	copy.npages = 1 + in.left / STACK_PAGE % STACK_PAGES;
	memcpy(copy.memory, in.at, in.left < copy.npages * STACK_PAGE ? in.left : copy.npages * STACK_PAGE);
	lead_into_code(code);
	n = bpf_unwind_copy(&copy, frames, &flags);
	MUST(n && n <= STACK_FRAMES && frames[0] == copy.ip);
	MUST(!(flags & ~(uint32_t)(STACK_CUT | STACK_COMPLETE | STACK_NOT_READ | STACK_POINTERS)));
	MUST(!(flags & STACK_NOT_READ));
	return 0;
}

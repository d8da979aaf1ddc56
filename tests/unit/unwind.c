// SPDX-License-Identifier: GPL-2.0-or-later
/* Callers from registers and a copied stack: this program's own, against backtrace(3), which looks at the stack itself
 */
#include "test.h"

#include "sys/mappings.h"
#include "sys/unwind.h"

#include <execinfo.h>
#include <ktally/stacks.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define MOST 100

static unsigned char stack[1 << 16];
static uint64_t frames[MOST];
static void *known[MOST];
static int nknown;
static uint64_t registers[UNWIND_NREGS];
static struct unwind_sample sample;

#if defined(__x86_64__)
static void take_registers(const ucontext_t *c)
{
	static const int order[] = {REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RSI, REG_RDI, REG_RBP, REG_RSP, REG_RIP,
								REG_R8,	 REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

	for (size_t i = 0; i < UNWIND_NREGS; i++)
		registers[i] = (uint64_t)c->uc_mcontext.gregs[order[i]];
}
#elif defined(__aarch64__)
static void take_registers(const ucontext_t *c)
{
	memcpy(registers, c->uc_mcontext.regs, 31 * sizeof(registers[0]));
	registers[UNWIND_SP] = c->uc_mcontext.sp;
	registers[UNWIND_PC] = c->uc_mcontext.pc;
}
#endif

/* As the kernel does it: all that fits, up to the end of the stack */
static void copy_stack(size_t most)
{
	struct mappings maps;
	const struct mapping *m;
	uint64_t sp = registers[UNWIND_SP];

	assert_int_equal(mappings_read(&maps, (uint32_t)getpid(), true), 0);
	m = mappings_find(&maps, sp);
	assert_non_null(m);
	sample.whole = m->end - sp < most;
	sample.size = sample.whole ? m->end - sp : most;
	memcpy(stack, (const void *)(uintptr_t)sp, sample.size); /* NOLINT(performance-no-int-to-ptr) */
	mappings_free(&maps);
}

/* Both are taken in one function, of which only the place differs. */
__attribute__((noinline)) static void take(size_t most)
{
	ucontext_t c;

	nknown = backtrace(known, MOST);
	getcontext(&c);
	take_registers(&c);
	sample = (struct unwind_sample){.pid = (uint32_t)getpid(), .regs = registers, .stack = stack};
	copy_stack(most);
}

__attribute__((noinline)) static void nested(unsigned depth, size_t most)
{
	volatile char room[64 + 16 * 7];

	room[0] = 0;
	if (depth)
		nested(depth - 1, most);
	else
		take(most);
	room[1] = room[0];
}

static void are_frames(unsigned n)
{
	for (unsigned i = 1; i < n; i++)
		assert_int_equal(frames[i], (uint64_t)(uintptr_t)known[i]);
}

static void whole(void **state)
{
	uint32_t flags;

	(void)state;
	for (unsigned depth = 0; depth < 40; depth++) {
		nested(depth, sizeof(stack));
		assert_int_equal(unwind(&sample, frames, MOST, &flags), nknown);
		assert_int_equal(flags, STACK_COMPLETE);
		are_frames((unsigned)nknown);
	}
}

/* A copy of every length: the frames are a part of all, and that they are is told. */
static void cut(void **state)
{
	unsigned longest = 0, n = 0;
	uint32_t flags;

	(void)state;
	for (size_t most = 8; most < 6000; most += 8) {
		nested(20, most);
		if (sample.whole)
			break;
		n = unwind(&sample, frames, MOST, &flags);
		assert_true(n >= longest && n <= (unsigned)nknown);
		longest = n;
		if (n < (unsigned)nknown)
			assert_int_equal(flags, STACK_CUT);
		else
			assert_int_equal(flags, STACK_COMPLETE);
		are_frames(n);
	}
	assert_true(longest > 20);
}

static void deep(void **state)
{
	uint32_t flags;

	(void)state;
	nested(20, sizeof(stack));
	assert_int_equal(unwind(&sample, frames, 10, &flags), 10);
	assert_int_equal(flags, STACK_CUT);
	are_frames(10);
}

/* Code in no file, as a compiler at run time makes it: it keeps a frame pointer, and calls back. */
static void without_file(void **state)
{
#if defined(__x86_64__)
	static const unsigned char code[] = {0x55, 0x48, 0x89, 0xe5,
										 0xff, 0xd6, 0x5d, 0xc3}; /* push mov call *rsi pop ret */
	void (*made)(size_t most, void (*call)(size_t most));
	uint32_t flags;
	void *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	unsigned n;

	assert_ptr_not_equal(at, MAP_FAILED);
	memcpy(at, code, sizeof(code));
	assert_int_equal(mprotect(at, 4096, PROT_READ | PROT_EXEC), 0);
	memcpy(&made, &at, sizeof(made));
	made(sizeof(stack), take);
	n = unwind(&sample, frames, MOST, &flags);
	assert_int_equal(frames[1], (uint64_t)(uintptr_t)at + 6);
	assert_int_equal(flags, STACK_COMPLETE | STACK_POINTERS);
	nested(0, sizeof(stack)); /* here backtrace() knows the way: the callers of both are the same */
	assert_int_equal(n, nknown);
	for (unsigned i = 3; i < n; i++)
		assert_int_equal(frames[i], (uint64_t)(uintptr_t)known[i]);
	munmap(at, 4096);
#endif
	(void)state;
}

/* A chain of frame pointers in made-up memory */
static void pointers(void **state)
{
	uint64_t words[64] = {0};
	uint32_t flags;

	(void)state;
	memset(registers, 0, sizeof(registers));
	registers[UNWIND_SP] = 0x10000;
	registers[UNWIND_FP] = 0x10010;
	registers[UNWIND_PC] = 0x401000;
	words[2] = 0x10080;
	words[3] = 0x402000;
	words[16] = 0x10100;
	words[17] = 0x403000;
	words[33] = 0; /* returns to nowhere: the first function */
	sample = (struct unwind_sample){
		.pid = 1, .regs = registers, .stack = (unsigned char *)words, .size = sizeof(words), .whole = true};
	assert_int_equal(unwind_pointers(&sample, frames, MOST, &flags), 3);
	assert_int_equal(flags, STACK_POINTERS);
	assert_int_equal(frames[0], 0x401000);
	assert_int_equal(frames[2], 0x403000);
	words[16] = 0x10080; /* a circle */
	assert_int_equal(unwind_pointers(&sample, frames, MOST, &flags), 3);
	words[16] = 0x10000 + sizeof(words);
	assert_int_equal(unwind_pointers(&sample, frames, MOST, &flags), 3);
	assert_int_equal(flags, STACK_POINTERS);
	sample.whole = false;
	assert_int_equal(unwind_pointers(&sample, frames, MOST, &flags), 3);
	assert_int_equal(flags, STACK_POINTERS | STACK_CUT);
	words[16] = UINT64_MAX;
	assert_int_equal(unwind_pointers(&sample, frames, MOST, &flags), 3);
	assert_int_equal(unwind_pointers(&sample, frames, 2, &flags), 2);
	assert_int_equal(flags, STACK_POINTERS | STACK_CUT);
}

static int drop(void **state)
{
	(void)state;
	unwind_drop();
	return 0;
}

int main(void)
{
#if !defined(KTALLY_HAS_libdw)
	const struct CMUnitTest tests[] = {cmocka_unit_test(pointers)};
#else
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole),		cmocka_unit_test(cut),		cmocka_unit_test(deep),
		cmocka_unit_test(without_file), cmocka_unit_test(pointers),
	};
#endif

	return cmocka_run_group_tests(tests, NULL, drop);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * unwound - calls unwound_mark(), which tests probe, from frames of many kinds, and prints the callers that the C
 * compiler's own unwinder finds there.
 *
 *	unwound offset		prints where unwound_mark() is in the file
 *	unwound run		reads a line, so that somebody can attach meanwhile; then for each call prints its number and
 *				the addresses, as linked, of all callers that are in this program, innermost first;
 *				ends after another line, so that its names can be looked up meanwhile
 *
 * unwound_mark() also calls getpgid(number) and open("/n=NUMBER").
 */
#include <error.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <unwind.h>

#define DEEPEST 128

int unwound_mark(int number);

static struct object {
	uintptr_t bias, start, end, offset; /* of the segment that has this program's code */
} self;
static jmp_buf out;
static volatile int sink;

static int find_self(struct dl_phdr_info *info, size_t size, void *unused)
{
	uintptr_t here = (uintptr_t)unwound_mark;

	(void)size, (void)unused;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uintptr_t start = info->dlpi_addr + p->p_vaddr;

		if (p->p_type != PT_LOAD || here < start || here >= start + p->p_memsz)
			continue;
		self = (struct object){info->dlpi_addr, start, start + p->p_memsz, p->p_offset};
		return 1;
	}
	return 0;
}

struct trace {
	uintptr_t list[DEEPEST];
	int n;
};

static _Unwind_Reason_Code add(struct _Unwind_Context *context, void *to)
{
	struct trace *t = to;

	if (t->n < DEEPEST)
		t->list[t->n++] = _Unwind_GetIP(context);
	return _URC_NO_REASON;
}

/* Two calls of the kernel that tell the number, from here, and not from a function of the C library */
__attribute__((always_inline)) static inline void call_kernel(int number)
{
#ifdef __x86_64__
	char path[] = {'/', 'n', '=', (char)('0' + number / 10), (char)('0' + number % 10), 0};
	long result;

	__asm__ volatile("syscall" : "=a"(result) : "0"(SYS_getpgid), "D"((long)number) : "rcx", "r11", "memory");
	__asm__ volatile("syscall" : "=a"(result) : "0"(SYS_open), "D"(path), "S"(O_PATH) : "rcx", "r11", "memory");
#else
	(void)number;
#endif
}

/* It is called from signal handlers too, which interrupt nothing that it uses. */
// NOLINTBEGIN(bugprone-signal-handler,cert-sig30-c)
/* The first is in unwound_mark() itself. */
static void print(int number, const struct trace *t)
{
	printf("%d", number);
	for (int i = 1; i < t->n; i++)
		if (t->list[i] >= self.start && t->list[i] < self.end)
			printf(" %#lx", (unsigned long)(t->list[i] - self.bias));
	putchar('\n');
}

__attribute__((noinline)) int unwound_mark(int number)
{
	struct trace t = {.n = 0};

	call_kernel(number);
	_Unwind_Backtrace(add, &t);
	print(number, &t);
	return number;
}
// NOLINTEND(bugprone-signal-handler,cert-sig30-c)

/* ---- frames; the volatile addition keeps each call from being a jump ---- */

__attribute__((noinline)) static int leaf(int number)
{
	return unwound_mark(number) + sink;
}

__attribute__((noinline)) static int deep(int n, int number)
{
	return n ? deep(n - 1, number) + sink : leaf(number) + sink;
}

__attribute__((noinline)) static int with_alloca(int bytes, int number)
{
	char *room = __builtin_alloca((size_t)bytes);

	memset(room, number, (size_t)bytes);
	return leaf(number) + room[bytes / 2] * sink;
}

__attribute__((noinline)) static int with_large_frame(int number)
{
	volatile char room[300000];

	room[number] = room[number + 1] = (char)number;
	return leaf(number) + room[number + 1] * sink;
}

__attribute__((noinline)) static int with_aligned(int number)
{
	_Alignas(64) volatile char room[64];

	room[number] = (char)number;
	return leaf(number) + room[number] * sink;
}

/* The compiler cannot know where its arguments are but by a register of its own (DRAP). */
__attribute__((noinline)) static int with_aligned_alloca(int bytes, int a, int b, int c, int d, int e, int f,
														 int number)
{
	_Alignas(64) volatile char room[64];
	char *more = __builtin_alloca((size_t)bytes);

	memset(more, a + b + c + d + e + f, (size_t)bytes);
	room[1] = more[bytes / 2];
	return leaf(number) + (room[1] + number + f) * sink;
}

static int compare(const void *a, const void *b)
{
	static bool marked;

	if (!marked)
		leaf(7);
	marked = true;
	return *(const int *)a - *(const int *)b;
}

__attribute__((noinline)) static int with_callback(void)
{
	int list[] = {3, 1, 2};

	qsort(list, 3, sizeof(*list), compare);
	return list[0] + sink;
}

static void on_signal(int number)
{
	leaf(number == SIGUSR1 ? 8 : 9);
}

__attribute__((noinline)) static int with_signal(int number)
{
	raise(number);
	return sink;
}

/* A write to nowhere, in the middle of a function without a frame */
static void on_fault(int number)
{
	(void)number;
	leaf(10);
	siglongjmp(out, 1);
}

__attribute__((noinline)) static int with_fault(volatile int *nowhere)
{
	*nowhere = 1;
	return sink;
}

__attribute__((noinline, noreturn)) static void never_returns(int number)
{
	leaf(number);
	siglongjmp(out, 1);
}

/* Its last instruction is a call: the return address is another function's. */
__attribute__((noinline, noreturn)) static void ends_in_a_call(int number)
{
	never_returns(number + sink);
}

__attribute__((noinline, cold)) static int rarely(int number)
{
	return leaf(number) + sink;
}

/* The compiler may move the rare part of it to another section, with call frame information of its own. */
__attribute__((noinline)) static int split(int number)
{
	if (__builtin_expect(number > 3, 0)) {
		sink += rarely(number);
		sink = 0;
	}
	return sink;
}

__attribute__((noinline, optimize("no-omit-frame-pointer"))) static int with_pointer(int number)
{
	return deep(2, number) + sink;
}

static void *in_thread(void *number)
{
	deep(3, (int)(intptr_t)number);
	return NULL;
}

static void with_thread(int number)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, in_thread, (void *)(intptr_t)number))
		error(1, 0, "no thread");
	pthread_join(thread, NULL);
}

static void on_other_stack(int signal, void (*handler)(int))
{
	static char stack[65536];
	stack_t other = {.ss_sp = stack, .ss_size = sizeof(stack)};
	struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};

	sigaltstack(&other, NULL);
	sigaction(signal, &action, NULL);
}

static void run(void)
{
	leaf(1);
	deep(50, 2);
	with_alloca(1000 + sink, 3);
	with_large_frame(4);
	with_aligned(5);
	with_aligned_alloca(200 + sink, 1, 2, 3, 4, 5, 6, 6);
	with_callback();
	signal(SIGUSR1, on_signal);
	with_signal(SIGUSR1);
	on_other_stack(SIGUSR2, on_signal);
	with_signal(SIGUSR2);
	on_other_stack(SIGSEGV, on_fault);
	if (!sigsetjmp(out, 1))
		with_fault((int *)(intptr_t)sink);
	if (!sigsetjmp(out, 1))
		ends_in_a_call(11);
	split(12);
	with_pointer(13);
	with_thread(14);
}

int main(int argc, char **argv)
{
	struct trace t = {.n = 0};
	char line[16];

	setvbuf(stdout, NULL, _IOFBF, 65536); /* nothing else happens while it runs */
	if (argc != 2 || !dl_iterate_phdr(find_self, NULL))
		error(2, 0, "usage: unwound offset|run");
	if (!strcmp(argv[1], "offset"))
		return printf("%#lx\n", (unsigned long)((uintptr_t)unwound_mark - self.start + self.offset)) < 0;
	_Unwind_Backtrace(add, &t); /* loads what it needs */
	if (fgets(line, sizeof(line), stdin))
		run();
	return !fgets(line, sizeof(line), stdin);
}

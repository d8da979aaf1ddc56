// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * steps - executes code of many kinds one instruction after the other. The handler of each trap touches a page that
 * is not there: who samples page faults has a stack of every instruction, also of those that enter and leave functions.
 *
 *	steps KIND...		prints how many there were, and how many touches without a trap: {"steps":812,"touches":1}
 *	steps list		prints the kinds
 */
#include "go.h"

#include <errno.h>
#include <error.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#define PAGE 4096
#define TRAP_FLAG 0x100
#define MOST 6000 /* of each kind */
#define OPTIMIZED(level) __attribute__((noinline, noclone, optimize(level)))
#define PLAIN __attribute__((noinline, noclone))

static volatile char *page;
static unsigned long steps, touches, last;
static volatile bool stepping;
static volatile int sink;
static jmp_buf out;

static void touch(void)
{
	madvise((void *)page, PAGE, MADV_DONTNEED);
	*page = 1;
}

/* The kernel switches the flag off for the handler, and what is in the context holds from its return on. */
static void on_trap(int number, siginfo_t *info, void *context)
{
#ifdef __x86_64__
	greg_t *flags = &((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL];

	*flags = stepping && steps < last ? *flags | TRAP_FLAG : *flags & ~(greg_t)TRAP_FLAG;
#endif
	(void)number, (void)info, (void)context;
	steps++;
	touch();
}

static void begin(void)
{
	stepping = true;
	raise(SIGTRAP);
}

/* The next trap is the last. */
static inline void end(void)
{
	stepping = false;
}

PLAIN static void mark(void)
{
	touches++;
	touch();
}

/* ---- frames; the volatile addition keeps each call from being a jump ---- */

PLAIN static int leaf(int n)
{
	volatile int below[8]; /* below the stack pointer: nothing is called */

	below[n & 7] = n;
	return below[n & 7] + sink;
}

PLAIN static int saves_all(int n)
{
	int a = leaf(n), b = leaf(a), c = leaf(b), d = leaf(c), e = leaf(d);

	return leaf(a + b) + leaf(c + d) + e + a + b + c + d;
}

PLAIN static int ten(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j)
{
	return leaf(a + b + c + d + e) + f + g + h + i + j;
}

PLAIN static int arguments_on_the_stack(int n)
{
	return ten(n, 1, 2, 3, 4, 5, 6, 7, 8, 9) + sink;
}

PLAIN static int jumps_at_its_end(int n)
{
	return leaf(n + 1);
}

PLAIN static int calls(int n)
{
	return saves_all(n) + arguments_on_the_stack(n) + jumps_at_its_end(n) + sink;
}

OPTIMIZED("O0") static int unoptimized(int n)
{
	int local = leaf(n);

	return local + saves_all(local);
}

OPTIMIZED("O3") static int vectors(int n)
{
	int list[64], sum = 0;

	for (int i = 0; i < 64; i++)
		list[i] = i * n;
	leaf(list[n]);
	for (int i = 0; i < 64; i++)
		sum += list[i];
	return leaf(sum) + sink;
}

OPTIMIZED("no-omit-frame-pointer") static int with_pointer(int n)
{
	return saves_all(n) + sink;
}

PLAIN static int levels(int n)
{
	return unoptimized(n) + vectors(n) + with_pointer(n);
}

PLAIN static int dynamic(int bytes, int n)
{
	char *room = __builtin_alloca((size_t)bytes);

	room[bytes / 2] = (char)n;
	return leaf(n) + room[bytes / 2] * sink;
}

/* The compiler cannot know where its arguments are but by a register of its own (DRAP). */
PLAIN static int realigned(int bytes, int a, int b, int c, int d, int e, int f, int n)
{
	_Alignas(64) volatile char room[64];
	char *more = __builtin_alloca((size_t)bytes);

	more[bytes / 2] = (char)(a + b + c + d + e + f);
	room[1] = more[bytes / 2];
	return leaf(n) + (room[1] + n + f) * sink;
}

PLAIN static int large(int n)
{
	volatile char room[300000];

	room[n] = room[n + 1] = (char)n;
	mark(); /* few bytes of it are copied, so one is enough */
	return room[n + 1] * sink;
}

PLAIN static int rooms(int n)
{
	return dynamic(100 + n, n) + realigned(200 + n, 1, 2, 3, 4, 5, 6, n) + sink;
}

PLAIN static int deep(int n)
{
	if (!n)
		mark();
	return n ? deep(n - 1) + sink : sink;
}

static int compare(const void *a, const void *b)
{
	return leaf(*(const int *)a) - leaf(*(const int *)b);
}

/* The first call of a function of the C library goes through the dynamic linker. */
PLAIN static int library(int n)
{
	int list[] = {3, n, 2};
	char text[32];

	qsort(list, 3, sizeof(*list), compare);
	snprintf(text, sizeof(text), "%d %.2f %s", n, n / 3.0, "of");
	return (int)strtod(text, NULL) + (int)strlen(text) + list[0] + sink;
}

PLAIN static int kernels_code(int n)
{
	struct timespec ts;
	struct timeval tv;

	last = steps + 1000; /* clocks are read again and again, until nothing has changed meanwhile */
	clock_gettime(CLOCK_MONOTONIC, &ts);
	gettimeofday(&tv, NULL);
	return n + (int)(time(NULL) + ts.tv_nsec + tv.tv_usec) * sink;
}

static void on_signal(int number)
{
	begin();
	leaf(number);
}

PLAIN static int signals(int n)
{
	signal(SIGUSR1, on_signal);
	raise(SIGUSR1);
	return n + sink;
}

/* Not longjmp(), which gets its return address from a buffer: libdw finds it there, and no row can say so. */
PLAIN __attribute__((noreturn)) static void never_returns(int n)
{
	leaf(n);
	end();
	longjmp(out, 1);
}

/* Its last instruction is a call: the return address is another function's. */
PLAIN __attribute__((noreturn)) static void ends_in_a_call(int n)
{
	never_returns(n + sink);
}

PLAIN static int jumps(int n)
{
	if (!setjmp(out))
		ends_in_a_call(n);
	begin();
	return leaf(n);
}

static void clean(const int *n)
{
	begin();
	leaf(*n);
	end();
}

static _Unwind_Reason_Code stop(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
								struct _Unwind_Exception *e, struct _Unwind_Context *context, void *frame)
{
	(void)version, (void)actions, (void)class, (void)e;
	if (_Unwind_GetCFA(context) >= (uintptr_t)frame)
		longjmp(out, 1);
	return _URC_NO_REASON;
}

PLAIN static void throws(void *frame)
{
	static struct _Unwind_Exception e;

	_Unwind_ForcedUnwind(&e, stop, frame);
}

/* -fexceptions: it has a landing pad, and what is to be done there is called from it. */
PLAIN static int with_cleanup(int n, void *frame)
{
	__attribute__((cleanup(clean))) int local = n;

	if (n)
		throws(frame);
	return local + sink;
}

PLAIN static int exceptions(int n)
{
	end();
	if (!setjmp(out))
		with_cleanup(n, __builtin_frame_address(0));
	begin();
	return n + sink;
}

static int (*const kinds[])(int) = {calls, levels, rooms, library, kernels_code, signals, jumps, exceptions};
static const char *const names[] = {"calls", "levels", "rooms", "library", "vdso", "signals", "jumps", "exceptions"};
#define KINDS (sizeof(kinds) / sizeof(*kinds))

static void step(int (*kind)(int))
{
	last = steps + MOST;
	begin();
	kind(1 + sink);
	end();
}

static void *in_thread(void *kind)
{
	step((int (*)(int))(uintptr_t)kind);
	return NULL;
}

static void with_thread(int (*kind)(int))
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, in_thread, (void *)(uintptr_t)kind))
		error(1, 0, "no thread");
	pthread_join(thread, NULL);
}

static void run(const char *name)
{
	for (size_t i = 0; i < KINDS; i++)
		if (!strcmp(name, names[i]))
			return step(kinds[i]);
	if (!strcmp(name, "large"))
		large(1 + sink);
	else if (!strcmp(name, "deep"))
		deep(100), deep(300);
	else if (!strcmp(name, "thread"))
		with_thread(calls);
	else
		error(2, 0, "no kind %s", name);
}

int main(int argc, char **argv)
{
	struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO};

	if (argc < 2)
		error(2, 0, "usage: steps KIND...|list");
	if (!strcmp(argv[1], "list")) {
		for (size_t i = 0; i < KINDS; i++)
			puts(names[i]);
		return puts("large\ndeep\nthread") < 0;
	}
	page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED)
		error(1, errno, "mmap()");
	sigaction(SIGTRAP, &action, NULL);
	wait_for_go();
	for (int i = 1; i < argc; i++)
		run(argv[i]);
	printf("{\"steps\":%lu,\"touches\":%lu}\n", steps, touches);
	return 0;
}

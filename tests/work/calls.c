// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * calls - makes a system call exactly N times, in several threads if wanted, and says how long each call took.
 *
 *	calls [-t THREADS] [-e] [-m] [-n NAME] CALL COUNT...      calls getppid 1000000 write 5000
 *
 *	getppid    write  a byte to /dev/null    read  16 KB of /dev/urandom    sleep  2 ms
 *	openfail   of a missing file             unknown  number 4000
 *	getppid32  by int 0x80                   getppidx32  with x32's bit: fails where the kernel has no x32
 *
 *	-t  THREADS threads make COUNT calls each, at the same time
 *	-n  change the thread's name in the middle of each COUNT
 *	-e  at the end execute calls again, without -e, from a thread that is not the process's first
 *	-m  read the clock before and after each call: "max_ns" is the longest call of all threads
 *
 * One JSON object a line: {"call":"write","count":5000,"threads":1,"ns":131.5,"cpu_ns":130.2}
 * ns, cpu_ns: for one call, as its thread measured it with the clock and with its own CPU time.
 */
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int null_fd, random_fd;
static char buffer[16384];
static const char *second_name;
static int each_timed;
static char *self[8];

static long make_getppid(void)
{
	return syscall(SYS_getppid);
}

static long make_write(void)
{
	return write(null_fd, buffer, 1);
}

static long make_read(void)
{
	return read(random_fd, buffer, sizeof(buffer));
}

static long make_sleep(void)
{
	struct timespec t = {0, 2000000};

	return syscall(SYS_nanosleep, &t, NULL);
}

static long make_openfail(void)
{
	return syscall(SYS_openat, AT_FDCWD, "/nonexistent/file", O_RDONLY);
}

static long make_getppid32(void)
{
	long result = 64; /* __NR_getppid of i386 */

#if defined(__x86_64__)
	asm volatile("int $0x80" : "+a"(result) : : "memory");
#endif
	return result;
}

static long make_getppidx32(void)
{
	return syscall(0x40000000 | SYS_getppid);
}

static long make_unknown(void)
{
	return syscall(4000);
}

static const struct kind {
	const char *name;
	long (*make)(void);
} kinds[] = {
	{"getppid", make_getppid},		 {"write", make_write},		{"read", make_read},
	{"openfail", make_openfail},	 {"sleep", make_sleep},		{"getppid32", make_getppid32},
	{"getppidx32", make_getppidx32}, {"unknown", make_unknown},
};

struct work {
	const struct kind *kind;
	unsigned long count;
	pthread_barrier_t *together;
	double ns, cpu_ns, max_ns;
};

static double now_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void make_timed(struct work *w)
{
	double ns = now_ns(CLOCK_MONOTONIC);

	w->kind->make();
	ns = now_ns(CLOCK_MONOTONIC) - ns;
	w->max_ns = ns > w->max_ns ? ns : w->max_ns;
}

static void *do_work(void *arg)
{
	struct work *w = arg;
	double start, cpu_start;

	pthread_barrier_wait(w->together);
	start = now_ns(CLOCK_MONOTONIC);
	cpu_start = now_ns(CLOCK_THREAD_CPUTIME_ID);
	for (unsigned long i = 0; i < w->count; i++) {
		if (second_name && i == w->count / 2)
			prctl(PR_SET_NAME, second_name);
		if (each_timed)
			make_timed(w);
		else
			w->kind->make();
	}
	w->cpu_ns = (now_ns(CLOCK_THREAD_CPUTIME_ID) - cpu_start) / (double)w->count;
	w->ns = (now_ns(CLOCK_MONOTONIC) - start) / (double)w->count;
	return NULL;
}

static const struct kind *kind_of(const char *name)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(kinds[i].name, name))
			return &kinds[i];
	error(2, 0, "%s: not a call that I make", name);
	return NULL;
}

/* Returns averages over all threads. With one thread, the process's first thread does the work. */
static struct work run(const struct kind *kind, unsigned long count, int threads)
{
	pthread_barrier_t together;
	pthread_t ids[64];
	struct work work[64];
	struct work sum = {0};

	pthread_barrier_init(&together, NULL, (unsigned)threads);
	for (int i = 0; i < threads; i++)
		work[i] = (struct work){kind, count, &together, 0, 0, 0};
	for (int i = 1; i < threads; i++)
		if (pthread_create(&ids[i], NULL, do_work, &work[i]))
			error(1, 0, "no thread");
	do_work(&work[0]);
	for (int i = 1; i < threads; i++)
		pthread_join(ids[i], NULL);
	for (int i = 0; i < threads; i++) {
		sum.ns += work[i].ns / threads;
		sum.cpu_ns += work[i].cpu_ns / threads;
		sum.max_ns = work[i].max_ns > sum.max_ns ? work[i].max_ns : sum.max_ns;
	}
	return sum;
}

/*
 * The first thread waits for a lock that the other one holds and never releases. The kernel marks the lock after
 * it has put the waiter to sleep. So the exec finds that thread inside a system call, and this needs no clock and
 * no other calls, whose number nobody would know.
 */
static unsigned lock;

static void *exec_self(void *arg)
{
	(void)arg;
	__atomic_store_n(&lock, (unsigned)gettid(), __ATOMIC_SEQ_CST);
	while (!(__atomic_load_n(&lock, __ATOMIC_SEQ_CST) & FUTEX_WAITERS))
		continue;
	execv("/proc/self/exe", self);
	error(1, errno, "exec");
	return NULL;
}

static void wait_for_lock(void)
{
	while (!__atomic_load_n(&lock, __ATOMIC_SEQ_CST))
		continue;
	syscall(SYS_futex, &lock, FUTEX_LOCK_PI_PRIVATE, 0, NULL, NULL, 0);
	error(1, errno, "futex");
}

int main(int argc, char **argv)
{
	int threads = 1, option;
	int again = 0;
	pthread_t id;

	while ((option = getopt(argc, argv, "t:emn:")) != -1) {
		if (option == 't')
			threads = atoi(optarg);
		else if (option == 'n')
			second_name = optarg;
		else if (option == 'e')
			again = 1;
		else if (option == 'm')
			each_timed = 1;
		else
			return 2;
	}
	null_fd = open("/dev/null", O_WRONLY);
	random_fd = open("/dev/urandom", O_RDONLY);
	if (null_fd < 0 || random_fd < 0 || threads < 1 || threads > 64)
		error(2, errno, "/dev/null, /dev/urandom or the number of threads");
	for (int i = optind; i + 1 < argc; i += 2) {
		unsigned long count = strtoul(argv[i + 1], NULL, 10);
		struct work w;

		printf("{\"call\":\"%s\",\"count\":%lu,\"threads\":%d,", argv[i], count, threads);
		w = run(kind_of(argv[i]), count, threads);
		printf("\"ns\":%.2f,\"cpu_ns\":%.2f", w.ns, w.cpu_ns);
		if (each_timed)
			printf(",\"max_ns\":%.0f", w.max_ns);
		puts("}");
	}
	fflush(stdout);
	if (!again)
		return 0;
	self[0] = argv[0];
	for (int i = optind; i < argc && i - optind < 6; i++)
		self[i - optind + 1] = argv[i];
	pthread_create(&id, NULL, exec_self, NULL);
	wait_for_lock();
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * compat - makes 32-bit system calls from 64-bit code (int 0x80), an exact number of times.
 *
 *	compat FILE N		FILE exists. Makes N times each: open, creat, openat, openat2 of FILE; openat of FILE.missing;
 *				execve and execveat of FILE.missing with the arguments "one" and "two words"; kill of itself with
 *				signal 0; getgid32, whose number is tkill's in the 64-bit table. Exits with 77 where the machine
 *				or the kernel has no 32-bit calls.
 */
#include <errno.h>
#include <error.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __x86_64__
enum { OPEN = 5, CREAT = 8, EXECVE = 11, KILL = 37, GETGID32 = 200, OPENAT = 295, EXECVEAT = 358, OPENAT2 = 437 };

struct low { /* below 4 GB, where 32-bit pointers reach */
	char file[256], missing[256], one[8], two[16];
	uint32_t argv[4];
	struct {
		uint64_t flags, mode, resolve;
	} how;
};

static struct low *low;

static uint32_t at(const void *p)
{
	return (uint32_t)(uintptr_t)p;
}

static int call(int number, uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e)
{
	int result;

	asm volatile("int $0x80"
				 : "=a"(result)
				 : "a"(number), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e)
				 : "memory", "r8", "r9", "r10", "r11");
	return result;
}

static void no_such_calls(int signal)
{
	(void)signal;
	_exit(77);
}

static void prepare(const char *file)
{
	low = mmap(NULL, sizeof(*low), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	if (low == MAP_FAILED)
		error(1, errno, "mmap");
	snprintf(low->file, sizeof(low->file), "%s", file);
	snprintf(low->missing, sizeof(low->missing), "%s.missing", file);
	strcpy(low->one, "one");
	strcpy(low->two, "two words");
	low->argv[0] = at(low->file);
	low->argv[1] = at(low->one);
	low->argv[2] = at(low->two);
	low->how.flags = 2;
	signal(SIGSEGV, no_such_calls);
	if (call(GETGID32, 0, 0, 0, 0, 0) < 0)
		no_such_calls(0);
}

static void opened(int fd)
{
	if (fd < 0)
		error(1, -fd, "%s", low->file);
	close(fd);
}

static void refused(int result)
{
	if (result != -ENOENT)
		error(1, 0, "%s: result %d", low->missing, result);
}

int main(int argc, char **argv)
{
	long n = argc == 3 ? strtol(argv[2], NULL, 10) : 0;

	if (n <= 0)
		error(2, 0, "FILE N");
	prepare(argv[1]);
	for (; n; n--) {
		opened(call(OPEN, at(low->file), 2, 0, 0, 0));
		opened(call(CREAT, at(low->file), 0640, 0, 0, 0));
		opened(call(OPENAT, (uint32_t)-100, at(low->file), 0, 0, 0));
		opened(call(OPENAT2, (uint32_t)-100, at(low->file), at(&low->how), sizeof(low->how), 0));
		refused(call(OPENAT, (uint32_t)-100, at(low->missing), 0, 0, 0));
		refused(call(EXECVE, at(low->missing), at(low->argv), 0, 0, 0));
		refused(call(EXECVEAT, (uint32_t)-100, at(low->missing), at(low->argv), 0, 0));
		call(GETGID32, (uint32_t)getpid(), 0, 0, 0, 0);
		if (call(KILL, (uint32_t)getpid(), 0, 0, 0, 0))
			error(1, 0, "kill");
	}
	return 0;
}
#else
int main(void)
{
	return 77;
}
#endif

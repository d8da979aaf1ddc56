// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * callers - opens a file from a known chain of functions, which have frame pointers.
 *
 *	callers FILE N		calls main, outer, inner, openat N times; then waits for the end of its input, so that a
 *				tracer can still look up its names
 */
#pragma GCC optimize("no-omit-frame-pointer", "no-optimize-sibling-calls", "no-inline")

#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Makes the system call itself: functions of the C library have no frame pointers */
static long open_here(const char *path)
{
#ifdef __x86_64__
	long result;

	asm volatile("syscall"
				 : "=a"(result)
				 : "a"(SYS_openat), "D"(AT_FDCWD), "S"(path), "d"(O_RDONLY)
				 : "rcx", "r11", "memory");
	return result;
#else
	return syscall(SYS_openat, AT_FDCWD, path, O_RDONLY);
#endif
}

__attribute__((noinline)) static long inner(const char *path)
{
	long fd = open_here(path);

	close((int)fd);
	return fd < 0;
}

__attribute__((noinline)) static long outer(const char *path)
{
	return inner(path) ? 1 : 0;
}

int main(int argc, char **argv)
{
	char c;

	if (argc != 3)
		return 2;
	for (long n = strtol(argv[2], NULL, 10); n > 0; n--)
		if (outer(argv[1]))
			return 1;
	while (read(0, &c, 1) > 0)
		continue;
	return 0;
}

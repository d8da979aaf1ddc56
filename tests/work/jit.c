// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * jit CALLS WHAT... - like a program with a JIT compiler: makes functions at run time, lists them in /tmp/perf-PID.map,
 * and each calls getppid() CALLS times. WHAT is anon, memfd or unlisted: where the function is, and whether it is in
 * the list. Prints its PID first; with WHAT "wait" it then waits for a byte on standard input before it goes on.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A function with a frame pointer that makes the system call itself */
#if defined(__x86_64__)
static const unsigned char code[] = {0x55, 0x48, 0x89, 0xe5, 0xb8, SYS_getppid, 0, 0, 0, 0x0f, 0x05, 0x5d, 0xc3};
#elif defined(__aarch64__)
static const unsigned int code[] = {0xa9bf7bfd, 0x910003fd, 0xd2800008 | SYS_getppid << 5,
									0xd4000001, 0xa8c17bfd, 0xd65f03c0};
#else
#error "no code for this machine"
#endif

static void *make(const char *what)
{
	int fd = strcmp(what, "memfd") ? -1 : memfd_create("code cache", 0);
	char *at;

	if (fd >= 0 && ftruncate(fd, 4096))
		exit(1);
	at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED, fd, 0);
	if (at == MAP_FAILED)
		exit(1);
	memcpy(at + 64, code, sizeof(code));
	if (mprotect(at, 4096, PROT_READ | PROT_EXEC))
		exit(1);
	__builtin___clear_cache(at, at + 4096);
	return at + 64;
}

static void list(const char *what, const char *at)
{
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	file = fopen(path, "a");
	if (!file)
		exit(1);
	/* an older function at the same place, and then the real one */
	fprintf(file, "%lx %x stale\n", (unsigned long)at - 16, 200);
	fprintf(file, "%lx %x jit::%s;x\n", (unsigned long)at, (unsigned)sizeof(code), what);
	fclose(file);
}

static void call(void *function, long n)
{
	while (n-- > 0)
		((void (*)(void))function)();
}

static int wait_for_byte(void)
{
	printf("%d\n", (int)getpid());
	fflush(stdout);
	return getchar();
}

int main(int argc, char **argv)
{
	long calls = argc > 1 ? atol(argv[1]) : 0;
	void *made[16];
	unsigned n = 0;

	for (int i = 2; i < argc && n < 16; i++) {
		if (!strcmp(argv[i], "wait")) {
			if (wait_for_byte() == EOF)
				return 1;
		} else if (!strcmp(argv[i], "again")) {
			for (unsigned j = 0; j < n; j++)
				call(made[j], calls);
		} else {
			made[n] = make(argv[i]);
			if (strcmp(argv[i], "unlisted"))
				list(argv[i], made[n]);
			call(made[n++], calls);
		}
	}
	return 0;
}

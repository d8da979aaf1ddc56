// SPDX-License-Identifier: GPL-2.0-or-later
/* User addresses to names, against dladdr() and this program's functions, in processes that live, change and end */
#include "test.h"

#include "sys/mapping_events.h"
#include "sys/stack_ends.h"
#include "sys/usyms.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <inttypes.h>
#include <ktally/stacks.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS 20

static char name[300];
static const char *program; /* file name of this program, without folders */

__attribute__((noinline)) static int only_here(int n)
{
	__asm__ volatile("");
	return n + 1;
}

static void is_name(uint32_t pid, const void *address, unsigned into, const char *function, const char *file)
{
	char wanted[300];
	int n;

	if (into)
		snprintf(wanted, sizeof(wanted), "%s+0x%x (%s)", function, into, file);
	else
		snprintf(wanted, sizeof(wanted), "%s (%s)", function, file);
	n = usym_name(name, sizeof(name), pid, (uint64_t)(uintptr_t)address + into);
	assert_string_equal(name, wanted);
	assert_int_equal(n, strlen(wanted));
}

static void own(void **state)
{
	(void)state;
	is_name((uint32_t)getpid(), (const void *)only_here, 0, "only_here", program);
	is_name((uint32_t)getpid(), (const void *)only_here, 2, "only_here", program);
	assert_int_equal(only_here(1), 2);
	usym_function(name, sizeof(name), (uint32_t)getpid(), (uint64_t)(uintptr_t)only_here + 1);
	assert_string_equal(name, "only_here");
	usym_function(name, sizeof(name), (uint32_t)getpid(), 16);
	assert_string_equal(name, "[unknown]");
}

/* Each symbol that the loader knows of some libraries gets its name, or a plainer one at the same address */
static void libraries(void **state)
{
	static const char *const functions[] = {"qsort",   "printf", "getaddrinfo", "strtoull", "elf_begin",
											"inflate", "malloc", "execve",		"sigaction"};

	(void)state;
	for (size_t i = 0; i < ELEMENTS(functions); i++) {
		const void *address = dlsym(RTLD_DEFAULT, functions[i]);
		char *end;
		Dl_info info;

		assert_non_null(address);
		assert_int_not_equal(dladdr(address, &info), 0);
		usym_name(name, sizeof(name), (uint32_t)getpid(), (uint64_t)(uintptr_t)address);
		end = strstr(name, " (");
		assert_non_null(end);
		assert_non_null(strstr(info.dli_fname, ".so"));
		*end = '\0';
		assert_ptr_equal(dlsym(RTLD_DEFAULT, name), address);
		assert_memory_equal(end + 2, strrchr(info.dli_fname, '/') + 1, 6);
	}
}

static void vdso(void **state)
{
	void *handle = dlopen("linux-vdso.so.1", RTLD_NOW | RTLD_NOLOAD);
	const char *const names[] = {"__vdso_clock_gettime", "__kernel_clock_gettime"};
	const void *address = NULL;

	(void)state;
	for (unsigned i = 0; handle && i < 2 && !address; i++)
		address = dlsym(handle, names[i]);
	if (!address) {
		puts("# skip: the vDSO has no clock_gettime()");
		skip();
	}
	is_name((uint32_t)getpid(), address, 0, "clock_gettime", "[vdso]");
}

static void nowhere(void **state)
{
	void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char wanted[32];

	(void)state;
	snprintf(wanted, sizeof(wanted), "0x%" PRIxPTR, (uintptr_t)page);
	usym_name(name, sizeof(name), (uint32_t)getpid(), (uint64_t)(uintptr_t)page);
	assert_string_equal(name, wanted);
	usym_name(name, sizeof(name), (uint32_t)getpid(), 0x10);
	assert_string_equal(name, "0x10");
	munmap(page, 4096);
	assert_int_equal(usym_name(name, 5, (uint32_t)getpid(), (uint64_t)(uintptr_t)only_here), strlen(program) + 12);
	assert_string_equal(name, "only");
}

/* Forks; the child waits until it is killed */
static uint32_t child(void)
{
	pid_t pid = fork();

	if (!pid)
		for (;;)
			pause();
	return (uint32_t)pid;
}

static void reap(uint32_t pid)
{
	kill((pid_t)pid, SIGKILL);
	waitpid((pid_t)pid, NULL, 0);
}

static void ended(void **state)
{
	uint32_t asked = child(), unknown = child();
	char wanted[32];

	(void)state;
	usyms_drop();
	is_name(asked, (const void *)only_here, 0, "only_here", program);
	reap(asked);
	reap(unknown);
	usleep(150000); /* long enough for the next check whether they live */
	is_name(asked, (const void *)only_here, 1, "only_here", program);
	snprintf(wanted, sizeof(wanted), "0x%" PRIxPTR, (uintptr_t)only_here);
	usym_name(name, sizeof(name), unknown, (uint64_t)(uintptr_t)only_here);
	assert_string_equal(name, wanted);
}

static void copy(const char *to)
{
	FILE *in = fopen("/proc/self/exe", "r"), *out = fopen(to, "w");
	char buffer[65536];
	size_t n;

	assert_non_null(in);
	assert_non_null(out);
	while ((n = fread(buffer, 1, sizeof(buffer), in)))
		assert_int_equal(fwrite(buffer, 1, n, out), n);
	fclose(in);
	assert_int_equal(fclose(out), 0);
	assert_int_equal(chmod(to, 0755), 0);
}

/* The same process executes another program, whose file is deleted before we look up its name */
static void another_program(void **state)
{
	char path[] = "/tmp/ktally-usyms.XXXXXX";
	int fd = mkstemp(path), go[2], told[2];
	uint64_t address = 0;
	uint32_t pid;
	char byte = 0, out[16];

	(void)state;
	close(fd);
	copy(path);
	assert_int_equal(pipe(go) | pipe(told), 0);
	pid = (uint32_t)fork();
	if (!pid) {
		if (read(go[0], &byte, 1) == 1) {
			snprintf(out, sizeof(out), "%d", told[1]);
			execl(path, path, "--tell", out, NULL);
		}
		_exit(1);
	}
	is_name(pid, (const void *)only_here, 0, "only_here", program);
	assert_int_equal(write(go[1], &byte, 1), 1);
	assert_int_equal(read(told[0], &address, sizeof(address)), sizeof(address));
	unlink(path);
	usleep(150000);
	is_name(pid, (const void *)(uintptr_t)address, 3, "only_here", path + 5);
	reap(pid);
}

/* Programs that end before we look up their names, and forked processes that never executed one */
static void followed(void **state)
{
	int told[2], n = ROUNDS;
	uint64_t address = 0;
	char out[16];

	(void)state;
	if (mapping_events_open(false)) {
		puts("# skip: perf events of all processes");
		skip();
	}
	mapping_events_close();
	usyms_drop();
	usyms_follow();
	assert_int_equal(pipe(told), 0);
	snprintf(out, sizeof(out), "%d", told[1]);
	is_name((uint32_t)getpid(), (const void *)only_here, 0, "only_here", program);
	while (n--) {
		uint32_t forked = child(), pid = (uint32_t)fork();

		if (!pid) {
			execl("/proc/self/exe", "again", "--tell", out, NULL);
			_exit(1);
		}
		assert_int_equal(read(told[0], &address, sizeof(address)), sizeof(address));
		reap(pid);
		reap(forked);
		is_name(pid, (const void *)(uintptr_t)address, 3, "only_here", program);
		is_name(forked, (const void *)only_here, 1, "only_here", program);
	}
	close(told[0]);
	close(told[1]);
	usyms_drop();
}

static uint64_t at(const void *address, unsigned into)
{
	return (uint64_t)(uintptr_t)address + into;
}

int main(int argc, char **argv);

/* Three ways to be complete, and what cannot be judged. Then stacks that end in functions of the C library and here */
static void ends(void **state)
{
	const uint64_t complete[] = {at((const void *)only_here, 0), at((const void *)main, 3)},
				   early[] = {at(dlsym(RTLD_DEFAULT, "fsync"), 0), 16, 24}, /* the last are no code */
		here[] = {at(dlsym(RTLD_DEFAULT, "fsync"), 0), at((const void *)only_here, 2)};
	uint32_t pid = (uint32_t)getpid();
	char text[1024], wanted[300];
	int n;

	(void)state;
	assert_int_equal(stack_ends_text(text, sizeof(text)), 0);
	stack_ends_add(pid, complete, 2, 0, 7);
	stack_ends_add(pid, here, 2, STACK_COMPLETE, 1); /* the walk knows it */
	stack_ends_add(0, early, 1, 0, 1000);			 /* the kernel's */
	stack_ends_add(pid, early, 0, 0, 1000);			 /* none */
	stack_ends_add(pid, here, 2, STACK_CUT, 1000);	 /* cut off */
	stack_ends_add(pid, early + 1, 2, 0, 1000);		 /* no code */
	assert_int_equal(stack_ends_text(text, sizeof(text)), 0);
	stack_ends_add(pid, early, 3, 0, 12);
	n = stack_ends_text(text, sizeof(text));
	assert_int_equal(n, strlen(text));
	assert_memory_equal(text, "stacks: 12 of 20 do not reach", 29);
	assert_non_null(strstr(text, ", and all of these end in libc.so.6: "));
	stack_ends_add(pid, here, 2, 0, 1980);
	stack_ends_text(text, sizeof(text));
	snprintf(wanted, sizeof(wanted), ", and 1,980 of these end in %s: ", program);
	assert_memory_equal(text, "stacks: 1,992 of 2,000 ", 23);
	assert_non_null(strstr(text, wanted));
}

/* A file's name is anybody's; few stacks that end early are not worth a line. */
static void ends_in_a_hostile_file(void **state)
{
	char folder[] = "/tmp/ktally-ends-XXXXXX", path[64], text[1024];
	const uint64_t complete = at((const void *)main, 0);
	uint64_t frame;
	void *page;
	int fd;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/a\033[2J\nb", folder);
	fd = open(path, O_RDWR | O_CREAT, 0700);
	assert_int_equal(ftruncate(fd, 4096), 0);
	page = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0);
	close(fd);
	assert_ptr_not_equal(page, MAP_FAILED);
	frame = at(page, 8);
	usyms_drop();
	stack_ends_add((uint32_t)getpid(), &frame, 1, 0, 10000);
	munmap(page, 4096);
	unlink(path);
	rmdir(folder);
	stack_ends_text(text, sizeof(text));
	assert_non_null(strstr(text, " end in a\\x1b[2J"));
	assert_null(strchr(text, '\033'));
	assert_null(strchr(text, '\n'));
	stack_ends_add((uint32_t)getpid(), &complete, 1, 0, 1000000);
	assert_int_equal(stack_ends_text(text, sizeof(text)), 0);
}

static int tell(int fd)
{
	uint64_t address = (uint64_t)(uintptr_t)only_here;

	if (write(fd, &address, sizeof(address)) != sizeof(address))
		return 1;
	for (;;)
		pause();
}

static int drop(void **state)
{
	(void)state;
	usyms_drop();
	return 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(own),		cmocka_unit_test(libraries), cmocka_unit_test(vdso),
		cmocka_unit_test(nowhere),	cmocka_unit_test(ended),	 cmocka_unit_test(another_program),
		cmocka_unit_test(followed), cmocka_unit_test(ends),		 cmocka_unit_test(ends_in_a_hostile_file),
	};

	if (argc == 3 && !strcmp(argv[1], "--tell"))
		return tell(atoi(argv[2]));
	program = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
	return cmocka_run_group_tests(tests, NULL, drop);
}

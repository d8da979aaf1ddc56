// SPDX-License-Identifier: GPL-2.0-or-later
/* What a session can still do after it has given up what it does not need: each test tries harm from inside. */
#include "test.h"

#include "sys/privileges.h"
#include "sys/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/landlock.h>
#include <linux/openat2.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const none[] = {NULL};

static int enter(const struct sandbox *s, const char *const *folders)
{
	sandbox_bounding_set();
	if (sandbox_user() || capabilities_keep(NULL, 0) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -1;
	return sandbox_writes(folders, NULL) || sandbox_calls(s) ? -1 : 0;
}

#define NO_FILTER 201

/* Tries it in a sandboxed child. Returns 0 or the errno of the attempt; 200 if the sandbox could not be entered,
 * 255 if the attempt killed the child */
static int inside(int (*attempt)(void), const struct sandbox *s, const char *const *folders)
{
	int status;
	pid_t child = fork();

	if (!child) {
		if (enter(s, folders))
			_exit(200);
		if (!prctl(PR_GET_SECCOMP, 0, 0, 0, 0)) /* a sanitizer or valgrind: no filter would stop it */
			_exit(NO_FILTER);
		errno = 0;
		_exit(attempt() < 0 ? errno : 0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

static int execute(void)
{
	char *const argv[] = {"true", NULL};

	return execv("/bin/true", argv);
}

static int open_core_pattern(void)
{
	return open("/proc/sys/kernel/core_pattern", O_WRONLY);
}

static int open_by_a_struct(void)
{
	struct open_how how = {.flags = O_WRONLY};

	return (int)syscall(SYS_openat2, AT_FDCWD, "/dev/null", &how, sizeof(how));
}

static int make_file(void)
{
	return open("/tmp/ktally.harm", O_WRONLY | O_CREAT | O_EXCL, 0600);
}

static int make_socket(void)
{
	return socket(AF_INET, SOCK_STREAM, 0);
}

static int trace(void)
{
	return (int)ptrace(PTRACE_ATTACH, getppid(), NULL, NULL);
}

static int become_root(void)
{
	return setresuid(0, 0, 0);
}

static int signal_parent(void)
{
	return kill(getppid(), 0);
}

static int make_code(void)
{
	void *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return at == MAP_FAILED ? -1 : 0;
}

static int turn_to_code(void)
{
	void *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return mprotect(at, 4096, PROT_READ | PROT_EXEC);
}

static int load_program(void)
{
	union bpf_attr attr = {0};

	return (int)syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
}

static int fork_again(void)
{
	return (int)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
}

static int mount_something(void)
{
	return mount("none", "/mnt", "tmpfs", 0, NULL);
}

static int leave_namespace(void)
{
	return unshare(CLONE_NEWUSER);
}

static void harm(void **state)
{
	static int (*const attempts[])(void) = {
		execute,		  open_core_pattern, make_file,	   make_socket,	 trace,		 become_root,	  signal_parent,
		open_by_a_struct, make_code,		 turn_to_code, load_program, fork_again, mount_something, leave_namespace,
	};
	struct sandbox reads = {0};

	(void)state;
	for (size_t i = 0; i < sizeof(attempts) / sizeof(attempts[0]); i++) {
		int said = inside(attempts[i], &reads, none);

		if (said == NO_FILTER)
			skip();
		if (said != EPERM && said != EACCES)
			fail_msg("attempt %zu: %d", i, said);
	}
}

/* A source that writes tracefs at its end does not change its user. It can write only below the given folders. */
static void writing(void **state)
{
	struct sandbox writes = {.writes = true};
	int said = inside(make_file, &writes, none);
	bool has_landlock = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0;

	(void)state;
	if (said == NO_FILTER)
		skip();
	unlink("/tmp/ktally.harm");
	if (has_landlock)
		assert_int_equal(said, EACCES);
	assert_int_equal(inside(execute, &writes, none), EPERM);
}

static int count_and_print(void)
{
	char text[64];
	int fd = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
	void *memory = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (fd < 0 || read(fd, text, sizeof(text)) <= 0 || close(fd) || memory == MAP_FAILED)
		return -1;
	return write(STDERR_FILENO, "", 0) < 0 || munmap(memory, 1 << 20) ? -1 : 0;
}

static void work(void **state)
{
	struct sandbox reads = {0};

	int said = inside(count_and_print, &reads, none);

	(void)state;
	if (said == NO_FILTER)
		skip();
	assert_int_equal(said, 0);
}

static int signal_child(void)
{
	return kill(getppid(), 0);
}

/* The only process to which a session may send signals is the command that it runs */
static void child(void **state)
{
	struct sandbox s = {.child = getpid()};
	int said = inside(signal_child, &s, none);

	if (said == NO_FILTER)
		skip();
	(void)state; /* the filter allows it; the kernel may refuse if the child has another user, as with su */
	assert_true(said == 0 || (said == EPERM && !geteuid()));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(harm),
		cmocka_unit_test(writing),
		cmocka_unit_test(work),
		cmocka_unit_test(child),
	};

	return RUN(tests);
}

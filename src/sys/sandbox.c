// SPDX-License-Identifier: GPL-2.0-or-later
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/bpf.h>
#include <linux/landlock.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/capability.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/*
 * Nobody assigns these numbers (systemd's "UIDS AND GIDS": some programs fail above INT32_MAX). The user nobody
 * would not do: other processes that run as nobody could stop or kill this one.
 */
#define UNUSED_FIRST 0x80000000u
#define UNUSED_MASK 0x3fffffffu

/* Sanitizers and valgrind look into the process from outside, or generate code. */
static bool is_watched(void)
{
#if defined(__SANITIZE_ADDRESS__)
	return true;
#else
	const char *preload = secure_getenv("LD_PRELOAD");

	return preload && strstr(preload, "valgrind");
#endif
}

int sandbox_user(void)
{
	uid_t unused;

	if (geteuid() || is_watched())
		return 0;
	if (getrandom(&unused, sizeof(unused), 0) != sizeof(unused))
		return -EIO;
	unused = UNUSED_FIRST + (unused & UNUSED_MASK);
	if (prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0))
		return -errno;
	if (!setgroups(0, NULL) && !setresgid(unused, unused, unused) && !setresuid(unused, unused, unused))
		return 0;
	return errno == EINVAL || errno == EPERM ? 0 : -errno; /* a user namespace without this number */
}

void sandbox_bounding_set(void)
{
	for (int cap = 0; prctl(PR_CAPBSET_READ, cap, 0, 0, 0) >= 0; cap++)
		prctl(PR_CAPBSET_DROP, cap, 0, 0, 0);
}

/* ---- files ---- */

/* What changes something, as the first version (5.13) knows it */
#define CHANGES                                                                                    \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |  \
	 LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | \
	 LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |   \
	 LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM)

static int allow_below(int rules, const char *folder, uint64_t access)
{
	struct landlock_path_beneath_attr below = {.allowed_access = access};
	int err;

	below.parent_fd = open(folder, O_PATH | O_CLOEXEC);
	if (below.parent_fd < 0)
		return -errno;
	err = (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0) ? -errno : 0;
	close(below.parent_fd);
	return err;
}

/* Empty folders may be removed from where the path is. */
static int allow_removing(int rules, const char *path)
{
	const char *slash = strrchr(path, '/');
	char parent[4200];

	snprintf(parent, sizeof(parent), "%.*s.", slash ? (int)(slash + 1 - path) : 0, path);
	return allow_below(rules, parent, LANDLOCK_ACCESS_FS_REMOVE_DIR);
}

int sandbox_writes(const char *const *folders, const char *removed)
{
	struct landlock_ruleset_attr handled = {.handled_access_fs = CHANGES};
	int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof(handled), 0), err = 0;

	if (rules < 0) /* a kernel without it, or where it is not switched on */
		return errno == ENOSYS || errno == EOPNOTSUPP || errno == EPERM ? 0 : -errno;
	for (; *folders && !err; folders++)
		err = allow_below(rules, *folders, CHANGES & ~LANDLOCK_ACCESS_FS_EXECUTE);
	if (!err && removed)
		err = allow_removing(rules, removed);
	if (!err && syscall(SYS_landlock_restrict_self, rules, 0))
		err = -errno;
	close(rules);
	return err;
}

/* ---- calls ---- */

#define CALL(name) SCMP_SYS(name)

/* Allowed with any arguments. libseccomp leaves out calls that this architecture lacks. */
static const int calls[] = {
	/* open files, and looking at files */
	CALL(read), CALL(pread64), CALL(readv), CALL(write), CALL(pwrite64), CALL(writev), CALL(lseek), CALL(close),
	CALL(fcntl), CALL(fstat), CALL(newfstatat), CALL(stat), CALL(lstat), CALL(statx), CALL(statfs), CALL(fstatfs),
	CALL(access), CALL(faccessat), CALL(faccessat2), CALL(readlink), CALL(readlinkat), CALL(getdents64), CALL(getcwd),
	/* memory */
	CALL(brk), CALL(munmap), CALL(mremap), CALL(madvise),
	/* time and waiting */
	CALL(poll), CALL(ppoll), CALL(epoll_wait), CALL(epoll_pwait), CALL(clock_gettime), CALL(clock_nanosleep),
	CALL(nanosleep), CALL(gettimeofday), CALL(timerfd_create), CALL(timerfd_settime), CALL(signalfd4), CALL(futex),
	CALL(restart_syscall), CALL(sched_yield),
	/* signals, exit, the end of the traced command and of processes that are followed */
	CALL(rt_sigaction), CALL(rt_sigprocmask), CALL(rt_sigpending), CALL(rt_sigreturn), CALL(wait4), CALL(waitid),
	CALL(exit), CALL(exit_group), CALL(pidfd_open), CALL(epoll_ctl),
	/* facts about this process */
	CALL(getpid), CALL(gettid), CALL(geteuid), CALL(getuid), CALL(getegid), CALL(getgid), CALL(uname), CALL(sysinfo),
	CALL(sched_getaffinity), CALL(getcpu), CALL(dup), CALL(getrandom), CALL(capget), CALL(rseq)};

/* Maps are read. A program is detached by closing its link. */
static const int bpf_commands[] = {BPF_MAP_LOOKUP_ELEM,	   BPF_MAP_GET_NEXT_KEY, BPF_MAP_LOOKUP_BATCH,
								   BPF_OBJ_GET_INFO_BY_FD, BPF_MAP_DELETE_ELEM,	 BPF_LINK_DETACH,
								   BPF_ITER_CREATE};
static const unsigned long ioctls[] = {TCGETS, TIOCGWINSZ, FIONREAD, PERF_EVENT_IOC_DISABLE, PERF_EVENT_IOC_ENABLE};

#define ELEMENTS(array) (sizeof(array) / sizeof((array)[0]))

static int allow(scmp_filter_ctx filter, int call)
{
	int err = seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0);

	return err == -EDOM || err == -EINVAL ? 0 : err; /* not on this architecture */
}

static int allow_if(scmp_filter_ctx filter, int call, struct scmp_arg_cmp condition)
{
	int err = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, call, 1, &condition);

	return err == -EDOM || err == -EINVAL ? 0 : err;
}

static int allow_opening(scmp_filter_ctx filter, bool writes)
{
	const uint64_t changes = O_ACCMODE | O_CREAT | O_TRUNC;
	int err;

	if (!writes) {
		err = allow_if(filter, CALL(openat), SCMP_A2(SCMP_CMP_MASKED_EQ, changes, O_RDONLY));
		return err ? err : allow_if(filter, CALL(open), SCMP_A1(SCMP_CMP_MASKED_EQ, changes, O_RDONLY));
	}
	err = allow(filter, CALL(openat));
	if (!err)
		err = allow(filter, CALL(open));
	if (!err)
		err = allow(filter, CALL(rmdir)); /* removes the session's instance */
	return err ? err : allow(filter, CALL(unlinkat));
}

static int allow_all(scmp_filter_ctx filter, const struct sandbox *s)
{
	int err = 0;

	for (size_t i = 0; i < ELEMENTS(calls) && !err; i++)
		err = allow(filter, calls[i]);
	for (size_t i = 0; i < ELEMENTS(bpf_commands) && !err; i++)
		err = allow_if(filter, CALL(bpf), SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)bpf_commands[i]));
	for (size_t i = 0; i < ELEMENTS(ioctls) && !err; i++)
		err = allow_if(filter, CALL(ioctl), SCMP_A1(SCMP_CMP_EQ, ioctls[i]));
	if (!err && s->updates)
		err = allow_if(filter, CALL(bpf), SCMP_A0(SCMP_CMP_EQ, BPF_MAP_UPDATE_ELEM));
	if (!err) /* no memory becomes executable */
		err = allow_if(filter, CALL(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
	if (!err)
		err = allow_if(filter, CALL(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
	if (!err) /* sendto: standard output may be a socket */
		err = allow_if(filter, CALL(sendto), SCMP_A0(SCMP_CMP_EQ, STDOUT_FILENO));
	if (!err)
		err = allow_if(filter, CALL(tgkill), SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
	if (!err)
		err = allow_if(filter, CALL(prlimit64), SCMP_A0(SCMP_CMP_EQ, 0));
	if (!err && s->child)
		err = allow_if(filter, CALL(kill), SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)s->child));
	return err ? err : allow_opening(filter, s->writes);
}

/* False without CONFIG_SECCOMP_FILTER. The kernel reads the filter at NULL only if it has filters. */
static bool has_filters(void)
{
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) && errno == EFAULT;
}

int sandbox_calls(const struct sandbox *s)
{
	scmp_filter_ctx filter = is_watched() ? NULL : seccomp_init(SCMP_ACT_ERRNO(EPERM));
	int err;

	if (!filter)
		return is_watched() ? 0 : -ENOMEM;
	seccomp_attr_set(filter, SCMP_FLTATR_CTL_NNP, 0);	/* the caller sets no_new_privs */
	seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1); /* other threads too (src/tools/noise/threads.h) */
	err = allow_all(filter, s);
	if (!err && has_filters())
		err = seccomp_load(filter);
	seccomp_release(filter);
	return err;
}

static const int replacer_calls[] = {CALL(sendto),	 CALL(recvfrom),   CALL(openat),	  CALL(sendfile),
									 CALL(fchmod),	 CALL(close),	   CALL(renameat),	  CALL(renameat2),
									 CALL(unlinkat), CALL(exit_group), CALL(rt_sigreturn)};

/* Of an event loop over sockets that are open, and over connections that are accepted */
static const int server_calls[] = {CALL(accept4),	   CALL(read),			 CALL(readv),		 CALL(recvfrom),
								   CALL(recvmsg),	   CALL(write),			 CALL(writev),		 CALL(sendto),
								   CALL(sendmsg),	   CALL(shutdown),		 CALL(close),		 CALL(fcntl),
								   CALL(ioctl),		   CALL(getsockopt),	 CALL(setsockopt),	 CALL(getsockname),
								   CALL(getpeername),  CALL(fstat),			 CALL(newfstatat),	 CALL(epoll_ctl),
								   CALL(epoll_wait),   CALL(epoll_pwait),	 CALL(poll),		 CALL(brk),
								   CALL(munmap),	   CALL(mremap),		 CALL(madvise),		 CALL(clock_gettime),
								   CALL(gettimeofday), CALL(futex),			 CALL(getrandom),	 CALL(getpid),
								   CALL(rt_sigaction), CALL(rt_sigprocmask), CALL(rt_sigreturn), CALL(restart_syscall),
								   CALL(exit),		   CALL(exit_group)};

/* May do only these calls, and map memory that is not executable. */
static int sandbox_list(const int *list, size_t n)
{
	scmp_filter_ctx filter = is_watched() ? NULL : seccomp_init(SCMP_ACT_ERRNO(EPERM));
	int err = 0;

	if (!filter)
		return is_watched() ? 0 : -ENOMEM;
	seccomp_attr_set(filter, SCMP_FLTATR_CTL_NNP, 0);
	for (size_t i = 0; i < n && !err; i++)
		err = allow(filter, list[i]);
	if (!err)
		err = allow_if(filter, CALL(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
	if (!err && has_filters())
		err = seccomp_load(filter);
	seccomp_release(filter);
	return err;
}

int sandbox_replacer(void)
{
	return sandbox_list(replacer_calls, ELEMENTS(replacer_calls));
}

int sandbox_server(void)
{
	return sandbox_list(server_calls, ELEMENTS(server_calls));
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * seccomp - makes one system call fail in a command and its children, as containers do.
 *
 *	seccomp SYSCALL ERRNO COMMAND [ARGUMENT...]       seccomp bpf EPERM ktally iolatency 1 1
 */
#include <errno.h>
#include <error.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

struct named {
	const char *name;
	unsigned number;
};

static const struct named calls[] = {
	{"bpf", SYS_bpf},
	{"perf_event_open", SYS_perf_event_open},
	{"mkdirat", SYS_mkdirat},
	{"pidfd_open", SYS_pidfd_open},
	{0},
};
static const struct named errors[] = {
	{"EPERM", EPERM}, {"ENOSYS", ENOSYS}, {"EACCES", EACCES}, {"EINVAL", EINVAL}, {0},
};

static unsigned number_of(const struct named *list, const char *name)
{
	for (; list->name; list++)
		if (!strcmp(list->name, name))
			return list->number;
	error(2, 0, "%s: not known here", name);
	return 0;
}

static void install(unsigned call, unsigned err)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | err),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {sizeof(filter) / sizeof(filter[0]), filter};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		error(1, errno, "seccomp");
}

int main(int argc, char **argv)
{
	if (argc < 4)
		error(2, 0, "SYSCALL ERRNO COMMAND");
	install(number_of(calls, argv[1]), number_of(errors, argv[2]));
	execvp(argv[3], argv + 3);
	error(127, errno, "%s", argv[3]);
	return 127;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "names.h"

#include <ktally/trace_plan.h>
#include <seccomp.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#define ARCH_32BIT SCMP_ARCH_X86
#else
#define ARCH_32BIT SCMP_ARCH_ARM
#endif

static char *names[TRACE_PLANS];

static void read_names(void)
{
	for (int i = 0; i < TRACE_PLANS; i++)
		names[i] = seccomp_syscall_resolve_num_arch(i < TRACE_PLAN_NUMBERS ? SCMP_ARCH_NATIVE : ARCH_32BIT,
													i % TRACE_PLAN_NUMBERS);
}

const char *names_of(unsigned index)
{
	static bool done;

	if (!done)
		read_names();
	done = true;
	return index < TRACE_PLANS ? names[index] : NULL;
}

bool names_is_32bit(unsigned index)
{
	return index >= TRACE_PLAN_NUMBERS;
}

static bool same(const char *word, const char *name, size_t length)
{
	return strlen(word) == length && !strncmp(word, name, length);
}

/* Events of the kernel, which perf goes by, have these names. */
const char *names_usual(const char *name, size_t length)
{
	static const char *const list[][2] = {
		{"newstat", "stat"},		{"newlstat", "lstat"},		   {"newfstat", "fstat"},
		{"newuname", "uname"},		{"umount", "umount2"},		   {"pread", "pread64"},
		{"pwrite", "pwrite64"},		{"fstatat", "newfstatat"},	   {"getdents", "getdents64"},
		{"sendfile64", "sendfile"}, {"fadvise64_64", "fadvise64"},
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (same(list[i][0], name, length))
			return list[i][1];
	return NULL;
}

static const struct {
	const char *name, *calls;
} classes[] = {
	{"file", " open openat openat2 creat stat lstat newfstatat statx access faccessat faccessat2 execve execveat chdir "
			 "mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat readlink "
			 "readlinkat chmod fchmodat chown lchown fchownat mount umount2 truncate utimensat getcwd statfs "},
	{"network", " socket socketpair bind listen accept accept4 connect getsockname getpeername sendto recvfrom sendmsg "
				"recvmsg sendmmsg recvmmsg shutdown setsockopt getsockopt "},
	{"process", " clone clone3 fork vfork execve execveat exit exit_group wait4 waitid kill tkill tgkill "},
};

unsigned names_class(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++)
		if (same(classes[i].name, name, length) || (length == 3 && i == 1 && !strncmp(name, "net", 3)))
			return 1U << i;
	return 0;
}

unsigned names_classes(unsigned index)
{
	const char *name = names_of(index);
	unsigned bits = 0;
	char word[64];

	for (size_t i = 0; name && i < sizeof(classes) / sizeof(classes[0]); i++) {
		word[0] = ' ';
		word[1] = '\0';
		strncat(word, name, sizeof(word) - 3);
		strcat(word, " ");
		if (strstr(classes[i].calls, word))
			bits |= 1U << i;
	}
	return bits;
}

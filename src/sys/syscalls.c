// SPDX-License-Identifier: GPL-2.0-or-later
#include "syscalls.h"

#include "base/schema.h"

#include <ktally/syscount.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__x86_64__)
#define ARCH_32BIT SCMP_ARCH_X86
#define NAME_32BIT "i386:"
#else
#define ARCH_32BIT SCMP_ARCH_ARM
#define NAME_32BIT "arm:"
#endif

struct abi {
	uint32_t arch;
	const char *prefix;
	int number;
};

static struct abi abi_of(uint32_t call)
{
	if ((call & SYSCOUNT_NOBODYS) == SYSCOUNT_NOBODYS)
		return (struct abi){0, "", (int)call};
	if (call & SYSCOUNT_32BIT)
		return (struct abi){ARCH_32BIT, NAME_32BIT, (int)(call & ~SYSCOUNT_32BIT)};
	if (call & SYSCOUNT_X32)
		return (struct abi){SCMP_ARCH_X32, "x32:", (int)call};
	return (struct abi){SCMP_ARCH_NATIVE, "", (int)call};
}

void syscall_list(void)
{
	for (int i = 0; i < SYSCOUNT_NUMBERS; i++) {
		char *name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, i);

		if (name)
			printf("%3d %s\n", i, name);
		free(name);
	}
}

int syscall_field(char *to, size_t size, const struct field *f, const void *row)
{
	struct abi abi = abi_of((uint32_t)field_integer(f, row));
	char *name = abi.number < 0 ? NULL : seccomp_syscall_resolve_num_arch(abi.arch, abi.number);
	int n;

	if (name)
		n = snprintf(to, size, "%s%s", abi.prefix, name);
	else
		n = snprintf(to, size, "%ssyscall_%d", abi.prefix, abi.number & ~(abi.number < 0 ? 0 : (int)SYSCOUNT_X32));
	free(name);
	return n;
}

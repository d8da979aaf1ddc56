// SPDX-License-Identifier: GPL-2.0-or-later
#include "diagnose.h"

#include "privileges.h"
#include "refusals.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BTF_PATH "/sys/kernel/btf/vmlinux"

static int diagnose_btf(struct why *why)
{
	if (!access(BTF_PATH, R_OK))
		return 0;
	if (errno == EACCES)
		return because(why, -EACCES, "the kernel's BTF, " BTF_PATH ", is not readable");
	return because(why, -ENOENT, "this kernel has no BTF (" BTF_PATH "): CONFIG_DEBUG_INFO_BTF is off");
}

/* Finds the cause of an EPERM, which looks the same for all of them. */
static int refused(struct why *why, const char *what)
{
	if (!has_bpf_capability())
		return because(why, -EPERM, "%s not permitted: run as root, or give CAP_BPF and CAP_PERFMON", what);
	if (!has_perfmon_capability())
		return because(why, -EPERM, "%s not permitted: CAP_PERFMON is missing", what);
	if (in_user_namespace())
		return because(why, -EPERM,
					   "%s not permitted: capabilities do not count in a user namespace: run it outside, as root",
					   what);
	if (bpf_is_filtered())
		return because(why, -EPERM, "%s not permitted: blocked by a seccomp filter", what);
	if (lockdown_mode() == LOCKDOWN_CONFIDENTIALITY)
		return because(why, -EPERM, "%s not permitted: lockdown is confidentiality", what);
	if (locked_memory_is_limited())
		return because(why, -EPERM, "%s not permitted: the limit of locked memory is too low: ulimit -l unlimited",
					   what);
	return because(why, -EPERM, "%s not permitted: refused by the kernel or a security module (lockdown: %s)", what,
				   lockdown_text());
}

/* The smallest use of bpf() */
static int try_map(void)
{
	int fd = bpf_map_create(BPF_MAP_TYPE_ARRAY, NULL, 4, 4, 1, NULL);

	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}

int diagnose_bpf(struct why *why)
{
	int err = try_map();

	if (err == -ENOSYS && bpf_is_filtered() && !access("/proc/sys/kernel/unprivileged_bpf_disabled", F_OK))
		return because(why, err, "the bpf() system call is blocked by a seccomp filter");
	if (err == -ENOSYS)
		return because(why, err, "this kernel has no BPF: CONFIG_BPF_SYSCALL is off");
	if (err == -EPERM || err == -EACCES)
		return refused(why, "bpf()");
	if (err)
		return because(why, err, "bpf(): %s", strerror(-err));
	if (!has_perfmon_capability())
		return refused(why, "loading tracing programs");
	return diagnose_btf(why);
}

/*
 * libbpf prints "prog 'name': -- BEGIN PROG LOAD LOG --", the verifier's text and "-- END PROG LOAD LOG --".
 * The verifier's last lines are the error and then "processed N insns ...".
 */
static char refused_program[64], refused_why[160];

static void keep_last_line(const char *text)
{
	const char *end = strstr(text, "\nprocessed "), *line;

	if (!end)
		end = strstr(text, "\n-- END");
	if (!end)
		return;
	for (line = end; line > text && line[-1] != '\n'; line--)
		;
	snprintf(refused_why, sizeof(refused_why), "%.*s", (int)(end - line), line);
}

void diagnose_listen(const char *format, va_list args)
{
	char *text;

	if (!strstr(format, "BEGIN PROG LOAD LOG") || vasprintf(&text, format, args) < 0)
		return;
	if (sscanf(text, "libbpf: prog '%63[^']'", refused_program) == 1)
		keep_last_line(text);
	free(text);
}

int diagnose_load(struct why *why, int err)
{
	if (refused_why[0] && lockdown_mode() != LOCKDOWN_CONFIDENTIALITY)
		return because(why, err, "the kernel's verifier refuses the BPF program %s: %s", refused_program, refused_why);
	if (err == -EPERM || err == -EACCES)
		return refused(why, "loading the BPF program");
	if (lockdown_mode() == LOCKDOWN_CONFIDENTIALITY)
		return because(why, err, "lockdown is confidentiality: the kernel refuses programs that read its memory");
	if (err == -ESRCH)
		return because(why, err, "a tracepoint this tool needs is not in this kernel's BTF");
	return because(why, err, "this kernel does not accept the BPF program: %s (--debug shows why)", strerror(-err));
}

int diagnose_attach(struct why *why, int err)
{
	if (err == -EPERM || err == -EACCES)
		return refused(why, "attaching the BPF program");
	return because(why, err, "cannot attach the BPF program: %s", strerror(-err));
}

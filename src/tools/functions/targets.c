// SPDX-License-Identifier: GPL-2.0-or-later
#include "targets.h"

#include "base/log.h"
#include "sys/ksyms.h"
#include "sys/suggest.h"
#include "sys/tracefs.h"
#include "user.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#define SYSCALL_PREFIX "__x64_"
#else
#define SYSCALL_PREFIX "__arm64_"
#endif

static bool has_kernel(const struct targets *t, const char *name)
{
	for (size_t i = 0; i < t->kernel.n; i++)
		if (!strcmp(t->kernel.list[i].name, name))
			return true;
	return false;
}

/* A system call without arguments has no wrapper in the list: only its body is there, as __do_sys_getpid. */
static int add_bodies(struct targets *t, const char *call)
{
	struct functions bodies = {0};
	char name[512];
	int err;

	snprintf(name, sizeof(name), "__do_sys_%s", call);
	err = functions_of_kernel(&bodies, name, t->regex);
	for (size_t i = 0; i < bodies.n && !err; i++) {
		snprintf(name, sizeof(name), SYSCALL_PREFIX "sys_%s", bodies.list[i].name + strlen("__do_sys_"));
		if (!has_kernel(t, name))
			err = functions_add(&t->kernel, bodies.list[i].name, 0);
	}
	functions_free(&bodies);
	return err;
}

/* Since 4.17 functions of system calls have a prefix; "sys_*" still means them. */
static int add_syscalls(struct targets *t, const char *pattern)
{
	size_t before = t->kernel.n;
	char wrapped[512];
	int err;

	if (strncmp(pattern, "sys_", 4) && strncmp(pattern, "SyS_", 4))
		return 0;
	snprintf(wrapped, sizeof(wrapped), SYSCALL_PREFIX "sys_%s", pattern + 4);
	err = functions_of_kernel(&t->kernel, wrapped, t->regex);
	if (!err)
		err = add_bodies(t, pattern + 4);
	if (!err && t->kernel.n > before)
		warn("%s: also %s and the like: so are system calls called in this kernel", pattern,
			 t->kernel.list[before].name);
	return err;
}

static int add_kernel(struct targets *t, const char *pattern)
{
	size_t before = t->kernel.n;
	int err = functions_of_kernel(&t->kernel, pattern, t->regex);

	if (!err)
		err = add_syscalls(t, pattern);
	if (err)
		return targets_bad(pattern, err);
	if (t->kernel.n > before)
		return 0;
	if (strspn(pattern, "0123456789.") == strlen(pattern)) /* other tools take an interval and a count there */
		return fail(-EINVAL, "%s is taken for a function; -d %s: for so many seconds", pattern, pattern);
	return fail(-ENOENT, "%s: no kernel function of this name can be probed%s", pattern,
				suggest_kernel_function(pattern));
}

static int add_tracepoints(struct targets *t, const char *pattern)
{
	size_t before = t->tracepoints.n;
	int err = tracefs_needed(pattern);

	if (err)
		return err;
	err = functions_tracepoints(&t->tracepoints, pattern + 2, t->regex);
	if (err)
		return targets_bad(pattern, err);
	if (t->tracepoints.n > before)
		return 0;
	return fail(-ENOENT, "%s: no such tracepoint%s", pattern, suggest_tracepoint(pattern + 2));
}

static int add_pattern(struct targets *t, const char *pattern)
{
	const char *colon;

	if (!strncmp(pattern, "r:", 2))
		return fail(-EINVAL, "%s: only calls; --count of kprobe and uprobe counts returns", pattern);
	if (!strncmp(pattern, "p:", 2)) /* as uprobe and kprobe say it; in bcc "p::" is a function of the kernel */
		pattern += 2 + (pattern[2] == ':');
	colon = strchr(pattern, ':');
	if (!strncmp(pattern, "u:", 2))
		return targets_add_static(t, pattern);
	if (!strncmp(pattern, "t:", 2))
		return add_tracepoints(t, pattern);
	return colon ? targets_add_user(t, pattern, colon) : add_kernel(t, pattern);
}

/* perf-tools takes several patterns in one argument, parted by spaces. */
static int add_argument(struct targets *t, const char *argument)
{
	char *copy = strdup(argument), *save = NULL;
	int err = copy ? 0 : fail(-ENOMEM, "out of memory");

	for (char *one = copy ? strtok_r(copy, " ", &save) : NULL; one && !err; one = strtok_r(NULL, " ", &save))
		err = add_pattern(t, one);
	free(copy);
	return err;
}

int targets_prepare(struct session *s, struct targets *t)
{
	int err = 0;

	tracefs_find_readable(&s->why); /* without tracefs other lists serve */
	for (int i = 0; i < s->argc && !err; i++)
		err = add_argument(t, s->argv[i]);
	functions_sort(&t->kernel);
	if (!err && t->kernel.n)
		ksyms_needed();
	s->names_modules = t->kernel.of_modules;
	s->names_functions = t->kernel.n;
	return err;
}

int targets_kernel(struct functions *f, char *const *arguments, int n)
{
	struct targets t = {0};
	struct why unused;
	int err = 0;

	tracefs_find_readable(&unused);
	for (int i = 0; i < n && !err; i++) {
		err = add_argument(&t, arguments[i]);
		if (!err && (t.user.n || t.tracepoints.n))
			return fail(-EINVAL, "%s: only functions of the kernel; funccount counts the others", arguments[i]);
	}
	functions_sort(&t.kernel);
	*f = t.kernel;
	return err;
}

/* Ids count tracepoints, then user functions, then kernel functions. Addresses are above all of them. */
#define MORE (1ULL << 32)
#define KERNEL (1ULL << 33) /* so that none is 0 */

uint64_t targets_kernel_id(const struct targets *t, size_t i, bool more)
{
	return (t->tracepoints.n + t->user.n + i) | KERNEL | (more ? MORE : 0);
}

int targets_name(const struct targets *t, char *to, size_t size, uint64_t id)
{
	const struct functions *lists[] = {&t->tracepoints, &t->user, &t->kernel};
	uint64_t i = id & ~(MORE | KERNEL);

	if (id >= 2 * KERNEL)
		return ksym_name(to, size, id);
	for (size_t list = 0; list < 3; i -= lists[list++]->n)
		if (i < lists[list]->n)
			return id & MORE ? snprintf(to, size, "%.30s*", lists[list]->list[i].name)
							 : snprintf(to, size, "%s", lists[list]->list[i].name);
	return ksym_name(to, size, id);
}

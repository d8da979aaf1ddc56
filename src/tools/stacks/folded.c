// SPDX-License-Identifier: GPL-2.0-or-later
/* A key's stacks as one folded text: who, then the program's functions, then the kernel's, outermost first. */
#include "stacks.h"

#include "base/frame_text.h"
#include "base/stack_store.h"
#include "sys/cgroup_names.h"
#include "sys/ksyms.h"
#include "sys/usyms.h"

#include <stdio.h>
#include <string.h>

struct text {
	char *to;
	size_t size, n;
};

static void put(struct text *t, const char *function, enum frame_kind kind)
{
	if (t->n + FRAME_ROOM + 2 > t->size)
		return;
	if (t->n)
		t->to[t->n++] = ';';
	t->n += (size_t)frame_text(t->to + t->n, FRAME_ROOM, function, "", kind);
}

static void put_user(struct text *t, const struct stored_stack *stack, uint32_t pid)
{
	if (stack->flags & STACK_CUT)
		put(t, "[cut]", FRAME_USER);
	for (uint32_t i = stack->n; i > 0 && t->n + FRAME_ROOM + 2 < t->size; i--) {
		t->to[t->n++] = ';';
		t->n += (size_t)usym_frame(t->to + t->n, FRAME_ROOM, pid, stack->frames[i - 1] - (i > 1));
	}
}

static void put_kernel(struct text *t, const struct stored_stack *stack)
{
	uint32_t first = ksym_first_frame(stack->frames, stack->n);

	if (stack->flags & STACK_CUT)
		put(t, "[cut]", FRAME_KERNEL);
	for (uint32_t i = stack->n; i > first && t->n + FRAME_ROOM + 2 < t->size; i--) {
		t->to[t->n++] = ';';
		t->n += (size_t)ksym_frame(t->to + t->n, FRAME_ROOM, stack->frames[i - 1] - (i > 1));
	}
}

static void put_task(struct text *t, const struct stack_key *key)
{
	char name[FRAME_ROOM], comm[17];

	snprintf(comm, sizeof(comm), "%.16s", key->comm);
	if (stacks.by == BY_CGROUP) {
		cgroup_name(name, sizeof(name), key->cgroup);
		put(t, name, FRAME_USER);
	} else if (stacks.by == BY_CPU) {
		snprintf(name, sizeof(name), "cpu %u", key->cpu);
		put(t, name, FRAME_USER);
	}
	if (stacks.by == BY_PROCESS)
		snprintf(name, sizeof(name), "%s-%u", comm, key->pid);
	else if (stacks.by == BY_THREAD)
		snprintf(name, sizeof(name), "%s-%u/%u", comm, key->pid, key->tid);
	else
		snprintf(name, sizeof(name), "%s", *comm ? comm : "[no name]");
	put(t, name, FRAME_USER);
}

int stacks_folded(char *to, size_t size, const struct field *f, const void *row)
{
	const struct stack_key *key = row;
	const struct stored_stack *user = stack_store_find(key->user), *kernel = stack_store_find(key->kernel);
	struct text t = {to, size, 0};

	(void)f;
	*to = '\0';
	put_task(&t, key);
	if (user)
		put_user(&t, user, key->pid);
	else if (key->user)
		put(&t, "[lost stack]", FRAME_USER);
	if (kernel)
		put_kernel(&t, kernel);
	else if (key->kernel)
		put(&t, "[lost stack]", FRAME_KERNEL);
	return (int)t.n;
}

int stacks_cgroup(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return cgroup_name(to, size, ((const struct stack_key *)row)->cgroup);
}

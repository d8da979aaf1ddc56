// SPDX-License-Identifier: GPL-2.0-or-later
/* A key's stacks as one folded text: who, then the program's functions, then the kernel's, outermost first. */
#include "stacks.h"

#include "base/stack_store.h"
#include "sys/cgroup_names.h"
#include "sys/ksyms.h"
#include "sys/usyms.h"

#include <stdio.h>
#include <string.h>

/* Room for one more frame, behind a ';'? A text that is cut ends with a whole frame. */
static bool begin_frame(struct stacks_text *t)
{
	if (t->n + FRAME_ROOM + 2 > t->size)
		return false;
	if (t->n)
		t->to[t->n++] = ';';
	return true;
}

void stacks_put(struct stacks_text *t, const char *function, enum frame_kind kind)
{
	if (begin_frame(t))
		t->n += (size_t)frame_text(t->to + t->n, FRAME_ROOM, function, "", kind);
}

/* All but the innermost are return addresses, which may lie behind the end of the calling function. */
static uint64_t called(const struct stored_stack *stack, uint32_t i)
{
	return stack->frames[i] - (i > 0);
}

/* A stack that the ring of stacks had no room for, and that never came again */
static const struct stored_stack *find(struct stacks_text *t, uint64_t hash, enum frame_kind kind)
{
	const struct stored_stack *stack = hash ? stack_store_find(hash) : NULL;

	if (hash && !stack)
		stacks_put(t, "[lost]", kind);
	return stack;
}

static int user_frame(char *to, uint32_t pid, const struct stored_stack *stack, uint32_t i)
{
	if (stacks.offsets)
		return usym_frame_offset(to, FRAME_ROOM, pid, stack->frames[i], i > 0);
	return usym_frame(to, FRAME_ROOM, pid, called(stack, i));
}

void stacks_put_user(struct stacks_text *t, uint64_t hash, uint32_t pid)
{
	const struct stored_stack *stack = find(t, hash, FRAME_USER);

	if (stack && stack->flags & STACK_CUT)
		stacks_put(t, "[cut]", FRAME_USER);
	for (uint32_t i = stack ? stack->n : 0; i > 0 && begin_frame(t); i--)
		t->n += (size_t)user_frame(t->to + t->n, pid, stack, i - 1);
}

/* Frames of the tracing itself come first, and a probe that is one of them: finish_task_switch() */
static uint32_t first_of(const struct stored_stack *stack)
{
	uint32_t first = ksym_first_frame(stack->frames, stack->n);
	char name[FRAME_ROOM];

	ksym_name(name, sizeof(name), stack->frames[first]);
	return first + (first + 1 < stack->n && !strncmp(name, "finish_task_switch", 18));
}

void stacks_put_kernel(struct stacks_text *t, uint64_t hash)
{
	const struct stored_stack *stack = find(t, hash, FRAME_KERNEL);
	uint32_t first = stack && stack->n ? first_of(stack) : 0;

	if (stack && stack->flags & STACK_CUT)
		stacks_put(t, "[cut]", FRAME_KERNEL);
	for (uint32_t i = stack ? stack->n : 0; i > first && begin_frame(t); i--)
		t->n += (size_t)ksym_frame(t->to + t->n, FRAME_ROOM, called(stack, i - 1));
}

static int innermost_kernel(char *to, size_t size, const struct stored_stack *stack)
{
	for (uint32_t i = first_of(stack); i < stack->n; i++)
		if (!ksym_in_scheduler(called(stack, i)))
			return ksym_name(to, size, called(stack, i));
	return 0;
}

int stacks_function(char *to, size_t size, const struct stack_key *key)
{
	const struct stored_stack *stack = stack_store_find(key->kernel ? key->kernel : key->user);

	*to = '\0';
	if (!stack || !stack->n)
		return 0;
	return key->kernel ? innermost_kernel(to, size, stack) : usym_function(to, size, key->pid, called(stack, 0));
}

static void put_waker_frame(struct stacks_text *t, const char *function)
{
	char name[FRAME_ROOM];

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(function, "\x1f"), function);
	stacks_put(t, name, FRAME_WAKER);
}

void stacks_put_waker(struct stacks_text *t, uint64_t kernel, uint64_t user, uint32_t pid)
{
	const struct stored_stack *stack = find(t, kernel, FRAME_WAKER);
	char name[FRAME_ROOM];

	for (uint32_t i = stack && stack->n ? first_of(stack) : 0; stack && i < stack->n; i++) {
		ksym_name(name, sizeof(name), called(stack, i));
		put_waker_frame(t, name);
	}
	stack = find(t, user, FRAME_WAKER);
	for (uint32_t i = 0; stack && i < stack->n; i++) {
		usym_function(name, sizeof(name), pid, called(stack, i));
		put_waker_frame(t, name);
	}
}

void stacks_put_task(struct stacks_text *t, const struct stack_key *key)
{
	char name[FRAME_ROOM], comm[17];

	snprintf(comm, sizeof(comm), "%.16s", key->comm);
	if (stacks.by == BY_CGROUP) {
		cgroup_name(name, sizeof(name), key->cgroup);
		stacks_put(t, name, FRAME_USER);
	} else if (stacks.by == BY_CPU) {
		snprintf(name, sizeof(name), "cpu %u", key->cpu);
		stacks_put(t, name, FRAME_USER);
	}
	if (stacks.by == BY_PROCESS)
		snprintf(name, sizeof(name), "%s-%u", comm, key->pid);
	else if (stacks.by == BY_THREAD)
		snprintf(name, sizeof(name), "%s-%u/%u", comm, key->pid, key->tid);
	else
		snprintf(name, sizeof(name), "%s", *comm ? comm : "[no name]");
	stacks_put(t, name, FRAME_USER);
	if (key->waiting)
		stacks_put(t, "[still waiting]", FRAME_USER);
}

int stacks_fold(char *to, size_t size, const struct field *f, const void *row)
{
	const struct stack_key *key = row;
	struct stacks_text t = {to, size, 0};

	(void)f;
	*to = '\0';
	stacks_put_task(&t, key);
	stacks_put_user(&t, key->user, key->pid);
	stacks_put_kernel(&t, key->kernel);
	return (int)t.n;
}

int stacks_cgroup(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return cgroup_name(to, size, ((const struct stack_key *)row)->cgroup);
}

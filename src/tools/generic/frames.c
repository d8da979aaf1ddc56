// SPDX-License-Identifier: GPL-2.0-or-later
#include "frames.h"

#include "base/frame_text.h"
#include "base/stack_store.h"
#include "session/settings.h"
#include "sys/ksyms.h"
#include "sys/stack_ends.h"
#include "sys/stack_lines.h"
#include "sys/usyms.h"

#include <ktally/stacks.h>
#include <stdio.h>
#include <string.h>

#define FRAME 256

/* Every frame but the innermost is a return address, which may lie behind the end of the calling function. */
static int frame(char *to, const uint64_t *frames, unsigned i, uint32_t pid)
{
	int n = pid ? usym_function(to, FRAME, pid, frames[i] - (i > 0)) : ksym_name(to, FRAME, frames[i]);

	return n < FRAME ? n : FRAME - 1;
}

/* The innermost frames are the tracing's own, some of them of a trampoline without a name. They end at the probed
 * function; where that is not among the frames, at the first that is not known to be tracing. */
static unsigned skip_tracing(const struct generic *g, const uint64_t *frames, unsigned n)
{
	const struct functions *f = &g->probe.found;
	char name[FRAME];

	for (unsigned i = 0; i < n && i < 8 && f->n == 1; i++) {
		frame(name, frames, i, 0);
		if (!strcmp(name, f->list[0].name))
			return i;
	}
	return ksym_first_frame(frames, n);
}

static const struct stored_stack no_stack;

static const struct stored_stack *stack_of(uint64_t hash)
{
	const struct stored_stack *stack = hash ? stack_store_find(hash) : NULL;

	return stack ? stack : &no_stack;
}

/* For the line at the end, which JSON has not. A complete one needs no look at names. */
static void note_end(const struct stored_stack *stack, uint32_t pid, uint64_t count)
{
	if (!settings.json && !settings.quiet && !(stack->flags & STACK_KERNEL))
		stack_ends_add(pid, stack->frames, stack->n, stack->flags, count);
}

int generic_frames(const struct generic *g, char *to, size_t size, uint64_t hash, uint32_t pid)
{
	const struct stored_stack *stack = stack_of(hash);
	unsigned first = pid ? 0 : skip_tracing(g, stack->frames, stack->n);

	*to = '\0';
	if (!hash)
		return 0;
	note_end(stack, pid, 1);
	return (int)stack_lines(to, size, stack == &no_stack ? NULL : stack, pid, first, '\n');
}

/* Outermost first, each after a ';' */
static int reversed(const struct generic *g, char *to, size_t size, const struct stored_stack *stack, uint32_t pid)
{
	unsigned first = pid ? 0 : skip_tracing(g, stack->frames, stack->n);
	int at = 0;

	for (unsigned i = stack->n; i > first && (size_t)at + 300 < size; i--) {
		to[at++] = ';';
		at += frame(to + at, stack->frames, i - 1, pid);
	}
	return at;
}

/* The first of the key's words are its name. */
static int command(char *to, size_t size, const uint64_t *words)
{
	char comm[TASK_COMM + 1];

	snprintf(comm, sizeof(comm), "%.16s", (const char *)words);
	return frame_text(to, size, comm, "", FRAME_USER);
}

int generic_folded(const struct generic *g, char *to, size_t size, const uint64_t *words)
{
	const struct stored_stack *kernel = stack_of(words[g->key_words - 2]), *user = stack_of(words[g->key_words - 1]);
	uint32_t pid = (uint32_t)words[TASK_COMM / 8];
	int at = command(to, size, words);

	note_end(user, pid, words[g->key_words]); /* behind the key is the count */
	at += reversed(g, to + at, size - (size_t)at, user, pid);
	return at + reversed(g, to + at, size - (size_t)at, kernel, 0);
}

/* As reversed(), as frame_text.h has them */
static int add_frames(const struct generic *g, char *to, size_t size, const struct stored_stack *stack, uint32_t pid)
{
	unsigned first = pid ? 0 : skip_tracing(g, stack->frames, stack->n);
	int at = 0;

	for (unsigned i = stack->n; i > first && (size_t)at + FRAME_ROOM + 1 < size; i--) {
		to[at++] = ';';
		if (pid)
			at += usym_frame(to + at, FRAME_ROOM, pid, stack->frames[i - 1] - (i > 1));
		else
			at += ksym_frame(to + at, FRAME_ROOM, stack->frames[i - 1]);
	}
	return at;
}

int generic_stack(const struct generic *g, char *to, size_t size, const uint64_t *words)
{
	const struct stored_stack *kernel = stack_of(words[g->key_words - 2]), *user = stack_of(words[g->key_words - 1]);
	uint32_t pid = (uint32_t)words[TASK_COMM / 8];
	int at = command(to, size, words);

	if (settings_asks_stacks()) /* otherwise they are folded too, which has noted it */
		note_end(user, pid, words[g->key_words]);
	at += add_frames(g, to + at, size - (size_t)at, user, pid);
	return at + add_frames(g, to + at, size - (size_t)at, kernel, 0);
}

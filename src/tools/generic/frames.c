// SPDX-License-Identifier: GPL-2.0-or-later
#include "frames.h"

#include "session/settings.h"
#include "sys/ksyms.h"
#include "sys/stack_ends.h"
#include "sys/usyms.h"
#include "ftrace_stacks.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <stdio.h>
#include <string.h>

#define FRAME 256

/* Every frame but the innermost is a return address, which may lie behind the end of the calling function. */
static int frame(char *to, const uint64_t *frames, unsigned i, uint32_t pid, bool folded)
{
	int n;

	if (!pid)
		n = ksym_name(to, FRAME, frames[i]);
	else if (folded)
		n = usym_function(to, FRAME, pid, frames[i] - (i > 0));
	else
		n = usym_name(to, FRAME, pid, frames[i]);
	return n < FRAME ? n : FRAME - 1;
}

/* The innermost frames are the tracing's own, some of them of a trampoline without a name. They end at the probed
 * function; where that is not among the frames, at the first that is not known to be tracing. */
static unsigned skip_tracing(const struct generic *g, const uint64_t *frames, unsigned n)
{
	const struct functions *f = &g->probe.found;
	char name[FRAME];

	for (unsigned i = 0; i < n && i < 8 && f->n == 1; i++) {
		frame(name, frames, i, 0, false);
		if (!strcmp(name, f->list[0].name))
			return i;
	}
	return ksym_first_frame(frames, n);
}

/* For the line at the end, which JSON has not */
static void note_end(const uint64_t *frames, unsigned n, uint32_t pid, uint64_t count)
{
	if (!settings.json && !settings.quiet)
		stack_ends_add(pid, frames, n, PROBE_STACK, count);
}

int generic_frames(const struct generic *g, char *to, size_t size, const uint64_t *frames, unsigned n, uint32_t pid)
{
	unsigned first = pid ? 0 : skip_tracing(g, frames, n);
	int at = 0;

	*to = '\0';
	note_end(frames, n, pid, 1);
	for (unsigned i = first; i < n && frames[i] && (size_t)at + 300 < size; i++) {
		at += frame(to + at, frames, i, pid, false);
		to[at++] = '\n';
		to[at] = '\0';
	}
	return at;
}

/* The number of frames. id: a half of a key's last word, whose low half is the kernel's stack and whose high half the
 * user's; UINT32_MAX: there is none */
static unsigned read_stack(const struct generic *g, uint32_t id, uint64_t *frames)
{
	const uint64_t *numbered = generic_stack_frames(id);

	memset(frames, 0, PROBE_STACK * sizeof(*frames));
	if (numbered)
		memcpy(frames, numbered, PROBE_STACK * sizeof(*frames));
	else if (id == UINT32_MAX || !g->stack_map || bpf_map_lookup_elem(bpf_map__fd(g->stack_map), &id, frames))
		return 0;
	for (unsigned i = 0; i < PROBE_STACK; i++)
		if (!frames[i])
			return i;
	return PROBE_STACK;
}

/* Outermost first, each after a ';' */
static int reversed(const struct generic *g, char *to, size_t size, const uint64_t *frames, unsigned n, uint32_t pid)
{
	unsigned first = pid ? 0 : skip_tracing(g, frames, n);
	int at = 0;

	for (unsigned i = n; i > first && (size_t)at + 300 < size; i--) {
		to[at++] = ';';
		at += frame(to + at, frames, i - 1, pid, true);
	}
	return at;
}

int generic_folded(const struct generic *g, char *to, size_t size, const uint64_t *words)
{
	uint64_t frames[PROBE_STACK], ids = words[g->key_words - 1];
	uint32_t pid = (uint32_t)words[TASK_COMM / 8];
	int at = snprintf(to, size, "%.16s", (const char *)words);
	unsigned n = read_stack(g, (uint32_t)(ids >> 32), frames);

	note_end(frames, n, pid, words[g->key_words]); /* behind the key is the count */
	at += reversed(g, to + at, size - (size_t)at, frames, n, pid);
	return at + reversed(g, to + at, size - (size_t)at, frames, read_stack(g, (uint32_t)ids, frames), 0);
}

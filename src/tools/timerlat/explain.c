// SPDX-License-Identifier: GPL-2.0-or-later
/* What delayed the timer's thread, in the order in which it happened, then who had the CPU. */
#include "timerlat.h"

#include "base/escape.h"
#include "base/stack_store.h"
#include "render/json_text.h"
#include "sys/stack_lines.h"
#include "tools/noise/explain.h"

#include <string.h>

static void print_interrupted(FILE *out, const struct noise_timer *timer)
{
	char comm[64];

	if (!timer->tid) {
		fprintf(out, "  the timer interrupted nobody: the CPU was idle\n");
		return;
	}
	escape_text(comm, sizeof(comm), timer->comm, sizeof(timer->comm));
	fprintf(out, "  the timer interrupted %s:%u\n", *comm ? comm : "thread", timer->tid);
}

/* Of the kernel alone, innermost first, a line each. What the program that keeps it adds is left out. */
static void stack_text(char *to, size_t size, const struct noise_timer *timer)
{
	uint64_t frames[NOISE_STACK];
	uint32_t n = timer->stack_bytes > 0 ? (uint32_t)timer->stack_bytes / sizeof(frames[0]) : 0;
	char *first = to;

	*to = '\0';
	for (uint32_t i = 0; i < n; i++)
		frames[i] = timer->stack[i];
	if (n)
		stack_lines(to, size, stack_store_find(stack_store_add(frames, n, 0)), 0, 0, '\n');
	while (!strncmp(first, "bpf_", 4) && strchr(first, '\n'))
		first = strchr(first, '\n') + 1;
	memmove(to, first, strlen(first) + 1);
}

static bool shows_stack(const struct noise_stop *stop)
{
	const struct noise_timer *timer = &stop->record.timer;

	return timerlat.stack && timer->stack_bytes > 0 && timer->expired_ns - stop->from_ns >= timerlat.stack_ns;
}

static void print_stack(FILE *out, const struct noise_timer *timer)
{
	char text[2048];

	stack_text(text, sizeof(text), timer);
	for (char *line = text, *end; *line; line = end + (*end != '\0')) {
		end = line + strcspn(line, "\n");
		fprintf(out, "    %.*s\n", (int)(end - line), line);
	}
}

void timerlat_explain(FILE *out, const struct noise_stop *stop)
{
	const struct noise_timer *timer = &stop->record.timer;
	uint64_t whole = stop->to_ns - stop->from_ns;

	if (timer->irq_entered_ns > stop->from_ns)
		noise_line(out, "until the timer's interrupt came", timer->irq_entered_ns - stop->from_ns, whole);
	noise_line(out, "until its handler ran (IRQ latency)", timer->expired_ns - stop->from_ns, whole);
	if (stop->to_ns > timer->running_ns)
		noise_line(out, "until the thread ran", timer->running_ns - stop->from_ns, whole);
	print_interrupted(out, timer);
	if (shows_stack(stop))
		print_stack(out, timer);
	fprintf(out, "who had the CPU:\n");
	noise_explain(out, stop);
}

static void write_stack(const struct noise_timer *timer)
{
	char text[2048];

	stack_text(text, sizeof(text), timer);
	json_array("stack");
	for (char *line = text; *line; line += strcspn(line, "\n") + 1)
		json_item(line, strcspn(line, "\n"));
	json_array_end();
}

void timerlat_stop_json(const struct noise_stop *stop)
{
	const struct noise_timer *timer = &stop->record.timer;

	json_unsigned_or_null("entered_ns", timer->irq_entered_ns - stop->from_ns, timer->irq_entered_ns > stop->from_ns);
	json_unsigned("irq_latency_ns", timer->expired_ns - stop->from_ns);
	json_unsigned("thread_latency_ns", timer->running_ns - stop->from_ns);
	if (timer->tid)
		json_string("comm", timer->comm, sizeof(timer->comm));
	else
		json_null("comm");
	json_unsigned_or_null("tid", timer->tid, timer->tid);
	if (shows_stack(stop))
		write_stack(timer);
	else
		json_null("stack");
}

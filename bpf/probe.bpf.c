// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * probe - any function, return, or tracepoint, as a row each or counted in place. One program for each way to be
 * attached; the rest is one text for all, driven by the plan.
 */
#include "events.bpf.h"
#include "filter.bpf.h"
#include "hist.bpf.h"
#include "probe_filter.bpf.h"
#include "stacks.bpf.h" /* the loader makes its maps as small as they can be where no stacks are wanted */

#define TALLY_KEY struct probe_key
#define TALLY_VALUE struct hist
#define TALLY_ENTRIES 16384
#include "tally.bpf.h"

#define START_DATA struct probe_start
#define CALLS_ARE_FILTERED
#include "entry_exit.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile bool several = false; /* there are several functions, and rows or keys name theirs */
const volatile __u64 place = 0;		 /* the one of them at which this copy of the program is; 0: its cookie tells */

/* ---- what becomes of an event ---- */

static __always_inline u32 add_text_key(void *ctx, u32 fetch, struct probe_key *key, u32 at)
{
	if (plan.fetches[fetch & (PROBE_FETCHES - 1)].base == PROBE_COMM) {
		fetch_text(ctx, fetch, (char *)&key->words[at], TASK_COMM);
		return TASK_COMM / 8;
	}
	fetch_text(ctx, fetch, (char *)&key->words[at], PROBE_KEY_TEXT);
	return PROBE_KEY_TEXT / 8;
}

static __always_inline u32 make_key(void *ctx, const u64 *values, struct probe_key *key)
{
	u32 at = 0;

#pragma clang loop unroll(disable)
	for (u32 i = 0; i < PROBE_KEY_WORDS; i++) {
		u32 fetch = plan.keys[i] & (PROBE_FETCHES - 1);

		if (i >= plan.nkeys || at >= PROBE_KEY_WORDS)
			break;
		if (plan.fetches[fetch].kind == PROBE_NUMBER && plan.fetches[fetch].base != PROBE_COMM)
			key->words[at++] = values[fetch];
		else
			at += add_text_key(ctx, fetch, key, at);
	}
	return at;
}

/* Functions of their own, and called first: before 5.12 a walk has no room beside a key. */
static __noinline u64 kernel_stack(void *ctx)
{
	return stack_kernel(ctx);
}

static __noinline u64 user_stack(void *ctx, const enum unwind_from from)
{
	return stack_user(ctx, from);
}

static __always_inline void count_value(u64 *total, u64 value)
{
	ADD(&total[0], 1);
	if (plan.view == PROBE_SUM)
		ADD(&total[1], value);
}

static __always_inline bool is_negative(u64 value)
{
	return plan.value_signed && (s64)value < 0;
}

/* Adds to the total of the view. The caller raises its maximum (atomic.bpf.h says why); NULL: there is none */
static __noinline struct hist *count(void *ctx, const u64 *values, u64 value, u64 kernel, u64 user)
{
	struct probe_key key = {};
	struct hist *total;
	u32 at = make_key(ctx, values, &key);

	if (is_negative(value) && at < PROBE_KEY_WORDS) {
		key.words[at] = 1;
		value = plan.view == PROBE_HIST ? -value : value;
	}
	if (plan.view == PROBE_STACKS && at + 1 < PROBE_KEY_WORDS) {
		key.words[at] = kernel;
		key.words[at + 1] = user;
	}
	total = tally_of(&key);
	if (!total)
		return NULL;
	if (plan.view != PROBE_HIST) {
		count_value((u64 *)total, value);
		return NULL;
	}
	hist_count(total, plan.value_is_time ? hist_slot_ns(value, hist_edges) : hist_slot(value, hist_edges), value);
	return total;
}

static __always_inline void fill_texts(void *ctx, struct probe_row *row)
{
#pragma clang loop unroll(disable)
	for (u32 i = 0; i < PROBE_FETCHES; i++) {
		const volatile struct probe_fetch *f = &plan.fetches[i];

		if (i >= plan.nfetches)
			break;
		if (f->text < plan.layout.ntexts) /* $comm's kind is that of a number */
			fetch_text(ctx, i, (char *)row + plan.layout.texts + f->text * PROBE_TEXT, PROBE_TEXT);
	}
}

static __noinline int send(void *ctx, const u64 *values, u64 function, u64 kernel, u64 user)
{
	struct probe_row *row = events_reserve(plan.layout.size);

	if (!row)
		return 0;
	row->kernel = kernel;
	row->user = user;
	row->time_ns = bpf_ktime_get_ns();
	row->pid = bpf_get_current_pid_tgid() >> 32;
	row->tid = bpf_get_current_pid_tgid();
	row->cpu = bpf_get_smp_processor_id();
	row->uid = bpf_get_current_uid_gid();
	bpf_get_current_comm(row->comm, sizeof(row->comm));
	row->function = function;
	for (u32 i = 0; i < PROBE_FETCHES; i++)
		row->values[i] = values[i];
	if (plan.layout.ntexts)
		fill_texts(ctx, row);
	if (plan.layout.record_size)
		bpf_probe_read_kernel((void *)row + plan.layout.record, plan.layout.record_size, ctx);
	events_submit(row);
	return 0;
}

static __always_inline int probe(void *ctx, struct probe_seen seen)
{
	u64 values[PROBE_FETCHES] = {}, value, kernel, user;
	struct hist *hist;

	if (!task_wanted())
		return 0;
	fetch_numbers(ctx, &seen, values);
	if (plan.nconditions && !passes(ctx, values, seen.straight))
		return 0;
	kernel = plan.layout.kernel_stack ? kernel_stack(ctx) : 0;
	user = plan.layout.user_stack ? user_stack(ctx, seen.from) : 0;
	if (plan.view == PROBE_ROWS)
		return send(ctx, values, seen.function, kernel, user);
	value = values[plan.value & (PROBE_FETCHES - 1)];
	hist = count(ctx, values, value, kernel, user);
	if (hist)
		raise_to(&hist->max, is_negative(value) ? -value : value);
	return 0;
}

/* ---- entries, returns, tracepoints ---- */

static __always_inline struct probe_seen registers(u64 function)
{
	return (struct probe_seen){.function = function, .plain = true, .words = true};
}

SEC("?function.entry")
int enter(void *ctx)
{
	return probe(ctx, (struct probe_seen){.typed = true});
}

SEC("?function.exit")
int leave(void *ctx)
{
	return probe(ctx, (struct probe_seen){.typed = true});
}

/* Asked for only where there are several */
static __always_inline u64 probed_function(struct pt_regs *ctx)
{
	return several ? kprobe_address(ctx) : 0;
}

SEC("?kprobe")
int probed_entry(struct pt_regs *ctx)
{
	return probe(ctx, registers(probed_function(ctx)));
}

SEC("?kretprobe")
int probed_return(struct pt_regs *ctx)
{
	return probe(ctx, registers(probed_function(ctx)));
}

SEC("?kprobe.multi")
int entry_of_many(struct pt_regs *ctx)
{
	return probe(ctx, registers(bpf_get_func_ip(ctx)));
}

SEC("?kretprobe.multi")
int return_of_many(struct pt_regs *ctx)
{
	return probe(ctx, registers(bpf_get_func_ip(ctx)));
}

/* Its place in the list that user space has */
static __always_inline u64 user_function(struct pt_regs *ctx)
{
	if (place)
		return place;
	return several && HAS_HELPER(get_attach_cookie) ? bpf_get_attach_cookie(ctx) : 0; /* 5.15 */
}

static __always_inline struct probe_seen user_registers(struct pt_regs *ctx)
{
	struct probe_seen seen = registers(user_function(ctx));

	seen.from = UNWIND_PROBE;
	return seen;
}

SEC("?uprobe")
int user_entry(struct pt_regs *ctx)
{
	return probe(ctx, user_registers(ctx));
}

SEC("?uretprobe")
int user_return(struct pt_regs *ctx)
{
	return probe(ctx, user_registers(ctx));
}

#define RETURNS_AT_ONCE 64 /* MAX_URETPROBE_DEPTH, kernel/events/uprobes.c */

/*
 * At the entry of functions whose returns are probed. The kernel follows so many nested calls of a thread and lets
 * deeper ones return unseen, without a count. It decides that right after this program.
 */
SEC("?uprobe")
int user_depth(struct pt_regs *ctx)
{
	struct task_struct *task = (void *)bpf_get_current_task();
	struct uprobe_task *uprobes = BPF_CORE_READ(task, utask);

	(void)ctx;
	if (task_wanted() && uprobes && BPF_CORE_READ(uprobes, depth) >= RETURNS_AT_ONCE)
		LOST(missed);
	return 0;
}

/* Of several tracepoints, whose it is: the record's first bytes, which have its type in a trace file, are an address */
static __always_inline u64 tracepoint_number(void *ctx)
{
	return several && HAS_HELPER(get_attach_cookie) ? bpf_get_attach_cookie(ctx) : 0; /* 5.15 */
}

/* Tracepoints cost least themselves, and often have the most events. */
SEC("?tracepoint")
int tracepoint(void *ctx)
{
	if (!needs_met(ctx))
		return 0;
	return probe(ctx, (struct probe_seen){.function = tracepoint_number(ctx), .plain = true, .straight = true});
}

/*
 * ---- calls, from entry to return ----
 *
 * Filter and keys are looked at before the call, whose arguments are gone at its return.
 */
static __noinline int keep_key(void *ctx, const u64 *values, struct probe_start *start)
{
	struct probe_key key = {};

	make_key(ctx, values, &key);
	for (u32 i = 0; i < PROBE_CALL_WORDS; i++)
		start->words[i] = key.words[i];
	return 0;
}

static __always_inline bool call_begins(void *ctx, u64 function, const bool typed, struct probe_start *start)
{
	struct probe_seen seen = {.function = function, .typed = typed, .plain = !typed, .words = !typed};
	u64 values[PROBE_FETCHES] = {};

	fetch_numbers(ctx, &seen, values);
	if (plan.nconditions && !passes(ctx, values, false))
		return false;
	keep_key(ctx, values, start);
	return true;
}

static __always_inline void call_ends(void *ctx, const bool typed, const struct probe_start *start, u64 now)
{
	struct probe_key key = {};
	struct hist *total;

	(void)ctx, (void)typed;
	for (u32 i = 0; i < PROBE_CALL_WORDS; i++)
		key.words[i] = start->words[i];
	total = tally_of(&key);
	if (total)
		hist_add_ns(total, now - start->call.time_ns);
}

SEC("?function.entry")
int begin(void *ctx)
{
	return call_enter_typed(ctx, 0);
}

SEC("?function.exit")
int end(void *ctx)
{
	return call_leave_typed(ctx);
}

SEC("?kprobe")
int probed_begin(struct pt_regs *ctx)
{
	return call_enter_frame(ctx, probed_function(ctx));
}

SEC("?kretprobe")
int probed_end(struct pt_regs *ctx)
{
	return call_leave_frame(ctx, probed_function(ctx));
}

SEC("?kprobe.multi")
int begin_of_many(struct pt_regs *ctx)
{
	return call_enter_frame(ctx, bpf_get_func_ip(ctx));
}

SEC("?kretprobe.multi")
int end_of_many(struct pt_regs *ctx)
{
	return call_leave_frame(ctx, bpf_get_func_ip(ctx));
}

/* Stacks of programs are all at the same addresses. */
static __always_inline u64 user_place(u64 stack, u64 function)
{
	return (stack >> 4 ^ (u64)(u32)bpf_get_current_pid_tgid() << 42) ^ of_function(function);
}

SEC("?uprobe")
int user_begin(struct pt_regs *ctx)
{
	u64 function = user_function(ctx);

	return call_enter(ctx, user_place(PT_REGS_SP(ctx), function), function, false);
}

SEC("?uretprobe")
int user_end(struct pt_regs *ctx)
{
	return call_leave(ctx, user_place(PT_REGS_SP(ctx) - RETURN_ADDRESS, user_function(ctx)), false);
}

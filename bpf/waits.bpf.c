// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * waits - how long threads are off the CPU, by the stack with which they wait, by who wakes them, or both.
 *
 * A thread's stack is taken when it runs again: then it is the current one, and waits that are too short cost nothing
 * but their time. Kernels before 6.16 have no tracepoint there, but a function that can be probed.
 */
#include "events.bpf.h"
#include "filter.bpf.h"
#include "sched.bpf.h"
#include "stacks.bpf.h"
#include <ktally/waits.h>

#define TALLY_KEY struct waits_key
#define TALLY_VALUE struct waits_total
#define TALLY_ENTRIES 16384
#include "tally.bpf.h"

#define START_DATA struct wait
#define START_COUNTS(data) (!(data)->seed)
#include "starts.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile struct waits_setup setup = {};

__u64 begun_ns = 0; /* when waits that began before tracing are counted from; set by the loader, as is the next */
__u64 ended_ns = 0;

static __always_inline void wait_put(u64 tid, const struct wait *w)
{
	if (setup.hashed)
		starts_put_hashed(tid, w);
	else
		starts_put(tid, w);
}

static __always_inline bool is_wanted(const struct wait *w, u64 waited)
{
	if (waited < setup.min_ns || (setup.max_ns && waited > setup.max_ns))
		return false;
	if (!w->state)
		return setup.running;
	return !setup.states || (w->state & setup.states);
}

/* Its stacks were sent before: whoever reads rows and then stacks knows them. */
static __always_inline void send_row(const struct waits_key *key, const struct wait *w, u64 waited)
{
	struct wait_row *row = events_reserve(sizeof(*row));

	if (!row)
		return;
	row->time_ns = w->since_ns + waited;
	row->latency_ns = waited;
	row->tid = w->tid;
	row->state = w->state;
	row->key = *key;
	events_submit(row);
}

static __always_inline void count(const struct waits_key *key, const struct wait *w, u64 waited)
{
	struct waits_total *total = tally_of(key);

	if (setup.rows)
		send_row(key, w, waited);
	if (!total)
		return;
	ADD(&total->count, 1);
	ADD(&total->ns, waited);
	raise_to(&total->max_ns, waited);
}

/* ---- off ---- */

SEC("tp_btf/sched_switch")
int switched_out(u64 *ctx)
{
	struct task_struct *prev = (void *)ctx[1];
	struct wait w = {};
	u64 tid = prev->pid;

	w.state = switch_state(ctx, setup.tells_state);
	if (!tid || w.state & TASK_DEAD || (!w.state && !setup.running) || !task_wanted())
		return 0;
	w.tgid = prev->tgid;
	w.tid = tid;
	if (setup.at_switch_out) {
		w.kernel = stacks_by.kernel ? stack_kernel(ctx) : 0;
		w.user = stacks_by.user ? stack_user(ctx, UNWIND_TASK) : 0;
	}
	w.since_ns = bpf_ktime_get_ns();
	wait_put(tid, &w);
	return 0;
}

/* ---- on again ---- */

static __always_inline void fill(void *ctx, struct waits_key *key, const struct wait *w)
{
	if (setup.at_switch_out) {
		stack_key_task(&key->task);
		key->task.kernel = w->kernel;
		key->task.user = w->user;
	} else {
		stack_key_fill(ctx, UNWIND_TASK, &key->task);
	}
	if (setup.mode == WAITS_OFFWAKE)
		key->other = w->waker;
}

/* The current task is on its CPU again. */
static __always_inline int switched_in(void *ctx)
{
	struct waits_key key = {};
	u32 tid = bpf_get_current_pid_tgid();
	struct wait w;
	u64 waited;

	if (!tid || !starts_take(tid, &w)) /* a CPU's idle task never waits, and 0 is the key of free slots */
		return 0;
	waited = bpf_ktime_get_ns() - w.since_ns;
	if (!is_wanted(&w, waited) || (w.seed && !task_wanted()))
		return 0;
	fill(ctx, &key, &w);
	count(&key, &w, waited);
	return 0;
}

SEC("?tp_btf/sched_exit_tp")
int running_again(u64 *ctx)
{
	return switched_in(ctx);
}

/* finish_task_switch(), on kernels whose compiler left it as it is */
SEC("?fentry")
int running_again_typed(u64 *ctx)
{
	return switched_in(ctx);
}

SEC("?kprobe")
int running_again_probed(struct pt_regs *ctx)
{
	return switched_in(ctx);
}

/* Where neither exists: the stacks are those of the switch-out, and what follows needs only to know who runs. */
SEC("?tp_btf/sched_switch")
int switched_to(u64 *ctx)
{
	struct task_struct *next = (void *)ctx[2];
	struct waits_key key = {};
	struct wait w;
	u64 waited;

	if (!next->pid || !starts_take(next->pid, &w))
		return 0;
	waited = bpf_ktime_get_ns() - w.since_ns;
	if (!is_wanted(&w, waited) || w.seed) /* it has no stacks, and its filters are of another task */
		return 0;
	stack_key_of(next, &key.task);
	if (stacks_by.cpu)
		key.task.cpu = bpf_get_smp_processor_id();
	key.task.kernel = w.kernel;
	key.task.user = w.user;
	if (setup.mode == WAITS_OFFWAKE)
		key.other = w.waker;
	count(&key, &w, waited);
	return 0;
}

/* ---- who wakes it ---- */

static __always_inline int woken_up(void *ctx, struct task_struct *sleeper, struct wait *w)
{
	struct waits_key key = {};
	u64 waited = bpf_ktime_get_ns() - w->since_ns;

	if (!is_wanted(w, waited))
		return 0;
	stack_key_fill(ctx, UNWIND_TASK, &key.task);
	key.other.pid = sleeper->tgid;
	__builtin_memcpy(key.other.comm, sleeper->comm, sizeof(key.other.comm));
	count(&key, w, waited);
	return 0;
}

/* The current task, or an interrupt that came while it ran, wakes another. */
SEC("?tp_btf/sched_waking")
int waking(u64 *ctx)
{
	struct task_struct *sleeper = (void *)ctx[0];
	struct wait *w = sleeper->pid ? starts_find(sleeper->pid) : NULL, taken;

	if (!w)
		return 0;
	if (setup.mode == WAITS_WAKEUP)
		return starts_take(sleeper->pid, &taken) ? woken_up(ctx, sleeper, &taken) : 0;
	if (bpf_ktime_get_ns() - w->since_ns < setup.min_ns) /* it will have waited longer when it runs, but not for this */
		return 0;
	w->waker.pid = bpf_get_current_pid_tgid() >> 32;
	current_comm(w->waker.comm);
	w->waker.kernel = stacks_by.kernel ? stack_kernel(ctx) : 0;
	w->waker.user = stacks_by.user ? stack_user(ctx, UNWIND_TASK) : 0;
	return 0;
}

/* ---- waits that began before tracing, or did not end with it ---- */

SEC("?iter/task")
int seed(struct bpf_iter__task *ctx)
{
	struct task_struct *task = ctx->task;
	struct wait w = {.since_ns = begun_ns, .seed = 1};
	u64 tid;

	if (!task)
		return 0;
	tid = task->pid;
	w.state = state_of(task) & TASK_STATES;
	if (!tid || !w.state || w.state & TASK_DEAD || BPF_CORE_READ(task, exit_state) || !task_wanted_other(task) ||
		starts_find(tid))
		return 0;
	w.tgid = task->tgid;
	w.tid = tid;
	wait_put(tid, &w);
	return 0;
}

/* Of a thread that sleeps the kernel tells the stack, but not what its program called. */
static __always_inline u64 task_stack(struct task_struct *task)
{
	struct stack_slot *slot = stack_claim();
	u64 hash = 0;
	long bytes;

	if (!slot)
		return 0;
	bytes = bpf_get_task_stack(task, slot->row.frames, sizeof(slot->row.frames), 0);
	slot->row.tgid = 0;
	slot->row.n = (u32)bytes / sizeof(u64);
	slot->row.flags = stack_flags_of(slot->row.n, STACK_KERNEL);
	if (bytes > 0)
		hash = stack_send(&slot->row);
	stack_release(slot);
	return hash;
}

SEC("?iter/task")
int still_waiting(struct bpf_iter__task *ctx)
{
	struct task_struct *task = ctx->task;
	struct waits_key key = {};
	struct wait *w;
	u64 waited;

	if (!task)
		return 0;
	w = task->pid ? starts_find(task->pid) : NULL;
	if (!w || w->tgid != (u32)task->tgid || ended_ns < w->since_ns || (w->seed && !state_of(task)))
		return 0;
	waited = ended_ns - w->since_ns;
	if (!is_wanted(w, waited))
		return 0;
	stack_key_of(task, &key.task);
	key.task.waiting = 1;
	key.task.kernel = stacks_by.kernel ? task_stack(task) : 0;
	count(&key, w, waited);
	return 0;
}

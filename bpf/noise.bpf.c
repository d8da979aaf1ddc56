// SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause
/*
 * osnoise, timerlat - who takes a CPU from the thread that measures it, and when that thread's timer expires.
 */
#include "compat.bpf.h"
#include "noise.bpf.h"
#include <ktally/hardirqs.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile bool names = false;	/* may those of actions be read? */
const volatile __u32 self = 0;		/* the process of the threads */
const volatile bool stacks = false; /* keep that of whoever the timer interrupts */

struct irqaction___name {
	const char *name;
} __attribute__((preserve_access_index));

struct task_struct___rt {
	int softirq_disable_cnt; /* with CONFIG_PREEMPT_RT (728b478d2d35, 5.12) */
} __attribute__((preserve_access_index));

/* ---- interrupts ---- */

SEC("?tp_btf/nmi_handler")
int nmi(u64 *ctx)
{
	struct noise_source source = {.class = NOISE_NMI};
	struct noise_cpu *c = noise_here();
	u64 ns = ctx[1];

	if (!c || !(u32)ctx[2]) /* it was not for this handler */
		return 0;
	noise_push(c, NOISE_NMI, ns);
	noise_count(c, NOISE_NMI, bpf_ktime_get_ns(), ns, &source);
	return 0;
}

static __always_inline int interrupted(void)
{
	struct noise_cpu *c = noise_here();

	if (c)
		c->start[NOISE_IRQ] = c->irq_entered_ns = bpf_ktime_get_ns();
	return 0;
}

static __always_inline int interrupt_ended(u32 irq, const char *name)
{
	struct noise_source source = {.class = NOISE_IRQ, .id = irq};
	struct noise_cpu *c = noise_here();

	if (!c)
		return 0;
	if (names && name && (by_source || keeps_past))
		bpf_probe_read_kernel_str(source.name, sizeof(source.name), name);
	noise_end(c, NOISE_IRQ, bpf_ktime_get_ns(), &source);
	c->irq_entered_ns = 0;
	return 0;
}

SEC("tp_btf/irq_handler_entry")
int irq_entered(u64 *ctx)
{
	(void)ctx;
	return interrupted();
}

SEC("tp_btf/irq_handler_exit")
int irq_left(u64 *ctx)
{
	struct irqaction___name *action = (void *)ctx[1];

	return interrupt_ended(ctx[0], names ? action->name : NULL);
}

static __always_inline int vector_entered(void)
{
	return interrupted();
}

static __always_inline int vector_left(u32 vector, const char *name)
{
	return interrupt_ended(vector, name);
}

#include "vectors.bpf.h"

/* ---- softirqs, where they are not part of threads ---- */

static __always_inline bool in_threads(void)
{
	struct task_struct___rt *task = NULL;

	return bpf_core_field_exists(task->softirq_disable_cnt);
}

SEC("tp_btf/softirq_entry")
int softirq_entered(u64 *ctx)
{
	struct noise_cpu *c = in_threads() ? NULL : noise_here();

	(void)ctx;
	if (c)
		c->start[NOISE_SOFTIRQ] = bpf_ktime_get_ns();
	return 0;
}

SEC("tp_btf/softirq_exit")
int softirq_left(u64 *ctx)
{
	struct noise_source source = {.class = NOISE_SOFTIRQ, .id = ctx[0]};
	struct noise_cpu *c = in_threads() ? NULL : noise_here();

	if (c)
		noise_end(c, NOISE_SOFTIRQ, bpf_ktime_get_ns(), &source);
	return 0;
}

/* ---- threads ---- */

static __always_inline void left(struct noise_cpu *c, u64 now, struct task_struct *prev)
{
	struct noise_source source = {.class = NOISE_THREAD, .id = prev->pid};

	__builtin_memcpy(source.name, prev->comm, sizeof(prev->comm));
	noise_end(c, NOISE_THREAD, now, &source);
}

/* The idle task takes nothing away. */
SEC("tp_btf/sched_switch")
int switched(u64 *ctx)
{
	struct task_struct *prev = (void *)ctx[1], *next = (void *)ctx[2];
	struct noise_cpu *c = noise_here();
	u64 now;

	if (!c)
		return 0;
	if (c->claim && (u32)prev->tgid == self) {
		c->tid = prev->pid;
		c->claim = 0;
	}
	if (!c->sampling)
		return 0;
	now = bpf_ktime_get_ns();
	if ((u32)prev->pid != c->tid)
		left(c, now, prev);
	if ((u32)next->pid != c->tid)
		c->start[NOISE_THREAD] = next->pid ? now : 0;
	else if (!c->timer.running_ns)
		c->timer.running_ns = now;
	return 0;
}

/* ---- the thread's timer ---- */

/*
 * The interrupt that brings it goes on after this, and will move the start of whoever it interrupted by all of its own
 * time: so that start is where the interrupt's is.
 */
static __always_inline void expire(struct noise_cpu *c, void *ctx)
{
	struct noise_timer *timer = &c->timer;

	timer->expired_ns = bpf_ktime_get_ns();
	timer->irq_entered_ns = c->irq_entered_ns;
	timer->tid = bpf_get_current_pid_tgid();
	timer->running_ns = timer->tid == c->tid ? timer->expired_ns : 0; /* it had not slept yet */
	current_comm(timer->comm);
	timer->stack_bytes = stacks ? bpf_get_stack(ctx, timer->stack, sizeof(timer->stack), 0) : 0;
	c->start[NOISE_THREAD] = !timer->tid || timer->running_ns ? 0
							 : c->start[NOISE_IRQ]			  ? c->start[NOISE_IRQ]
															  : timer->expired_ns;
	c->sampling = 1;
}

/* Its second argument is a pointer until 6.18 and a number later, and not needed. */
SEC("?tp_btf/hrtimer_expire_entry")
int expired(u64 *ctx)
{
	struct hrtimer *timer = (void *)ctx[0];
	struct noise_cpu *c = noise_here();

	if (c && c->expected_ns && (u64)timer->_softexpires == c->expected_ns)
		expire(c, ctx);
	return 0;
}

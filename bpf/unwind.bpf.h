/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * unwind.bpf.h - walks the current program's stack by rows made of its files' .eh_frame (include/ktally/unwind.h), and
 * by frame pointers where there are none. User space fills three maps: `unwind_rows` of each file, `unwind_mappings` of
 * each process in order of addresses, and `unwind_processes`. A process that is not there is asked for, once; until it
 * is read, user space gets copies of its stacks (stack_copies.bpf.h).
 *
 * A walk's registers and frames are in a slot of stacks.bpf.h. A step is a global function: the verifier looks at it
 * once, not once for each frame, and it may take only numbers before 5.12.
 */
#pragma once

#include "load.bpf.h"
#include "unwind_returns.bpf.h"

const volatile bool unwind_on = false; /* there are rows */

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct unwind_row);
} unwind_rows SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct unwind_mapping);
} unwind_mappings SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1);
	__type(key, u32);
	__type(value, struct unwind_process);
} unwind_processes SEC(".maps");

/* What a program's context says of the registers that the user's code had */
enum unwind_from {
	UNWIND_TASK,   /* nothing: they are where the kernel was entered */
	UNWIND_SAMPLE, /* of a perf event: they are the user's, if the event came there */
	UNWIND_PROBE,  /* of a uprobe: they are the user's */
};

#if defined(__TARGET_ARCH_x86)

#define MAPPING_HALVINGS 13 /* of at most 8,192 mappings */
#define ROW_HALVINGS 24		/* of at most 16 million rows */

/* The last of n mappings, from `first` on, that begins at or below the address. NULL: none, or it ends before */
static __always_inline struct unwind_mapping *mapping_at(u32 first, u32 n, u64 address)
{
	struct unwind_mapping *m;
	u32 low = 0, high = n;

#pragma clang loop unroll(full)
	for (int i = 0; i < MAPPING_HALVINGS; i++) {
		u32 middle = low + (high - low) / 2, index = first + middle;

		if (low < high) {
			m = bpf_map_lookup_elem(&unwind_mappings, &index);
			if (m && m->start <= address)
				low = middle + 1;
			else
				high = middle;
		}
	}
	if (!low)
		return NULL;
	low += first - 1;
	m = bpf_map_lookup_elem(&unwind_mappings, &low);
	return m && address < m->end ? m : NULL;
}

/* The last of n rows, from `first` on, that begins at or below the offset, or NULL */
static __always_inline struct unwind_row *row_at(u32 first, u32 n, u32 pc)
{
	struct unwind_row *row;
	u32 low = 0, high = n;

#pragma clang loop unroll(full)
	for (int i = 0; i < ROW_HALVINGS; i++) {
		u32 middle = low + (high - low) / 2, index = first + middle;

		if (low < high) {
			row = bpf_map_lookup_elem(&unwind_rows, &index);
			if (row && row->pc <= pc)
				low = middle + 1;
			else
				high = middle;
		}
	}
	if (!low)
		return NULL;
	low += first - 1;
	return bpf_map_lookup_elem(&unwind_rows, &low);
}

/*
 * Keeps the frame that the slot's registers are of, and goes to its caller. 0: the walk ends. The verifier looks at a
 * global function even if nobody calls it, and under lockdown it refuses what this one does.
 */
__noinline int unwind_step(u32 index)
{
	struct stack_slot *slot;
	struct unwind_mapping *m;
	struct unwind_row *row;
	u32 n, pc;
	u64 ip;

	if (!unwind_on)
		return 0;
	slot = stack_slot_at(index);
	if (!slot)
		return 0;
	n = slot->row.n;
	if (n >= STACK_FRAMES) {
		slot->at.flags |= STACK_CUT;
		return 0;
	}
	ip = slot->at.ip - !slot->at.exact;
	m = mapping_at(slot->first, slot->mappings, ip);
	if ((!m || !m->nrows) && unwind_put_back(slot))
		return 1;
	slot->row.frames[n] = slot->at.ip;
	slot->row.n = n + 1;
	if (!m) {
		slot->strange = 1;
		return unwind_by_pointer(&slot->at);
	}
	if (!m->nrows)
		return unwind_by_pointer(&slot->at);
	pc = ip - m->bias;
	row = row_at(m->first_row, m->nrows, pc);
	return row ? unwind_by_row(&slot->at, row, pc) : unwind_by_pointer(&slot->at);
}

/* ---- where it begins ---- */

#define USER_CS_32 0x23
#define THREAD_SIZE (16 << 10) /* without KASAN; only before 5.15 it has to be known */

/* Which words of the registers, and of contexts that are registers: the same on each kernel */
enum {
	REGISTER_BP = 4,
	REGISTER_BX = 5,
	REGISTER_R10 = 7,
	REGISTER_IP = 16,
	REGISTER_CS = 17,
	REGISTER_SP = 19,
	REGISTERS = 21
};

static __always_inline u64 *task_registers(struct task_struct *task)
{
	if (HAS_HELPER(task_pt_regs))
		return (void *)bpf_task_pt_regs(bpf_get_current_task_btf());
	return BPF_CORE_READ(task, stack) + THREAD_SIZE - REGISTERS * sizeof(u64);
}

/* Straight into the slot: before 5.12 a program and what it calls have 512 bytes of stack together. */
static __always_inline bool entered_with(struct stack_slot *slot, struct task_struct *task)
{
	const u64 *regs = task_registers(task);
	u64 cs = 0;

	bpf_probe_read_kernel(&cs, sizeof(cs), &regs[REGISTER_CS]);
	bpf_probe_read_kernel(&slot->at.sp, sizeof(u64), &regs[REGISTER_SP]);
	bpf_probe_read_kernel(&slot->at.bp, sizeof(u64), &regs[REGISTER_BP]);
	bpf_probe_read_kernel(&slot->at.bx, sizeof(u64), &regs[REGISTER_BX]);
	bpf_probe_read_kernel(&slot->at.r10, sizeof(u64), &regs[REGISTER_R10]);
	slot->at.exact = 1;
	return !bpf_probe_read_kernel(&slot->at.ip, sizeof(u64), &regs[REGISTER_IP]) && cs != USER_CS_32;
}

/* Loads of their own: of what clang might merge with entered_with() the verifier would not know whose memory it is. */
static __always_inline bool unwind_begin(void *ctx, const enum unwind_from from, struct stack_slot *slot,
										 struct task_struct *task)
{
	u64 cs;

	if (from == UNWIND_TASK)
		return entered_with(slot, task);
	cs = context_word(ctx, REGISTER_CS);
	if (from != UNWIND_PROBE && (cs & 3) != 3)
		return entered_with(slot, task);
	slot->at.ip = context_word(ctx, REGISTER_IP);
	slot->at.sp = context_word(ctx, REGISTER_SP);
	slot->at.bp = context_word(ctx, REGISTER_BP);
	slot->at.bx = context_word(ctx, REGISTER_BX);
	slot->at.r10 = context_word(ctx, REGISTER_R10);
	slot->at.exact = 1;
	return cs != USER_CS_32;
}

/* ---- whose it is ---- */

/* Differs when another process has the number, and when this one has another program */
static __always_inline u64 identity_of(struct task_struct *task)
{
	u64 executed = BPF_CORE_READ(task, self_exec_id);

	return BPF_CORE_READ(task, group_leader, start_time) ^ executed * 0x9e3779b97f4a7c15;
}

#define COPIES 128 /* of each process */

/* Is a copy of this stack worth its cost? Soon it will be known what BPF does not know yet, or never. */
static __always_inline bool may_copy(struct unwind_process *p)
{
	if (p->copies >= COPIES)
		return false;
	p->copies++;
	return true;
}

/* Fills the slot's mappings. False: they are not known; if nobody has asked for them, they are asked for */
static __always_inline bool unwind_find(struct stack_slot *slot, struct task_struct *task, u32 tgid)
{
	struct unwind_process *p = bpf_map_lookup_elem(&unwind_processes, &tgid), asked = {};
	u64 identity = identity_of(task);

	if (p && !p->identity) /* it was read before anybody asked: this is the first time that it is met */
		p->identity = identity;
	if (p && p->identity == identity) {
		slot->first = p->first;
		slot->mappings = p->n;
		slot->copy = !p->is_read && may_copy(p);
		return p->is_read;
	}
	asked.identity = identity;
	asked.asked_ns = bpf_ktime_get_ns();
	asked.copies = 1;
	bpf_map_update_elem(&unwind_processes, &tgid, &asked, BPF_ANY);
	slot->ask = slot->copy = 1;
	return false;
}

#define UNWIND_AGAIN_NS 100000000

/* There was code that the process had not when it was read: a library that it opened, or code that it makes. A copy is
 * a question too. */
static __always_inline void unwind_wonder(struct stack_slot *slot, u32 tgid)
{
	struct unwind_process *p = bpf_map_lookup_elem(&unwind_processes, &tgid);
	u64 now = bpf_ktime_get_ns();

	if (!p)
		return;
	slot->copy = may_copy(p);
	if (slot->copy || now - p->asked_ns < (p->patience_ns ? p->patience_ns : UNWIND_AGAIN_NS))
		return;
	p->asked_ns = now;
	slot->ask = 1;
}

/* Walks. False: the kernel's own walk by frame pointers has to do, as for 32-bit programs */
static __always_inline bool unwind_walk(void *ctx, const enum unwind_from from, struct stack_slot *slot, u32 tgid)
{
	struct task_struct *task = (void *)bpf_get_current_task();
	u32 index = slot->index;
	bool known;

	slot->ask = slot->strange = slot->copy = 0;
	slot->row.n = slot->row.flags = slot->at.flags = 0;
	slot->returned = 0;
	if (!BPF_CORE_READ(task, mm)) /* a thread of the kernel */
		return true;
	if (!unwind_begin(ctx, from, slot, task))
		return false;
	if (!slot->at.ip) /* one of the kernel's that has a program's memory, as io_uring's have */
		return true;
	slot->begin = slot->at;
	known = unwind_find(slot, task, tgid);
	if (!known) {
		slot->row.frames[0] = slot->at.ip;
		slot->row.n = 1;
		slot->row.flags = STACK_NOT_READ;
		return true;
	}
#pragma clang loop unroll(disable)
	for (int i = 0; i <= STACK_FRAMES + RETURNS_PUT_ASIDE; i++)
		if (!unwind_step(index))
			break;
	slot->row.flags = slot->at.flags;
	if (slot->strange)
		unwind_wonder(slot, tgid);
	return true;
}

#else

static __always_inline bool unwind_walk(void *ctx, const enum unwind_from from, struct stack_slot *slot, u32 tgid)
{
	(void)ctx, (void)from, (void)slot, (void)tgid;
	return false;
}

#endif

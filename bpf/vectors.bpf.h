/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * vectors.bpf.h - programs on the tracepoints of interrupts that have no line: x86's vectors, arm64's interrupts
 * between processors. Define vector_entered() and vector_left(vector, name) before including it; name is an address of
 * the kernel, NULL for a vector. Which of them a machine has, interrupt_vectors() finds out.
 */
#pragma once

#include <ktally/hardirqs.h>

#define VECTOR(event, vector)             \
	SEC("?tp_btf/" #event "_entry")       \
	int event##_entry(u64 *ctx)           \
	{                                     \
		(void)ctx;                        \
		return vector_entered();          \
	}                                     \
	SEC("?tp_btf/" #event "_exit")        \
	int event##_exit(u64 *ctx)            \
	{                                     \
		(void)ctx;                        \
		return vector_left(vector, NULL); \
	}

VECTOR(local_timer, HARDIRQ_LOCAL_TIMER)
VECTOR(reschedule, HARDIRQ_RESCHEDULE)
VECTOR(call_function, HARDIRQ_CALL_FUNCTION)
VECTOR(call_function_single, HARDIRQ_CALL_FUNCTION_SINGLE)
VECTOR(irq_work, HARDIRQ_IRQ_WORK)
VECTOR(x86_platform_ipi, HARDIRQ_PLATFORM_IPI)
VECTOR(error_apic, HARDIRQ_ERROR)
VECTOR(spurious_apic, HARDIRQ_SPURIOUS)
VECTOR(threshold_apic, HARDIRQ_THRESHOLD)
VECTOR(deferred_error_apic, HARDIRQ_DEFERRED_ERROR)
VECTOR(thermal_apic, HARDIRQ_THERMAL)

SEC("?tp_btf/ipi_entry")
int ipi_entry(u64 *ctx)
{
	(void)ctx;
	return vector_entered();
}

SEC("?tp_btf/ipi_exit")
int ipi_exit(u64 *ctx)
{
	return vector_left(HARDIRQ_IPI, (const char *)ctx[0]);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* names.h - names of interrupt handlers: an action's, as in /proc/interrupts, or that of a vector's tracepoint. */
#pragma once

#include <ktally/hardirqs.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Formats a name, not escaped; returns what snprintf() would. irq: a line, or an enum hardirq_vector; name: of the
 * action, as the kernel told it, HARDIRQ_NAME bytes. A line whose name the kernel did not tell has those of its
 * actions.
 */
int interrupt_name(char *to, size_t size, uint32_t irq, const char *name);

/* Of a vector's tracepoints, without "_entry" and "_exit"; HARDIRQ_LOCAL_TIMER <= vector < HARDIRQ_VECTORS_END */
const char *interrupt_vector(uint32_t vector);

/* Formats the name of a softirq, as /proc/softirqs has it. */
int softirq_name(char *to, size_t size, uint32_t vector);

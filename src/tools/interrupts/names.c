// SPDX-License-Identifier: GPL-2.0-or-later
#include "names.h"

#include <stdio.h>
#include <string.h>

static const char *const vectors[HARDIRQ_VECTORS_END - HARDIRQ_LOCAL_TIMER] = {
	"local_timer", "reschedule",	"call_function",  "call_function_single", "irq_work",	  "x86_platform_ipi",
	"error_apic",  "spurious_apic", "threshold_apic", "deferred_error_apic",  "thermal_apic", "ipi",
};

/* "ahci,nvme0q1": all that share it */
static void read_actions(uint32_t irq, char *to, size_t size)
{
	char path[64];
	FILE *file;

	snprintf(path, sizeof(path), "/sys/kernel/irq/%u/actions", irq);
	file = fopen(path, "re");
	if (!file || !fgets(to, (int)size, file))
		*to = '\0';
	to[strcspn(to, "\n")] = '\0';
	if (file)
		fclose(file);
}

const char *interrupt_vector(uint32_t vector)
{
	return vectors[vector - HARDIRQ_LOCAL_TIMER];
}

int interrupt_name(char *to, size_t size, uint32_t irq, const char *told)
{
	char name[2 * HARDIRQ_NAME] = "";

	memcpy(name, told, HARDIRQ_NAME);
	if (!*name && irq >= HARDIRQ_LOCAL_TIMER && irq < HARDIRQ_VECTORS_END)
		return snprintf(to, size, "%s", interrupt_vector(irq));
	if (!*name)
		read_actions(irq, name, sizeof(name));
	return *name ? snprintf(to, size, "%s", name) : snprintf(to, size, "irq %u", irq);
}

/* softirq_to_name of kernel/softirq.c */
int softirq_name(char *to, size_t size, uint32_t vector)
{
	static const char *const names[] = {"HI",		"TIMER",   "NET_TX", "NET_RX",	"BLOCK",
										"IRQ_POLL", "TASKLET", "SCHED",	 "HRTIMER", "RCU"};

	return vector < sizeof(names) / sizeof(names[0]) ? snprintf(to, size, "%s", names[vector])
													 : snprintf(to, size, "%u", vector);
}

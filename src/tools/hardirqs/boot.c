// SPDX-License-Identifier: GPL-2.0-or-later
/* hardirqs while the kernel boots: a handler of a line runs on one CPU at a time, and so does one of a vector. */
#include "session/boot_config.h"
#include "sys/tracefs.h"
#include "tools/interrupts/names.h"
#include "hardirqs.h"

#include <stdio.h>
#include <sys/sysinfo.h>
#include <tracefs/tracefs.h>

#define LINES 16384 /* by CPU */

static void write_lines(struct boot_config *b)
{
	const struct boot_latency lines = {
		.name = "hardirqs",
		.from = {{"irq.irq_handler_entry", "common_cpu,irq", NULL}},
		.to = "irq.irq_handler_exit",
		.to_keys = "common_cpu,irq",
		.to_filter = "ret != 0", /* IRQ_NONE: it was not its device's */
		.key = "irq",
		.key_type = "int",
		.by_cpu = hardirqs.by_cpu,
		.size = LINES,
	};

	boot_config_latency(b, &lines);
}

/* The others have no number that the histogram could tell: each has a histogram of its own. */
static void write_vector(struct boot_config *b, const char *group, const char *name)
{
	char file[128], from[64], to[64], own[64];

	snprintf(file, sizeof(file), "events/%s/%s_entry/format", group, name);
	if (!tracefs_file_exists(NULL, file))
		return;
	snprintf(from, sizeof(from), "%s.%s_entry", group, name);
	snprintf(to, sizeof(to), "%s.%s_exit", group, name);
	snprintf(own, sizeof(own), "hardirqs_%s", name);
	boot_config_latency(b, &(struct boot_latency){.name = own,
												  .from = {{from, "common_cpu", NULL}},
												  .to = to,
												  .to_keys = "common_cpu",
												  .by_cpu = hardirqs.by_cpu,
												  .size = boot_config_keys((uint64_t)get_nprocs_conf())});
}

void hardirqs_boot(const struct session *s, struct boot_config *b)
{
	b->err = tracefs_find_readable(&b->why);
	boot_config_begin(b, s->set->buffer_kb);
	write_lines(b);
	for (uint32_t v = HARDIRQ_LOCAL_TIMER; v < HARDIRQ_VECTORS_END && !b->err; v++)
		write_vector(b, v == HARDIRQ_IPI ? "ipi" : "irq_vectors", interrupt_vector(v));
}

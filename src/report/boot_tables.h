/* SPDX-License-Identifier: GPL-2.0-or-later */
/* boot_tables.h - one of the kernel's histograms, as people read it. */
#pragma once

struct boot_totals;

/* On standard output: the trigger, a table, and what the kernel had no room for. event: "sched/sched_switch" */
void boot_table_print(const struct boot_totals *t, const char *event);

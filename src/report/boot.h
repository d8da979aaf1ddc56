/* SPDX-License-Identifier: GPL-2.0-or-later */
/* boot.h - ktally report --boot: what a boot configuration has left in a tracing instance. */
#pragma once

/* Prints histograms and events of the instance; "top": what exists once in the system. Reads nothing away. The exit
 * status, after a message where it is not EXIT_DONE */
int report_boot(const char *instance);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* wanted.h - does the command line ask for a call? As the kernel's half decides it (bpf/trace_tests.bpf.h). Pure. */
#pragma once

#include <ktally/trace.h>
#include <stdbool.h>

bool wanted_call(const struct trace_row *row);
/* A --filter. 0, or -EINVAL after a message */
int wanted_parse(const char *filter);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* signal_text.h - rows of signals and of ends of threads, as strace prints them. Pure. */
#pragma once

#include <ktally/trace.h>
#include <stddef.h>

/* "--- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED, si_pid=12, ...} ---" */
int signal_text(char *to, size_t size, const struct trace_row *row);
/* "+++ exited with 0 +++" */
int signal_exit_text(char *to, size_t size, const struct trace_row *row);

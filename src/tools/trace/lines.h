/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lines.h - a row as text, in each of the formats. */
#pragma once

#include <ktally/trace.h>
#include <stddef.h>

/* What snprintf() returns. The texts are escaped. */
int lines_text(char *to, size_t size, const struct trace_row *row);	  /* of a call: "close(3) = 0" */
int lines_strace(char *to, size_t size, const struct trace_row *row); /* a whole line of strace -f -ttt -T */
int lines_perf(char *to, size_t size, const struct trace_row *row);	  /* a whole line of perf trace */
int lines_duration(char *to, size_t size, const struct trace_row *row);

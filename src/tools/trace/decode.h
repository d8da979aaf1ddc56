/* SPDX-License-Identifier: GPL-2.0-or-later */
/* decode.h - what src/calls makes of a row, in this run's style and for this machine. */
#pragma once

#include <ktally/trace_setup.h>
#include <stddef.h>
#include <stdint.h>

/* The call's text, of which *known bytes are known while it runs (text.h). The length; escaped */
int decode_call_known(char *to, size_t size, const struct trace_row *row, int *known);
/* "close(3)"; "3", "-1 ENOENT (No such file or directory)"; "i386:close". The lengths; escaped */
int decode_call(char *to, size_t size, const struct trace_row *row);
int decode_result(char *to, size_t size, const struct trace_row *row);
int decode_name(char *to, size_t size, uint32_t call);
/* Names and values of the arguments, a NUL behind each. The length */
int decode_arguments(char *to, size_t size, const struct trace_row *row);

/* What the kernel's half reads for each call; TRACE_PLANS of them */
void decode_plans(struct trace_plan *plans);

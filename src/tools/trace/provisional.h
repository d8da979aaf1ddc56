/* SPDX-License-Identifier: GPL-2.0-or-later */
/* provisional.h - a few calls, until src/calls has all. */
#pragma once

#include <ktally/trace_setup.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct trace_plan provisional_plan(const char *name, unsigned string_limit);
bool provisional_returns(const char *name);
/* Static memory, until the next call */
const char *provisional_name(uint32_t call);
/* "name(0x1, "text") " */
int provisional_text(char *to, size_t size, const struct trace_row *row);
int provisional_result(char *to, size_t size, const struct trace_row *row);

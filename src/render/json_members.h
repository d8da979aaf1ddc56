/* SPDX-License-Identifier: GPL-2.0-or-later */
/* json_members.h - the fields of a row as members of a JSON object: names are the fields', values are raw. */
#pragma once

#include "base/schema.h"

/* on_bpf: the row is of BPF, so it has fields that are FIELD_BPF_ONLY. before: the totals of the row when the interval
 * began, or NULL */
void json_members(const struct schema *schema, bool on_bpf, const void *row, const void *before);
/* Has this row a value there? What is not known is null in JSON. */
bool json_known(const struct schema *schema, bool on_bpf, const struct field *f, const void *row);

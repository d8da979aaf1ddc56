/* SPDX-License-Identifier: GPL-2.0-or-later */
/* words.h - the names that filters and keys use. */
#pragma once

#include "probe.h"

/*
 * The argument of this name, or a new hidden one for a word that means something without being defined: comm, pid,
 * tid, uid, cpu, latency, func, $retval, a parameter's name. Returns its number, -ENOENT silently, or -EINVAL after a
 * message.
 */
int probe_find_argument(struct probe *p, const char *name);

/* "; did you mean filename?" of all names that probe_find_argument() would find, or "". Valid until the next call */
const char *probe_suggest(const struct probe *p, const char *name);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* constants.h - a loaded program once more, with other values in its read-only data. */
#pragma once

#include "session/session.h"

#include <bpf/libbpf.h>

/*
 * The copy shares all other maps. `data`: the whole of the object's .rodata, as large as bpf_constants_data() says. The
 * source owns it. Returns its descriptor, or -errno
 */
int bpf_copy_with_constants(struct session *s, const struct bpf_program *program, const void *data);
/* What the loaded object has there, *size bytes */
const void *bpf_constants_data(const struct session *s, size_t *size);

// SPDX-License-Identifier: GPL-2.0-or-later
#include "vectors.h"

#include "source/bpf/kernel.h"
#include "source/bpf/object.h"
#include "names.h"

#include <stdio.h>

#define VECTORS (HARDIRQ_VECTORS_END - HARDIRQ_LOCAL_TIMER)

int interrupt_vectors(struct session *s)
{
	struct wanted_tracepoint points[2 * VECTORS];
	char names[2 * VECTORS][64];
	int err;

	for (unsigned i = 0; i < 2 * VECTORS; i++) {
		snprintf(names[i], sizeof(names[i]), "%s_%s", interrupt_vector(HARDIRQ_LOCAL_TIMER + i / 2),
				 i % 2 ? "exit" : "entry");
		points[i].name = names[i];
	}
	err = bpf_tracepoints(s, points, sizeof(points) / sizeof(points[0]));
	for (unsigned i = 0; i < 2 * VECTORS && !err; i++) {
		bool both = points[i].arguments >= 0 && points[i ^ 1].arguments >= 0;

		bpf_use(s, bpf_object__find_program_by_name(bpf_object_of(s), names[i]), both);
	}
	return err;
}

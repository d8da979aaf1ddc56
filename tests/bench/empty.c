// SPDX-License-Identifier: GPL-2.0-or-later
/* empty [-c] TRACEPOINT... - keeps an empty BPF program attached to each (-c: one that reads the clock) */
#include "empty.skel.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int attach(const char *tracepoint, bool clock)
{
	struct empty_bpf *o = empty_bpf__open();
	struct bpf_program *program;
	int err;

	if (!o)
		return -1;
	program = clock ? o->progs.clock : o->progs.empty;
	bpf_program__set_autoload(program, true);
	err = bpf_program__set_attach_target(program, 0, tracepoint);
	if (!err)
		err = empty_bpf__load(o);
	return err ? err : empty_bpf__attach(o); /* the object stays open: the programs live as long as this process */
}

int main(int argc, char **argv)
{
	bool clock = argc > 1 && !strcmp(argv[1], "-c");

	for (int i = 1 + clock; i < argc; i++) {
		int err = attach(argv[i], clock);

		if (err) {
			fprintf(stderr, "empty: %s: %s\n", argv[i], strerror(-err));
			return 1;
		}
	}
	pause();
	return 0;
}

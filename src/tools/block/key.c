// SPDX-License-Identifier: GPL-2.0-or-later
#include "key.h"

#include "source/bpf/maps.h"
#include "source/bpf/object.h"
#include "ftrace.h"

#include <errno.h>
#include <string.h>

/* Histograms with -P: each takes 2.3 kB. Processes come and go, and the kernel's map keeps all of them. */
#define PROCESSES 4096

void block_key_show(struct field *fields, const struct block_wish *by)
{
	field_show(&fields[0], by->process);
	field_show(&fields[1], by->process);
	fields[2].flags &= by->disk ? ~(unsigned)FIELD_OFF : ~0U; /* in JSON alone */
	field_show(&fields[3], by->disk);
	field_show(&fields[4], by->type);
}

int block_key_compare(const void *a, const void *b)
{
	const struct block_hist *x = a, *y = b;

	if (x->key.comm[0] && y->key.comm[0] && x->hist.sum != y->hist.sum)
		return x->hist.sum < y->hist.sum ? -1 : 1;
	return memcmp(&x->key, &y->key, sizeof(x->key));
}

int block_key_open(struct session *s, const struct block_wish *by, struct block_by *to, bool *single)
{
	int err = 0;

	*to = (struct block_by){by->process, by->disk, by->type};
	*single = !by->process && !by->disk && !by->type;
	if (*single)
		return bpf_tally_single(s);
	if (by->process)
		err = bpf_map__set_max_entries(bpf_map_of(s, "tally"), PROCESSES);
	return err ? cannot(s, err, "no room for a histogram for each process: %s", strerror(-err)) : 0;
}

struct block_key block_key_of(const struct block_wish *by, const struct record *r, const struct block_io *io)
{
	struct block_key key = {.dev = by->disk ? block_dev(r) : 0, .type = by->type ? block_type(r) : 0};

	if (by->process) {
		key.pid = io->pid;
		memcpy(key.comm, io->comm, sizeof(key.comm));
	}
	return key;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "bpf.h"

#include "source/bpf/filter.h"
#include "source/bpf/kernel.h"
#include "source/bpf/maps.h"
#include "source/bpf/object.h"
#include "sys/privileges.h"
#include "tools/interrupts/vectors.h"
#include "noise.skel.h"
#include "options.h"
#include "rows.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct {
	struct noise_cpu *cpus;
	size_t size;
} mapped;

static int use_programs(struct session *s, struct noise_bpf *o, bool timer)
{
	struct wanted_tracepoint points[] = {{"nmi_handler", 0}, {"hrtimer_expire_entry", 0}};
	int err = interrupt_vectors(s);

	if (!err)
		err = bpf_tracepoints(s, points, 2);
	if (err)
		return err;
	bpf_use(s, o->progs.nmi, points[0].arguments >= 0);
	bpf_use(s, o->progs.expired, timer);
	return 0;
}

int noise_open(struct session *s, const struct noise_wants *wants)
{
	struct noise_bpf *o = bpf_open(s, noise_bpf);
	int cpus = 0, err;

	if (!o)
		return -errno;
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &noise.cpus))
			cpus = cpu + 1;
	o->rodata->by_source = wants->by_source;
	o->rodata->keeps_past = noise.stops;
	o->rodata->self = bpf_self();
	o->rodata->stacks = wants->stack;
	o->rodata->names = lockdown_mode() != LOCKDOWN_CONFIDENTIALITY;
	mapped.size = (size_t)cpus * sizeof(struct noise_cpu);
	err = bpf_map__set_max_entries(o->maps.noise_cpus, (__u32)cpus);
	return err ? err : use_programs(s, o, wants->timer);
}

int noise_start(struct session *s, void (*measure)(struct noise_thread *t))
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	int err = noise_hold_latency(s), map = bpf_map__fd(bpf_map_of(s, "noise_cpus"));

	if (err || s->trial)
		return err;
	mapped.size = (mapped.size + page - 1) / page * page;
	mapped.cpus = mmap(NULL, mapped.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, map, 0);
	if (mapped.cpus == MAP_FAILED) {
		mapped.cpus = NULL;
		return cannot(s, -errno, "cannot share memory with BPF programs: %s", strerror(errno));
	}
	mlockall(MCL_CURRENT); /* a page that must be read again would be noise of our own */
	s->busy = true;		   /* noise_poll() lets the threads go: soon */
	return noise_threads_start(s, mapped.cpus, measure);
}

void noise_poll(struct session *s)
{
	noise_threads_go();
	s->busy = false;
	noise_tell_gone();
	noise_end_stopped(s);
}

void noise_halt(struct session *s)
{
	(void)s;
	noise_threads_stop();
}

void noise_close(struct session *s)
{
	(void)s;
	noise_threads_free();
	if (mapped.cpus)
		munmap(mapped.cpus, mapped.size);
	mapped.cpus = NULL;
}

/* Before 5.17 the end of an earlier, longer name may stand behind the NUL. */
static void end_name(struct noise_source *source)
{
	size_t length = strnlen(source->name, sizeof(source->name));

	memset(source->name + length, 0, sizeof(source->name) - length);
}

int noise_read_sources(struct session *s, struct tally *to)
{
	struct tally *raw = tally_new(&noise_source_schema);
	int err = raw ? bpf_read_tally(bpf_map_of(s, "noise_sources"), &noise_source_schema, raw) : -ENOMEM;
	const void **rows = err ? NULL : tally_sorted(raw, noise_source_schema.compare);

	for (size_t i = 0; !err && rows && i < tally_count(raw); i++) {
		struct noise_source_row row = *(const struct noise_source_row *)rows[i];

		end_name(&row.key);
		err = tally_merge(to, &row);
	}
	free(rows);
	tally_free(raw);
	return err;
}

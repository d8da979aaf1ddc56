// SPDX-License-Identifier: GPL-2.0-or-later
#include "unwind.h"

#include "base/log.h"
#include "sys/mappings.h"
#include "sys/privileges.h"
#include "object.h"
#include "pids.h"
#include "unwind_command.h"
#include "unwind_tables.h"

#include <errno.h>
#include <ktally/unwind.h>
#include <string.h>
#include <sys/mman.h>

#define PROCESSES 8192
#define MAPPINGS 65536			   /* of all processes together */
#define PROCESS_MAPPINGS 8191	   /* what BPF's search of one process can reach */
#define RING_WITH_COPIES (4 << 20) /* of stacks */
#define PATIENCE_NS 100000000ULL
#define PATIENCE_MOST_NS (64 * PATIENCE_NS)

static struct {
	bool on;
	int processes; /* file: the map */
	struct unwind_mapping *list;
	uint32_t used;
} u;

/* Under this lockdown no program may read where the user's registers are; the kernel's own walk by pointers is left. */
static bool is_wanted(const struct session *s)
{
	const bool *on = bpf_constant(s, "unwind_on", sizeof(*on));

	return on && s->reads_processes && unwind_tables_possible() && lockdown_mode() != LOCKDOWN_CONFIDENTIALITY;
}

int bpf_unwind_open(struct session *s)
{
	bool *on = bpf_constant(s, "unwind_on", sizeof(*on));
	int err;

	u.on = is_wanted(s);
	if (!u.on)
		return 0;
	*on = true;
	err = bpf_map__set_max_entries(bpf_map_of(s, "stacks"), RING_WITH_COPIES);
	if (!err)
		err = bpf_map__set_max_entries(bpf_map_of(s, "unwind_rows"), UNWIND_ROWS);
	if (!err)
		err = bpf_map__set_max_entries(bpf_map_of(s, "unwind_mappings"), MAPPINGS);
	return err ? err : bpf_map__set_max_entries(bpf_map_of(s, "unwind_processes"), PROCESSES);
}

static void *map_memory(const struct bpf_map *map, size_t size)
{
	void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, bpf_map__fd(map), 0);

	return at == MAP_FAILED ? NULL : at;
}

/* Nothing is reused while a walk may be looking at it: all processes are forgotten, and asked for anew. */
static void start_anew(void)
{
	uint32_t tgid;

	debug("unwinding: no more room, starting anew");
	while (!bpf_map_get_next_key(u.processes, NULL, &tgid))
		if (bpf_map_delete_elem(u.processes, &tgid))
			break;
	u.used = 0;
	unwind_tables_forget();
}

static void put_mapping(struct unwind_mapping *to, const struct mapping *m, uint32_t pid)
{
	*to = (struct unwind_mapping){.start = m->start, .end = m->end, .bias = m->start - m->offset};
	unwind_table_of(m, pid, &to->first_row, &to->nrows);
}

/* Mappings that lie beyond what can be searched are as if they were not there: frame pointers are followed. */
static void put_mappings(struct unwind_process *p, const struct mappings *maps, uint32_t pid)
{
	uint32_t n = maps->n < PROCESS_MAPPINGS ? (uint32_t)maps->n : PROCESS_MAPPINGS;

	if (u.used + n > MAPPINGS)
		start_anew();
	p->first = u.used;
	p->n = n;
	for (uint32_t i = 0; i < n; i++)
		put_mapping(&u.list[u.used + i], &maps->list[i], pid);
	u.used += n;
}

static bool is_same(const struct unwind_process *p, const struct mappings *maps)
{
	if (!p->is_read || p->n != maps->n)
		return false;
	for (size_t i = 0; i < maps->n; i++)
		if (u.list[p->first + i].start != maps->list[i].start || u.list[p->first + i].end != maps->list[i].end)
			return false;
	return true;
}

/* The longer nothing changes, the longer the next question takes: code outside mappings may be no code at all. */
static void grow_patience(struct unwind_process *p, bool changed)
{
	p->patience_ns = changed || !p->patience_ns ? PATIENCE_NS : 2 * p->patience_ns;
	if (p->patience_ns > PATIENCE_MOST_NS)
		p->patience_ns = PATIENCE_MOST_NS;
}

static void read_mappings(uint32_t tgid, struct unwind_process *p)
{
	uint32_t pid = pids_local(tgid);
	struct mappings maps;
	bool same;

	if (!pid || mappings_read(&maps, pid, false))
		return;
	same = is_same(p, &maps);
	grow_patience(p, !same);
	if (!same)
		put_mappings(p, &maps, pid);
	p->is_read = 1;
	mappings_free(&maps);
	if (bpf_map_update_elem(u.processes, &tgid, p, BPF_ANY))
		debug("unwinding: cannot add process %u: %s", pid, strerror(errno));
}

int bpf_unwind_load(struct session *s)
{
	struct unwind_row *rows;

	if (!u.on)
		return 0;
	rows = map_memory(bpf_map_of(s, "unwind_rows"), UNWIND_ROWS * sizeof(*rows));
	u.list = map_memory(bpf_map_of(s, "unwind_mappings"), MAPPINGS * sizeof(*u.list));
	u.processes = bpf_map__fd(bpf_map_of(s, "unwind_processes"));
	u.used = 0;
	if (!rows || !u.list)
		return -ENOMEM;
	unwind_tables_begin(rows);
	for (uint32_t i = 0; i < s->set->npids; i++)
		read_mappings(pids_kernel(s->set->pids[i]), &(struct unwind_process){0});
	if (s->command && !s->trial)
		unwind_command_read(s->command[0]);
	return 0;
}

/*
 * The identity is read before the mappings: if the process executes another program in between, BPF sees that it is
 * another one, and asks again.
 */
void bpf_unwind_asked(uint32_t tgid)
{
	struct unwind_process p = {0};

	if (u.on && !bpf_map_lookup_elem(u.processes, &tgid, &p))
		read_mappings(tgid, &p);
}

void bpf_unwind_close(void)
{
	if (u.list)
		munmap(u.list, MAPPINGS * sizeof(*u.list));
	u.list = NULL;
	u.on = false;
	unwind_tables_end();
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "usyms.h"

#include "base/frame_text.h"
#include "base/log.h"
#include "mapping_events.h"
#include "mappings.h"
#include "perf_map.h"
#include "processes.h"
#include "symbol_files.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define uthash_fatal(msg) abort()
#include <uthash.h>

#define PROCESSES 4096
#define JIT_MAX (128UL << 20) /* bytes of all that JIT compilers list */
/* Bytes of all mappings. Beyond that other processes are forgotten, and read again at their next look-up. */
#define MAPS_MAX (64UL << 20)
/* Mappings of a followed process. One with more is forgotten, and read from /proc at its next look-up. */
#define MAPPINGS 2048
#define TRUSTED_NS 100000000ULL /* for so long a PID is assumed to be the same process */
#define AGAIN_NS 10000000ULL	/* for an address in no mapping, they are read again after this time */

struct process {
	UT_hash_handle hh;
	uint32_t pid;
	bool followed;			   /* from its start: /proc is not read */
	uint64_t seen_ns, read_ns; /* times of the last check of its identity, and of reading its mappings */
	struct process_identity identity;
	struct mappings maps;
	size_t counted;		  /* its part of maps_size */
	struct perf_map *jit; /* NULL: not asked for, or gone before it was */
	uint64_t version;	  /* of maps, in which no two of all processes agree */
};

static struct process *processes;
static size_t jit_size, maps_size;
static uint64_t versions;
static uint32_t (*number_of)(uint32_t pid);
static bool with_data, following;

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static struct process *known(uint32_t pid)
{
	struct process *p;

	HASH_FIND(hh, processes, &pid, sizeof(pid), p);
	return p;
}

/* The process executes another program, or is forgotten. */
static void drop_jit(struct process *p)
{
	jit_size -= perf_map_size(p->jit);
	perf_map_free(p->jit);
	p->jit = NULL;
}

static void forget(struct process *p)
{
	drop_jit(p);
	maps_size -= p->counted;
	HASH_DEL(processes, p);
	mappings_free(&p->maps);
	free(p);
}

/* Call it after every change of p->maps. */
static void count_maps(struct process *p)
{
	size_t size = mappings_size(&p->maps);
	struct process *other, *next;

	maps_size += size - p->counted;
	p->counted = size;
	p->version = ++versions;
	HASH_ITER (hh, processes, other, next)
		if (maps_size > MAPS_MAX && other != p)
			forget(other);
		else if (maps_size <= MAPS_MAX)
			return;
}

/* If reading fails, the old mappings stay. */
static void read_maps(struct process *p, const struct process_identity *identity)
{
	struct mappings maps;

	p->read_ns = now();
	if (mappings_read(&maps, p->pid, with_data))
		return;
	mappings_free(&p->maps);
	p->maps = maps;
	if (memcmp(&p->identity, identity, sizeof(*identity)))
		drop_jit(p);
	p->identity = *identity;
	count_maps(p);
}

static struct process *add_process(uint32_t pid)
{
	struct process *p;

	if (HASH_COUNT(processes) >= PROCESSES)
		forget(processes); /* the oldest */
	p = calloc(1, sizeof(*p));
	if (p) {
		p->pid = pid;
		HASH_ADD(hh, processes, pid, sizeof(p->pid), p);
	}
	return p;
}

/* The PID may have been reused, and the process may have executed another program. */
static struct process *find_process(uint32_t pid)
{
	struct process_identity identity;
	uint64_t time = now();
	struct process *p;

	usyms_update();
	p = known(pid);
	if (p && (p->followed || time - p->seen_ns < TRUSTED_NS))
		return p;
	if (!p)
		p = add_process(pid);
	if (!p)
		return NULL;
	p->seen_ns = time;
	if (process_identify(pid, &identity) && (!p->maps.n || memcmp(&identity, &p->identity, sizeof(identity))))
		read_maps(p, &identity);
	return p;
}

static int base_length(const char *path, const char **base)
{
	static const char deleted[] = " (deleted)";
	size_t n = strlen(path), end = sizeof(deleted) - 1;

	if (n > end && !strcmp(path + n - end, deleted))
		n -= end;
	*base = path;
	for (size_t i = 0; i < n; i++)
		if (path[i] == '/')
			*base = path + i + 1;
	return (int)(path + n - *base);
}

static const struct mapping *find_mapping(uint32_t pid, uint64_t address)
{
	struct process *p = find_process(pid);
	const struct mapping *m = p ? mappings_find(&p->maps, address) : NULL;

	/* Of data the kernel does not report each change: a stack that grows, an address that is free again. */
	if (m || !p || (p->followed && !with_data) || !p->maps.n || now() - p->read_ns < AGAIN_NS)
		return m;
	read_maps(p, &p->identity); /* a library may have been loaded since */
	return mappings_find(&p->maps, address);
}

const struct mappings *usym_mappings(uint32_t number, uint64_t address, uint64_t *version)
{
	uint32_t pid = number_of ? number_of(number) : number;
	struct process *p;

	find_mapping(pid, address);
	p = known(pid);
	*version = p ? p->version : 0;
	return p && p->maps.n ? &p->maps : NULL;
}

/* Code outside files, and in files that have only memory */
static bool is_jit(const struct mapping *m)
{
	static const char *const memory[] = {"/memfd:", "/anon_hugepage", "/dev/zero", "/SYSV"};
	static const char *const kernels[] = {"[vdso]", "[vsyscall]", "[uprobes]", "[sigpage]", "[vectors]"};

	for (size_t i = 0; i < sizeof(memory) / sizeof(memory[0]); i++)
		if (!strncmp(m->path, memory[i], strlen(memory[i])))
			return m->code;
	for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); i++)
		if (!strcmp(m->path, kernels[i]))
			return false;
	return m->code && *m->path != '/';
}

/* While the process lives */
static void find_jit(struct process *p)
{
	if (!p->jit) {
		p->jit = perf_map_of(p->pid);
		jit_size += perf_map_size(p->jit);
	}
}

static const char *jit_at(struct process *p, uint64_t address, uint64_t *into)
{
	size_t before;
	const char *name;

	find_jit(p);
	if (!p->jit)
		return NULL;
	before = perf_map_size(p->jit);
	name = perf_map_find(p->jit, address, into, jit_size < JIT_MAX);
	jit_size += perf_map_size(p->jit) - before;
	return name;
}

struct found {
	uint32_t pid;			 /* of /proc */
	const struct mapping *m; /* NULL: none is known */
	const char *name;		 /* of the function; NULL: not known */
	uint64_t into;
	bool jit;
};

/* A program can be in a file that has only memory too, so the file's own symbols come first. The list of mappings may
 * lack what a JIT compiler has mapped since. */
static struct found find(uint32_t number, uint64_t address)
{
	struct found f = {.pid = number_of ? number_of(number) : number};
	struct process *p;

	f.m = find_mapping(f.pid, address);
	if (f.m)
		f.name = symbol_file_find(f.m, f.pid, address, &f.into);
	f.jit = !f.name && f.m && is_jit(f.m);
	p = !f.m || f.jit ? known(f.pid) : NULL;
	if (!f.name && p) {
		f.name = jit_at(p, address, &f.into);
		f.jit |= f.name != NULL;
	}
	return f;
}

static int put_jit(char *to, size_t size, const struct found *f)
{
	return f->into ? snprintf(to, size, "%s+0x%" PRIx64 " (jit)", f->name, f->into)
				   : snprintf(to, size, "%s (jit)", f->name);
}

int usym_name(char *to, size_t size, uint32_t number, uint64_t address)
{
	struct found f = find(number, address);
	const char *base;
	int n;

	if (f.jit && f.name)
		return put_jit(to, size, &f);
	n = f.m ? base_length(f.m->path, &base) : 0;
	if (!n)
		return snprintf(to, size, "0x%" PRIx64, address);
	if (!f.name)
		return snprintf(to, size, "0x%" PRIx64 " (%.*s)",
						address - f.m->start + f.m->offset + symbol_file_bias(f.m, f.pid), n, base);
	if (!f.into)
		return snprintf(to, size, "%s (%.*s)", f.name, n, base);
	return snprintf(to, size, "%s+0x%" PRIx64 " (%.*s)", f.name, f.into, n, base);
}

static int put_function(char *to, size_t size, const struct found *f)
{
	const char *base = "";
	int n = f->m ? base_length(f->m->path, &base) : 0;

	if (f->name)
		return snprintf(to, size, "%s", f->name);
	return n && *base != '[' ? snprintf(to, size, "[%.*s]", n, base) : snprintf(to, size, "%s", n ? base : "[unknown]");
}

/* Nothing for what is in no file */
static int put_file(char *to, size_t size, const struct found *f)
{
	const char *base = "";
	int n = f->m && !f->jit ? base_length(f->m->path, &base) : 0;

	return snprintf(to, size, "%.*s", *base == '[' ? 0 : n, base);
}

int usym_function(char *to, size_t size, uint32_t number, uint64_t address)
{
	struct found f = find(number, address);

	return put_function(to, size, &f);
}

int usym_file(char *to, size_t size, uint32_t number, uint64_t address)
{
	struct found f = find(number, address);

	return f.m || f.name ? put_file(to, size, &f) : -1;
}

int usym_frame(char *to, size_t size, uint32_t number, uint64_t address)
{
	struct found f = find(number, address);
	char function[FRAME_ROOM], file[FRAME_ROOM] = "";

	put_function(function, sizeof(function), &f);
	if (f.name)
		put_file(file, sizeof(file), &f);
	return frame_text(to, size, function, file, f.jit ? FRAME_JIT : FRAME_USER);
}

int usym_frame_offset(char *to, size_t size, uint32_t number, uint64_t address, bool returns)
{
	struct found f = find(number, address - returns);
	char where[FRAME_ROOM], file[FRAME_ROOM] = "";

	f.into += returns;
	put_file(file, sizeof(file), &f);
	if (f.name)
		snprintf(where, sizeof(where), "%.480s+0x%" PRIx64, f.name, f.into);
	else
		snprintf(where, sizeof(where), "0x%" PRIx64,
				 *file ? address - f.m->start + f.m->offset + symbol_file_bias(f.m, f.pid) : address);
	return frame_text(to, size, where, file, f.jit ? FRAME_JIT : FRAME_USER);
}

void usyms_data(void)
{
	with_data = true;
}

bool usyms_have_data(void)
{
	return with_data;
}

int usym_place(char *to, size_t size, uint32_t number, uint64_t address, bool *is_known, bool *code)
{
	uint32_t pid = number_of ? number_of(number) : number;
	const struct mapping *m = find_mapping(pid, address);

	*is_known = m;
	*code = m && m->code;
	if (!m)
		return snprintf(to, size, "0x%" PRIx64, address);
	if (*m->path == '/')
		return snprintf(to, size, "%s@0x%" PRIx64, m->path, address - m->start + m->offset);
	return snprintf(to, size, "%s@0x%" PRIx64, *m->path ? m->path : "//anon", address);
}

/* ---- processes that are followed from their start ---- */

static void on_exec(uint32_t pid)
{
	struct process *p = known(pid);

	if (!p)
		p = add_process(pid);
	if (!p)
		return;
	mappings_free(&p->maps);
	drop_jit(p);
	count_maps(p);
	p->followed = true;
}

/* The child has its parent's mappings until it executes a program. A known process with its PID has ended. */
static void on_fork(uint32_t pid, uint32_t parent)
{
	struct process *p = known(pid), *from;

	if (p)
		forget(p);
	from = known(parent);
	if (!from || !from->maps.n)
		return;
	p = add_process(pid);
	from = known(parent); /* add_process() may have forgotten it */
	if (!p || !from)
		return;
	p->followed = true;
	mappings_copy(&p->maps, &from->maps);
	count_maps(p);
	if (from->jit)
		find_jit(p);
}

static void on_map(uint32_t pid, const struct mapping *m)
{
	struct process *p = known(pid);

	if (p && p->maps.n >= MAPPINGS)
		forget(p); /* the kernel does not report unmapping, so the list would only grow */
	else if (p && (p->followed || p->maps.n) && !mappings_add(&p->maps, m)) {
		count_maps(p);
		if (is_jit(m)) /* it may have ended when an address there is asked for */
			find_jit(p);
	}
}

/* Any list may be incomplete now. Each process is read from /proc at its next look-up. */
static void on_lost(void)
{
	while (processes)
		forget(processes);
}

void usyms_follow(void)
{
	int err = mapping_events_open(with_data);

	following = !err;
	if (err)
		debug("programs are not followed: %s", strerror(-err));
}

/* ---- processes that ran before ---- */

void usyms_add(uint32_t pid, struct mappings *maps)
{
	struct process *p =
		maps->n && maps->n < MAPPINGS && !known(pid) && HASH_COUNT(processes) < PROCESSES && maps_size < MAPS_MAX
			? add_process(pid)
			: NULL;

	if (!p) {
		mappings_free(maps);
		return;
	}
	p->maps = *maps;
	*maps = (struct mappings){0};
	p->followed = following;
	count_maps(p);
	for (size_t i = 0; i < p->maps.n && !p->jit; i++)
		if (is_jit(&p->maps.list[i]))
			find_jit(p);
}

void usyms_read(uint32_t pid)
{
	struct mappings maps;

	if (!mappings_read(&maps, pid, with_data))
		usyms_add(pid, &maps);
}

static void read_one(uint32_t pid, uint32_t parent, void *data)
{
	(void)parent;
	(void)data;
	usyms_read(pid);
}

void usyms_read_all(void)
{
	processes_each(read_one, NULL);
}

void usyms_update(void)
{
	static const struct mapping_events to = {on_exec, on_fork, on_map, on_lost};

	mapping_events_read(&to);
}

void usyms_number(uint32_t (*local)(uint32_t pid))
{
	number_of = local;
}

void usyms_drop(void)
{
	while (processes)
		forget(processes);
	symbol_files_drop();
	following = false;
	mapping_events_close();
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "usyms.h"

#include "base/frame_text.h"
#include "base/log.h"
#include "mapping_events.h"
#include "mappings.h"
#include "symbol_table.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>
#include <unistd.h>

#define uthash_fatal(msg) abort()
#include <uthash.h>

#define PROCESSES 4096
#define FILES 4096				 /* files with a table */
#define TABLES_MAX (256UL << 20) /* bytes of all tables: traced processes choose the files */
/* Bytes of all mappings. Beyond that other processes are forgotten, and read again at their next look-up. */
#define MAPS_MAX (64UL << 20)
/* Mappings of a followed process. One with more is forgotten, and read from /proc at its next look-up. */
#define MAPPINGS 2048
#define TRUSTED_NS 100000000ULL /* for so long a PID is assumed to be the same process */
#define AGAIN_NS 10000000ULL	/* for an address in no mapping, they are read again after this time */

struct file {
	UT_hash_handle hh;
	struct file_key {
		uint64_t inode;
		uint32_t major, minor;
	} key;
	struct symbol_table *table; /* NULL: it cannot be read */
};

struct process {
	UT_hash_handle hh;
	uint32_t pid;
	bool followed;			   /* from its start: /proc is not read */
	uint64_t seen_ns, read_ns; /* times of the last check of its identity, and of reading its mappings */
	struct process_identity identity;
	struct mappings maps;
	size_t counted;	  /* its part of maps_size */
	uint64_t version; /* of maps, in which no two of all processes agree */
};

static struct file *files;
static struct process *processes;
static struct symbol_table *vdso;
static size_t tables_size, maps_size;
static uint64_t versions;
static uint32_t (*number_of)(uint32_t pid);
static bool with_data;

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

static void forget(struct process *p)
{
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

static struct symbol_table *open_table(const struct mapping *m, uint32_t pid)
{
	int fd = tables_size < TABLES_MAX ? mapping_open(m, pid) : -1;
	struct symbol_table *t = fd < 0 ? NULL : symbol_table_of_file(fd);

	if (fd >= 0)
		close(fd);
	tables_size += symbol_table_size(t);
	return t;
}

static struct symbol_table *table_of(const struct mapping *m, uint32_t pid)
{
	struct file_key key;
	struct file *f;

	memset(&key, 0, sizeof(key));
	key.inode = m->inode;
	key.major = m->major;
	key.minor = m->minor;
	if (!m->inode)
		return NULL;
	HASH_FIND(hh, files, &key, sizeof(key), f);
	if (f || HASH_COUNT(files) >= FILES)
		return f ? f->table : NULL;
	f = calloc(1, sizeof(*f));
	if (!f)
		return NULL;
	f->key = key;
	f->table = open_table(m, pid);
	HASH_ADD(hh, files, key, sizeof(f->key), f);
	return f->table;
}

/* All processes of one width have the same vDSO, so this reads our own. Another size means another width. */
static struct symbol_table *table_of_vdso(const struct mapping *m)
{
	const void *image = (const void *)getauxval(AT_SYSINFO_EHDR);
	struct mappings own;
	const struct mapping *here;

	if (vdso || !image || mappings_read(&own, (uint32_t)getpid(), false))
		return vdso;
	here = mappings_find(&own, (uint64_t)(uintptr_t)image);
	if (here && here->end - here->start == m->end - m->start)
		vdso = symbol_table_of_image(image, here->end - here->start);
	mappings_free(&own);
	return vdso;
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

static struct symbol_table *table_at(const struct mapping *m, uint32_t pid)
{
	return strcmp(m->path, "[vdso]") ? table_of(m, pid) : table_of_vdso(m);
}

static const char *function_at(const struct mapping *m, uint32_t pid, uint64_t address, uint64_t *into)
{
	struct symbol_table *t = table_at(m, pid);

	return t ? symbol_table_find(t, address - m->start + m->offset, into) : NULL;
}

static int put_name(char *to, size_t size, const struct mapping *m, uint32_t pid, uint64_t address)
{
	struct symbol_table *t = table_at(m, pid);
	uint64_t offset = address - m->start + m->offset, into = 0;
	const char *base, *name = function_at(m, pid, address, &into);
	int n = base_length(m->path, &base);

	if (!n)
		return snprintf(to, size, "0x%" PRIx64, address);
	if (!name)
		return snprintf(to, size, "0x%" PRIx64 " (%.*s)", offset + (t ? symbol_table_bias(t) : 0), n, base);
	if (!into)
		return snprintf(to, size, "%s (%.*s)", name, n, base);
	return snprintf(to, size, "%s+0x%" PRIx64 " (%.*s)", name, into, n, base);
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

int usym_name(char *to, size_t size, uint32_t number, uint64_t address)
{
	uint32_t pid = number_of ? number_of(number) : number;
	const struct mapping *m = find_mapping(pid, address);

	return m ? put_name(to, size, m, pid, address) : snprintf(to, size, "0x%" PRIx64, address);
}

int usym_function(char *to, size_t size, uint32_t number, uint64_t address)
{
	uint32_t pid = number_of ? number_of(number) : number;
	const struct mapping *m = find_mapping(pid, address);
	const char *base, *name;
	uint64_t into;
	int n;

	if (!m)
		return snprintf(to, size, "[unknown]");
	name = function_at(m, pid, address, &into);
	n = base_length(m->path, &base);
	if (name)
		return snprintf(to, size, "%s", name);
	return n && *base != '[' ? snprintf(to, size, "[%.*s]", n, base) : snprintf(to, size, "%s", n ? base : "[unknown]");
}

int usym_file(char *to, size_t size, uint32_t number, uint64_t address)
{
	uint32_t pid = number_of ? number_of(number) : number;
	const struct mapping *m = find_mapping(pid, address);
	const char *base;
	int n;

	if (!m)
		return -1;
	n = base_length(m->path, &base);
	return snprintf(to, size, "%.*s", *base == '[' ? 0 : n, base);
}

int usym_frame(char *to, size_t size, uint32_t pid, uint64_t address)
{
	char function[FRAME_ROOM], file[FRAME_ROOM];

	usym_function(function, sizeof(function), pid, address);
	if (*function == '[' || usym_file(file, sizeof(file), pid, address) < 0)
		*file = '\0';
	return frame_text(to, size, function, file, FRAME_USER);
}

void usyms_data(void)
{
	with_data = true;
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
}

static void on_map(uint32_t pid, const struct mapping *m)
{
	struct process *p = known(pid);

	if (p && p->maps.n >= MAPPINGS)
		forget(p); /* the kernel does not report unmapping, so the list would only grow */
	else if (p && (p->followed || p->maps.n) && !mappings_add(&p->maps, m))
		count_maps(p);
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

	if (err)
		debug("programs are not followed: %s", strerror(-err));
}

void usyms_update(void)
{
	static const struct mapping_events to = {on_exec, on_fork, on_map, on_lost};

	mapping_events_read(&to);
}

void usyms_read_all(void)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;

	while (proc && HASH_COUNT(processes) < PROCESSES / 2 && (entry = readdir(proc)))
		if (*entry->d_name >= '1' && *entry->d_name <= '9')
			find_process((uint32_t)strtoul(entry->d_name, NULL, 10));
	if (proc)
		closedir(proc);
}

void usyms_number(uint32_t (*local)(uint32_t pid))
{
	number_of = local;
}

void usyms_drop(void)
{
	struct file *f, *next;

	while (processes)
		forget(processes);
	HASH_ITER (hh, files, f, next) {
		HASH_DEL(files, f);
		symbol_table_free(f->table);
		free(f);
	}
	symbol_table_free(vdso);
	vdso = NULL;
	tables_size = 0;
	mapping_events_close();
}

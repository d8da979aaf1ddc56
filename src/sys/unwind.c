// SPDX-License-Identifier: GPL-2.0-or-later
/* A process is a Dwfl, whose modules are the files that it maps. */
#include "unwind.h"

#ifndef KTALLY_HAS_libdw

unsigned unwind(const struct unwind_sample *s, uint64_t *frames, unsigned max, uint32_t *flags)
{
	return unwind_pointers(s, frames, max, flags);
}

void unwind_drop(void)
{
}

#else
#include "unwind_files.h"
#include "usyms.h"

#include <ktally/stacks.h>

#include <elfutils/libdwfl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define uthash_fatal(msg) abort()
#include <uthash.h>

#define PROCESSES_MAX 256

struct process {
	UT_hash_handle hh;
	uint32_t pid;
	uint64_t version; /* usym_mappings() */
	Dwfl *dwfl;
	bool attached; /* false: of its files none can be unwound */
	bool is32;	   /* libdw takes the width of registers from the first file */
};

/* The sample on its way through libdw, of which there is one at a time */
static struct {
	const struct unwind_sample *s;
	uint64_t *frames;
	unsigned n, max;
	bool failed; /* memory that the last step needed was not there; beyond: behind what was copied */
	bool beyond;
	bool pointers; /* a frame was in no file */
	Dwfl *dwfl;
} walk;

static struct process *processes;

/* ---- the process for libdw ---- */

static int find_elf(Dwfl_Module *module, void **userdata, const char *name, Dwarf_Addr base, char **path, Elf **elf)
{
	(void)module;
	(void)name;
	(void)base;
	(void)path;
	*elf = elf_begin(-1, ELF_C_READ, unwind_file_elf(*userdata)); /* another reference to it */
	return -1;
}

/* Without it libdw would look for files by names that it finds in the file. */
static int find_debuginfo(Dwfl_Module *module, void **userdata, const char *name, Dwarf_Addr base, const char *path,
						  const char *link, GElf_Word crc, char **debug_path)
{
	(void)module;
	(void)userdata;
	(void)name;
	(void)base;
	(void)path;
	(void)link;
	(void)crc;
	(void)debug_path;
	return -1;
}

static const Dwfl_Callbacks callbacks = {.find_elf = find_elf, .find_debuginfo = find_debuginfo};

/* Adds the file of a mapping as one module, whose end grows with each mapping of it. from: where the module before it
 * ended; libdw expects that none overlap. */
static void report(Dwfl *dwfl, const struct mapping *m, uint32_t pid, uint64_t *from, Dwfl_Module **last,
				   struct unwind_file **of)
{
	struct unwind_file *f = unwind_file_of(m, pid);
	uint64_t bias, first;
	void **userdata;
	char name[64];

	if (!f || !unwind_file_place(f, m, &bias, &first) || first > m->start || (f != *of && first < *from))
		return;
	snprintf(name, sizeof(name), "%p:%" PRIx64, (void *)f, bias);
	*last = dwfl_report_module(dwfl, name, first, m->end);
	if (!*last || !dwfl_module_info(*last, &userdata, NULL, NULL, NULL, NULL, NULL, NULL))
		return;
	*userdata = f;
	*of = f;
	*from = m->end;
}

/* The last mapping of a run of those of one file at one place: its module has all of them. */
static bool goes_on(const struct mappings *maps, size_t i)
{
	const struct mapping *m = &maps->list[i], *next = m + 1;

	return i + 1 < maps->n && m->inode && m->inode == next->inode && m->major == next->major &&
		   m->minor == next->minor && next->start - next->offset == m->start - m->offset;
}

static void report_all(struct process *p, const struct mappings *maps)
{
	struct unwind_file *of = NULL;
	Dwfl_Module *last = NULL;
	uint64_t from = 0;

	dwfl_report_begin(p->dwfl);
	for (size_t i = 0; i < maps->n; i++)
		if (maps->list[i].code && !goes_on(maps, i))
			report(p->dwfl, &maps->list[i], p->pid, &from, &last, &of);
	dwfl_report_end(p->dwfl, NULL, NULL);
}

static void forget(struct process *p)
{
	HASH_DEL(processes, p);
	dwfl_end(p->dwfl);
	free(p);
}

static struct process *add(uint32_t pid)
{
	struct process *p;

	if (HASH_COUNT(processes) >= PROCESSES_MAX)
		forget(processes);
	p = calloc(1, sizeof(*p));
	if (!p)
		return NULL;
	p->pid = pid;
	p->dwfl = dwfl_begin(&callbacks);
	if (!p->dwfl) {
		free(p);
		return NULL;
	}
	HASH_ADD(hh, processes, pid, sizeof(p->pid), p);
	return p;
}

/* ---- a sample for libdw ---- */

/* Each process has one, with the number of the process. */
static pid_t next_thread(Dwfl *dwfl, void *arg, void **thread)
{
	(void)arg;
	if (*thread)
		return 0;
	*thread = &walk;
	return dwfl_pid(dwfl);
}

/* Only the stack was copied. */
static bool read_memory(Dwfl *dwfl, Dwarf_Addr address, Dwarf_Word *to, void *arg)
{
	const struct unwind_sample *s = walk.s;
	uint64_t sp = s->regs[UNWIND_SP], at = address - sp;
	size_t width = s->is32 ? 4 : 8;

	(void)dwfl;
	(void)arg;
	*to = 0;
	if (address < sp || at >= s->size || s->size - at < width) {
		walk.failed = true;
		walk.beyond = address >= sp;
		return false;
	}
	memcpy(to, s->stack + at, width); /* both machines put the low bytes first */
	return true;
}

/* In the order of DWARF's numbers of registers: places in the sample */
#if defined(__x86_64__)
static const unsigned char numbers[] = {0, 3, 2, 1, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 8};
static const unsigned char numbers32[] = {0, 2, 3, 1, 7, 6, 4, 5, 8};
#elif defined(__aarch64__)
static const unsigned char numbers[] = {0,	1,	2,	3,	4,	5,	6,	7,	8,	9,	10, 11, 12, 13, 14, 15,
										16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
static const unsigned char numbers32[1];
#else
static const unsigned char numbers[1], numbers32[1];
#endif

static bool set_registers(Dwfl_Thread *thread, void *arg)
{
	const unsigned char *from = walk.s->is32 ? numbers32 : numbers;
	unsigned n = walk.s->is32 ? sizeof(numbers32) : sizeof(numbers);
	Dwarf_Word registers[UNWIND_NREGS];

	(void)arg;
	for (unsigned i = 0; i < n; i++)
		registers[i] = walk.s->regs[from[i]];
#if defined(__aarch64__)
	dwfl_thread_state_register_pc(thread, walk.s->regs[UNWIND_PC]); /* it has no number */
#endif
	return dwfl_thread_state_registers(thread, 0, n, registers);
}

static const Dwfl_Thread_Callbacks thread_callbacks = {
	.next_thread = next_thread, .memory_read = read_memory, .set_initial_registers = set_registers};

static int find_class(Dwfl_Module *module, void **userdata, const char *name, Dwarf_Addr base, void *to)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(module, &bias);

	(void)userdata;
	(void)name;
	(void)base;
	if (elf)
		*(bool *)to = gelf_getclass(elf) == ELFCLASS32;
	return elf ? DWARF_CB_ABORT : DWARF_CB_OK;
}

static void attach(struct process *p)
{
	dwfl_getmodules(p->dwfl, find_class, &p->is32, 0);
	p->attached = dwfl_attach_state(p->dwfl, NULL, (pid_t)p->pid, &thread_callbacks, NULL);
}

/* Code in no file has frame pointers or nothing. */
static int add_frame(Dwfl_Frame *frame, void *arg)
{
	Dwarf_Addr pc;
	bool is_innermost;

	(void)arg;
	walk.failed = walk.beyond = false;
	if (walk.n == walk.max || !dwfl_frame_pc(frame, &pc, &is_innermost)) /* it looks at the next one already */
		return DWARF_CB_ABORT;
	walk.pointers |= !dwfl_addrmodule(walk.dwfl, pc - !is_innermost);
	walk.frames[walk.n++] = pc;
	return DWARF_CB_OK;
}

/* ---- both ---- */

void unwind_drop(void)
{
	while (processes)
		forget(processes);
	unwind_files_drop();
}

static struct process *process_of(const struct unwind_sample *s)
{
	uint64_t version;
	const struct mappings *maps = usym_mappings(s->pid, s->regs[UNWIND_PC], &version);
	struct process *p;

	if (unwind_files_full())
		unwind_drop();
	HASH_FIND(hh, processes, &s->pid, sizeof(s->pid), p);
	if (!maps || (p && p->version == version))
		return maps ? p : NULL;
	if (p)
		forget(p);
	p = add(s->pid);
	if (!p)
		return NULL;
	p->version = version;
	report_all(p, maps);
	attach(p);
	return p;
}

unsigned unwind(const struct unwind_sample *s, uint64_t *frames, unsigned max, uint32_t *flags)
{
	struct process *p = process_of(s);
	int ended;

	if (!p) { /* frame pointers may be anything, and nothing tells code from data */
		frames[0] = s->regs[UNWIND_PC];
		*flags = STACK_NOT_READ;
		return 1;
	}
	if (!p->attached || p->is32 != s->is32) /* 64-bit programs may run 32-bit code */
		return unwind_pointers(s, frames, max, flags);
	walk.s = s;
	walk.frames = frames;
	walk.max = max;
	walk.n = 0;
	walk.failed = walk.beyond = walk.pointers = false;
	walk.dwfl = p->dwfl;
	ended = dwfl_getthread_frames(p->dwfl, (pid_t)s->pid, add_frame, NULL);
	if (!walk.n)
		return unwind_pointers(s, frames, max, flags);
	*flags = walk.pointers ? STACK_POINTERS : 0;
	if (!ended && !walk.failed) /* libdw takes a return address that it cannot read for none */
		*flags |= STACK_COMPLETE;
	else if (walk.n == max || (walk.beyond && !s->whole))
		*flags |= STACK_CUT;
	return walk.n;
}

#endif

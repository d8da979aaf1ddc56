// SPDX-License-Identifier: GPL-2.0-or-later
#include "ksyms.h"

#include "base/frame_text.h"
#include "base/log.h"
#include "base/schema.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct symbol {
	uint64_t address;
	uint32_t name;	 /* offset in names */
	uint32_t module; /* the same; 0: the kernel itself */
};

static struct {
	bool read;
	struct symbol *symbols;
	size_t n, room;
	char *names;
	size_t used, names_room;
	uint32_t module;		   /* the last one's name: a module's symbols follow one another */
	uint64_t sched, sched_end; /* the kernel's section of functions that wait (__sched) */
	FILE *file;				   /* opened, not read yet */
} k;

static bool grow(void **array, size_t *room, size_t need, size_t size)
{
	size_t more = *room ? *room * 2 : 1 << 14;
	void *larger;

	if (need <= *room)
		return true;
	while (more < need)
		more *= 2;
	larger = realloc(*array, more * size);
	if (!larger)
		return false;
	*array = larger;
	*room = more;
	return true;
}

static bool add_text(const char *text, size_t n)
{
	if (!grow((void **)&k.names, &k.names_room, k.used + n + 1, 1))
		return false;
	memcpy(k.names + k.used, text, n);
	k.names[k.used + n] = '\0';
	k.used += n + 1;
	return true;
}

/* n: length of the module's name; 0: the kernel itself */
static bool add_module(const char *name, size_t n)
{
	if (!k.used && !add_text("", 0)) /* at offset 0 */
		return false;
	if (!n || (!strncmp(k.names + k.module, name, n) && !k.names[k.module + n]))
		return true;
	k.module = (uint32_t)k.used;
	return add_text(name, n);
}

static bool add(uint64_t address, const char *name, const char *module, size_t n)
{
	if (!add_module(module, n) || !grow((void **)&k.symbols, &k.room, k.n + 1, sizeof(*k.symbols)))
		return false;
	k.symbols[k.n++] = (struct symbol){address, (uint32_t)k.used, n ? k.module : 0};
	return add_text(name, strlen(name));
}

static int compare(const void *a, const void *b)
{
	uint64_t x = ((const struct symbol *)a)->address, y = ((const struct symbol *)b)->address;

	return x < y ? -1 : x > y;
}

static void note_section(const char *name, uint64_t address)
{
	if (!strcmp(name, "__sched_text_start"))
		k.sched = address;
	else if (!strcmp(name, "__sched_text_end"))
		k.sched_end = address;
}

/* Adds a function of "ffffffff81000000 T name [module]". sscanf() is too slow for a hundred thousand lines. */
static bool read_line(char *line)
{
	char *at, *module;
	uint64_t address = strtoull(line, &at, 16);
	size_t n;

	if (!address || *at++ != ' ' || !*at || !strchr("tTwW", *at) || at[1] != ' ')
		return true;
	at += 2;
	n = strcspn(at, " \t\n");
	module = at + n + strspn(at + n, " \t");
	at[n] = '\0';
	note_section(at, address);
	return add(address, at, module + 1, *module == '[' ? strcspn(module + 1, "]\n") : 0);
}

static char *source; /* of a recording; NULL: the kernel's */

static FILE *open_source(void)
{
	if (source) /* fmemopen() refuses an empty text */
		return *source ? fmemopen(source, strlen(source), "r") : fopen("/dev/null", "re");
	return fopen("/proc/kallsyms", "re");
}

/* The kernel decides at open() whether we see addresses (kallsyms_open(), since 516fb7f2e73d, 4.15). */
void ksyms_hold(void)
{
	if (k.file || k.read)
		return;
	k.file = open_source();
	if (k.file)
		setvbuf(k.file, NULL, _IOFBF, 1 << 16);
}

void ksyms_text(char *text)
{
	static char none[] = "";

	source = text ? text : none;
}

int ksyms_save(const char *path, bool (*wanted)(void *arg, const char *name), void *arg)
{
	FILE *from = open_source(), *to = from ? fopen(path, "wxe") : NULL;
	char line[512], name[256];
	int err = to ? 0 : -errno;

	while (to && fgets(line, sizeof(line), from))
		if (sscanf(line, "%*x %*c %255s", name) == 1 && wanted(arg, name))
			fputs(line, to);
	if (from)
		fclose(from);
	if (to && fclose(to))
		err = -errno;
	return err;
}

void ksyms_read(void)
{
	char line[512];
	FILE *file;

	if (k.read)
		return;
	ksyms_hold();
	file = k.file;
	k.read = true;
	k.file = NULL;
	while (file && fgets(line, sizeof(line), file))
		if (!read_line(line))
			break;
	if (file)
		fclose(file);
	if (k.n)
		qsort(k.symbols, k.n, sizeof(*k.symbols), compare);
}

/* Finds the last symbol at or below the address. */
static const struct symbol *find(uint64_t address)
{
	size_t low = 0, high = k.n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (k.symbols[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &k.symbols[low - 1] : NULL;
}

int ksym_name(char *to, size_t size, uint64_t address)
{
	const struct symbol *symbol;

	ksyms_read();
	symbol = find(address);
	return symbol ? snprintf(to, size, "%s", k.names + symbol->name) : snprintf(to, size, "0x%" PRIx64, address);
}

int ksym_frame(char *to, size_t size, uint64_t address)
{
	const struct symbol *symbol;
	char function[FRAME_ROOM];

	ksym_name(function, sizeof(function), address);
	symbol = find(address);
	return frame_text(to, size, function, symbol ? k.names + symbol->module : "", FRAME_KERNEL);
}

/* Cuts the name out of a line in place, and reads the address before it. */
static const char *parse(char *line, uint64_t *address)
{
	char *at;

	*address = strtoull(line, &at, 16);
	line[strcspn(line, "\n")] = '\0';
	at += *at == ' ' && at[1] && at[2] == ' ' ? 3 : 0;
	at[strcspn(at, "\t ")] = '\0';
	return at;
}

int ksym_each_at(uint64_t address, int (*visit)(const char *name, void *arg), void *arg)
{
	FILE *file = fopen("/proc/kallsyms", "re");
	char line[512];
	int result = 0;

	while (file && !result && fgets(line, sizeof(line), file)) {
		uint64_t at;
		const char *name = parse(line, &at);

		if (at == address)
			result = visit(name, arg);
	}
	if (file)
		fclose(file);
	return result;
}

int ksym_address(const char *name, uint64_t *address)
{
	FILE *file = fopen("/proc/kallsyms", "re");
	char line[512];
	bool found = false;

	while (file && !found && fgets(line, sizeof(line), file))
		found = !strcmp(parse(line, address), name) && *address;
	if (file)
		fclose(file);
	return found ? 0 : -ENOENT;
}

/* prefixes: up to a NULL */
static bool begins_with_one(const char *name, const char *const *prefixes)
{
	while (*prefixes && strncmp(name, *prefixes, strlen(*prefixes)))
		prefixes++;
	return *prefixes;
}

static bool is_tracing(const char *name)
{
	static const char *const prefixes[] = {"bpf_",		  "__bpf_",		  "trace_call_bpf", "kprobe_",
										   "perf_trace_", "__traceiter_", "trace_event_",	NULL};

	return begins_with_one(name, prefixes);
}

/* x86-64, by its tables or by FRED; arm64; softirqs, whose function has had several names */
bool ksym_interrupted(const uint64_t *addresses, uint32_t n)
{
	static const char *const prefixes[] = {
		"sysvec_",	  "asm_sysvec_", "common_interrupt", "asm_common_interrupt", "fred_extint",	   "asm_exc_nmi",
		"el1_irq",	  "el0_irq",	 "el1h_64_irq",		 "el0t_64_irq",			 "el0t_32_irq",	   "irq_exit",
		"__irq_exit", "do_softirq",	 "__do_softirq",	 "handle_softirqs",		 "__softirqentry", NULL};
	char name[128];

	for (uint32_t i = 0; i < n; i++) {
		ksym_name(name, sizeof(name), addresses[i]);
		if (begins_with_one(name, prefixes))
			return true;
	}
	return false;
}

uint32_t ksym_first_frame(const uint64_t *addresses, uint32_t n)
{
	char name[128];

	for (uint32_t i = 0; i < n; i++) {
		ksym_name(name, sizeof(name), addresses[i]);
		if (!is_tracing(name))
			return i;
	}
	return 0;
}

bool ksym_in_scheduler(uint64_t address)
{
	ksyms_read();
	return address >= k.sched && address < k.sched_end;
}

int ksym_stack(char *to, size_t size, const uint64_t *addresses, uint32_t n, char between)
{
	uint32_t first = ksym_first_frame(addresses, n);
	int at = 0;

	*to = '\0';
	for (uint32_t i = first; i < n && (size_t)at + 132 < size; i++) {
		if (i > first)
			to[at++] = between;
		ksym_name(to + at, 128, addresses[i]);
		at += (int)strlen(to + at);
	}
	return at;
}

uint64_t ksym_starting_with(const char *name, size_t n)
{
	ksyms_read();
	for (size_t i = 0; i < k.n; i++)
		if (!strncmp(k.names + k.symbols[i].name, name, n))
			return k.symbols[i].address;
	return 0;
}

/* Reads only as far as the first address. The list is read later, because it must contain our BPF programs, which
 * appear in stacks. */
static bool shows_addresses(void)
{
	char line[512];
	bool shown = false;

	ksyms_hold();
	while (k.file && !shown && fgets(line, sizeof(line), k.file))
		shown = strtoull(line, NULL, 16) != 0;
	if (k.file)
		rewind(k.file);
	return shown;
}

const char *ksyms_problem(void)
{
	return (k.read ? k.n : shows_addresses())
			   ? NULL
			   : "/proc/kallsyms shows no addresses: CAP_SYSLOG or sysctl kernel.kptr_restrict=0 is needed";
}

void ksyms_needed(void)
{
	const char *problem = ksyms_problem();

	if (problem)
		warn("%s", problem);
}

int ksym_field(char *to, size_t size, const struct field *f, const void *row)
{
	return ksym_name(to, size, (uint64_t)field_integer(f, row));
}

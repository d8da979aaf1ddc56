// SPDX-License-Identifier: GPL-2.0-or-later
#include "uprobe_multi.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The member of bpf(2)'s union for BPF_LINK_CREATE: 89ae89f53d20 */
struct link_create {
	uint32_t program, target, attach_type, flags;
	uint64_t path, offsets, reference_offsets, cookies;
	uint32_t n, link_flags, pid, zero;
};

#define LINK_RETURN 1 /* BPF_F_UPROBE_MULTI_RETURN */

static uint64_t address(const void *p)
{
	return (uint64_t)(uintptr_t)p;
}

int uprobe_multi_link(int program, const struct uprobe_multi *places)
{
	struct link_create link = {
		.program = (uint32_t)program,
		.attach_type = TRACE_UPROBE_MULTI,
		.path = address(places->path),
		.offsets = address(places->offsets),
		.reference_offsets = address(places->semaphores),
		.cookies = address(places->cookies),
		.n = places->n,
		.link_flags = places->is_return ? LINK_RETURN : 0,
		.pid = (uint32_t)places->pid,
	};
	long fd = syscall(SYS_bpf, BPF_LINK_CREATE, &link, sizeof(link));

	return fd < 0 ? -errno : (int)fd;
}

/* Probes take offsets in the file, so this finds the mapping that contains the address. */
uint64_t own_file_offset(const void *function)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	uint64_t at = address(function), start, end, offset, found = 0;
	char line[4096];

	while (maps && !found && fgets(line, sizeof(line), maps))
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64, &start, &end, &offset) == 3 && at >= start && at < end)
			found = at - start + offset;
	if (maps)
		fclose(maps);
	return found;
}

/* ---- trials ---- */

/* The program sets the only value of the map to 1. */
static int load_program(int map)
{
	const struct bpf_insn code[] = {
		{.code = BPF_LD | BPF_IMM | BPF_DW, .dst_reg = 1, .src_reg = BPF_PSEUDO_MAP_VALUE, .imm = map},
		{0},
		{.code = BPF_ST | BPF_MEM | BPF_DW, .dst_reg = 1, .imm = 1},
		{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0},
		{.code = BPF_JMP | BPF_EXIT},
	};
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .expected_attach_type = (enum bpf_attach_type)TRACE_UPROBE_MULTI);

	return bpf_prog_load(BPF_PROG_TYPE_KPROBE, "multi", "GPL", code, sizeof(code) / sizeof(code[0]), &opts);
}

__attribute__((noinline)) static void *probed(void *nothing)
{
	__asm__ volatile("" : "+r"(nothing)); /* otherwise the compiler could drop the call */
	return nothing;
}

static void call_in_thread(void)
{
	pthread_t thread;

	if (!pthread_create(&thread, NULL, probed, NULL))
		pthread_join(thread, NULL);
}

/* 0 or -errno. *seen becomes 1 if the link saw a call by a thread other than the first. */
static int try_link(int program, int map, uint64_t *seen)
{
	uint64_t offset = own_file_offset((const void *)(uintptr_t)probed);
	struct uprobe_multi own = {.path = "/proc/self/exe", .pid = getpid(), .n = 1, .offsets = &offset};
	int link = uprobe_multi_link(program, &own);
	uint32_t zero = 0;

	if (link < 0)
		return link;
	call_in_thread();
	close(link);
	return bpf_map_lookup_elem(map, &zero, seen);
}

static int try(uint64_t *seen)
{
	int map = bpf_map_create(BPF_MAP_TYPE_ARRAY, "multi", 4, 8, 1, NULL);
	int program = map < 0 ? map : load_program(map);
	int err = program < 0 ? program : try_link(program, map, seen);

	if (program >= 0)
		close(program);
	if (map >= 0)
		close(map);
	return err;
}

bool uprobe_multi_works(void)
{
	uint64_t seen = 0;

	return !try(&seen);
}

bool uprobe_multi_sees_threads(void)
{
	uint64_t seen = 0;

	return !try(&seen) && seen;
}

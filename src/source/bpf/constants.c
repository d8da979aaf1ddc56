// SPDX-License-Identifier: GPL-2.0-or-later
#include "constants.h"

#include "object.h"
#include "program_copy.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const void *bpf_constants_data(const struct session *s, size_t *size)
{
	return bpf_map__initial_value(bpf_map_of(s, ".rodata"), size);
}

/* Frozen, or the verifier does not take its values for constants. */
static int make_map(const void *data, size_t size)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts, .map_flags = BPF_F_RDONLY_PROG);
	const uint32_t key = 0;
	int err, fd = bpf_map_create(BPF_MAP_TYPE_ARRAY, "constants", sizeof(key), (uint32_t)size, 1, &opts);

	if (fd < 0)
		return -errno;
	if (!bpf_map_update_elem(fd, &key, data, 0) && !bpf_map_freeze(fd))
		return fd;
	err = -errno;
	close(fd);
	return err;
}

/* libbpf has put the map's descriptor into each instruction that loads an address in it. */
static void replace(struct bpf_insn *insns, size_t n, int old, int new)
{
	for (size_t i = 0; i < n; i++)
		if (insns[i].code == (BPF_LD | BPF_IMM | BPF_DW) && insns[i].src_reg == BPF_PSEUDO_MAP_VALUE &&
			insns[i].imm == old)
			insns[i].imm = new;
}

static int copy(struct session *s, const struct bpf_program *program, int map)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .expected_attach_type = bpf_program__expected_attach_type(program));
	size_t n = bpf_program__insn_cnt(program);
	struct bpf_insn *insns = malloc(n * sizeof(*insns));
	int fd;

	if (!insns)
		return -ENOMEM;
	memcpy(insns, bpf_program__insns(program), n * sizeof(*insns));
	replace(insns, n, bpf_map__fd(bpf_map_of(s, ".rodata")), map);
	fd = program_copy(bpf_object_of(s), program, insns, n, &opts);
	free(insns);
	return fd;
}

int bpf_copy_with_constants(struct session *s, const struct bpf_program *program, const void *data)
{
	size_t size;
	int map, fd, err;

	bpf_constants_data(s, &size);
	map = make_map(data, size);
	if (map < 0)
		return map;
	fd = copy(s, program, map);
	close(map); /* the program holds it */
	if (fd < 0)
		return fd;
	err = bpf_keep_copy(s, fd);
	return err ? err : fd;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "program.h"

#include "places.h"

#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <unistd.h>

int program_bench_open(struct trial *t)
{
	struct bench *b = t->bench;

	libbpf_set_print(NULL);
	b->counts = bpf_map_create(BPF_MAP_TYPE_ARRAY, "ktally_doctor", 4, 8, 1, NULL);
	if (b->counts < 0)
		return failed(t, ASKED_BPF, b->counts, "making a map");
	b->btf = btf__load_vmlinux_btf();
	return 0;
}

void program_bench_close(struct bench *b)
{
	if (b->counts >= 0)
		close(b->counts);
	btf__free(b->btf);
	b->counts = -1;
	b->btf = NULL;
}

int program_load_code(struct trial *t, enum bpf_prog_type type, unsigned attach_type, uint32_t btf_id,
					  const struct bpf_insn *code, size_t n)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .expected_attach_type = (enum bpf_attach_type)attach_type,
				.attach_btf_id = btf_id);
	int fd = bpf_prog_load(type, "ktally_doctor", "GPL", code, n, &opts);

	return fd < 0 ? failed(t, ASKED_BPF, fd, "loading the program") : fd;
}

int program_load(struct trial *t, enum bpf_prog_type type, unsigned attach_type, uint32_t btf_id)
{
	const struct bpf_insn code[] = {
		PROGRAM_COUNT(t->bench->counts),
		{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0},
		{.code = BPF_JMP | BPF_EXIT},
	};

	return program_load_code(t, type, attach_type, btf_id, code, sizeof(code) / sizeof(code[0]));
}

static uint64_t count(const struct trial *t)
{
	uint32_t zero = 0;
	uint64_t value = 0;

	bpf_map_lookup_elem(t->bench->counts, &zero, &value);
	return value;
}

struct count_of {
	const struct trial *trial;
	uint64_t before;
};

static bool counted(void *arg)
{
	const struct count_of *c = arg;

	return count(c->trial) > c->before;
}

int program_runs(struct trial *t, void (*fire)(void))
{
	struct count_of c = {t, count(t)};

	return trial_seen(fire, counted, &c) ? 0 : failed(t, ASKED_TO_RUN, -EIO, "the program");
}

int program_btf_id(struct trial *t, const char *name, unsigned kind)
{
	int id;

	if (!t->bench->btf && access(BTF_PATH, F_OK))
		return unusable(t, -ENOENT, "a kernel with CONFIG_DEBUG_INFO_BTF=y", "the kernel has no BTF (%s is missing)",
						BTF_PATH);
	if (!t->bench->btf)
		return unusable(t, -EACCES, "chmod 444 " BTF_PATH, "the kernel's BTF cannot be read (%s)", BTF_PATH);
	id = btf__find_by_name_kind(t->bench->btf, name, kind);
	return id > 0 ? id : unusable(t, -ESRCH, "", "the kernel's BTF has no %s", name);
}

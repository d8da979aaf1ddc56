// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel_btf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
	unsigned char *data;
	size_t size;
	const unsigned char *types;
	const char *strings;
	size_t types_size, strings_size;
	__u32 *offsets; /* of each type, in `types`; [0] unused */
	__u32 end;
} kernel;

const struct btf_layout btf_layouts[32] = {
	[BTF_KIND_INT] = {.known = true, .once = true, .words = 1},
	[BTF_KIND_PTR] = {.known = true, .ref = true},
	[BTF_KIND_ARRAY] = {.known = true, .once = true, .words = 3, .types = 3},
	[BTF_KIND_STRUCT] = {.known = true, .words = 3, .strings = 1, .types = 2},
	[BTF_KIND_UNION] = {.known = true, .words = 3, .strings = 1, .types = 2},
	[BTF_KIND_ENUM] = {.known = true, .words = 2, .strings = 1},
	[BTF_KIND_FWD] = {.known = true},
	[BTF_KIND_TYPEDEF] = {.known = true, .ref = true},
	[BTF_KIND_VOLATILE] = {.known = true, .ref = true},
	[BTF_KIND_CONST] = {.known = true, .ref = true},
	[BTF_KIND_RESTRICT] = {.known = true, .ref = true},
	[BTF_KIND_FUNC] = {.known = true, .once = true, .ref = true}, /* vlen: linkage */
	[BTF_KIND_FUNC_PROTO] = {.known = true, .ref = true, .words = 2, .strings = 1, .types = 2},
	[BTF_KIND_VAR] = {.known = true, .once = true, .ref = true, .words = 1},
	[BTF_KIND_DATASEC] = {.known = true, .words = 3, .types = 1},
	[BTF_KIND_FLOAT] = {.known = true},
	[BTF_KIND_DECL_TAG] = {.known = true, .once = true, .ref = true, .words = 1},
	[BTF_KIND_TYPE_TAG] = {.known = true, .ref = true},
	[BTF_KIND_ENUM64] = {.known = true, .words = 3, .strings = 1},
};

unsigned btf_records(const struct btf_type *t)
{
	return btf_layouts[btf_kind(t)].once ? 1 : btf_vlen(t);
}

/* Since 6.16 (a539e2a6d51d "btf: Allow mmap of vmlinux btf") nothing is copied */
static unsigned char *map(int fd, size_t size)
{
	unsigned char *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
	size_t done = 0;
	ssize_t n = 1;

	if (data != MAP_FAILED)
		return data;
	/* not malloc(): freeing 5 MB once makes it keep pieces of that size in the heap from then on */
	data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (data == MAP_FAILED)
		return NULL;
	for (; done < size && n > 0; done += n > 0 ? (size_t)n : 0)
		n = read(fd, data + done, size - done);
	if (done == size)
		return data;
	munmap(data, size);
	return NULL;
}

static int map_file(void)
{
	int fd = open("/sys/kernel/btf/vmlinux", O_RDONLY | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) || st.st_size < (off_t)sizeof(struct btf_header))
		st.st_size = 0;
	kernel.size = (size_t)st.st_size;
	kernel.data = kernel.size ? map(fd, kernel.size) : NULL;
	close(fd);
	return kernel.data ? 0 : -EIO;
}

static int find_sections(void)
{
	const struct btf_header *h = (const void *)kernel.data;
	size_t types = (size_t)h->hdr_len + h->type_off, strings = (size_t)h->hdr_len + h->str_off;

	if (h->magic != BTF_MAGIC || types + h->type_len > kernel.size || strings + h->str_len > kernel.size ||
		!h->str_len || kernel.data[strings + h->str_len - 1])
		return -EINVAL;
	kernel.types = kernel.data + types;
	kernel.types_size = h->type_len;
	kernel.strings = (const char *)kernel.data + strings;
	kernel.strings_size = h->str_len;
	return 0;
}

static int index_types(void)
{
	size_t at = 0;

	kernel.offsets = malloc((kernel.types_size / sizeof(struct btf_type) + 1) * sizeof(*kernel.offsets));
	if (!kernel.offsets)
		return -ENOMEM;
	for (kernel.end = 1; at + sizeof(struct btf_type) <= kernel.types_size; kernel.end++) {
		const struct btf_type *t = (const void *)(kernel.types + at);
		const struct btf_layout *l = &btf_layouts[btf_kind(t)];

		if (!l->known)
			return -EINVAL; /* of an unknown size */
		kernel.offsets[kernel.end] = (__u32)at;
		at += sizeof(*t) + (size_t)btf_records(t) * l->words * sizeof(__u32);
	}
	return at == kernel.types_size ? 0 : -EINVAL;
}

int kernel_btf_load(void)
{
	int err;

	if (kernel.data)
		return 0;
	err = map_file();
	if (!err)
		err = find_sections();
	if (!err)
		err = index_types();
	if (err)
		kernel_btf_drop();
	return err;
}

void kernel_btf_drop(void)
{
	if (kernel.data)
		munmap(kernel.data, kernel.size);
	free(kernel.offsets);
	memset(&kernel, 0, sizeof(kernel));
}

__u32 kernel_btf_end(void)
{
	return kernel.end;
}

const struct btf_type *kernel_btf_type(__u32 id)
{
	return id && id < kernel.end ? (const void *)(kernel.types + kernel.offsets[id]) : NULL;
}

const char *kernel_btf_string(__u32 offset)
{
	return offset < kernel.strings_size ? kernel.strings + offset : "";
}

int kernel_btf_find(const char *name, unsigned kind)
{
	for (__u32 id = 1; id < kernel.end; id++) {
		const struct btf_type *t = kernel_btf_type(id);

		if (btf_kind(t) == kind && !strcmp(kernel_btf_string(t->name_off), name))
			return (int)id;
	}
	return -ENOENT;
}

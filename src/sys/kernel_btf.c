// SPDX-License-Identifier: GPL-2.0-or-later
#include "kernel_btf.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "/sys/kernel/btf"

/* The BTF of the kernel or of a module. A module's ids and string offsets continue where the kernel's end. */
struct piece {
	char name[64]; /* of the module; "": the kernel */
	unsigned char *data;
	size_t size;
	const unsigned char *types;
	const char *strings;
	size_t types_size, strings_size;
	__u32 *offsets; /* of each type, into `types` */
	__u32 first, end;
};

static struct piece pieces[1 + KERNEL_BTF_MODULES];
#define kernel pieces[0]
#define MODULE_SHIFT 24
#define ID_MASK ((1U << MODULE_SHIFT) - 1) /* ids go to 0xfffff (BTF_MAX_TYPE) */

const struct kernel_btf_layout kernel_btf_layouts[32] = {
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

unsigned kernel_btf_records(const struct btf_type *t)
{
	return kernel_btf_layouts[btf_kind(t)].once ? 1 : btf_vlen(t);
}

/* Maps the file since 6.16 (a539e2a6d51d "btf: Allow mmap of vmlinux btf"), else copies it. */
static unsigned char *map(int fd, size_t size)
{
	unsigned char *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
	size_t done = 0;
	ssize_t n = 1;

	if (data != MAP_FAILED)
		return data;
	/* Not malloc(): once 5 MB are freed, it keeps later blocks of that size in the heap. */
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

static int map_file(struct piece *p, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) || st.st_size < (off_t)sizeof(struct btf_header))
		st.st_size = 0;
	p->size = (size_t)st.st_size;
	p->data = p->size ? map(fd, p->size) : NULL;
	close(fd);
	return p->data ? 0 : -EIO;
}

static int find_sections(struct piece *p)
{
	const struct btf_header *h = (const void *)p->data;
	/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): not NULL after map_file(), which is not followed */
	size_t types = (size_t)h->hdr_len + h->type_off, strings = (size_t)h->hdr_len + h->str_off;

	if (h->magic != BTF_MAGIC || types + h->type_len > p->size || strings + h->str_len > p->size ||
		(p == &kernel && !h->str_len) || (h->str_len && p->data[strings + h->str_len - 1]))
		return -EINVAL;
	p->types = p->data + types;
	p->types_size = h->type_len;
	p->strings = (const char *)p->data + strings;
	p->strings_size = h->str_len;
	return 0;
}

static int index_types(struct piece *p)
{
	size_t at = 0;

	p->offsets = malloc((p->types_size / sizeof(struct btf_type) + 1) * sizeof(*p->offsets));
	if (!p->offsets)
		return -ENOMEM;
	for (p->end = p->first; at + sizeof(struct btf_type) <= p->types_size; p->end++) {
		const struct btf_type *t = (const void *)(p->types + at);
		const struct kernel_btf_layout *l = &kernel_btf_layouts[btf_kind(t)];

		if (!l->known)
			return -EINVAL; /* its size is unknown */
		p->offsets[p->end - p->first] = (__u32)at;
		at += sizeof(*t) + (size_t)kernel_btf_records(t) * l->words * sizeof(__u32);
	}
	return at == p->types_size ? 0 : -EINVAL;
}

static void drop(struct piece *p)
{
	if (p->data)
		munmap(p->data, p->size);
	free(p->offsets);
	memset(p, 0, sizeof(*p));
}

static int load(struct piece *p, const char *path, __u32 first)
{
	int err = map_file(p, path);

	p->first = first;
	if (!err)
		err = find_sections(p);
	if (!err)
		err = index_types(p);
	if (err)
		drop(p);
	return err;
}

int kernel_btf_load_from(const char *path)
{
	kernel_btf_drop();
	return load(&kernel, path, 1);
}

int kernel_btf_load(void)
{
	return kernel.data ? 0 : kernel_btf_load_from(FOLDER "/vmlinux");
}

int kernel_btf_module_from(const char *module, const char *path)
{
	unsigned i = 1;
	int err;

	for (; i <= KERNEL_BTF_MODULES && pieces[i].data; i++)
		if (!strcmp(pieces[i].name, module))
			return (int)i;
	if (!kernel.data || i > KERNEL_BTF_MODULES || strlen(module) >= sizeof(pieces[i].name))
		return -ENOSPC;
	err = load(&pieces[i], path, kernel.end);
	if (!err)
		strcpy(pieces[i].name, module);
	return err ? err : (int)i;
}

int kernel_btf_module(const char *module)
{
	char path[sizeof(FOLDER) + 256];

	snprintf(path, sizeof(path), FOLDER "/%s", module);
	return kernel_btf_module_from(module, path);
}

void kernel_btf_module_drop(unsigned module)
{
	if (module && module <= KERNEL_BTF_MODULES)
		drop(&pieces[module]);
}

/* The number of a loaded module, or 0 */
static unsigned loaded(const char *module)
{
	for (unsigned i = 1; i <= KERNEL_BTF_MODULES; i++)
		if (pieces[i].data && !strcmp(pieces[i].name, module))
			return i;
	return 0;
}

static int visit_module(const char *name, int (*visit)(void *arg, unsigned module), void *arg)
{
	bool was_there = loaded(name);
	int module = kernel_btf_module(name), stop;

	if (module <= 0)
		return 0;
	stop = visit(arg, (unsigned)module);
	if (!stop && !was_there)
		kernel_btf_module_drop((unsigned)module);
	return stop;
}

int kernel_btf_each_module(int (*visit)(void *arg, unsigned module), void *arg)
{
	DIR *folder = opendir(FOLDER);
	struct dirent *entry;
	int stop = 0;

	while (folder && !stop && (entry = readdir(folder)))
		if (*entry->d_name != '.' && strcmp(entry->d_name, "vmlinux"))
			stop = visit_module(entry->d_name, visit, arg);
	if (folder)
		closedir(folder);
	return stop;
}

void kernel_btf_drop(void)
{
	for (unsigned i = 0; i <= KERNEL_BTF_MODULES; i++)
		drop(&pieces[i]);
}

__u32 kernel_btf_end(void)
{
	return kernel.end;
}

const struct btf_type *kernel_btf_type(__u32 id)
{
	const struct piece *p = &pieces[id >> MODULE_SHIFT <= KERNEL_BTF_MODULES ? id >> MODULE_SHIFT : 0];

	id &= ID_MASK;
	if (id < kernel.end)
		p = &kernel;
	return id >= p->first && id < p->end ? (const void *)(p->types + p->offsets[id - p->first]) : NULL;
}

__u32 kernel_btf_ref(__u32 from, __u32 id)
{
	return id < kernel.end ? id : (from & ~ID_MASK) | id;
}

const char *kernel_btf_string(__u32 offset)
{
	return offset < kernel.strings_size ? kernel.strings + offset : "";
}

const char *kernel_btf_string_of(__u32 id, __u32 offset)
{
	const struct piece *p = &pieces[id >> MODULE_SHIFT <= KERNEL_BTF_MODULES ? id >> MODULE_SHIFT : 0];

	if (p == &kernel || offset < kernel.strings_size)
		return kernel_btf_string(offset);
	offset -= (__u32)kernel.strings_size;
	return offset < p->strings_size ? p->strings + offset : "";
}

int kernel_btf_find_in(unsigned module, const char *name, unsigned kind)
{
	const struct piece *p = &pieces[module <= KERNEL_BTF_MODULES ? module : 0];

	for (__u32 id = p->first; id < p->end; id++) {
		__u32 full = module << MODULE_SHIFT | id;
		const struct btf_type *t = kernel_btf_type(full);

		if (btf_kind(t) == kind && !strcmp(kernel_btf_string_of(full, t->name_off), name))
			return (int)full;
	}
	return -ENOENT;
}

void kernel_btf_own(unsigned module, __u32 *first, __u32 *end)
{
	const struct piece *p = &pieces[module <= KERNEL_BTF_MODULES ? module : 0];

	*first = p->data ? module << MODULE_SHIFT | p->first : 0;
	*end = p->data ? module << MODULE_SHIFT | p->end : 0;
}

int kernel_btf_find(const char *name, unsigned kind)
{
	return kernel_btf_find_in(0, name, kind);
}

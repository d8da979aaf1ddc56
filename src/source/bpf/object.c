// SPDX-License-Identifier: GPL-2.0-or-later
#include "object.h"

#include "base/clock.h"
#include "base/log.h"

#include <bpf/btf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PATIENCE_NS 500000000

struct bpf_owned *bpf_owned_of(const struct session *s)
{
	return s->source_state;
}

const struct bpf_object_open_opts *bpf_options(struct session *s)
{
	static char path[32];
	static struct bpf_object_open_opts opts = {.sz = sizeof(opts)};
	struct bpf_owned *b = bpf_owned_of(s);

	if (b->btf < 0)
		b->btf = memfd_create("btf", MFD_CLOEXEC);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", b->btf);
	opts.btf_custom_path = b->btf < 0 || access(path, R_OK) ? NULL : path;
	return &opts;
}

void bpf_own(struct session *s, void *object, struct bpf_object_skeleton *skeleton)
{
	struct bpf_owned *b = bpf_owned_of(s);

	if (!object)
		cannot(s, -errno, "cannot open the BPF object: %s", strerror(errno));
	b->object = object;
	b->skeleton = skeleton;
}

struct bpf_object *bpf_object_of(const struct session *s)
{
	return *bpf_owned_of(s)->skeleton->obj;
}

void *bpf_skeleton_of(const struct session *s)
{
	return bpf_owned_of(s)->object;
}

struct bpf_map *bpf_map_of(const struct session *s, const char *name)
{
	return bpf_object__find_map_by_name(bpf_object_of(s), name);
}

void *bpf_constant(const struct session *s, const char *name, size_t size)
{
	struct bpf_map *map = bpf_map_of(s, ".rodata");
	const struct btf *btf = bpf_object__btf(bpf_object_of(s));
	int id = btf__find_by_name_kind(btf, ".rodata", BTF_KIND_DATASEC);
	const struct btf_type *section = id > 0 ? btf__type_by_id(btf, (__u32)id) : NULL;
	const struct btf_var_secinfo *v = section ? btf_var_secinfos(section) : NULL;
	size_t bytes;
	const char *data = map ? bpf_map__initial_value(map, &bytes) : NULL;

	for (__u32 i = 0; data && section && i < btf_vlen(section); i++)
		if (v[i].size == size && !strcmp(btf__name_by_offset(btf, btf__type_by_id(btf, v[i].type)->name_off), name))
			return (void *)(data + v[i].offset);
	return NULL;
}

void bpf_use(struct session *s, struct bpf_program *program, bool on)
{
	(void)s;
	bpf_program__set_autoload(program, on);
}

int bpf_keep_link(struct session *s, struct bpf_link *link)
{
	struct bpf_owned *b = bpf_owned_of(s);
	struct bpf_link **links = b->links;

	if (b->nlinks % 256 == 0)
		links = realloc(links, (b->nlinks + 256) * sizeof(*links));
	if (!links) {
		bpf_link__destroy(link);
		return -ENOMEM;
	}
	b->links = links;
	links[b->nlinks++] = link;
	return 0;
}

void bpf_detach_late(struct session *s)
{
	bpf_owned_of(s)->late = true;
}

static int keep(struct descriptors *d, int fd)
{
	int *list = realloc(d->list, (d->n + 1) * sizeof(*list));

	if (!list) {
		close(fd);
		return -ENOMEM;
	}
	d->list = list;
	list[d->n++] = fd;
	return 0;
}

static void drop(struct descriptors *d)
{
	for (size_t i = 0; i < d->n; i++)
		close(d->list[i]);
	free(d->list);
	*d = (struct descriptors){0};
}

int bpf_keep_fd(struct session *s, int link)
{
	return keep(&bpf_owned_of(s)->fds, link);
}

int bpf_keep_copy(struct session *s, int program)
{
	return keep(&bpf_owned_of(s)->copies, program);
}

/* The session is confined by now, and notice_begin() would have no thread. True if the line is out */
static bool tell_detaching(const struct bpf_owned *b, uint64_t began_ns)
{
	if (settings.quiet || !isatty(STDERR_FILENO))
		return true;
	if (clock_ns() - began_ns < PATIENCE_NS)
		return false;
	warn("detaching %zu probes...", b->nlinks);
	return true;
}

void bpf_owned_detach(struct bpf_owned *b)
{
	uint64_t began_ns = clock_ns();
	bool told = !b->late;

	drop(&b->fds);
	for (size_t i = 0; i < b->nlinks; i++) {
		bpf_link__destroy(b->links[i]);
		told = told || tell_detaching(b, began_ns);
	}
	free(b->links);
	b->links = NULL;
	b->nlinks = 0;
}

const struct bpf_prog_skeleton *bpf_owned_program(const struct bpf_owned *b, int i)
{
	return (const void *)((const char *)b->skeleton->progs + (size_t)i * (size_t)b->skeleton->prog_skel_sz);
}

void bpf_owned_free(struct bpf_owned *b)
{
	drop(&b->copies);
	if (b->skeleton)
		bpf_object__destroy_skeleton(b->skeleton);
	free(b->object);
	if (b->btf >= 0)
		close(b->btf);
}

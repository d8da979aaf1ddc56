// SPDX-License-Identifier: GPL-2.0-or-later
#include "maps.h"

#include "object.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static bool is_array(const struct bpf_map *map)
{
	enum bpf_map_type type = bpf_map__type(map);

	return type == BPF_MAP_TYPE_ARRAY || type == BPF_MAP_TYPE_PERCPU_ARRAY;
}

static int copies_of(const struct bpf_map *map)
{
	enum bpf_map_type type = bpf_map__type(map);

	return type == BPF_MAP_TYPE_PERCPU_ARRAY || type == BPF_MAP_TYPE_PERCPU_HASH ? libbpf_num_possible_cpus() : 1;
}

struct reader {
	const struct bpf_map *map;
	const struct schema *schema;
	struct tally *to;
	unsigned char *row, *values;
	size_t value_size; /* rounded up to 8, as per-CPU copies are laid out */
	int copies;
};

static int read_entry(struct reader *r, const void *key)
{
	size_t key_size = r->schema->key_size, value_size = bpf_map__value_size(r->map);
	int err = bpf_map_lookup_elem(bpf_map__fd(r->map), key, r->values);

	if (err == -ENOENT)
		return 0; /* deleted meanwhile: only by a program that no longer needs it */
	memset(r->row, 0, key_size);
	if (!is_array(r->map))
		memcpy(r->row, key, key_size);
	for (int cpu = 0; cpu < r->copies && !err; cpu++) {
		memcpy(r->row + key_size, r->values + (size_t)cpu * r->value_size, value_size);
		err = tally_merge(r->to, r->row);
	}
	return err;
}

static int read_entries(struct reader *r)
{
	size_t key_size = bpf_map__key_size(r->map);
	unsigned char *key = calloc(2, key_size), *next = key + key_size;
	int err = key ? 0 : -ENOMEM;
	const void *from = NULL;

	while (!err) {
		err = bpf_map_get_next_key(bpf_map__fd(r->map), from, next);
		if (err)
			break;
		memcpy(key, next, key_size);
		from = key;
		err = read_entry(r, key);
	}
	free(key);
	return err == -ENOENT ? 0 : err; /* after the last */
}

int bpf_read_tally(const struct bpf_map *map, const struct schema *schema, struct tally *to)
{
	struct reader r = {.map = map, .schema = schema, .to = to, .copies = copies_of(map)};
	int err;

	if (r.copies < 0)
		return r.copies;
	r.value_size = ((size_t)bpf_map__value_size(map) + 7) / 8 * 8;
	r.row = malloc(schema->row_size);
	r.values = malloc(r.value_size * (size_t)r.copies);
	err = r.row && r.values ? read_entries(&r) : -ENOMEM;
	free(r.row);
	free(r.values);
	return err;
}

/* The array itself, to be looked at, which costs a twentieth of copying it. NULL if it cannot be mapped */
static void *map_array(const struct bpf_map *map, size_t size)
{
	void *values = MAP_FAILED;

	if (bpf_map__map_flags(map) & BPF_F_MMAPABLE)
		values = mmap(NULL, bpf_map__max_entries(map) * size, PROT_READ, MAP_SHARED, bpf_map__fd(map), 0);
	return values == MAP_FAILED ? NULL : values;
}

#define PIECE 512

static int each_copied(const struct bpf_map *map, int (*visit)(const void *value, void *arg), void *arg)
{
	size_t size = ((size_t)bpf_map__value_size(map) + 7) / 8 * 8;
	unsigned char *keys = malloc((size_t)PIECE * bpf_map__key_size(map)), *values = malloc(PIECE * size);
	int err = keys && values ? 0 : -ENOMEM, visited = 0;
	uint32_t batch = 0, n;

	for (bool first = true; !err && !visited; first = false) {
		n = PIECE;
		err = bpf_map_lookup_batch(bpf_map__fd(map), first ? NULL : &batch, &batch, keys, values, &n, NULL);
		for (uint32_t i = 0; i < n && (!err || err == -ENOENT) && !visited; i++) /* ENOENT: with the last piece */
			visited = visit(values + i * size, arg);
	}
	free(keys);
	free(values);
	return visited || err == -ENOENT ? visited : err;
}

int bpf_each_value(const struct bpf_map *map, int (*visit)(const void *value, void *arg), void *arg)
{
	size_t size = ((size_t)bpf_map__value_size(map) + 7) / 8 * 8, n = bpf_map__max_entries(map);
	unsigned char *values = map_array(map, size);
	int visited = 0;

	if (!values)
		return each_copied(map, visit, arg);
	for (size_t i = 0; i < n && !visited; i++)
		visited = visit(values + i * size, arg);
	munmap(values, n * size);
	return visited;
}

int bpf_tally_single(struct session *s)
{
	struct bpf_map *map = bpf_map_of(s, "tally");
	int err = bpf_map__set_type(map, BPF_MAP_TYPE_PERCPU_ARRAY);

	if (!err)
		err = bpf_map__set_key_size(map, sizeof(uint32_t));
	return err ? err : bpf_map__set_max_entries(map, 1);
}

/* The kernel wants a power of two of at least a page. */
int bpf_events_open(struct session *s)
{
	struct bpf_map *map = bpf_map_of(s, "events");
	__u64 *wake = bpf_constant(s, "events_wake", sizeof(*wake));
	bool rows = s->view == VIEW_EVENTS || s->set->timeline;
	uint32_t size;

	if (!map || !wake)
		return 0;
	size = rows && !s->set->buffer_kb ? bpf_map__max_entries(map) : 4096;
	while (rows && size < s->set->buffer_kb << 10)
		size <<= 1;
	*wake = *wake ? size / 8 : 0;
	return bpf_map__set_max_entries(map, size);
}

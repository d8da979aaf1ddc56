// SPDX-License-Identifier: GPL-2.0-or-later
/* Compares our reading of the kernel's BTF, and the part that we keep for CO-RE, with libbpf's reading */
#include "test.h"

#include "sys/kernel_btf.h"
#include "sys/kernel_btf_reduce.h"

#include <bpf/libbpf.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *const names[] = {"task_struct", "request", "request_queue", "gendisk", "req_flag_bits", "bio"};
enum { FLAGS = 4 }; /* the one enum among them */
static struct btf *whole;

static void ids(void **state)
{
	static const struct {
		const char *name;
		unsigned kind;
	} known[] = {{"task_struct", BTF_KIND_STRUCT},
				 {"btf_trace_sched_switch", BTF_KIND_TYPEDEF},
				 {"vfs_read", BTF_KIND_FUNC},
				 {"int", BTF_KIND_INT},
				 {"no such type", BTF_KIND_STRUCT}};

	(void)state;
	assert_int_equal(kernel_btf_load(), 0);
	assert_int_equal(kernel_btf_end(), btf__type_cnt(whole));
	for (size_t i = 0; i < ELEMENTS(known); i++)
		assert_int_equal(kernel_btf_find(known[i].name, known[i].kind),
						 btf__find_by_name_kind(whole, known[i].name, known[i].kind));
	assert_null(kernel_btf_type(0));
	assert_null(kernel_btf_type(kernel_btf_end()));
	kernel_btf_drop();
}

/* An object that refers to these types, to one of them under a flavour */
static struct btf *make_object(void)
{
	struct btf *object = btf__new_empty();

	btf__add_struct(object, "task_struct", 0);
	btf__add_struct(object, "request", 0);
	btf__add_struct(object, "request_queue", 0);
	btf__add_struct(object, "gendisk", 0);
	btf__add_enum(object, "req_flag_bits", 4);
	btf__add_struct(object, "bio___of_another_kernel", 0);
	btf__add_struct(object, "only_in_this_object", 0);
	return object;
}

static struct btf *reduce(const struct btf *object)
{
	int fd = memfd_create("btf", 0);
	struct btf *reduced;
	char path[32];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	assert_int_equal(kernel_btf_reduce(object, fd), 0);
	kernel_btf_drop();
	reduced = btf__parse(path, NULL);
	close(fd);
	assert_int_equal(libbpf_get_error(reduced), 0);
	return reduced;
}

static void same_members(const struct btf *a, const struct btf_type *at, const struct btf *b,
						 const struct btf_type *bt);

static void same_values(const struct btf *a, const struct btf_type *at, const struct btf *b, const struct btf_type *bt)
{
	const struct btf_enum *av = btf_enum(at), *bv = btf_enum(bt);

	assert_int_equal(btf_vlen(at), btf_vlen(bt));
	for (unsigned i = 0; i < btf_vlen(at); i++) {
		assert_string_equal(btf__name_by_offset(a, av[i].name_off), btf__name_by_offset(b, bv[i].name_off));
		assert_int_equal(av[i].val, bv[i].val);
	}
}

/* Compares two types as far as CO-RE follows them: it does not follow pointers */
static void same_type(const struct btf *a, unsigned id_a, const struct btf *b, unsigned id_b)
{
	const struct btf_type *at, *bt;

	do {
		at = btf__type_by_id(a, id_a);
		bt = btf__type_by_id(b, id_b);
		assert_int_equal(btf_kind(at), btf_kind(bt));
		assert_string_equal(btf__name_by_offset(a, at->name_off), btf__name_by_offset(b, bt->name_off));
		id_a = at->type;
		id_b = bt->type;
	} while (btf_is_mod(at) || btf_is_typedef(at));
	if (btf_is_ptr(at))
		return;
	if (btf_is_array(at)) {
		assert_int_equal(btf_array(at)->nelems, btf_array(bt)->nelems);
		same_type(a, btf_array(at)->type, b, btf_array(bt)->type);
		return;
	}
	assert_int_equal(at->size, bt->size);
	if (btf_is_int(at))
		assert_int_equal(*(const __u32 *)(at + 1), *(const __u32 *)(bt + 1));
	else if (btf_is_enum(at))
		same_values(a, at, b, bt);
	else if (btf_is_composite(at))
		same_members(a, at, b, bt);
}

static void same_members(const struct btf *a, const struct btf_type *at, const struct btf *b, const struct btf_type *bt)
{
	const struct btf_member *am = btf_members(at), *bm = btf_members(bt);

	assert_int_equal(at->size, bt->size);
	assert_int_equal(btf_vlen(at), btf_vlen(bt));
	for (unsigned i = 0; i < btf_vlen(at); i++) {
		assert_string_equal(btf__name_by_offset(a, am[i].name_off), btf__name_by_offset(b, bm[i].name_off));
		assert_int_equal(am[i].offset, bm[i].offset);
		same_type(a, am[i].type, b, bm[i].type);
	}
}

static void kept(void **state)
{
	struct btf *object = make_object(), *reduced = reduce(object);

	(void)state;
	for (size_t i = 0; i < ELEMENTS(names); i++) {
		unsigned kind = i == FLAGS ? BTF_KIND_ENUM : BTF_KIND_STRUCT;
		int a = btf__find_by_name_kind(whole, names[i], kind), b = btf__find_by_name_kind(reduced, names[i], kind);

		assert_true(a > 0);
		assert_true(b > 0);
		same_type(whole, (unsigned)a, reduced, (unsigned)b);
	}
	assert_true(btf__find_by_name_kind(reduced, "only_in_this_object", BTF_KIND_STRUCT) < 0);
	assert_true(btf__find_by_name_kind(reduced, "vfs_read", BTF_KIND_FUNC) < 0);
	assert_true(btf__type_cnt(reduced) < btf__type_cnt(whole) / 10);
	btf__free(reduced);
	btf__free(object);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ids),
		cmocka_unit_test(kept),
	};
	int failed;

	if (access("/sys/kernel/btf/vmlinux", R_OK)) {
		puts("skip - kernel_btf: no kernel BTF");
		return 0;
	}
	whole = btf__load_vmlinux_btf();
	failed = RUN(tests);
	btf__free(whole);
	return failed;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Compares the places of members in this kernel's own types with the compiler. bpftool writes the types as C; a
 * generated program sets each member and looks for its bits where the fetch would read them. KTALLY_TEST_BTF names
 * a file with another kernel's types.
 */
#include "test.h"

#include "probe/btf_names.h"
#include "sys/kernel_btf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FUNCTION "vfs_read"
#define WANTED 1200 /* members */
#define DEPTH 4

static const char program[] = "typedef unsigned long long number;\n"
							  "static int wrong, checked, fields;\n"
							  "static void check(const char *what, const void *p, unsigned long size, unsigned at, "
							  "unsigned width, unsigned shift,\n"
							  "				   unsigned bits, int whole, number all)\n"
							  "{\n"
							  "	const unsigned char *bytes = p;\n"
							  "	number value = 0, mask = bits < 64 ? (1ULL << bits) - 1 : -1ULL;\n"
							  "	unsigned long set = 0, i;\n"
							  "\n"
							  "	if (at + width > size && !whole) { wrong++; return; }\n"
							  "	__builtin_memcpy(&value, bytes + at, at + width > size ? size - at : width);\n"
							  "	for (i = 0; i < size; i++) set += __builtin_popcount(bytes[i]);\n"
							  "	checked++;\n"
							  "	fields += !whole;\n"
							  "	if ((value >> shift & mask) == (all & mask) && set == (unsigned "
							  "long)__builtin_popcountll(all & mask)) return;\n"
							  "	wrong++;\n"
							  "	__builtin_printf(\"%s: at %u, %u bytes, shift %u, bits %u: %llx, %lu bits set\\n\", "
							  "what, at, width, shift, bits,\n"
							  "					 value, set);\n"
							  "}\n";

static const char *kernel = "/sys/kernel/btf/vmlinux";
static FILE *to;
static unsigned tried, text_members, checks;
static uint64_t state = 88172645463325252ULL;

/* Sets the member in a copy that is otherwise zero: a bit field by assignment, anything else byte by byte */
static void print_check(const char *name, const char *path, const struct probe_fetch *f, const struct probe_type *type)
{
	bool text = f->kind == PROBE_TEXT_AT;

	if (text && f->noffsets == 2) { /* the member is a pointer to a string */
		fprintf(to, "	if (offsetof(struct %s, %s) != %d || sizeof(s.%s) != 8 || %d) wrong++; else checked++;\n", name,
				path, f->offsets[0], path, f->offsets[1]);
	} else if (text) {
		fprintf(to, "	if (offsetof(struct %s, %s) != %d) wrong++; else checked++;\n", name, path, f->offsets[0]);
	} else if (f->bits) {
		fprintf(to, "	memset(&s, 0, sizeof(s)); s.%s = -1;\n", path);
		fprintf(to, "	check(\"%s.%s\", &s, sizeof(s), %d, %u, %u, %u, 0, %s);\n", name, path, f->offsets[0], f->size,
				f->shift, f->bits, type->show == SHOW_BOOL ? "1" : "-1ULL");
	} else {
		fprintf(to, "	memset(&s, 0, sizeof(s)); memset((void *)&s.%s, -1, sizeof(s.%s));\n", path, path);
		fprintf(to, "	check(\"%s.%s\", &s, sizeof(s), %d, %u, 0, %u, 1, -1ULL);\n", name, path, f->offsets[0],
				f->size, f->size * 8);
	}
	text_members += text;
	checks++;
}

static void try_path(const char *name, const char *path)
{
	char expression[512];
	struct probe_fetch f;
	struct probe_type type;
	struct why why;
	int word;

	snprintf(expression, sizeof(expression), "((struct %s *)file)->%s", name, path);
	tried++;
	if (!btf_argument(FUNCTION, text_begin(expression, "expression"), false, &f, &word, &type, &why)) {
		assert_int_equal(word, 0);
		print_check(name, path, &f, &type);
	} else if (!strstr(why.text, "choose") && !strstr(why.text, "cannot be read") && !strstr(why.text, "of 16 bytes")) {
		fail_msg("%s: %s", expression, why.text);
	}
}

/* Chooses one member at random, and descends until it is no struct. Enters nameless members as the parser does. */
static bool choose(__u32 id, char *path, size_t size, unsigned depth)
{
	const struct btf_type *t = kernel_btf_type(id), *inner;
	const struct btf_member *m;
	const char *name;

	if (!btf_vlen(t) || !depth)
		return depth != DEPTH && !btf_vlen(t);
	m = btf_members(t) + random_next(&state) % btf_vlen(t);
	name = kernel_btf_string(m->name_off);
	snprintf(path + strlen(path), size - strlen(path), "%s%s",
			 *path && *name && path[strlen(path) - 1] != '.' ? "." : "", name);
	for (id = m->type; (inner = kernel_btf_type(id)) && (btf_is_mod(inner) || btf_is_typedef(inner)); id = inner->type)
		;
	if (inner && btf_is_array(inner) && *name) {
		const struct btf_array *array = btf_array(inner);

		inner = kernel_btf_type(array->type);
		if (array->nelems && !(inner && btf_is_composite(inner)))
			snprintf(path + strlen(path), size - strlen(path), "[%u]", (unsigned)(random_next(&state) % array->nelems));
		return array->nelems;
	}
	return !inner || !btf_is_composite(inner) || choose(id, path, size, *name ? depth - 1 : depth);
}

/* Where several structs share a name, takes the first, as bpftool does */
static void print_struct(__u32 id)
{
	const struct btf_type *t = kernel_btf_type(id);
	const char *name = btf_is_struct(t) ? kernel_btf_string(t->name_off) : "";
	char path[256];

	if (!*name || t->size > 16384 || kernel_btf_find(name, BTF_KIND_STRUCT) != (int)id)
		return;
	fprintf(to, "{	struct %s s;\n", name);
	for (unsigned i = 0; i < 4; i++) {
		*path = '\0';
		if (choose(id, path, sizeof(path), DEPTH) && *path)
			try_path(name, path);
	}
	fprintf(to, "}\n");
}

/* bpftool's C does not say when an enum is smaller than an int: this sed script adds it */
static void print_small_enums(const char *path)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	for (__u32 id = 1; id < kernel_btf_end(); id++) {
		const struct btf_type *t = kernel_btf_type(id);

		if (btf_is_enum(t) && t->size < 4)
			fprintf(file, "/^enum %s {/,/^};/s/^};/} __attribute__((packed));/\n", kernel_btf_string(t->name_off));
	}
	fclose(file);
}

static void run(const char *folder, const char *command, const char *what)
{
	char line[600];

	snprintf(line, sizeof(line), "cd %s && { %s; } >log 2>&1 || { tail -20 log; exit 1; }", folder, command);
	if (system(line))
		fail_msg("%s failed: see %s", what, folder);
}

static void offsets(void **unused)
{
	char folder[] = "/tmp/ktally-offsets.XXXXXX", path[64], command[400];

	(void)unused;
	assert_non_null(mkdtemp(folder));
	assert_int_equal(kernel_btf_load_from(kernel), 0);
	snprintf(path, sizeof(path), "%s/offsets.c", folder);
	to = fopen(path, "w");
	assert_non_null(to);
	fprintf(to,
			"#include \"kernel.h\"\n#define offsetof __builtin_offsetof\n#define memset __builtin_memset\n%s"
			"int main(void)\n{\n",
			program);
	while (checks < WANTED)
		print_struct(1 + (__u32)(random_next(&state) % (kernel_btf_end() - 1)));
	fprintf(to, "	return wrong || checked != %u || !fields;\n}\n", checks);
	fclose(to);
	snprintf(command, sizeof(command), "PATH=$PATH:/usr/sbin:/sbin bpftool btf dump file %s format c >kernel.h",
			 kernel);
	run(folder, command, "bpftool");
	snprintf(path, sizeof(path), "%s/small.sed", folder);
	print_small_enums(path);
	run(folder, "sed -i -f small.sed kernel.h", "sed");
	run(folder, "cc -w -O0 -std=gnu11 -fms-extensions -fno-builtin -o offsets offsets.c", "the compiler");
	run(folder, "./offsets", "the comparison");
	printf("# %u members, %u of them strings\n", checks, text_members);
	assert_in_range(text_members, 1, checks / 2);
	snprintf(path, sizeof(path), "rm -r %s", folder);
	assert_int_equal(system(path), 0);
	kernel_btf_drop();
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(offsets)};

	if (getenv("KTALLY_TEST_BTF"))
		kernel = getenv("KTALLY_TEST_BTF");
	if (access(kernel, R_OK) || system("PATH=$PATH:/usr/sbin:/sbin bpftool version >/dev/null 2>&1")) {
		puts("skip - btf_offsets: no kernel BTF, or no bpftool to write it as C");
		return 0;
	}
	return RUN(tests);
}

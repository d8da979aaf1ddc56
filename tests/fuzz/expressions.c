// SPDX-License-Identifier: GPL-2.0-or-later
/* Expressions for an argument's value: parsed, and walked along types that are made here. Input: the text. */
#include "fuzz.h"

#include "probe/btf_names.h"
#include "sys/kernel_btf.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { INT = 1, CHAR, LONG, BOOL, TEXT, NAME, NUMBERS, COLOR, UNIT, SELF, NODE };

static void add_node(struct btf *b)
{
	btf__add_struct(b, "node", 4096);
	btf__add_field(b, "next", SELF, 0, 0);
	btf__add_field(b, "name", NAME, 64, 0);
	btf__add_field(b, "text", TEXT, 192, 0);
	btf__add_field(b, "bits", INT, 263, 9);
	btf__add_field(b, "color", COLOR, 300, 2);
	btf__add_field(b, "x", NUMBERS, 320, 0);
	btf__add_field(b, NULL, UNIT, 448, 0);
	btf__add_field(b, "unit", UNIT, 512, 0);
}

static void add_types(struct btf *b)
{
	btf__add_int(b, "int", 4, BTF_INT_SIGNED);
	btf__add_int(b, "char", 1, BTF_INT_SIGNED);
	btf__add_int(b, "long", 8, BTF_INT_SIGNED);
	btf__add_int(b, "_Bool", 1, BTF_INT_BOOL);
	btf__add_ptr(b, CHAR);
	btf__add_array(b, INT, CHAR, 16);
	btf__add_array(b, INT, INT, 4);
	btf__add_enum(b, "color", 4);
	btf__add_enum_value(b, "RED", 1);
	btf__add_struct(b, "unit", 8);
	btf__add_field(b, "val", LONG, 0, 0);
	MUST(btf__add_ptr(b, NODE) == SELF);
	add_node(b);
}

static void add_function(struct btf *b)
{
	static const struct {
		const char *name;
		int type;
	} parameters[] = {{"node", SELF}, {"count", LONG}, {"text", TEXT}, {"unit", UNIT},
					  {"x", INT},	  {"ok", BOOL},	   {"beyond", INT}};
	int proto = btf__add_func_proto(b, SELF);

	for (size_t i = 0; i < sizeof(parameters) / sizeof(parameters[0]); i++)
		btf__add_func_param(b, parameters[i].name, parameters[i].type);
	btf__add_func(b, "walk", BTF_FUNC_STATIC, proto);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): libFuzzer's prototype */
int LLVMFuzzerInitialize(int *argc, char ***argv);
/* NOLINTNEXTLINE(readability-non-const-parameter) */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct btf *b = btf__new_empty();
	int fd = memfd_create("btf", 0);
	const void *data;
	char path[32];
	__u32 size;

	(void)argc;
	(void)argv;
	add_types(b);
	add_function(b);
	data = btf__raw_data(b, &size);
	MUST(write(fd, data, size) == (ssize_t)size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	MUST(kernel_btf_load_from(path) == 0);
	close(fd);
	btf__free(b);
	return 0;
}

static void check_fetch(const struct probe_fetch *f, const struct probe_type *type, int word)
{
	MUST(f->noffsets <= PROBE_OFFSETS && !(f->user >> PROBE_OFFSETS));
	MUST(word >= PROBE_RETURNED && word < PROBE_ARGUMENT_WORDS);
	MUST(*type->name && (f->kind == PROBE_TEXT_AT) == (type->show == SHOW_TEXT));
	if (f->kind == PROBE_TEXT_AT)
		return;
	MUST(f->kind == PROBE_NUMBER && f->size && f->size <= 8 && !(f->size & (f->size - 1)));
	MUST(f->shift + f->bits <= f->size * 8);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	char *text = input_text(&in, size);
	struct probe_fetch fetch;
	struct probe_type type;
	struct why why = {0};
	struct expression e;
	int word = 0, err = expression_parse(&e, text_begin(text, "expression"), &why);

	MUST(err || e.nsteps <= EXPRESSION_STEPS);
	MUST(!err || (*why.text && why.column >= 1 && why.column <= strlen(text) + 1));
	memset(&why, 0, sizeof(why));
	err = btf_argument("walk", text_begin(text, "expression"), size % 2, &fetch, &word, &type, &why);
	if (err)
		MUST(*why.text && why.column <= strlen(text) + 1);
	else
		check_fetch(&fetch, &type, word);
	free(text);
	return 0;
}

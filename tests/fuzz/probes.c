// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A probe's definition, filter and keys, one line each. Whatever the text, the parsers must make a table that the
 * BPF program can walk. First byte: kernel or program, entry or return, a whole definition or only arguments, with
 * types or without, or an event probe.
 *
 * Lists of functions hold a few names instead of this machine's, and types are made here: see the Makefile's
 * --wrap.
 */
#include "fuzz.h"

#define fail_msg(...) MUST(0)
#include "../unit/probe_run.h"
#include "probe/arguments.h"
#include "probe/define_event.h"
#include "probe/definition.h"
#include "probe/filter.h"
#include "probe/words.h"
#include "sys/kernel_btf.h"
#include "sys/elf_functions.h"

#include <errno.h>
#include <fnmatch.h>
#include <sys/mman.h>
#include <unistd.h>

/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the linker looks for these names */
int __wrap_functions_of_kernel(struct functions *f, const char *pattern, bool regex);
int __wrap_functions_of_file(struct functions *f, const char *path, const char *pattern, bool regex);
int __wrap_library_find(const char *name, char *path, size_t size);
int __wrap_ksym_address(const char *name, uint64_t *address);
char *__wrap_tracefs_event_file_read(void *instance, const char *category, const char *name, const char *file,
									 int *size);
const char *__wrap_suggest_tracepoint(const char *name);
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */

static bool typed;

int __wrap_functions_of_kernel(struct functions *f, const char *pattern, bool regex)
{
	static const char *const names[] = {"vfs_read", "vfs_write", "vfs_read.part.0"};

	MUST(!regex);
	for (size_t i = 0; i < (typed ? 1 : 3); i++)
		if (!fnmatch(pattern, names[i], 0))
			MUST(!functions_add(f, names[i], 0));
	return 0;
}

int __wrap_functions_of_file(struct functions *f, const char *path, const char *pattern, bool regex)
{
	MUST(*path && !regex);
	return fnmatch(pattern, "readline", 0) ? 0 : functions_add(f, "readline", 0x1000);
}

int __wrap_library_find(const char *name, char *path, size_t size)
{
	snprintf(path, size, "/bin/%s", name);
	return *name == 'x' ? -ENOENT : 0;
}

int __wrap_ksym_address(const char *name, uint64_t *address)
{
	*address = 0xffffffff81000000;
	return *name == 'x' ? -ENOENT : 0;
}

/* A field of each kind, as the kernel describes them */
static const char format[] = "name: open\nID: 1\nformat:\n"
							 "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
							 "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
							 "\tfield:const char * filename;\toffset:8;\tsize:8;\tsigned:0;\n"
							 "\tfield:void * file;\toffset:16;\tsize:8;\tsigned:0;\n"
							 "\tfield:s16 small;\toffset:24;\tsize:2;\tsigned:1;\n"
							 "\tfield:char comm[16];\toffset:26;\tsize:16;\tsigned:0;\n"
							 "\tfield:__data_loc char[] place;\toffset:44;\tsize:4;\tsigned:0;\n"
							 "\tfield:__rel_loc char[] near;\toffset:48;\tsize:4;\tsigned:0;\n"
							 "\tfield:u8 bytes[6];\toffset:52;\tsize:6;\tsigned:0;\n\n"
							 "print fmt: \"%d\", REC->small\n";

char *__wrap_tracefs_event_file_read(void *instance, const char *category, const char *name, const char *file,
									 int *size)
{
	MUST(!instance && *category && !strchr(category, '/') && !strchr(name, '/') && !strcmp(file, "format"));
	*size = sizeof(format) - 1;
	return *name == 'x' ? NULL : strdup(format);
}

const char *__wrap_suggest_tracepoint(const char *name)
{
	return *name ? "" : NULL;
}

/* ssize_t vfs_read(struct file *file, char *buf, size_t count, loff_t *pos) */
static void make_types(void)
{
	struct btf *b = btf__new_empty();
	int letter = btf__add_int(b, "char", 1, BTF_INT_SIGNED), word = btf__add_int(b, "unsigned long", 8, 0);
	int number = btf__add_int(b, "int", 4, BTF_INT_SIGNED), text = btf__add_ptr(b, letter);
	int size = btf__add_typedef(b, "size_t", word), list = btf__add_array(b, number, word, 4), file, proto;
	int fd = memfd_create("btf", 0);
	const void *data;
	char path[32];
	__u32 length;

	btf__add_enum(b, "kind", 4);
	btf__add_enum_value(b, "ONE", 1);
	file = btf__add_struct(b, "file", 64);
	btf__add_field(b, "name", btf__type_cnt(b) + 1, 0, 0);
	btf__add_field(b, "bits", number, 64, 3);
	btf__add_field(b, "numbers", list, 128, 0);
	btf__add_field(b, "kind", file - 1, 256, 0);
	btf__add_field(b, "next", btf__type_cnt(b), 320, 0);
	btf__add_ptr(b, file);
	btf__add_ptr(b, letter);
	proto = btf__add_func_proto(b, word);
	btf__add_func_param(b, "file", proto - 2);
	btf__add_func_param(b, "buf", text);
	btf__add_func_param(b, "count", size);
	btf__add_func_param(b, "pos", proto - 1);
	btf__add_func(b, "vfs_read", BTF_FUNC_STATIC, proto);
	data = btf__raw_data(b, &length);
	MUST(write(fd, data, length) == (ssize_t)length);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	MUST(!kernel_btf_load_from(path));
	close(fd);
	btf__free(b);
}

static void check_arguments(const struct probe *p)
{
	MUST(p->narguments <= PROBE_FETCHES);
	for (unsigned i = 0; i < p->narguments; i++) {
		const struct probe_fetch *f = &p->arguments[i].fetch;

		MUST(memchr(p->arguments[i].name, '\0', PROBE_NAME));
		MUST(f->noffsets <= PROBE_OFFSETS && f->kind <= PROBE_TEXT_LOC && f->base != PROBE_NOTHING);
		MUST(f->size == 1 || f->size == 2 || f->size == 4 || f->size == 8 || f->kind || f->base == PROBE_COMM);
		MUST(f->kind || f->shift + f->bits <= 8 * f->size);
	}
}

/* Each connective has enough operands, and one result is left; then runs the filter */
static void check_filter(const struct probe *p)
{
	u64 values[PROBE_FETCHES];
	unsigned results = 0;

	MUST(p->nconditions && p->nconditions <= PROBE_CONDITIONS && p->nglobs <= PROBE_GLOBS);
	for (unsigned i = 0; i < p->nconditions; i++) {
		const struct probe_condition *c = &p->conditions[i];

		MUST(c->op <= PROBE_MATCH);
		MUST(c->op <= PROBE_NOT || c->fetch < p->narguments);
		MUST(c->op != PROBE_MATCH || c->value < p->nglobs);
		MUST(results >= (c->op <= PROBE_OR ? 2 : c->op == PROBE_NOT ? 1 : 0));
		results += c->op <= PROBE_OR ? -1 : c->op > PROBE_NOT;
	}
	MUST(results == 1);
	for (unsigned i = 0; i < PROBE_FETCHES; i++) {
		values[i] = i % 3 - 1;
		run_texts[i] = "sql";
	}
	run_load(p);
	run_passes(values);
}

static int parse_definition(struct probe *p, const char *text, unsigned flags)
{
	struct probe_text t = text_begin(text, "definition");
	int err = 0;

	if (flags & 16)
		return probe_define_event(p, text);
	if (!(flags & 4))
		return probe_define(p, text);
	functions_add(&p->found, "vfs_read", 0);
	for (text_skip_spaces(&t); *t.at && !err; text_skip_spaces(&t)) {
		err = probe_add_argument(p, &t);
		MUST(t.at >= text && t.at <= text + strlen(text));
	}
	return err;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	unsigned flags = (unsigned)input_number(&in, 1);
	char *text = input_text(&in, in.left), *save = NULL, *filter;
	char *definition = strtok_r(text, "\n", &save);
	static struct probe p;
	int err;

	if (!typed && kernel_btf_end() < 2)
		make_types();
	memset(&p, 0, sizeof(p));
	p.target = flags & 1 ? TARGET_USER : TARGET_KERNEL;
	p.is_return = flags & 2;
	typed = flags & 8;
	err = parse_definition(&p, definition ? definition : "", flags);
	MUST(!err || err == -EINVAL || (flags & 16 && (err == -ENOENT || err == -ENOTSUP)));
	filter = definition && !err ? strtok_r(NULL, "\n", &save) : NULL;
	if (!err)
		check_arguments(&p);
	if (filter) {
		err = probe_filter(&p, filter);
		MUST(!err || err == -EINVAL);
		if (!err)
			check_filter(&p);
		for (char *key = strtok_r(NULL, "\n", &save); key && !err; key = strtok_r(NULL, "\n", &save))
			MUST(probe_find_argument(&p, key) < (int)PROBE_FETCHES);
		check_arguments(&p);
	}
	probe_free(&p);
	free(text);
	return 0;
}

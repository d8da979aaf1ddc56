// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Arguments come in registers, one after another. A struct of up to 16 bytes by value takes one or two of them, if so
 * many are left. Without a register an argument comes on the stack. A larger struct does so on x86; on arm64 a pointer
 * to it takes a register.
 */
#include "parameters.h"

#include "sys/kernel_btf.h"
#include "types.h"

#include <errno.h>

#define ON_STACK (-2)

struct registers {
	unsigned used;
};

static unsigned words_of(__u32 type)
{
	__s64 size = type_size(type);

	if (size > 16)
#if defined(__aarch64__)
		return 1;
#else
		return 0;
#endif
	return size < 0 ? 1 : (unsigned)(size + 7) / 8;
}

static struct parameter next_parameter(struct registers *r, __u32 type)
{
	struct parameter p = {.type = type, .words = words_of(type), .word = ON_STACK};

	if (!p.words || r->used + p.words > PROBE_ARGUMENT_WORDS)
		return p;
	p.word = (int)r->used;
	r->used += p.words;
	return p;
}

static int none_of_this_name(struct near *near, const char *function, const struct word *name, struct why *why)
{
	char names[200];

	near_text(names, sizeof(names), near);
	return because_at(why, -ENOENT, name->column, "%s has no argument %.*s; it has %s", function, (int)name->length,
					  name->text, names);
}

static int reachable(const struct parameter *p, const char *function, const struct word *name, struct why *why)
{
	__s64 size = type_size(p->type);

	if (size > 16)
		return because_at(why, -ENOTSUP, name->column,
						  "%.*s is passed by value as a struct of %lld bytes, on the stack", (int)name->length,
						  name->text, (long long)size);
	if (p->word == ON_STACK)
		return because_at(why, -ENOTSUP, name->column,
						  "%.*s is passed on the stack: only what comes in the first %d registers of %s can be read",
						  (int)name->length, name->text, PROBE_ARGUMENT_WORDS, function);
	return 0;
}

int parameter_find(__u32 proto, const char *function, const struct word *name, struct parameter *to, struct why *why)
{
	const struct btf_type *t = kernel_btf_type(proto);
	const struct btf_param *p = btf_params(t);
	struct near near = {.wanted = name->text, .length = name->length};
	struct registers r = {0};

	for (unsigned i = 0; i < btf_vlen(t) && p[i].type; i++) {
		const char *own = kernel_btf_string_of(proto, p[i].name_off);

		*to = next_parameter(&r, kernel_btf_ref(proto, p[i].type));
		if (word_is(name, own))
			return reachable(to, function, name, why);
		near_add(&near, own);
	}
	return none_of_this_name(&near, function, name, why);
}

int parameter_returned(__u32 proto, const char *function, struct parameter *to, struct why *why)
{
	const struct btf_type *t = kernel_btf_type(proto);

	if (!t->type)
		return because_at(why, -ENOENT, 1, "%s returns nothing", function);
	*to = (struct parameter){.type = kernel_btf_ref(proto, t->type), .word = PROBE_RETURNED, .words = 1};
	if (type_size(to->type) > 8)
		return because_at(why, -ENOTSUP, 1, "%s returns %lld bytes; only what is in one register can be read", function,
						  (long long)type_size(to->type));
	return 0;
}

int parameters_each(__u32 proto, int (*visit)(void *arg, const struct parameter *p, const char *name), void *arg)
{
	const struct btf_type *t = kernel_btf_type(proto);
	const struct btf_param *p = btf_params(t);
	struct registers r = {0};
	int stop = 0;

	for (unsigned i = 0; i < btf_vlen(t) && p[i].type && !stop; i++) {
		struct parameter one = next_parameter(&r, kernel_btf_ref(proto, p[i].type));

		if (one.word != ON_STACK)
			stop = visit(arg, &one, kernel_btf_string_of(proto, p[i].name_off));
	}
	return stop;
}

unsigned parameter_words(__u32 proto)
{
	const struct btf_type *t = kernel_btf_type(proto);
	unsigned words = 0;

	for (unsigned i = 0; i < btf_vlen(t); i++)
		words += words_of(kernel_btf_ref(proto, btf_params(t)[i].type));
	return words;
}

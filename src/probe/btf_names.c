// SPDX-License-Identifier: GPL-2.0-or-later
#include "btf_names.h"

#include "sys/kernel_btf.h"
#include "declare.h"
#include "function.h"
#include "types.h"

#include <errno.h>

static int find_base(const char *function, const struct word *base, bool is_return, __u32 *proto, struct parameter *p,
					 struct why *why)
{
	int err = walk_base(base, is_return, "arguments", why);

	if (err)
		return err;
	*proto = type_function(function, why);
	if (!*proto)
		return -ENOENT;
	return *base->text == '$' ? parameter_returned(*proto, function, p, why)
							  : parameter_find(*proto, function, base, p, why);
}

int btf_argument(const char *function, struct probe_text expression, bool is_return, struct probe_fetch *to, int *word,
				 struct probe_type *type, struct why *why)
{
	struct probe_fetch fetch = {0};
	struct btf_at at = {0};
	struct walk w = {.ops = &btf_types, .at = &at, .place.fetch = &fetch, .shown = type, .why = why};
	struct parameter p = {0};
	struct expression e;
	int err = expression_parse(&e, expression, why);

	if (!err)
		err = find_base(function, &e.base, is_return, &at.proto, &p, why);
	at.type = p.type;
	if (!err)
		err = walk_steps(&w, &e);
	if (err)
		return err;
	*to = fetch;
	/* a struct may come in two registers: which of them has the value? */
	*word = p.word == PROBE_RETURNED ? p.word : p.word + (int)(w.place.bit / 64);
	return 0;
}

int btf_arguments(const char *function, int (*visit)(void *arg, const char *name), void *arg, unsigned *words,
				  struct why *why)
{
	__u32 proto = type_function(function, why);
	const struct btf_type *t = kernel_btf_type(proto);
	int n = 0, stop = 0;

	if (!proto)
		return -ENOENT;
	if (words)
		*words = parameter_words(proto);
	for (; n < btf_vlen(t) && btf_params(t)[n].type && !stop; n++)
		if (visit)
			stop = visit(arg, kernel_btf_string_of(proto, btf_params(t)[n].name_off));
	return stop ? stop : n;
}

int btf_prototype(char *to, size_t size, const char *function, struct why *why)
{
	__u32 proto = type_function(function, why);
	const char *colon = strchr(function, ':');

	return proto ? type_declare(to, size, proto, colon ? colon + 1 : function) : -ENOENT;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "receivers.h"

#include "sys/kernel_btf.h"
#include "parameters.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define uthash_fatal(msg) abort()
#include <uthash.h>

struct receiver {
	UT_hash_handle hh;
	uint32_t arguments;
	char *names[PROBE_ARGUMENT_WORDS]; /* NULL: none */
	char function[];
};

static struct receiver *receivers;

/* What is read: the same for all functions */
struct reading {
	const struct functions *among, *also;
	char type[64]; /* "inode"; "": any */
	unsigned kind; /* of it: BTF_KIND_STRUCT or _UNION */
	struct functions *to;
};

/* ---- types ---- */

static __u32 without_qualifiers(__u32 id)
{
	const struct btf_type *t = kernel_btf_type(id);

	for (; t && (btf_is_mod(t) || btf_is_typedef(t) || btf_is_type_tag(t)); t = kernel_btf_type(id))
		id = kernel_btf_ref(id, t->type);
	return id;
}

static bool points_to(__u32 id, const struct reading *r)
{
	const struct btf_type *t;

	id = without_qualifiers(id);
	t = kernel_btf_type(id);
	if (!t || !btf_is_ptr(t))
		return false;
	id = without_qualifiers(kernel_btf_ref(id, t->type));
	t = kernel_btf_type(id);
	if (!t || (btf_kind(t) != r->kind && !btf_is_fwd(t)))
		return false;
	return !strcmp(kernel_btf_string_of(id, t->name_off), r->type);
}

/* "const struct inode *": the name and whether it is a struct or a union */
static bool read_type(struct reading *r, const char *text)
{
	char tag[8], stars[4] = "";

	if (!strncmp(text, "const ", 6))
		text += 6;
	if (sscanf(text, "%7s %63[A-Za-z0-9_] %3s", tag, r->type, stars) != 3 || strcmp(stars, "*"))
		return false;
	r->kind = !strcmp(tag, "struct") ? BTF_KIND_STRUCT : BTF_KIND_UNION;
	return !strcmp(tag, "struct") || !strcmp(tag, "union");
}

/* ---- one function ---- */

struct adding {
	const struct reading *reading;
	struct receiver *to; /* NULL: only to see whether it is wanted */
	bool wanted, failed;
};

static int look_at(void *arg, const struct parameter *p, const char *name)
{
	struct adding *a = arg;

	(void)name;
	a->wanted = points_to(p->type, a->reading);
	return a->wanted;
}

static int add_argument(void *arg, const struct parameter *p, const char *name)
{
	struct adding *a = arg;

	for (unsigned i = 0; i < p->words; i++)
		a->to->arguments |= 1U << ((unsigned)p->word + i);
	a->to->names[p->word] = *name ? strdup(name) : NULL;
	a->failed |= *name && !a->to->names[p->word];
	return 0;
}

static void free_receiver(struct receiver *r)
{
	for (int i = 0; i < PROBE_ARGUMENT_WORDS; i++)
		free(r->names[i]);
	free(r);
}

/* Functions of one name in several modules: the first counts. */
static int add(const struct reading *r, const char *name, __u32 proto)
{
	struct adding adding = {r, NULL, !*r->type || (r->also && functions_find(r->also, name)), false};

	if (receiver_find(name) || !functions_find(r->among, name))
		return 0;
	if (!adding.wanted)
		parameters_each(proto, look_at, &adding);
	if (!adding.wanted)
		return 0;
	adding.to = calloc(1, sizeof(*adding.to) + strlen(name) + 1);
	if (!adding.to)
		return -ENOMEM;
	strcpy(adding.to->function, name);
	parameters_each(proto, add_argument, &adding);
	if (adding.failed || (r->to && functions_add(r->to, name, 0))) {
		free_receiver(adding.to);
		return -ENOMEM;
	}
	HASH_ADD_STR(receivers, function, adding.to);
	return 0;
}

/* ---- all of them ---- */

static int read_own(void *arg, unsigned module)
{
	const struct reading *r = arg;
	__u32 first, end;
	int err = 0;

	kernel_btf_own(module, &first, &end);
	for (__u32 id = first; id < end && !err; id++) {
		const struct btf_type *t = kernel_btf_type(id);

		if (t && btf_is_func(t))
			err = add(r, kernel_btf_string_of(id, t->name_off), kernel_btf_ref(id, t->type));
	}
	return err;
}

int receivers_read(const struct functions *among, const char *type, const struct functions *also, struct functions *to)
{
	struct reading reading = {.among = among, .also = also, .to = to};
	int err = kernel_btf_load();

	if (err || (type && !read_type(&reading, type)))
		return -ENOENT;
	err = read_own(&reading, 0);
	return err ? err : kernel_btf_each_module(read_own, &reading);
}

const struct receiver *receiver_find(const char *function)
{
	struct receiver *found;

	HASH_FIND_STR(receivers, function, found);
	return found;
}

uint32_t receiver_arguments(const struct receiver *r)
{
	return r->arguments;
}

const char *receiver_argument(const struct receiver *r, unsigned i)
{
	return i < PROBE_ARGUMENT_WORDS ? r->names[i] : NULL;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Folded stacks as a flame graph. Input: 1 byte of options, then lines; the first byte of each is its count. */
#include "fuzz.h"

#include "base/escape.h"
#include "render/flame.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* What the picture is made of, and nothing else */
static bool known_markup(const char *at)
{
	static const char *const all[] = {"<?xml ",	 "<svg ",	"</svg>",	"<title>", "</title>", "<desc>",
									  "</desc>", "<style>", "</style>", "<rect ",  "</rect>",  "<text ",
									  "</text>", "<tspan ", "</tspan>", "<g ",	   "</g>",	   "<script><![CDATA["};

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		if (!strncmp(at, all[i], strlen(all[i])))
			return true;
	return false;
}

static size_t check(const char *picture, size_t n)
{
	const char *script = memmem(picture, n, "<script>", 8);
	size_t frames = 0, used;
	unsigned cp;

	MUST(script && strlen(picture) == n);
	for (const char *at = picture; at < script; at += used) {
		used = utf8_decode(at, (size_t)(script - at), &cp);
		MUST(used && (cp >= 0x20 || cp == '\n'));
		MUST(cp != '<' || known_markup(at));
		frames += !strncmp(at, "<rect class", 11);
	}
	return frames;
}

static void draw(struct stack_tree *t, unsigned options)
{
	struct flame f = {
		.title = "</title>&", .unit = options & 1 ? "ns" : "samples", .down = options & 2, .difference = options & 4};
	char *picture = NULL;
	size_t n = 0;
	FILE *to = open_memstream(&picture, &n);

	MUST(to && !stack_tree_sort(t) && !flame_write(to, t, &f) && !fclose(to));
	MUST(check(picture, n) <= t->nnodes);
	free(picture);
}

/* Each stack ends at one node, and has one innermost function; no text has what stands between texts. */
static void check_tree(const struct stack_tree *t)
{
	uint64_t nodes = 0, names = 0;

	for (size_t i = 0; i < t->nnodes; i++)
		nodes += t->nodes[i].self;
	for (size_t i = 0; i < t->nnames; i++) {
		const struct stack_name *name = &t->names[i];

		names += name->self;
		MUST(name->total >= name->self && name->total <= t->nodes[0].total);
		MUST(name->kind == FRAME_COMMAND ? !*name->file : !strchr(name->text, FRAME_FILE));
	}
	MUST(nodes == t->nodes[0].total && names == nodes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	unsigned options = (unsigned)input_number(&in, 1);
	struct stack_tree *t = stack_tree_new();

	MUST(t);
	t->commands = options & 8;
	t->inverted = options & 16;
	while (in.left) {
		uint64_t count = input_number(&in, 1);
		const uint8_t *end = memchr(in.at, '\n', in.left);
		size_t n = end ? (size_t)(end - in.at) : in.left;
		int err = stack_tree_add(t, (const char *)in.at, n, count << (count & 63), options & 4 ? count : 0);

		MUST(!err || err == -E2BIG || err == -EOVERFLOW);
		in.at += n + !!end;
		in.left -= n + !!end;
	}
	check_tree(t);
	if (t->nodes[0].total)
		draw(t, options);
	stack_tree_free(t);
	return 0;
}

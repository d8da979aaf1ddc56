// SPDX-License-Identifier: GPL-2.0-or-later
/* The head of a trace.dat file, version 6. It may be trace-cmd's own, of another kernel, or damaged. */
#include "base/log.h"
#include "head.h"
#include "dat_parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORD 128 /* longest name of a system or a section */
#define NUMBERS_MAX 65536
#define EVENT_HEAD 160 /* of a format: enough for "name: " and the name */

struct reader {
	struct dat *in;
	uint64_t at;
	bool failed; /* the file ends before what it says it has */
};

static uint64_t number(struct reader *r, size_t size)
{
	unsigned char bytes[8];

	r->failed = r->failed || dat_bytes(r->in, r->at, bytes, size);
	r->at += size;
	return r->failed ? 0 : bytes_get(bytes, size);
}

/* A count of things that follow, of which each has at least a byte */
static uint64_t count(struct reader *r)
{
	uint64_t n = number(r, 4);

	r->failed |= n > NUMBERS_MAX;
	return r->failed ? 0 : n;
}

/* Up to the NUL */
static void word(struct reader *r, char *to, size_t size)
{
	size_t n = 0;

	do {
		to[n] = (char)number(r, 1);
	} while (!r->failed && to[n] && ++n < size);
	r->failed |= n == size;
	to[r->failed ? 0 : n] = '\0';
}

/* Leaves a text behind, and says where it began */
static uint64_t skip(struct reader *r, uint64_t size)
{
	uint64_t at = r->at;

	r->failed |= r->at > r->in->size || size > r->in->size - r->at;
	r->at += r->failed ? 0 : size;
	return at;
}

static void add(struct reader *r, const char *name, uint64_t at, uint64_t size)
{
	r->failed = r->failed || dat_add_text(r->in, name, at, size);
}

static void section(struct reader *r, const char *name)
{
	char got[WORD];
	uint64_t size;

	word(r, got, sizeof(got));
	r->failed |= strcmp(got, name) != 0;
	size = number(r, 8);
	add(r, name, skip(r, size), size);
}

/* Adds "SYSTEM/EVENT/format": the event's name is in the text. */
static void format(struct reader *r, const char *system)
{
	uint64_t size = number(r, 8), at = skip(r, size);
	char head[EVENT_HEAD] = "", event[WORD], name[2 * WORD + 16];
	size_t n = size < sizeof(head) - 1 ? (size_t)size : sizeof(head) - 1;

	if (r->failed || dat_bytes(r->in, at, head, n) || sscanf(head, "name: %127[A-Za-z0-9_]", event) != 1)
		return; /* an event that nobody can name is one that nobody reads */
	snprintf(name, sizeof(name), "%s/%s/format", system, event);
	add(r, name, at, size);
}

static void formats(struct reader *r)
{
	char system[WORD];

	for (uint64_t n = count(r); n && !r->failed; n--)
		format(r, "ftrace");
	for (uint64_t systems = count(r); systems && !r->failed; systems--) {
		word(r, system, sizeof(system));
		for (uint64_t n = count(r); n && !r->failed; n--)
			format(r, system);
	}
}

static void other_texts(struct reader *r)
{
	uint64_t size = number(r, 4);

	add(r, "kallsyms", skip(r, size), size);
	size = number(r, 4);
	skip(r, size); /* formats of trace_printk() */
	size = number(r, 8);
	add(r, "saved_cmdlines", skip(r, size), size);
}

/* The number of CPUs, which an option may correct */
static uint64_t options(struct reader *r, uint64_t ncpus)
{
	for (uint64_t n = 0; n < NUMBERS_MAX && !r->failed; n++) {
		uint64_t option = number(r, 2), size, at;

		if (option == HEAD_OPTION_END)
			return ncpus;
		size = number(r, 4);
		at = skip(r, size);
		if (option == HEAD_OPTION_UNAME)
			add(r, "uname", at, size);
		if (option == HEAD_OPTION_CPUS && size == 4) {
			r->at = at;
			ncpus = number(r, 4);
		}
	}
	return ncpus;
}

/* A file that is being written, or was cut off, has what is there. */
static void pages(struct reader *r, uint64_t ncpus)
{
	r->failed |= ncpus > DAT_CPUS || !ncpus;
	for (uint64_t cpu = 0; cpu < ncpus && !r->failed; cpu++) {
		uint64_t offset = number(r, 8), size = number(r, 8);

		if (offset > r->in->size)
			offset = r->in->size;
		if (size > r->in->size - offset)
			size = r->in->size - offset;
		r->failed = r->failed || dat_add_piece(r->in, cpu, offset, size);
	}
}

static void body(struct reader *r)
{
	char kind[10] = "";
	uint64_t ncpus;

	section(r, "header_page");
	section(r, "header_event");
	formats(r);
	other_texts(r);
	ncpus = number(r, 4);
	r->failed = r->failed || dat_bytes(r->in, r->at, kind, sizeof(kind));
	r->at += sizeof(kind);
	if (!r->failed && !memcmp(kind, "options", 7)) {
		ncpus = options(r, ncpus);
		r->failed = r->failed || dat_bytes(r->in, r->at, kind, sizeof(kind));
		r->at += sizeof(kind);
	}
	r->failed |= memcmp(kind, "flyrecord", 9) != 0;
	pages(r, ncpus);
}

int dat_open_file(struct dat *in, struct why *why)
{
	struct reader r = {.in = in, .at = sizeof(HEAD_MAGIC) - 1};
	char version[8];

	word(&r, version, sizeof(version));
	if (!r.failed && !strcmp(version, "7"))
		return because(why, -ENOTSUP,
					   "%s is a trace.dat of version 7; this makes one of version 6, which ktally reads: "
					   "trace-cmd convert --file-version 6 -i %s -o NEW.dat",
					   in->name, in->name);
	if (r.failed || strcmp(version, "6"))
		return because(why, -ENOTSUP, "%s is a trace.dat of a version that ktally does not read: only 6", in->name);
	if (number(&r, 1))
		return because(why, -ENOTSUP, "%s was recorded on a big-endian machine, which ktally does not read", in->name);
	if (number(&r, 1) != 8)
		return because(why, -ENOTSUP, "%s was recorded on a 32-bit machine, which ktally does not read", in->name);
	number(&r, 4); /* the size of a page: header_page has it too */
	body(&r);
	return r.failed ? because(why, -EINVAL, "%s is damaged, or not whole: its head ends too early", in->name) : 0;
}

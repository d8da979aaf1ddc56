// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Damaged ring-buffer pages, through a real tool's record functions up to the rendered report. The formats are
 * made here from the fields that the tool reads, each in a type that the input chooses: so every new ftrace tool
 * is covered at once. Pages are small (256 bytes), so that more of them fit into a second.
 *
 * Input: 2 bytes of flags, renderer, 8 bytes of field types, then pages, CPU by CPU.
 */
#include "fuzz.h"

#include "source/ftrace/stream.h"

#include <stdio.h>
#include <string.h>

#define PAGE 256
#define CPUS 2

static const char header[] = "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
							 "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
							 "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
							 "\tfield: char data;\toffset:16;\tsize:240;\tsigned:0;\n";

static const struct {
	const char *declaration;
	unsigned size, sign;
} types[] = {
	{"int %s", 4, 1},
	{"unsigned int %s", 4, 0},
	{"u64 %s", 8, 0},
	{"short %s", 2, 1},
	{"char %s[10]", 10, 0},
	{"char %s[16]", 16, 0},
	{"__data_loc char[] %s", 4, 0},
	{"__rel_loc char[] %s", 4, 0},
};

static void add_event(struct stream *st, const struct ftrace_event *e, int id, uint64_t choice)
{
	char text[4096], declaration[80];
	unsigned offset = 8;
	int n = snprintf(text, sizeof(text),
					 "name: e%d\nID: %d\nformat:\n"
					 "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
					 "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
					 "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
					 "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n",
					 id, id);

	for (int i = 0; e->fields && e->fields[i]; i++) {
		unsigned type = (unsigned)((choice >> (3 * i % 60)) % (sizeof(types) / sizeof(types[0])));

		if (strchr(e->fields[i], ' '))
			continue; /* a name with a space is no field */
		snprintf(declaration, sizeof(declaration), types[type].declaration, e->fields[i]);
		n += snprintf(text + n, sizeof(text) - (size_t)n, "\tfield:%s;\toffset:%u;\tsize:%u;\tsigned:%u;\n",
					  declaration, offset, types[type].size, types[type].sign);
		offset += types[type].size;
	}
	n += snprintf(text + n, sizeof(text) - (size_t)n, "\nprint fmt: \"x\"\n");
	MUST(stream_add(st, e, text, (size_t)n) == 0);
}

static int read_page(void *arg, int cpu, void *page, size_t size)
{
	struct input *in = (struct input *)arg + cpu;
	size_t n = in->left < size ? in->left : size;

	MUST(size == PAGE);
	if (!n)
		return STREAM_END;
	memset(page, 0, size);
	memcpy(page, in->at, n);
	in->at += n;
	in->left -= n;
	return (int)size;
}

static void run(struct session *s, struct input *in)
{
	uint64_t choice = input_number(in, 8);
	struct stream *st = stream_new(s, CPUS, header, sizeof(header) - 1, false);
	size_t half = in->left / PAGE / 2 * PAGE;
	struct input cpus[CPUS] = {{in->at, half}, {in->at + half, in->left - half}};
	int id = 100;

	MUST(st && stream_page_size(st) == PAGE);
	for (const struct ftrace_event *e = s->tool->ftrace->events; e->name; e++)
		add_event(st, e, id++, choice);
	for (const struct ftrace_event *e = stream_task_events; e->name; e++)
		add_event(st, e, id++, choice);
	if (fuzz_start(s)) {
		MUST(stream_run(st, read_page, cpus, true) == 0);
		MUST(cpus[0].left == 0 && cpus[1].left == 0);
		fuzz_report(s);
	}
	stream_free(st);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	struct session s;

	if (size < 11)
		return 0;
	if (fuzz_session(&s, &in)) {
		run(&s, &in);
		fuzz_session_end(&s);
	}
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Damaged text files of a recording: header_page and an event's format, then pages of that event.
 *
 * Input: 2 bytes length of the header, the header, 2 bytes length of the format, the format, pages.
 */
#include "source/ftrace/replay.h"
#include "fuzz.h"

#include "session/source.h"
#include "source/ftrace/stream.h"

#include <string.h>

static const char *const fields[] = {"dev", "sector", "nr_sector", "rwbs", "comm", "cmd", "pid", "ret", NULL};
static uint64_t sum;

/* Reads every field in every way and touches each byte, so that the sanitizer sees it. */
static void on_record(struct session *s, const struct record *r)
{
	char copy[24];

	(void)s;
	for (unsigned i = 0; fields[i]; i++) {
		size_t length = 0;
		const char *text = record_chars(r, i, &length);

		sum += (uint64_t)record_int(r, i);
		MUST(record_has(r, i) || !text);
		for (size_t at = 0; text && at < length; at++)
			sum += (unsigned char)text[at];
		MUST(record_copy(r, i, copy, sizeof(copy)) < sizeof(copy));
	}
	sum += r->tid;
}

static const struct ftrace_event events[] = {{.name = "fuzz/event", .fields = fields, .record = on_record}, {0}};
static const struct ftrace_recipe recipe = {.events = events};
static const struct tool tool = {.name = "fuzz", .ftrace = &recipe};

static int read_page(void *arg, int cpu, void *page, size_t size)
{
	struct input *in = arg;
	size_t n = in->left < size ? in->left : size;

	(void)cpu;
	if (!n)
		return STREAM_END;
	memset(page, 0, size);
	memcpy(page, in->at, n);
	in->at += n;
	in->left -= n;
	return (int)size;
}

/* libtraceevent leaks what it has parsed of a format that it then refuses: a few bytes for each damaged file. */
/* NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): LSan looks for this name */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
/* NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
{
	return "leak:tep_parse_format\nleak:libtraceevent\n";
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct session s = {.tool = &tool, .set = &settings, .source = &source_replay};
	struct input in = {data, size};
	size_t header_size = (size_t)input_number(&in, 2), format_size;
	char *header, *format;
	struct stream *st;

	if (header_size > in.left)
		return 0;
	header = input_text(&in, header_size);
	format_size = (size_t)input_number(&in, 2);
	if (format_size > in.left)
		format_size = in.left;
	format = input_text(&in, format_size);
	st = stream_new(&s, 1, header, header_size, false);
	if (st) {
		stream_add(st, events, format, format_size);
		MUST(stream_run(st, read_page, &in, true) == 0);
	}
	stream_free(st);
	free(header);
	free(format);
	return 0;
}

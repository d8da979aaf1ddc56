// SPDX-License-Identifier: GPL-2.0-or-later
/* Damaged recordings: a trace.dat or a stream, from its head to the texts and numbers of ktally's own events. */
#include "fuzz.h"

#include "dat/event.h"
#include "dat/dat.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096
#define TEXT_MAX 65536

static void read_record(const struct event_reader *e, const void *record, size_t size)
{
	size_t n;
	const char *text = event_text(event_reader_field(e, "text"), record, size, &n);
	const unsigned char *numbers;
	unsigned sum = 0;

	for (size_t i = 0; text && i < n; i++)
		sum += (unsigned char)text[i];
	numbers = event_numbers(event_reader_field(e, "text"), record, size, &n);
	for (size_t i = 0; numbers && i < 8 * n; i++)
		sum += numbers[i];
	MUST(event_number(event_reader_field(e, "no such"), record, size) == 0);
	MUST(sum < UINT32_MAX);
}

static void read_pages(struct dat *in, int cpu, const struct event_reader *e)
{
	struct cursor *c = cursor_new(PAGE);
	const void *record;
	uint64_t time;
	size_t size;

	while (dat_read(in, cpu, cursor_page(c), PAGE) == PAGE)
		if (cursor_begin(c))
			while ((record = cursor_next(c, &size, &time)))
				if (e)
					read_record(e, record, size);
	cursor_free(c);
}

static void read_all(struct dat *in)
{
	size_t size;
	char *format = dat_text(in, "ktally/meta/format", TEXT_MAX, &size), *tasks = dat_text(in, "tasks", TEXT_MAX, &size);
	struct event_reader *e = format ? event_reader_new(format, strlen(format)) : NULL;

	for (int cpu = 0; cpu < dat_ncpus(in); cpu++)
		read_pages(in, cpu, e);
	MUST(!tasks || strlen(tasks) <= size);
	event_reader_free(e);
	free(format);
	free(tasks);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("recording", 0);
	char path[40];
	struct why why;
	struct dat *in;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	MUST(write(fd, data, size) == (ssize_t)size);
	in = dat_open(path, &why);
	if (in)
		read_all(in);
	dat_free(in);
	close(fd);
	return 0;
}

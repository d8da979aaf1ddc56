// SPDX-License-Identifier: GPL-2.0-or-later
/* Small texts from the command line, a record or a recording: I/O types, disks, lists of tasks. */
#include "fuzz.h"

#include "sys/disks.h"
#include "sys/io_types.h"
#include "source/tasks.h"

#include <string.h>

static void io_types(const char *text, size_t n)
{
	unsigned long long wanted[IO_TYPES / 64];
	char letters[IO_TYPE_TEXT], again[IO_TYPE_TEXT];
	unsigned type = io_type_parse(text, n);
	int length = io_type_letters(letters, sizeof(letters), type);

	MUST(type < IO_TYPES && length > 0 && length < IO_TYPE_TEXT);
	io_type_letters(again, sizeof(again), io_type_parse(letters, (size_t)length));
	MUST(!strcmp(letters, again));
	if (!io_type_match(text, wanted))
		for (unsigned i = 0; i < IO_TYPES; i++)
			MUST(!(wanted[i / 64] >> (i % 64) & 1) || (i & IO_OP_MASK) < IO_OPS);
}

static void disks(const char *text)
{
	char disk[64] = "", name[64];
	uint32_t dev = 0;

	if (!disk_number(text, &dev, disk, sizeof(disk)))
		MUST(disk_name(name, sizeof(name), dev) > 0);
}

static void tasks(char *text)
{
	struct tasks *t = tasks_new(&settings, 0, false);

	MUST(t);
	tasks_load(t, text);
	for (uint32_t tid = 0; tid < 200; tid++)
		MUST(memchr(tasks_get(t, tid)->comm, '\0', TASK_COMM));
	tasks_free(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	char *text = input_text(&in, size);

	io_types(text, size);
	if (size < 40)
		disks(text);
	tasks(text);
	free(text);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Hostile rows of trace, and lists of calls. Input: 1 byte machine and style, 1 byte that limits the room, 2 bytes the
 * call, 1 byte its width, 8 bytes the result, six arguments of 8 bytes, then pieces; the same bytes are also a list.
 */
#include "fuzz.h"

#include "calls/select.h"
#include "calls/text.h"

#include <ktally/syscount.h>
#include <string.h>

#define ROOM 16384

static void write_row(const struct trace_row *row, const struct call_style *style, size_t room)
{
	char *to = malloc(room);
	struct text_out o = out_to(to, room);

	MUST(to);
	call_text(&o, row, style);
	MUST(o.length < room && to[o.length] == '\0' && strlen(to) == o.length);
	for (size_t i = 0; i < o.length; i++)
		MUST(to[i] >= ' ' && to[i] < 0x7f);
	for (unsigned i = 0; i < o.nitems; i++)
		MUST(o.items[i].at + o.items[i].length <= o.length);
	call_result_text(&o, row, style);
	MUST(o.length < room && strlen(to) == o.length);
	free(to);
}

static void read_list(const char *list)
{
	struct call_set set;
	char message[100];
	int error = call_select(&set, list, MACHINE_X86_64, message, sizeof(message));

	MUST(error <= 0);
	call_set_has(&set, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	unsigned choice = (unsigned)input_number(&in, 1);
	size_t room = ROOM >> (input_number(&in, 1) % 15);
	struct call_style style = {.machine = choice & 1 ? MACHINE_AARCH64 : MACHINE_X86_64, .limit = 32};
	uint32_t call = (uint32_t)input_number(&in, 2) & 511;
	struct trace_row head = {0}, *row;
	char *list;

	call |= input_number(&in, 1) & 1 ? SYSCOUNT_32BIT : 0;
	style.verbose = choice & 2;
	style.raw = choice & 4;
	style.names = choice & 8;
	style.hex = choice >> 4 & 3;
	if (style.hex > OUT_HEX)
		style.hex = OUT_PLAIN;
	head.call = call;
	head.ret = (int64_t)input_number(&in, 8);
	for (unsigned i = 0; i < TRACE_ARGS; i++)
		head.args[i] = input_number(&in, 8);
	head.length = (uint32_t)in.left;
	/* not a byte more: the sanitizer shall see what is read beyond the pieces */
	row = malloc(sizeof(head) + in.left);
	MUST(row && room > 0);
	memcpy(row, &head, sizeof(head));
	memcpy(row->pieces, in.at, in.left);
	write_row(row, &style, room);
	free(row);
	list = input_text(&in, in.left);
	/* counted repetitions of repetitions take the C library's regular expressions gigabytes */
	if (!strchr(list, '{'))
		read_list(list);
	free(list);
	return 0;
}

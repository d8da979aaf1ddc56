// SPDX-License-Identifier: GPL-2.0-or-later
#include "values.h"

#include "sys/errnos.h"
#include "sys/io_types.h"
#include "sys/open_flags.h"
#include "sys/signals.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static void print_errors(void)
{
	char name[40];

	for (int i = 1; i <= ERRNO_LAST; i++) {
		errno_name(name, sizeof(name), i);
		if (!isdigit((unsigned char)*name))
			puts(name);
	}
}

static void print_flags(void)
{
	const char *name;

	for (size_t i = 0; (name = open_flag_name(i)); i++)
		puts(name);
}

/* Each operation alone, and with one flag: patterns say the rest. */
static void print_types(void)
{
	char letters[IO_TYPE_TEXT];

	for (unsigned op = IO_READ; op < IO_OPS; op++)
		for (unsigned flag = IO_PREFLUSH >> 1; flag <= IO_ATOMIC; flag <<= 1) { /* below the first there is none */
			io_type_letters(letters, sizeof(letters), op | (flag & ~(unsigned)IO_OP_MASK));
			puts(letters);
		}
}

static void print_signals(void)
{
	char name[20];

	for (unsigned i = 1; i < 32; i++) {
		signal_name(name, sizeof(name), i);
		puts(name);
	}
}

bool values_print(const char *placeholder)
{
	static const struct {
		const char *placeholder;
		void (*print)(void);
	} lists[] = {{"ERRNO", print_errors}, {"FLAG", print_flags}, {"SIGNAL", print_signals}, {"TYPE", print_types}};

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		if (!strcmp(placeholder, lists[i].placeholder)) {
			lists[i].print();
			return true;
		}
	return false;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "io_types.h"

#include "base/schema.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

/* indexed by io_op; the kernel prints "DE" for a secure erase */
static const char *const op_letters[IO_OPS] = {"N", "R", "W", "F", "D", "DE"};

static unsigned op_of(unsigned type)
{
	return (type & IO_OP_MASK) < IO_OPS ? type & IO_OP_MASK : (unsigned)IO_OTHER;
}

int io_type_letters(char *to, size_t size, unsigned type)
{
	return snprintf(to, size, "%s%s%s%s%s%s%s", type & IO_PREFLUSH ? "F" : "", op_letters[op_of(type)],
					type & IO_FUA ? "F" : "", type & IO_AHEAD ? "A" : "", type & IO_SYNC ? "S" : "",
					type & IO_META ? "M" : "", type & IO_ATOMIC ? "U" : "");
}

/* The operation's letter comes first, or after the F of a preflush. Returns the number of letters read. */
static size_t parse_op(const char *s, size_t n, unsigned *type)
{
	size_t at = 0;

	if (n > 1 && s[0] == 'F' && strchr("RWDN", s[1])) {
		*type |= IO_PREFLUSH;
		at = 1;
	} else if (n > 1 && s[0] == 'F' && s[1] == 'F') { /* "FF": a flush with preflush or FUA */
		*type |= IO_PREFLUSH | IO_FLUSH;
		return 2;
	}
	if (at < n && s[at] == 'Z') /* zone operations have two letters (6.16); they are IO_OTHER here */
		return at + 2;
	for (unsigned op = IO_READ; op < IO_OPS - 1; op++)
		if (at < n && s[at] == *op_letters[op])
			*type |= op;
	if (at + 1 < n && s[at] == 'D' && s[at + 1] == 'E') {
		*type = (*type & ~IO_OP_MASK) | IO_SECURE_ERASE;
		return at + 2;
	}
	return at + 1;
}

unsigned io_type_parse(const char *s, size_t n)
{
	unsigned type = 0;

	for (size_t i = parse_op(s, n, &type); i < n; i++) {
		type |= s[i] == 'F' ? IO_FUA : 0;
		type |= s[i] == 'A' ? IO_AHEAD : 0;
		type |= s[i] == 'S' ? IO_SYNC : 0;
		type |= s[i] == 'M' ? IO_META : 0;
		type |= s[i] == 'U' ? IO_ATOMIC : 0;
	}
	return type;
}

int io_type_match(const char *pattern, unsigned long long wanted[IO_TYPES / 64])
{
	char letters[IO_TYPE_TEXT];
	bool any = false;

	memset(wanted, 0, IO_TYPES / 8);
	if (strspn(pattern, "*RWFDENASMU") != strlen(pattern))
		return -EINVAL;
	for (unsigned type = 0; type < IO_TYPES; type++) {
		if ((type & IO_OP_MASK) >= IO_OPS)
			continue;
		io_type_letters(letters, sizeof(letters), type);
		if (fnmatch(pattern, letters, 0))
			continue;
		wanted[type / 64] |= 1ULL << (type % 64);
		any = true;
	}
	return any ? 0 : -EINVAL;
}

int io_type_field(char *to, size_t size, const struct field *f, const void *row)
{
	return io_type_letters(to, size, (unsigned)field_integer(f, row));
}

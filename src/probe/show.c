// SPDX-License-Identifier: GPL-2.0-or-later
#include "show.h"

#include "sys/ksyms.h"
#include "enums.h"

#include <inttypes.h>
#include <stdio.h>

int show_value(char *to, size_t size, enum probe_show show, uint32_t btf_type, uint64_t value)
{
	switch (show) {
	case SHOW_SIGNED:
		return snprintf(to, size, "%" PRId64, (int64_t)value);
	case SHOW_HEX:
		return snprintf(to, size, "0x%" PRIx64, value);
	case SHOW_OCTAL:
		return snprintf(to, size, "0%" PRIo64, value);
	case SHOW_SYMBOL:
		return ksym_name(to, size, value);
	case SHOW_BOOL:
		return snprintf(to, size, "%s", value ? "true" : "false");
	case SHOW_ENUM:
		return enum_text(to, size, btf_type, value);
	default:
		return snprintf(to, size, "%" PRIu64, value);
	}
}

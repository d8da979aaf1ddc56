// SPDX-License-Identifier: GPL-2.0-or-later
#include "json_line.h"

#include "base/units.h"
#include "session/tool.h"
#include "json_text.h"

void json_line(const struct session *s, const char *kind, uint64_t time_ns)
{
	json_begin();
	json_word("tool", s->tool->name);
	json_word("kind", kind);
	json_seconds("time", units_wall(time_ns));
	json_unsigned("time_ns", time_ns);
}

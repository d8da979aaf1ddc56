// SPDX-License-Identifier: GPL-2.0-or-later
/* functrace while the kernel boots: the function tracer of an instance. */
#include "session/boot_config.h"
#include "session/tool.h"
#include "functrace.h"

void functrace_boot(const struct session *s, struct boot_config *b)
{
	const struct functions *f = &functrace.functions;

	boot_config_begin(b, s->set->buffer_kb);
	for (size_t i = 0; i < f->n; i++)
		if (i)
			boot_config_more(b, f->list[i].name, "ftrace.filters");
		else
			boot_config_value(b, f->list[i].name, "ftrace.filters");
	boot_config_value(b, "function", "tracer");
}

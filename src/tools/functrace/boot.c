// SPDX-License-Identifier: GPL-2.0-or-later
/* functrace while the kernel boots: the function tracer of an instance. */
#include "session/boot_config.h"
#include "session/tool.h"
#include "functrace.h"

void functrace_boot(const struct session *s, struct boot_config *b)
{
	const char *word;
	size_t at = 0;

	boot_config_begin(b, s->set->buffer_kb);
	while ((word = functions_next_word(&functrace.functions, &at)))
		boot_config_more(b, word, "ftrace.filters");
	boot_config_value(b, "function", "tracer");
}

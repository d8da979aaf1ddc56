// SPDX-License-Identifier: GPL-2.0-or-later
#include "tool.h"

#include <string.h>

const struct tool *tool_find(const char *name)
{
	for (int i = 0; tools[i]; i++)
		if (!strcmp(tools[i]->name, name))
			return tools[i];
	return NULL;
}

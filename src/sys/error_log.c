// SPDX-License-Identifier: GPL-2.0-or-later
#include "error_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>

/* The newest entry comes last:
 *	[  123.456789] event filter parse error: error: Field not found
 *	  Command: nosuch == 1
 *	           ^
 */
static bool read_entry(const char *entry, const char *command, char *to, size_t size)
{
	static const char mark[] = "\n  Command: ";
	const char *line = strstr(entry, "error: "), *text = strstr(entry, mark), *caret;
	size_t length = strlen(command);

	for (const char *next = line; next && next < text; next = strstr(line + 1, "error: "))
		line = next;
	if (!line || !text || strncmp(text + strlen(mark), command, length))
		return false;
	line += strlen("error: ");
	caret = strchr(text + strlen(mark) + length, '^');
	text = caret ? memrchr(entry, '\n', (size_t)(caret - entry)) : NULL;
	if (text)
		snprintf(to, size, "%.*s, at column %d of \"%s\"", (int)strcspn(line, "\n"), line,
				 (int)(caret - text) - (int)strlen(mark) + 1, command);
	else
		snprintf(to, size, "%.*s", (int)strcspn(line, "\n"), line);
	return true;
}

bool error_log_says(struct tracefs_instance *instance, const char *command, char *to, size_t size)
{
	char *text = tracefs_instance_file_read(instance, "error_log", NULL), *entry = NULL;
	bool said;

	for (char *next = text; next && *next; next = strchr(next, '\n') ? strchr(next, '\n') + 1 : NULL)
		if (*next == '[')
			entry = next;
	said = entry && read_entry(entry, command, to, size);
	free(text);
	return said;
}

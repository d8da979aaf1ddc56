// SPDX-License-Identifier: GPL-2.0-or-later
#include "processes.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_shown(uint32_t tid)
{
	char path[32];

	snprintf(path, sizeof(path), "/proc/%u", tid);
	return !faccessat(AT_FDCWD, path, F_OK, 0);
}

bool process_is_gone(uint32_t tid)
{
	return !is_shown(tid) && is_shown(1);
}

/* Reads "12 (a name with ) in it) S 1 ..."; 0: it is gone, or has no parent here */
static uint32_t parent_of(uint32_t pid)
{
	char path[32], text[256];
	size_t n = 0;
	unsigned parent = 0;
	const char *end;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%u/stat", pid);
	file = fopen(path, "re");
	if (file) {
		n = fread(text, 1, sizeof(text) - 1, file);
		fclose(file);
	}
	text[n] = '\0';
	end = strrchr(text, ')');
	return end && sscanf(end, ") %*c %u", &parent) == 1 ? parent : 0;
}

int processes_each(void (*visit)(uint32_t pid, uint32_t parent, void *data), void *data)
{
	DIR *proc = opendir("/proc");
	struct dirent *entry;
	uint32_t pid, parent;

	if (!proc)
		return -errno;
	while ((entry = readdir(proc))) {
		pid = (uint32_t)strtoul(entry->d_name, NULL, 10); /* 0: not a process' folder */
		parent = pid ? parent_of(pid) : 0;
		if (parent)
			visit(pid, parent, data);
	}
	closedir(proc);
	return 0;
}

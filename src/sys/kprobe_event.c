// SPDX-License-Identifier: GPL-2.0-or-later
#include "kprobe_event.h"

#include "base/log.h"
#include "tracefs.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracefs/tracefs.h>
#include <unistd.h>

#define FILE_NAME "kprobe_events"
#define ENOTSUPP 524 /* private to the kernel; the C library does not know it */

/* They stay open while the event exists: later this process may lack the permission to open them. */
static int file = -1, profile = -1;

static int open_file(void)
{
	return tracefs_instance_file_open(NULL, FILE_NAME, O_WRONLY | O_APPEND | O_CLOEXEC);
}

bool kprobe_event_possible(void)
{
	int fd = open_file();

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

void kprobe_event_name(char *to, size_t size)
{
	tracefs_event_name(to, size, "calls");
}

int kprobe_event_add(const char *function)
{
	char event[80], line[640];
	int n;

	if (file < 0) {
		file = open_file();
		profile = tracefs_instance_file_open(NULL, "kprobe_profile", O_RDONLY | O_CLOEXEC);
	}
	if (file < 0)
		return -errno;
	kprobe_event_name(event, sizeof(event));
	n = snprintf(line, sizeof(line), "p:%s %s\n", event, function);
	return write(file, line, (size_t)n) == n ? 0 : -errno;
}

const char *kprobe_event_reason(int err)
{
	switch (-err) {
	case EADDRNOTAVAIL: /* b022f0c7e404 (6.7) and stable kernels */
		return "several functions have this name";
	case EILSEQ:
		return "its first instruction is not where its symbol is";
	case EINVAL:
		return "the kernel keeps probes out of it (nokprobe)";
	case ENOENT:
		return "the kernel does not know its address";
	case ENOTSUPP:
		return "the kernel cannot put a probe on its first instruction";
	default:
		return strerror(-err);
	}
}

int kprobe_event_id(void)
{
	char event[80], path[128], *text;
	int id = -ENOENT;

	kprobe_event_name(event, sizeof(event));
	snprintf(path, sizeof(path), "events/%s/id", event);
	text = tracefs_instance_file_read(NULL, path, NULL);
	if (text)
		id = atoi(text);
	free(text);
	return id;
}

/* The file has a line "  calls_123    12    0" for each function: name, hits, misses. */
uint64_t kprobe_profile_missed(int fd, const char *event)
{
	FILE *lines = fd < 0 || lseek(fd, 0, SEEK_SET) ? NULL : fdopen(dup(fd), "r");
	char *line = NULL, name[128];
	uint64_t missed = 0, one;
	size_t size = 0;

	while (lines && getline(&line, &size, lines) > 0)
		if (sscanf(line, " %127s %*u %" SCNu64, name, &one) == 2 && !strcmp(name, strchr(event, '/') + 1))
			missed += one;
	free(line);
	if (lines)
		fclose(lines);
	return missed;
}

uint64_t kprobe_event_missed(void)
{
	char event[80];

	kprobe_event_name(event, sizeof(event));
	return kprobe_profile_missed(profile, event);
}

void kprobe_event_remove(void)
{
	char event[80], line[96];

	if (file < 0)
		return;
	kprobe_event_name(event, sizeof(event));
	snprintf(line, sizeof(line), "-:%s\n", event);
	if (write(file, line, strlen(line)) < 0 && errno != ENOENT)
		warn("cannot remove the event %s: %s", event, strerror(errno));
	close(file);
	if (profile >= 0)
		close(profile);
	file = profile = -1;
}

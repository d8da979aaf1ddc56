// SPDX-License-Identifier: GPL-2.0-or-later
#include "capture.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int captured, kept, file = -1;

static void must(int result)
{
	if (result >= 0)
		return;
	perror("capture");
	abort();
}

void capture_begin(int fd)
{
	fflush(stdout);
	captured = fd;
	kept = dup(fd);
	file = memfd_create("captured", MFD_CLOEXEC);
	must(kept);
	must(file);
	must(dup2(file, fd));
}

const char *capture_end(void)
{
	static char *text;
	off_t size;

	fflush(stdout);
	must(dup2(kept, captured));
	size = lseek(file, 0, SEEK_END);
	free(text);
	text = malloc((size_t)size + 1);
	if (!text || pread(file, text, (size_t)size, 0) != size)
		must(-1);
	text[size] = '\0';
	close(kept);
	close(file);
	return text;
}

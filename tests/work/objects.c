// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * objects - opens files, and gives each to the kernel a known number of times once the file GO exists.
 *
 *	objects PATH FILES READS GO		opens PATH FILES times, waits, reads READS times one byte of each, closes all.
 *								Nothing else here opens or reads a file.
 *	objects both FROM TO GO			opens both, waits, copies one byte by copy_file_range(), closes both.
 */
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define FILES 64

static void wait_for(const char *path)
{
	const struct timespec time = {.tv_nsec = 10000000};

	while (access(path, F_OK))
		nanosleep(&time, NULL);
}

static int open_file(const char *path, int flags)
{
	int fd = open(path, flags);

	if (fd < 0)
		error(1, errno, "%s", path);
	return fd;
}

static void copy(const char *from, const char *to, const char *go)
{
	int in = open_file(from, O_RDONLY), out = open_file(to, O_WRONLY);

	wait_for(go);
	if (copy_file_range(in, NULL, out, NULL, 1, 0) != 1)
		error(1, errno, "copy_file_range");
	close(in);
	close(out);
}

static void read_all(const char *path, int files, long reads, const char *go)
{
	int fds[FILES];
	char byte;

	for (int i = 0; i < files; i++)
		fds[i] = open_file(path, O_RDONLY);
	wait_for(go);
	for (; reads > 0; reads--)
		for (int i = 0; i < files; i++)
			if (read(fds[i], &byte, 1) != 1)
				error(1, errno, "read");
	for (int i = 0; i < files; i++)
		close(fds[i]);
}

int main(int argc, char **argv)
{
	int files = argc == 5 ? atoi(argv[2]) : 0;

	if (argc == 5 && !strcmp(argv[1], "both"))
		copy(argv[2], argv[3], argv[4]);
	else if (files > 0 && files <= FILES)
		read_all(argv[1], files, atol(argv[3]), argv[4]);
	else
		error(2, 0, "usage: objects PATH FILES READS GO | both FROM TO GO");
	return 0;
}

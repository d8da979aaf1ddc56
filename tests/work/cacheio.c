// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * cacheio FILE - reads and writes a file on command. Each line of standard input is a command; when it is done, the
 * same line goes to standard output. Starting a process would itself use the page cache, so this one process waits.
 *	read		reads the whole file, in order, 64 KB at a time
 *	write N		writes N pages of new data to FILE.new
 *	drop		removes this file's pages from the cache
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char buffer[65536];

static int read_all(int fd)
{
	off_t at = 0;
	ssize_t n;

	while ((n = pread(fd, buffer, sizeof(buffer), at)) > 0)
		at += n;
	return n < 0;
}

static int write_new(const char *name, int pages)
{
	char path[256];
	int fd, err = 0;

	snprintf(path, sizeof(path), "%s.new", name);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	for (int i = 0; i < pages && fd >= 0 && !err; i++)
		err = write(fd, buffer, 4096) != 4096;
	return fd < 0 || err || close(fd);
}

int main(int argc, char **argv)
{
	char line[64];
	int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1, err = fd < 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	while (!err && fgets(line, sizeof(line), stdin)) {
		if (!strncmp(line, "read", 4))
			err = read_all(fd);
		else if (!strncmp(line, "write ", 6))
			err = write_new(argv[1], atoi(line + 6));
		else if (!strncmp(line, "drop", 4))
			err = posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
		else
			err = 1;
		fputs(err ? "failed\n" : line, stdout);
	}
	return err;
}

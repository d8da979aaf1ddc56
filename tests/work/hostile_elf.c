// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * hostile_elf - makes a library that runs as before and is bad to read.
 *
 *	hostile_elf tables FILE N	N more section headers that all say: this is the symbol table
 */
#include <elf.h>
#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static char *whole;
static size_t size;

static void read_whole(const char *path)
{
	int fd = open(path, O_RDONLY);
	struct stat st;

	if (fd < 0 || fstat(fd, &st))
		error(1, errno, "%s", path);
	size = (size_t)st.st_size;
	whole = malloc(size);
	if (!whole || read(fd, whole, size) != (ssize_t)size)
		error(1, errno, "%s", path);
	close(fd);
}

static void write_more(const char *path, const void *more, size_t n)
{
	int fd = open(path, O_WRONLY | O_TRUNC);

	if (fd < 0 || write(fd, whole, size) != (ssize_t)size || write(fd, more, n) != (ssize_t)n || close(fd))
		error(1, errno, "%s", path);
}

/* The table of headers moves to the end of the file, where there is room */
static void more_tables(const char *path, size_t n)
{
	Elf64_Ehdr *header = (Elf64_Ehdr *)whole;
	Elf64_Shdr *old = (Elf64_Shdr *)(whole + header->e_shoff), *all = calloc(header->e_shnum + n, sizeof(*all));
	const Elf64_Shdr *table = NULL;
	size_t count = header->e_shnum + n;

	for (size_t i = 0; i < header->e_shnum; i++)
		if (old[i].sh_type == SHT_SYMTAB)
			table = &old[i];
	if (!table || !all || count >= SHN_LORESERVE)
		error(1, 0, "%s: no symbol table, or too many", path);
	memcpy(all, old, header->e_shnum * sizeof(*all));
	for (size_t i = header->e_shnum; i < count; i++)
		all[i] = *table;
	header->e_shoff = size;
	header->e_shnum = (Elf64_Half)count;
	write_more(path, all, count * sizeof(*all));
}

int main(int argc, char **argv)
{
	if (argc != 4 || strcmp(argv[1], "tables"))
		error(2, 0, "tables FILE N");
	read_whole(argv[2]);
	more_tables(argv[2], strtoul(argv[3], NULL, 10));
	return 0;
}

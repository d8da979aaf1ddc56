// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * hostile_elf - changes a library so that it still runs, but is hard to read.
 *
 *	hostile_elf tables FILE N	adds N section headers, each of which claims to be the symbol table
 *	hostile_elf names FILE N	makes a symbol table of N functions that share one name of a million letters
 *	hostile_elf sections FILE N	claims N sections; the table of their headers is a hole at the end of the file
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

/* Moves the table of headers to the end of the file, where there is room */
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
	free(all);
}

#define LETTERS 1000000

static Elf64_Shdr *table_of_symbols(void)
{
	Elf64_Ehdr *header = (Elf64_Ehdr *)whole;
	Elf64_Shdr *all = (Elf64_Shdr *)(whole + header->e_shoff);

	for (size_t i = 0; i < header->e_shnum; i++)
		if (all[i].sh_type == SHT_SYMTAB)
			return &all[i];
	error(1, 0, "no symbol table");
	return NULL;
}

static void long_names(const char *path, size_t n)
{
	Elf64_Shdr *all = (Elf64_Shdr *)(whole + ((Elf64_Ehdr *)whole)->e_shoff), *table = table_of_symbols();
	const Elf64_Sym *old = (const Elf64_Sym *)(whole + table->sh_offset);
	char *more = calloc(1, n * sizeof(Elf64_Sym) + LETTERS + 2);
	Elf64_Sym *symbols = (Elf64_Sym *)more;

	if (!more)
		error(1, errno, "%s", path);
	while (ELF64_ST_TYPE(old->st_info) != STT_FUNC || !old->st_value)
		old++;
	for (size_t i = 0; i < n; i++) {
		symbols[i] = *old;
		symbols[i].st_value += i;
		symbols[i].st_name = 1;
	}
	memset(more + n * sizeof(*symbols) + 1, 'A', LETTERS);
	table->sh_offset = size;
	table->sh_size = n * sizeof(*symbols);
	all[table->sh_link].sh_offset = size + table->sh_size;
	all[table->sh_link].sh_size = LETTERS + 2;
	write_more(path, more, n * sizeof(*symbols) + LETTERS + 2);
	free(more);
}

static void many_sections(const char *path, size_t n)
{
	Elf64_Ehdr *header = (Elf64_Ehdr *)whole;
	Elf64_Shdr first = {.sh_size = n};

	header->e_shoff = size;
	header->e_shnum = 0;
	write_more(path, &first, sizeof(first));
	if (truncate(path, (off_t)(size + n * sizeof(first))))
		error(1, errno, "%s", path);
}

int main(int argc, char **argv)
{
	size_t n = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;

	if (!n)
		error(2, 0, "tables|names|sections FILE N");
	read_whole(argv[2]);
	if (!strcmp(argv[1], "tables"))
		more_tables(argv[2], n);
	else if (!strcmp(argv[1], "names"))
		long_names(argv[2], n);
	else
		many_sections(argv[2], n);
	return 0;
}

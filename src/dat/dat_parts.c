// SPDX-License-Identifier: GPL-2.0-or-later
#include "dat_parts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *dat_name(const struct dat *in)
{
	return in->name;
}

int dat_bytes(const struct dat *in, uint64_t offset, void *to, size_t size)
{
	if (offset > in->size || size > in->size - offset)
		return -EINVAL;
	for (size_t done = 0; done < size;) {
		ssize_t n = pread(in->fd, (char *)to + done, size - done, (off_t)(offset + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -EINVAL;
		done += (size_t)n;
	}
	return 0;
}

/* ---- filling it in ---- */

/* Makes room for one more: arrays grow when their number is a power of two. */
static void *grow(void *array, size_t n, size_t size)
{
	return n & (n - 1) ? array : reallocarray(array, n ? 2 * n : 1, size);
}

static struct dat_text *new_text(struct dat *in, const char *name)
{
	struct dat_text *texts = in->ntexts < DAT_TEXTS ? grow(in->texts, in->ntexts, sizeof(*texts)) : NULL;

	if (!texts)
		return NULL;
	in->texts = texts;
	texts[in->ntexts] = (struct dat_text){.name = strdup(name)};
	return texts[in->ntexts].name ? &texts[in->ntexts++] : NULL;
}

int dat_add_text(struct dat *in, const char *name, uint64_t offset, uint64_t size)
{
	struct dat_text *t = offset > in->size || size > in->size - offset ? NULL : new_text(in, name);

	if (!t)
		return -EINVAL;
	t->offset = offset;
	t->size = size;
	return 0;
}

int dat_add_copy(struct dat *in, const char *name, char *copy, size_t size)
{
	struct dat_text *t = new_text(in, name);

	if (!t) {
		free(copy);
		return -ENOMEM;
	}
	t->copy = copy;
	t->size = size;
	return 0;
}

int dat_make_cpus(struct dat *in, int n)
{
	struct dat_cpu *cpus = reallocarray(in->cpus, (size_t)n, sizeof(*cpus));

	if (!cpus)
		return -ENOMEM;
	in->cpus = cpus;
	for (; in->ncpus < n; in->ncpus++)
		cpus[in->ncpus] = (struct dat_cpu){.fd = -1};
	return 0;
}

int dat_add_piece(struct dat *in, uint64_t cpu, uint64_t offset, uint64_t size)
{
	struct dat_piece *pieces;
	struct dat_cpu *c;

	if (cpu >= DAT_CPUS || offset > in->size || size > in->size - offset)
		return -EINVAL;
	if ((int)cpu >= in->ncpus && dat_make_cpus(in, (int)cpu + 1))
		return -ENOMEM;
	c = &in->cpus[cpu];
	pieces = c->n < DAT_PIECES ? grow(c->pieces, c->n, sizeof(*pieces)) : NULL;
	if (!pieces)
		return -ENOMEM;
	c->pieces = pieces;
	pieces[c->n++] = (struct dat_piece){offset, size};
	return 0;
}

/* ---- texts ---- */

static const struct dat_text *find(const struct dat *in, const char *name)
{
	for (size_t i = 0; i < in->ntexts; i++)
		if (!strcmp(in->texts[i].name, name))
			return &in->texts[i];
	return NULL;
}

int dat_open_at(int folder, const char *name, struct stat *st)
{
	int fd = openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	if (!fstat(fd, st) && S_ISREG(st->st_mode))
		return fd;
	close(fd);
	return -EINVAL;
}

static char *copy_file(const struct dat *in, const char *name, size_t most, size_t *size)
{
	struct stat st;
	int fd = dat_open_at(in->folder, name, &st);
	char *text = NULL;
	ssize_t n = -1;

	if (fd < 0) {
		errno = -fd;
		return NULL;
	}
	if ((uint64_t)st.st_size < most)
		text = malloc((size_t)st.st_size + 1);
	else
		errno = EINVAL;
	if (text)
		n = read(fd, text, (size_t)st.st_size);
	close(fd);
	if (n < 0) {
		free(text);
		return NULL;
	}
	text[n] = '\0';
	*size = (size_t)n;
	return text;
}

static char *copy_text(const struct dat *in, const struct dat_text *t, size_t most, size_t *size)
{
	char *text = t->size < most ? malloc(t->size + 1) : NULL;
	int err = 0;

	if (!text) {
		errno = t->size < most ? ENOMEM : EINVAL;
		return NULL;
	}
	if (t->copy)
		memcpy(text, t->copy, t->size);
	else
		err = dat_bytes(in, t->offset, text, t->size);
	if (err) {
		free(text);
		errno = -err;
		return NULL;
	}
	text[t->size] = '\0';
	*size = t->size;
	return text;
}

bool dat_has(const struct dat *in, const char *name)
{
	return in->folder >= 0 ? !faccessat(in->folder, name, R_OK, 0) : find(in, name) != NULL;
}

/* Does "SYSTEM" begin as it should, and hold the event? */
static bool names_event(const struct dat *in, const char *name, size_t n, const char *system, const char *event,
						char *to, size_t size)
{
	char path[512];

	if (strncmp(name, system, strlen(system)) || snprintf(to, size, "%.*s/%s", (int)n, name, event) >= (int)size)
		return false;
	snprintf(path, sizeof(path), "%s/format", to);
	return dat_has(in, path);
}

static bool find_in_folder(const struct dat *in, const char *system, const char *event, char *to, size_t size)
{
	DIR *dir = fdopendir(openat(in->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
	struct dirent *entry;
	bool found = false;

	while (dir && !found && (entry = readdir(dir)))
		found = names_event(in, entry->d_name, strlen(entry->d_name), system, event, to, size);
	if (dir)
		closedir(dir);
	return found;
}

bool dat_find_event(const struct dat *in, const char *system, const char *event, char *to, size_t size)
{
	bool found = false;

	if (in->folder >= 0)
		return find_in_folder(in, system, event, to, size);
	for (size_t i = 0; i < in->ntexts && !found; i++)
		found = names_event(in, in->texts[i].name, strcspn(in->texts[i].name, "/"), system, event, to, size);
	return found;
}

char *dat_text(const struct dat *in, const char *name, size_t most, size_t *size)
{
	const struct dat_text *t;

	if (in->folder >= 0)
		return copy_file(in, name, most, size);
	t = find(in, name);
	errno = ENOENT;
	return t ? copy_text(in, t, most, size) : NULL;
}

/* ---- pages ---- */

int dat_ncpus(const struct dat *in)
{
	return in->ncpus;
}

uint64_t dat_pages(const struct dat *in)
{
	uint64_t sum = 0;
	struct stat st;

	for (int i = 0; i < in->ncpus; i++) {
		if (in->cpus[i].fd >= 0 && !fstat(in->cpus[i].fd, &st))
			sum += (uint64_t)st.st_size;
		for (size_t k = 0; k < in->cpus[i].n; k++)
			sum += in->cpus[i].pieces[k].size;
	}
	return sum;
}

static ssize_t read_piece(struct dat *in, struct dat_cpu *c, void *to, size_t size)
{
	const struct dat_piece *p = &c->pieces[c->next];
	uint64_t left = p->size - c->read;
	size_t n = left < size ? (size_t)left : size;
	int err = dat_bytes(in, p->offset + c->read, to, n);

	if (err)
		return err;
	c->read += n;
	if (c->read == p->size) {
		c->next++;
		c->read = 0;
	}
	if (in->padded && n < size) {
		memset((char *)to + n, 0, size - n);
		n = size;
	}
	return (ssize_t)n;
}

ssize_t dat_read(struct dat *in, int cpu, void *to, size_t size)
{
	struct dat_cpu *c = &in->cpus[cpu];
	ssize_t n;

	if (in->folder < 0)
		return c->next < c->n ? read_piece(in, c, to, size) : 0;
	n = c->fd < 0 ? 0 : read(c->fd, to, size);
	return n < 0 ? -errno : n;
}

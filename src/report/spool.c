// SPDX-License-Identifier: GPL-2.0-or-later
#include "spool.h"

#include "outfile.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

struct place {
	uint64_t time_ns, at;
	size_t n;
};

struct spool {
	struct outfile file;
	struct place *places;
	size_t n, room;
};

struct spool *spool_new(int folder)
{
	struct spool *s = calloc(1, sizeof(*s));
	int err = s ? outfile_scratch(&s->file, folder) : -ENOMEM;

	if (!err)
		return s;
	free(s);
	errno = -err;
	return NULL;
}

void spool_free(struct spool *s)
{
	if (!s)
		return;
	outfile_close(&s->file);
	free(s->places);
	free(s);
}

static int grow(struct spool *s)
{
	size_t room = s->room ? 2 * s->room : 1024;
	struct place *places = reallocarray(s->places, room, sizeof(*places));

	if (!places)
		return -ENOMEM;
	s->places = places;
	s->room = room;
	return 0;
}

int spool_add(struct spool *s, uint64_t time_ns, const void *data, size_t n)
{
	int err = s->n == s->room ? grow(s) : 0;

	if (err)
		return err;
	s->places[s->n++] = (struct place){time_ns, s->file.at, n};
	outfile_add(&s->file, data, n);
	return s->file.err;
}

static int compare(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->time_ns != y->time_ns)
		return x->time_ns < y->time_ns ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

int spool_each(struct spool *s, int (*each)(void *arg, uint64_t time_ns, const void *data, size_t n), void *arg)
{
	size_t size = (size_t)s->file.at;
	int err = outfile_flush(&s->file);
	char *all = !err && size ? mmap(NULL, size, PROT_READ, MAP_SHARED, s->file.fd, 0) : NULL;

	if (err || !size)
		return err;
	if (all == MAP_FAILED)
		return -errno;
	qsort(s->places, s->n, sizeof(*s->places), compare);
	for (size_t i = 0; i < s->n && !err; i++)
		err = each(arg, s->places[i].time_ns, all + s->places[i].at, s->places[i].n);
	munmap(all, size);
	return err;
}

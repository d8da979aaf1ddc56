// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * dio - does exactly N direct I/Os on a device, each of them one request if the size fits into one, and measures
 * how long each takes in user space. Prints one line of JSON.
 *
 *	dio [-n COUNT] [-s BYTES] [-t THREADS] [-o read|write|mix] [-R] [-f EVERY] [-y] [-a BYTES] [-C NAME]
 *	    [-U UID] [-g FIFO] [-l FILE] DEVICE
 *
 * The threads share the count: thread i does the I/Os i, i + THREADS, ..., so that neighbouring threads write
 * neighbouring places. -l: FILE gets a line for each I/O: R or W, its first sector, its bytes.
 */
#include "latency.h"

#include <errno.h>
#include <error.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#define THREADS_MAX 64
#define ALIGNMENT 4096

enum operation { READ, WRITE, MIX };

struct options {
	unsigned long count, size, threads, fsync_every, area;
	enum operation operation;
	bool random, dsync;
	const char *name, *gate, *list, *device;
	uid_t uid;
};

struct worker {
	const struct options *o;
	pthread_t thread;
	unsigned long first; /* number of its first I/O */
	unsigned long places;
	int fd;
	unsigned long reads, writes, fsyncs;
	struct latency latency, sync_latency;
};

/* Visits every place before it repeats one: no two I/Os in flight are at the same place. */
static unsigned long place_of(const struct worker *w, unsigned long i)
{
	return w->o->random ? (i * 2654435761UL + 12345) % w->places : i % w->places;
}

static bool is_write(const struct options *o, unsigned long i)
{
	return o->operation == WRITE || (o->operation == MIX && i & 1);
}

static void one_io(struct worker *w, unsigned long i, void *buffer)
{
	off_t at = (off_t)(place_of(w, i) * w->o->size);
	bool writes = is_write(w->o, i);
	uint64_t start = now_ns();
	ssize_t n = writes ? pwrite(w->fd, buffer, w->o->size, at) : pread(w->fd, buffer, w->o->size, at);

	if (n != (ssize_t)w->o->size)
		error(1, n < 0 ? errno : 0, "%s: I/O %lu at %lld gave %zd", w->o->device, i, (long long)at, n);
	w->latency.ns[w->latency.n++] = now_ns() - start;
	w->writes += writes;
	w->reads += !writes;
}

static void flush(struct worker *w)
{
	uint64_t start = now_ns();

	if (fdatasync(w->fd))
		error(1, errno, "%s: fdatasync", w->o->device);
	w->sync_latency.ns[w->sync_latency.n++] = now_ns() - start;
	w->fsyncs++;
}

static void *work(void *arg)
{
	struct worker *w = arg;
	void *buffer;

	if (posix_memalign(&buffer, ALIGNMENT, w->o->size))
		error(1, ENOMEM, "buffer");
	memset(buffer, 0x5a, w->o->size);
	for (unsigned long i = w->first; i < w->o->count; i += w->o->threads) {
		one_io(w, i, buffer);
		if (w->o->fsync_every && w->writes && !(w->writes % w->o->fsync_every) && is_write(w->o, i))
			flush(w);
	}
	free(buffer);
	return NULL;
}

/* ---- around the work ---- */

static unsigned long long size_of(int fd, const char *device)
{
	unsigned long long size = 0;
	struct stat st;

	if (fstat(fd, &st))
		error(1, errno, "%s", device);
	if (S_ISBLK(st.st_mode) && ioctl(fd, BLKGETSIZE64, &size))
		error(1, errno, "%s: size", device);
	return S_ISBLK(st.st_mode) ? size : (unsigned long long)st.st_size;
}

static int open_device(const struct options *o)
{
	int fd = open(o->device, (o->operation == READ ? O_RDONLY : O_RDWR) | O_DIRECT | (o->dsync ? O_DSYNC : 0));

	if (fd < 0)
		error(1, errno, "%s", o->device);
	return fd;
}

static void prepare(const struct options *o, struct worker *workers)
{
	int fd = open_device(o);
	unsigned long long size = size_of(fd, o->device), area = o->area && o->area < size ? o->area : size;

	if (area < o->size)
		error(1, 0, "%s: smaller than one I/O", o->device);
	for (unsigned long i = 0; i < o->threads; i++) {
		struct worker *w = &workers[i];

		*w = (struct worker){.o = o, .first = i, .places = (unsigned long)(area / o->size), .fd = fd};
		w->latency.ns = calloc(o->count / o->threads + 1, sizeof(uint64_t));
		w->sync_latency.ns = calloc(o->count / o->threads + 1, sizeof(uint64_t));
		if (!w->latency.ns || !w->sync_latency.ns)
			error(1, ENOMEM, "results");
	}
}

/* Returns when someone opens the FIFO for writing, so that the start has no race. */
static void wait_at_gate(const char *fifo)
{
	int fd = fifo ? open(fifo, O_RDONLY) : -1;

	if (fifo && fd < 0)
		error(1, errno, "%s", fifo);
	if (fd >= 0)
		close(fd);
}

static void run(const struct options *o, struct worker *workers)
{
	for (unsigned long i = 1; i < o->threads; i++)
		if (pthread_create(&workers[i].thread, NULL, work, &workers[i]))
			error(1, errno, "thread");
	work(&workers[0]); /* a single thread is the main one: its name and id are the process's */
	for (unsigned long i = 1; i < o->threads; i++)
		pthread_join(workers[i].thread, NULL);
}

static void append(struct latency *to, const struct latency *from)
{
	memcpy(to->ns + to->n, from->ns, from->n * sizeof(*from->ns));
	to->n += from->n;
}

static void report(const struct options *o, struct worker *workers, uint64_t elapsed)
{
	struct latency all = {calloc(o->count + 1, sizeof(uint64_t)), 0};
	struct latency sync = {calloc(o->count + 1, sizeof(uint64_t)), 0};
	unsigned long reads = 0, writes = 0, fsyncs = 0;

	for (unsigned long i = 0; i < o->threads; i++) {
		reads += workers[i].reads;
		writes += workers[i].writes;
		fsyncs += workers[i].fsyncs;
		append(&all, &workers[i].latency);
		append(&sync, &workers[i].sync_latency);
	}
	printf("{\"pid\":%d,\"ios\":%lu,\"reads\":%lu,\"writes\":%lu,\"fsyncs\":%lu,\"bytes\":%lu,\"elapsed_ns\":%llu,"
		   "\"latency\":",
		   getpid(), reads + writes, reads, writes, fsyncs, (reads + writes) * o->size, (unsigned long long)elapsed);
	latency_json(&all);
	printf(",\"fsync_latency\":");
	latency_json(&sync);
	puts("}");
	free(all.ns);
	free(sync.ns);
}

static void list(const struct options *o, const struct worker *w)
{
	FILE *file = o->list ? fopen(o->list, "we") : NULL;

	if (o->list && !file)
		error(1, errno, "%s", o->list);
	for (unsigned long i = 0; file && i < o->count; i++)
		fprintf(file, "%c %lu %lu\n", is_write(o, i) ? 'W' : 'R', place_of(w, i) * (o->size / 512), o->size);
	if (file && fclose(file))
		error(1, errno, "%s", o->list);
}

static unsigned long number(const char *text, unsigned long max)
{
	char *end;
	unsigned long value = strtoul(text, &end, 10);

	if (!*text || *end || !value || value > max)
		error(2, 0, "%s: not a number from 1 to %lu", text, max);
	return value;
}

static enum operation operation(const char *text)
{
	static const char *const names[] = {"read", "write", "mix"};

	for (int i = 0; i < 3; i++)
		if (!strcmp(text, names[i]))
			return (enum operation)i;
	error(2, 0, "%s: must be read, write or mix", text);
	return READ;
}

static void option(struct options *o, int letter)
{
	switch (letter) {
	case 'n':
		o->count = number(optarg, 100000000);
		break;
	case 's':
		o->size = number(optarg, 1 << 24);
		break;
	case 't':
		o->threads = number(optarg, THREADS_MAX);
		break;
	case 'o':
		o->operation = operation(optarg);
		break;
	case 'R':
		o->random = true;
		break;
	case 'f':
		o->fsync_every = number(optarg, 1000000);
		break;
	case 'y':
		o->dsync = true;
		break;
	case 'a':
		o->area = number(optarg, 1UL << 40);
		break;
	case 'C':
		o->name = optarg;
		break;
	case 'U':
		o->uid = (uid_t)number(optarg, 1UL << 31);
		break;
	case 'g':
		o->gate = optarg;
		break;
	case 'l':
		o->list = optarg;
		break;
	default:
		error(2, 0, "see the head of dio.c");
	}
}

int main(int argc, char **argv)
{
	struct options o = {.count = 1000, .size = 4096, .threads = 1};
	struct worker workers[THREADS_MAX];
	uint64_t start;
	int letter;

	while ((letter = getopt(argc, argv, "n:s:t:o:Rf:ya:C:U:g:l:")) != -1)
		option(&o, letter);
	if (optind != argc - 1)
		error(2, 0, "one device is needed");
	o.device = argv[optind];
	prepare(&o, workers);
	if (o.name)
		prctl(PR_SET_NAME, o.name);
	wait_at_gate(o.gate);
	if (o.uid && setuid(o.uid))
		error(1, errno, "setuid");
	start = now_ns();
	run(&o, workers);
	report(&o, workers, now_ns() - start);
	list(&o, &workers[0]);
	return 0;
}

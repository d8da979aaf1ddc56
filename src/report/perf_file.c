// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Of a perf.data: a head, ids and attributes of the events, records, and then features, each in a section of its own.
 * Every record has the same words about where it comes from, before its own ones in a sample and after them else.
 */
#include "perf_file.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <string.h>
#include <time.h>

#define HEAD_SIZE 104
#define ATTR_SIZE 112 /* PERF_ATTR_SIZE_VER5 */
#define RECORD_MAX 65528
#define SAMPLE_TYPE (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_RAW)

#define FINISHED_ROUND 68 /* of perf itself, not of the kernel */

/* Flags of an attribute: the bits of the bit fields in struct perf_event_attr */
#define FLAG_COMM (1ULL << 9)
#define FLAG_SAMPLE_ID_ALL (1ULL << 18)
#define FLAG_USE_CLOCKID (1ULL << 25)

/* Features, as perf numbers them */
enum { TRACING_DATA = 1, HOSTNAME = 3, OSRELEASE, VERSION, ARCH, CMDLINE = 11, CLOCKID = 23, CLOCK_DATA = 29 };

static uint64_t id_of(unsigned event)
{
	return event + 1;
}

static void add_number(struct perf_file *f, uint64_t value, size_t size)
{
	unsigned char bytes[8];

	bytes_put(bytes, value, size);
	outfile_add(&f->out, bytes, size);
}

static void add_zeros(struct perf_file *f, size_t n)
{
	while (n--)
		add_number(f, 0, 1);
}

static size_t padding(size_t n)
{
	return (8 - n % 8) % 8;
}

/* ---- the beginning ---- */

static uint64_t ids_at(unsigned event)
{
	return HEAD_SIZE + 8 * (uint64_t)event;
}

static uint64_t attrs_at(const struct perf_file *f)
{
	return ids_at(f->nevents);
}

static uint64_t data_at(const struct perf_file *f)
{
	return attrs_at(f) + (uint64_t)f->nevents * (ATTR_SIZE + 16);
}

static void add_attr(struct perf_file *f, unsigned event, uint16_t config)
{
	unsigned char attr[ATTR_SIZE] = {0};

	bytes_put(attr, PERF_TYPE_TRACEPOINT, 4);
	bytes_put(attr + 4, ATTR_SIZE, 4);
	bytes_put(attr + 8, config, 8);
	bytes_put(attr + 16, 1, 8); /* each of them */
	bytes_put(attr + 24, SAMPLE_TYPE, 8);
	bytes_put(attr + 40, FLAG_SAMPLE_ID_ALL | FLAG_USE_CLOCKID | (event ? 0 : FLAG_COMM), 8);
	bytes_put(attr + 92, CLOCK_MONOTONIC, 4);
	outfile_add(&f->out, attr, sizeof(attr));
	add_number(f, ids_at(event), 8);
	add_number(f, 8, 8);
}

int perf_begin(struct perf_file *f, const char *path, const uint16_t *ids, unsigned nevents)
{
	int err = outfile_create(&f->out, AT_FDCWD, path);

	if (err)
		return err;
	f->nevents = nevents;
	add_zeros(f, HEAD_SIZE);
	for (unsigned i = 0; i < nevents; i++)
		add_number(f, id_of(i), 8);
	for (unsigned i = 0; i < nevents; i++)
		add_attr(f, i, ids[i]);
	return f->out.err;
}

/* ---- records ---- */

static void add_record(struct perf_file *f, uint32_t type, size_t size)
{
	add_number(f, type, 4);
	add_number(f, 0, 2);
	add_number(f, size, 2);
}

static void add_where(struct perf_file *f, const struct perf_where *w)
{
	add_number(f, w->pid, 4);
	add_number(f, w->tid, 4);
	add_number(f, w->time_ns, 8);
	add_number(f, w->cpu, 8);
}

bool perf_sample(struct perf_file *f, unsigned event, const struct perf_where *w, const void *raw, size_t n)
{
	size_t size = 8 + 8 + 24 + 4 + n, pad = padding(size);

	if (size + pad > RECORD_MAX)
		return false;
	add_record(f, PERF_RECORD_SAMPLE, size + pad);
	add_number(f, id_of(event), 8);
	add_where(f, w);
	add_number(f, n + pad, 4);
	outfile_add(&f->out, raw, n);
	add_zeros(f, pad);
	return true;
}

void perf_comm(struct perf_file *f, const struct perf_where *w, const char *name, size_t n)
{
	size_t zeros = 1 + padding(n + 1);

	add_record(f, PERF_RECORD_COMM, 8 + 8 + n + zeros + 24 + 8);
	add_number(f, w->pid, 4);
	add_number(f, w->tid, 4);
	outfile_add(&f->out, name, n);
	add_zeros(f, zeros);
	add_where(f, w);
	add_number(f, id_of(0), 8);
}

void perf_lost(struct perf_file *f, const struct perf_where *w, uint64_t lost)
{
	add_record(f, PERF_RECORD_LOST, 8 + 16 + 24 + 8);
	add_number(f, id_of(0), 8);
	add_number(f, lost, 8);
	add_where(f, w);
	add_number(f, id_of(0), 8);
}

/* ---- the end ---- */

struct features {
	uint64_t bits;
	struct bytes table, all;
	uint64_t at; /* where in the file `all` begins */
};

static void add_feature(struct features *to, unsigned bit, const struct bytes *data)
{
	bytes_number(&to->table, to->at + to->all.n, 8);
	bytes_number(&to->table, data->n, 8);
	bytes_add(&to->all, data->at, data->n);
	bytes_zeros(&to->all, padding(to->all.n));
	to->all.failed |= data->failed;
	to->bits |= 1ULL << bit;
}

static void add_string(struct bytes *to, const char *text)
{
	size_t n = strlen(text) + 1;

	bytes_number(to, n + padding(n), 4);
	bytes_add(to, text, n);
	bytes_zeros(to, padding(n));
}

static void add_text(struct features *to, unsigned bit, const char *text)
{
	struct bytes data = {0};

	if (!text)
		return;
	if (bit == CMDLINE)
		bytes_number(&data, 1, 4);
	add_string(&data, text);
	add_feature(to, bit, &data);
	bytes_free(&data);
}

static void add_clock(struct features *to, const struct perf_about *about)
{
	struct bytes data = {0};

	bytes_number(&data, 1, 8); /* nanoseconds: the clock's step */
	add_feature(to, CLOCKID, &data);
	data.n = 0;
	bytes_number(&data, 1, 4); /* version */
	bytes_number(&data, CLOCK_MONOTONIC, 4);
	bytes_number(&data, about->wall_ns, 8);
	bytes_number(&data, about->monotonic_ns, 8);
	if (about->wall_ns)
		add_feature(to, CLOCK_DATA, &data);
	bytes_free(&data);
}

/* In the order of their bits; their table comes before them. */
static void add_features(struct features *to, const struct perf_about *about)
{
	add_feature(to, TRACING_DATA, about->formats);
	add_text(to, HOSTNAME, about->host);
	add_text(to, OSRELEASE, about->release);
	add_text(to, VERSION, about->version);
	add_text(to, ARCH, about->machine);
	add_text(to, CMDLINE, about->command);
	add_clock(to, about);
}

static void put_head(struct perf_file *f, uint64_t data_end, uint64_t bits)
{
	unsigned char head[HEAD_SIZE] = "PERFILE2";

	bytes_put(head + 8, HEAD_SIZE, 8);
	bytes_put(head + 16, ATTR_SIZE + 16, 8);
	bytes_put(head + 24, attrs_at(f), 8);
	bytes_put(head + 32, data_at(f) - attrs_at(f), 8);
	bytes_put(head + 40, data_at(f), 8);
	bytes_put(head + 48, data_end - data_at(f), 8);
	bytes_put(head + 72, bits, 8);
	outfile_put(&f->out, 0, head, sizeof(head));
}

int perf_end(struct perf_file *f, const struct perf_about *about)
{
	uint64_t data_end;
	struct features features = {0};

	if (f->out.at == data_at(f)) /* perf opens no file without records: one that says nothing */
		add_record(f, FINISHED_ROUND, 8);
	data_end = f->out.at;
	add_features(&features, about); /* to know how many */
	features.at = data_end + features.table.n;
	features.table.n = features.all.n = 0;
	add_features(&features, about);
	if (features.table.failed || features.all.failed)
		f->out.err = f->out.err ? f->out.err : -ENOMEM;
	else
		outfile_add(&f->out, features.table.at, features.table.n);
	if (!f->out.err)
		outfile_add(&f->out, features.all.at, features.all.n);
	if (!f->out.err)
		put_head(f, data_end, features.bits);
	bytes_free(&features.table);
	bytes_free(&features.all);
	return outfile_close(&f->out);
}

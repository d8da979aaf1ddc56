// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One stream of packets, its events in the order of time. The metadata comes last: without it the folder is no trace,
 * so one that was not finished is none.
 */
#include "ctf.h"

#include "base/log.h"
#include "session/ending_signals.h"
#include "ctf_fields.h"
#include "outfile.h"
#include "spool.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC 0xc1fc1fc1
#define PACKET 65536			/* bytes from which on a packet is full */
#define PACKET_HEAD (4 + 5 * 8) /* its magic and its context */
#define OFFSET_MAX (INT64_MAX / 2)

struct ctf {
	struct loaded *l;
	struct row_fields fields;
	struct spool *spool;
	struct outfile stream;
	struct bytes row, packet;
	uint64_t begin, end; /* of the packet */
	int err;
};

/* ---- the stream ---- */

static void end_packet(struct ctf *c, uint64_t lost)
{
	struct bytes head = {0};
	uint64_t bits = 8 * (PACKET_HEAD + (uint64_t)c->packet.n);

	bytes_number(&head, MAGIC, 4);
	bytes_number(&head, c->begin, 8);
	bytes_number(&head, c->end, 8);
	bytes_number(&head, bits, 8);
	bytes_number(&head, bits, 8);
	bytes_number(&head, lost, 8);
	if (head.failed || c->packet.failed)
		c->err = -ENOMEM;
	else
		outfile_add(&c->stream, head.at, head.n);
	if (!c->err)
		outfile_add(&c->stream, c->packet.at, c->packet.n);
	bytes_free(&head);
	c->packet.n = 0;
}

static int on_sorted(void *ctf, uint64_t time_ns, const void *data, size_t n)
{
	struct ctf *c = ctf;

	if (c->packet.n >= PACKET)
		end_packet(c, 0);
	if (!c->packet.n)
		c->begin = c->end = time_ns;
	if (!c->stream.at)
		end_packet(c, 0);
	c->end = time_ns;
	bytes_number(&c->packet, time_ns, 8);
	bytes_add(&c->packet, data, n);
	return c->err ? c->err : ending_signals_pending() ? -EINTR : c->stream.err;
}

static int on_row(void *ctf, const void *row, uint64_t time_ns)
{
	struct ctf *c = ctf;

	if (!row)
		return 0;
	c->row.n = 0;
	ctf_row(&c->row, &c->fields, row);
	if (!c->fields.schema->key_size)
		memcpy(&time_ns, row, sizeof(time_ns)); /* pages do not go back, rows do */
	c->err = c->row.failed ? -ENOMEM : spool_add(c->spool, time_ns, c->row.at, c->row.n);
	if (!c->err && ending_signals_pending())
		c->err = -EINTR;
	return c->err ? 1 : 0;
}

/* Readers count losses from the packet before, so the first packet is empty, and the last one has what was lost. */
static int write_stream(struct ctf *c, int folder)
{
	int err = outfile_create(&c->stream, folder, "stream");

	if (err)
		return err;
	c->begin = c->end = c->l->start_ns;
	err = spool_each(c->spool, on_sorted, c);
	if (!err && !c->stream.at)
		end_packet(c, 0);
	if (!err)
		end_packet(c, c->l->lost);
	outfile_close(&c->stream);
	return err ? err : c->err ? c->err : c->stream.err;
}

/* ---- the metadata ---- */

static void add_env(struct bytes *to, const char *name, const char *value)
{
	if (!value)
		return;
	bytes_text(to, "\t%s = ", name);
	ctf_string(to, value);
	bytes_text(to, ";\n");
}

static void add_environment(struct bytes *to, const struct loaded *l)
{
	bytes_text(to, "env {\n");
	add_env(to, "tracer_name", "ktally");
	add_env(to, "hostname", dat_meta(l->dat, "host"));
	add_env(to, "tool", l->tool);
	add_env(to, "version", dat_meta(l->dat, "version"));
	add_env(to, "uname", dat_meta(l->dat, "uname"));
	add_env(to, "machine", dat_meta(l->dat, "machine"));
	add_env(to, "backend", dat_meta(l->dat, "backend"));
	bytes_text(to, "};\n");
}

/* Times are of CLOCK_MONOTONIC; the offset makes them those of the wall clock when the recording began. */
static void add_clock(struct bytes *to, const struct loaded *l)
{
	bool absolute = l->clocked && l->clock.offset < OFFSET_MAX;

	bytes_text(to, "clock {\n\tname = monotonic;\n\tfreq = 1000000000;\n\tprecision = 1;\n");
	if (absolute)
		bytes_text(to, "\toffset_s = %" PRIu64 ";\n\toffset = %" PRIu64 ";\n", l->clock.offset / 1000000000,
				   l->clock.offset % 1000000000);
	bytes_text(to, "\tabsolute = %s;\n};\n", absolute ? "true" : "false");
}

static void add_types(struct bytes *to)
{
	for (unsigned size = 32; size <= 64; size += 32) {
		bytes_text(to, "typealias integer { size = %u; align = 8; signed = false; } := uint%u_t;\n", size, size);
		bytes_text(to, "typealias integer { size = %u; align = 8; signed = true; } := int%u_t;\n", size, size);
	}
}

static void add_stream(struct bytes *to)
{
	static const char time[] = "integer { size = 64; align = 8; signed = false; map = clock.monotonic.value; }";

	bytes_text(to, "stream {\n\tpacket.context := struct {\n\t\t%s timestamp_begin;\n\t\t%s timestamp_end;\n", time,
			   time);
	bytes_text(to, "\t\tuint64_t content_size;\n\t\tuint64_t packet_size;\n\t\tuint64_t events_discarded;\n\t};\n");
	bytes_text(to, "\tevent.header := struct { %s timestamp; };\n};\n", time);
}

static void make_metadata(struct bytes *to, const struct ctf *c)
{
	bytes_text(to, "/* CTF 1.8 */\n");
	add_types(to);
	bytes_text(to, "trace {\n\tmajor = 1;\n\tminor = 8;\n\tbyte_order = le;\n"
				   "\tpacket.header := struct { uint32_t magic; };\n};\n");
	add_environment(to, c->l);
	add_clock(to, c->l);
	add_stream(to);
	bytes_text(to, "event {\n\tname = ");
	ctf_string(to, c->l->tool);
	bytes_text(to, ";\n\tfields := struct {\n");
	ctf_declare(to, &c->fields);
	bytes_text(to, "\t};\n};\n");
}

static int write_metadata(const struct ctf *c, int folder)
{
	static struct outfile f;
	struct bytes text = {0};
	int err = outfile_create(&f, folder, "metadata");

	if (err)
		return err;
	make_metadata(&text, c);
	if (text.failed)
		err = -ENOMEM;
	else
		outfile_add(&f, text.at, text.n);
	bytes_free(&text);
	outfile_close(&f);
	return err ? err : f.err;
}

/* ---- the folder ---- */

static int write_all(struct ctf *c, int folder, const char *path)
{
	int err = row_fields_choose(&c->fields, columns_schema(c->l->columns), c->l->tool);

	c->spool = err ? NULL : spool_new(folder);
	if (!c->spool)
		return fail(EXIT_FAILED, "cannot write %s: %s", path, strerror(err ? -err : errno));
	if (load_each(c->l, on_row, c) < 0)
		return EXIT_FAILED;
	err = c->err;
	if (!err)
		err = write_stream(c, folder);
	if (!err)
		err = write_metadata(c, folder);
	return err ? fail(EXIT_FAILED, "cannot write %s: %s", path, strerror(-err)) : EXIT_DONE;
}

static void remove_all(int folder, const char *path)
{
	unlinkat(folder, "stream", 0);
	unlinkat(folder, "metadata", 0);
	rmdir(path);
}

int ctf_export(struct loaded *l, const char *path)
{
	static struct ctf c;
	int folder, status;

	if (ending_signals_block())
		return EXIT_FAILED;
	if (mkdir(path, 0700)) /* of a link, even one to nothing, it says that it exists */
		return fail(EXIT_FAILED, "cannot make the folder %s: %s", path, strerror(errno));
	folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (folder < 0)
		return fail(EXIT_FAILED, "cannot open %s: %s", path, strerror(errno));
	c.l = l;
	c.stream.fd = -1;
	status = write_all(&c, folder, path);
	if (status)
		remove_all(folder, path);
	spool_free(c.spool);
	bytes_free(&c.row);
	bytes_free(&c.packet);
	close(folder);
	ending_signals_unblock();
	return status;
}

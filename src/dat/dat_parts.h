/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dat_parts.h - what an input consists of: for the files dat*.c and stream.c alone. */
#pragma once

#include "dat.h"

#define DAT_NAME 256
#define DAT_TEXTS 65536
#define DAT_PIECES (1 << 24) /* of a stream: 1 TB of pages */

struct dat_text {
	char *name;
	uint64_t offset, size; /* in the file, */
	char *copy;			   /* unless this is not NULL */
};

struct dat_piece {
	uint64_t offset, size;
};

struct dat_cpu {
	struct dat_piece *pieces;
	size_t n, next;
	uint64_t read; /* of the next piece */
	int fd;		   /* of a folder's cpuN.pages; -1: none */
};

struct dat_note {
	char *key, *value;
};

struct dat {
	char name[DAT_NAME];
	int folder, fd; /* one of them; -1: not this one */
	uint64_t size;	/* of the file */
	bool padded;	/* a piece is a page, of which what is zero at the end may be missing */
	struct dat_text *texts;
	size_t ntexts;
	struct dat_cpu *cpus;
	int ncpus;
	struct dat_note *notes;
	size_t nnotes;
};

/* All: 0, or -errno */
int dat_add_text(struct dat *in, const char *name, uint64_t offset, uint64_t size);
/* Takes the copy, even if it fails */
int dat_add_copy(struct dat *in, const char *name, char *copy, size_t size);
int dat_add_piece(struct dat *in, uint64_t cpu, uint64_t offset, uint64_t size);
int dat_add_note(struct dat *in, const char *text, size_t n); /* "KEY=VALUE" */
/* Reads all of it: the file may not end before. */
int dat_bytes(const struct dat *in, uint64_t offset, void *to, size_t size);

/* The first n CPUs exist from now on, without pages. */
int dat_make_cpus(struct dat *in, int n);
/* A descriptor of a file, or -errno. Refuses a FIFO, which would wait for a writer, and a device, which has no end */
struct stat;
int dat_open_at(int folder, const char *name, struct stat *st);

/* With *why set */
int dat_open_file(struct dat *in, struct why *why);
int dat_open_stream(struct dat *in, struct why *why);
int dat_read_meta(struct dat *in);

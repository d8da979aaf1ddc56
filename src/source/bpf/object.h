/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * object.h - the BPF object of a session and what is attached for it. The source owns it from bpf_open() on and frees
 * it at the end of the session.
 *
 * Maps and read-only data are found by name: `events` is a ring buffer of rows, `tally` the keyed totals,
 * `.data.losses` the loss counters, `filter*` the task filter. The source refuses an object without `events` and
 * `tally`, unless its recipe collects by itself.
 */
#pragma once

#include "session/session.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <ktally/filter.h> /* skeletons have these two in them */
#include <ktally/losses.h>

/*
 * struct type *, or NULL with s->why set:
 *	struct iolatency_bpf *o = bpf_open(s, iolatency_bpf);
 */
#define bpf_open(s, type)                                         \
	({                                                            \
		struct type *object_ = type##__open_opts(bpf_options(s)); \
		bpf_own(s, object_, object_ ? object_->skeleton : NULL);  \
		object_;                                                  \
	})
const struct bpf_object_open_opts *bpf_options(struct session *s);
void bpf_own(struct session *s, void *object, struct bpf_object_skeleton *skeleton);

struct bpf_object *bpf_object_of(const struct session *s);
void *bpf_skeleton_of(const struct session *s); /* the skeleton's struct, as bpf_open() gave it */
struct bpf_map *bpf_map_of(const struct session *s, const char *name); /* NULL: the object has none */

/* A variable of the opened object's read-only data, to be set before the load; NULL: there is none of this size */
void *bpf_constant(const struct session *s, const char *name, size_t size);

/* Switches an optional program ("?tp_btf/...") on or off before the load. */
void bpf_use(struct session *s, struct bpf_program *program, bool on);

/* Give the source what it is to destroy at the end. 0 or -ENOMEM, and then it is destroyed at once. */
int bpf_keep_link(struct session *s, struct bpf_link *link);
int bpf_keep_fd(struct session *s, int link); /* of a link that libbpf does not know */
/* For totals alone: links that take the kernel long to remove stay until after the last report. */
void bpf_detach_late(struct session *s);
int bpf_keep_copy(struct session *s, int program); /* a program that libbpf does not know; its cost is the session's */

/* For the source itself: the first member of its state */
struct bpf_owned {
	int btf;	  /* file: the part of the kernel's BTF that the object needs; -1: libbpf reads all of it */
	void *object; /* the skeleton's struct, freed with it */
	struct bpf_object_skeleton *skeleton; /* what all skeletons have in common */
	struct bpf_link **links;
	size_t nlinks;
	bool late; /* bpf_detach_late() */
	struct descriptors {
		int *list;
		size_t n;
	} fds, copies;
};

struct bpf_owned *bpf_owned_of(const struct session *s);
const struct bpf_prog_skeleton *bpf_owned_program(const struct bpf_owned *b, int i); /* of skeleton->prog_cnt */
void bpf_owned_detach(struct bpf_owned *b); /* the links that were kept, not the skeleton's */
void bpf_owned_free(struct bpf_owned *b);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bpf.h - what a tool's BPF recipe uses. The session's BPF source owns the object from bpf_open() on.
 *
 * Maps are found by name: `events` is a ring buffer of rows, `tally` the keyed totals, `.data.losses` the
 * loss counters, `filter*` the task filter. An object without `events` and `tally` is refused at open
 * unless its recipe collects by itself.
 */
#ifndef KTALLY_BPF_H
#define KTALLY_BPF_H

#include "session/session.h"

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <ktally/filter.h>
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

/* Switches an optional program ("?tp_btf/...") on or off before the load. */
void bpf_use(struct session *s, struct bpf_program *program, bool on);

/* Nothing is told apart: `tally` becomes a per-CPU array of one entry. Also set rodata->tally_single. */
int bpf_tally_single(struct session *s);

/* For objects with events.bpf.h: the ring buffer's size from --buffer; wake: &o->rodata->events_wake */
int bpf_events(struct session *s, __u64 *wake);

/* Puts the task options of the command line into an opened object's read-only `filter`
 * (o->rodata->filter). 0 or -errno with s->why set. */
int bpf_filter(struct session *s, struct filter *to);
/* *to: the kernel's number of a process that the user names as /proc shows it; 0 stays 0. 0, or -errno with s->why set
 */
int bpf_pid(struct session *s, __u32 *to, uint32_t pid);
/* Fills the filter's maps of the loaded object; attaches its programs where the recipe attaches its own.
 * source/bpf.c calls all three. */
int bpf_filter_load(struct session *s);
int bpf_filter_attach(struct session *s);
/* --follow: the descendants that are there already. Forks are followed by now, so nobody is missed: whoever is born
 * of one that is not in the map yet is found when no more are found. */
int bpf_filter_find(struct session *s);

/* Arguments of BTF tracepoints ("block_rq_issue"), -1 for one that this kernel has not. Reads the kernel's
 * BTF once for all of them. 0 or -errno with s->why set. */
struct wanted_tracepoint {
	const char *name;
	int arguments;
};
int bpf_tracepoints(struct session *s, struct wanted_tracepoint *list, size_t n);

/* Has this kernel BPF's atomic compare-and-exchange (5.12)? Tried, not guessed. */
bool bpf_has_cmpxchg(void);
/* Where it has not, each one in the programs of an opened object becomes a store. 0 or -errno */
int bpf_plain_stores(struct bpf_object *object);

/* Can many functions be probed by one link (5.18 with CONFIG_FPROBE)? Tried. Single ones? */
bool bpf_has_kprobe_multi(void);
bool bpf_has_cookies(void); /* of kprobes, uprobes and tracepoints: 5.15 */
bool bpf_has_kprobe(void);
/*
 * Do those for many functions see more than fentry and fexit? Since 6.14 return probes keep what they need on the
 * task's own stack, not in a pool: they miss nothing. Nor can they be preempted, where the others can, and the kernel
 * refuses these on a CPU until one that was preempted goes on: with 30 threads that wake at once half of the calls.
 */
bool bpf_multi_misses_nothing(void);
/* Can this function of the kernel's BTF have a program of this kind (BPF_TRACE_FENTRY, _FEXIT)? Tried. */
bool bpf_has_trampoline(__u32 btf_id, enum bpf_attach_type type);

/* For recipes that attach by themselves: the skeleton's struct, and links that the source is to destroy */
void *bpf_skeleton_of(const struct session *s);
int bpf_keep_link(struct session *s, struct bpf_link *link); /* 0 or -ENOMEM, the link destroyed */
int bpf_keep_fd(struct session *s, int link);				 /* of a link that libbpf does not know */
int bpf_keep_copy(struct session *s, int program);			 /* likewise; its cost is the session's too */

/* ktally's own process, as programs know it, to be left out; 0: they cannot meet it */
__u32 bpf_self(void);

/* Entries of bpf/starts.bpf.h's tables that `time_of` gives a time for (0: skip) into lost->in_flight */
void bpf_in_flight(struct session *s, uint64_t (*time_of)(const void *data), struct lost *lost);

#endif

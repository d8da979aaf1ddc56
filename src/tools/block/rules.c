// SPDX-License-Identifier: GPL-2.0-or-later
#include "rules.h"

#include "base/log.h"
#include "source/bpf/kernel.h"
#include "source/bpf/losses.h"
#include "source/bpf/object.h"
#include "source/bpf/tracepoints.h"
#include "sys/disks.h"
#include "sys/io_types.h"
#include "sys/kernel_btf.h"
#include "sys/privileges.h"

#include <errno.h>
#include <string.h>

static int check_disk(struct block_options *o)
{
	char whole[64];
	int err = disk_number(o->device, &o->dev, whole, sizeof(whole));

	if (err == -ENOTBLK)
		return fail(err, "-d %s: a partition; requests carry the disk: use -d %s", o->device, whole);
	if (err == -EREMOTE)
		return fail(err, "-d %s: a recording has only numbers of disks, as in -d 8,0; -D prints them", o->device);
	return err ? fail(err, "-d %s: no such disk (see lsblk; for a time limit use --duration)", o->device) : 0;
}

int block_prepare(struct session *s, struct block_options *o)
{
	s->tool_state = o;
	if (o->device && check_disk(o))
		return -EINVAL;
	if (o->type && io_type_match(o->type, o->types))
		return fail(-EINVAL, "-i %s: not a type; letters R W F D N, then A S M, '*' for any", o->type);
	return 0;
}

bool block_owner_filtered(const struct session *s)
{
	const struct settings *set = s->set;

	return s->child > 0 || set->npids || set->tid || set->follow || set->has_uid || set->comm || set->cgroup;
}

bool block_owner_first(const struct session *s)
{
	return block_of(s)->queued || block_of(s)->owners || block_owner_filtered(s);
}

/* ---- BPF ---- */

enum { TP_ISSUE, TP_IO_START, TP_MERGE };

static void use(struct session *s, const char *program, bool on)
{
	bpf_use(s, bpf_object__find_program_by_name(bpf_object_of(s), program), on);
}

/*
 * A program at a BTF tracepoint can be preempted on some kernels, and then misses events. There a probe, which cannot
 * be preempted, sees issues: one function passes that tracepoint. Completions mostly come in interrupts, and the next
 * issue of a request reveals a completion that was missed. The probe reads the kernel's memory, which confidentiality
 * forbids.
 */
static bool issue_is_probed(void)
{
	return bpf_typed_preemptible() && lockdown_mode() != LOCKDOWN_CONFIDENTIALITY && bpf_multi_misses_nothing() &&
		   kernel_btf_find("blk_mq_start_request", BTF_KIND_FUNC) > 0;
}

static void choose_programs(struct session *s, const struct wanted_tracepoint *tp)
{
	bool hashed = !bpf_has_cmpxchg(), first = block_owner_first(s), io_start = tp[TP_IO_START].arguments > 0;
	bool kept = first || !block_of(s)->issue_only, probed = !hashed && issue_is_probed();

	use(s, "rq_issue", !hashed && !probed);
	use(s, "rq_issue_hashed", hashed);
	use(s, "rq_issue_probed", probed);
	if (probed)
		s->attach = "kprobe_multi";
	use(s, "io_start", first && io_start);
	use(s, "insert", first && !io_start && !hashed);
	use(s, "insert_hashed", first && !io_start && hashed);
	use(s, "merge", first && tp[TP_MERGE].arguments > 0);
	use(s, "requeue", kept);
	use(s, "complete", kept);
}

int block_open(struct session *s, struct block_rules *rules, __u32 *rq_argument)
{
	const struct block_options *o = block_of(s);
	struct wanted_tracepoint tp[] = {{"block_rq_issue", 0}, {"block_io_start", 0}, {"block_rq_merge", 0}};
	int err = bpf_tracepoints(s, tp, 3);

	if (err)
		return err;
	if (tp[TP_ISSUE].arguments < 1)
		return cannot(s, -ENOENT, "this kernel has no block layer tracepoints");
	*rq_argument = tp[TP_ISSUE].arguments == 2;
	rules->queued = o->queued;
	rules->owner_first = block_owner_first(s);
	rules->issue_only = o->issue_only;
	rules->count_unmatched = !o->issue_only && !block_owner_filtered(s);
	rules->only_dev = o->dev;
	rules->typed = o->type != NULL;
	memcpy(rules->types, o->types, sizeof(rules->types));
	choose_programs(s, tp);
	return 0;
}

static uint64_t started_at(const void *data)
{
	const struct block_start *start = data;

	return start->state == BLOCK_UNWANTED ? 0 : start->time_ns;
}

void block_in_flight(struct session *s, struct lost *lost)
{
	bpf_in_flight(s, started_at, lost);
}

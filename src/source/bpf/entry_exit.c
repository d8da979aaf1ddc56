// SPDX-License-Identifier: GPL-2.0-or-later
#include "entry_exit.h"

#include "base/log.h"
#include "sys/kernel_btf.h"
#include "fentry.h"
#include "fentry_copies.h"
#include "function_attach.h"
#include "kernel.h"
#include "losses.h"
#include "object.h"
#include "pids.h"

#include <errno.h>
#include <string.h>

/* As bpf/calls.bpf.h names them */
static struct bpf_program *program_of(const struct session *s, const char *name)
{
	return bpf_object__find_program_by_name(bpf_object_of(s), name);
}

static struct function_programs probes_of(const struct session *s)
{
	return (struct function_programs){
		.multi = program_of(s, "call_multi"),
		.multi_return = program_of(s, "call_multi_return"),
		.single = program_of(s, "call_single"),
		.single_return = program_of(s, "call_single_return"),
	};
}

/* ---- prototypes ---- */

static const struct btf_type *plain_type(__u32 id)
{
	const struct btf_type *t = kernel_btf_type(id);

	while (t && (btf_is_mod(t) || btf_is_typedef(t)))
		t = kernel_btf_type(t->type);
	return t;
}

/* Arguments in words: a struct by value may take two. */
static __u32 count_slots(const struct btf_type *proto)
{
	const struct btf_param *params = btf_params(proto);
	__u32 slots = 0;

	for (__u32 i = 0; i < btf_vlen(proto); i++) {
		const struct btf_type *t = plain_type(params[i].type);

		slots += t && btf_is_composite(t) ? (t->size + 7) / 8 : 1;
	}
	return slots;
}

static void read_result(__u32 type, struct call_setup *setup)
{
	const struct btf_type *t = plain_type(type);

	setup->result_bits = !type ? 0 : t && (btf_is_int(t) || btf_is_any_enum(t)) ? t->size * 8 : 64;
	setup->result_signed = t && (btf_is_int(t) ? btf_int_encoding(t) & BTF_INT_SIGNED : btf_is_any_enum(t));
}

/* Id of the function in the kernel's BTF, or -errno */
static int read_prototype(const char *name, struct call_setup *setup)
{
	int id = kernel_btf_load();
	const struct btf_type *t = NULL;

	if (!id)
		id = kernel_btf_find(name, BTF_KIND_FUNC);
	if (id > 0)
		t = kernel_btf_type(kernel_btf_type((__u32)id)->type);
	if (!t || !btf_is_func_proto(t))
		return id < 0 ? id : -ENOENT;
	setup->slots = count_slots(t);
	read_result(t->type, setup);
	return id;
}

/* What the functions return, if all return the same kind of number; else the whole register */
static void read_results(const struct functions *f, struct call_setup *setup)
{
	const struct call_setup whole = {.result_bits = 64, .result_signed = true};
	struct call_setup first = whole;

	for (size_t i = 0; i < f->n; i++) {
		struct call_setup one = whole;

		if (f->n <= FUNCTIONS_SINGLE) /* each is looked for among all types */
			read_prototype(f->list[i].name, &one);
		if (!i)
			first = one;
		if (one.result_bits != first.result_bits || one.result_signed != first.result_signed)
			first = whole;
	}
	setup->result_bits = first.result_bits;
	setup->result_signed = first.result_signed;
}

/* ---- choosing ---- */

/* The surest way, for few functions: each needs programs of its own. */
#define TYPED_MAX 16
static int typed_ids[TYPED_MAX]; /* in the kernel's BTF */

static bool can_be_typed(const struct functions *f, struct call_setup *setup)
{
	if (f->n > TYPED_MAX)
		return false;
	for (size_t i = 0; i < f->n; i++) {
		int id = read_prototype(f->list[i].name, setup);

		if (id <= 0 || !bpf_has_trampoline((__u32)id, BPF_TRACE_FEXIT)) {
			debug("%s: no fexit", f->list[i].name);
			return false;
		}
		typed_ids[i] = id;
	}
	/* since 5.17 one program can serve functions of different arguments: helpers read them */
	return f->n == 1 || kernel_has_helper(BPF_FUNC_get_func_arg_cnt);
}

static bool choose_typed(struct session *s, const struct functions *f, struct call_setup *setup)
{
	struct bpf_program *fentry = program_of(s, "call_fentry"), *fexit = program_of(s, "call_fexit");
	bool typed = can_be_typed(f, setup) && !bpf_multi_misses_nothing();

	bpf_use(s, fentry, typed);
	bpf_use(s, fexit, typed);
	fentry_use(f->list[0].name);
	return typed;
}

int entry_exit_open(struct session *s, const struct functions *f, struct call_setup *setup)
{
	struct function_programs probes = probes_of(s);
	bool typed = choose_typed(s, f, setup);
	int err;

	read_results(f, setup);
	err = function_attach_choose(s, &probes, typed ? 0 : f->n, FUNCTIONS_SINGLE);
	if (err == -ENOTSUP && !bpf_has_kprobe() && f->n == 1)
		return cannot(s, err,
					  "this kernel has neither fexit (CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS) nor kprobes "
					  "(CONFIG_KPROBE_EVENTS, CONFIG_FPROBE)");
	return err;
}

/* ---- attaching ---- */

static bool is_probe(const struct function_programs *p, const struct bpf_program *program)
{
	return program == p->multi || program == p->multi_return || program == p->single || program == p->single_return;
}

/* The tool's own programs: those that were loaded and are none of calls.bpf.h */
static int attach_others(struct session *s, const struct function_programs *p)
{
	struct bpf_program *program, *fentry = program_of(s, "call_fentry"), *fexit = program_of(s, "call_fexit");

	bpf_object__for_each_program (program, bpf_object_of(s)) {
		const char *name = bpf_program__name(program);
		struct bpf_link *link;

		if (!bpf_program__autoload(program) || is_probe(p, program) || program == fentry || program == fexit ||
			!strncmp(name, "follow_", 7)) /* the filter's are attached before */
			continue;
		link = bpf_program__attach(program);
		if (!link)
			return cannot(s, -errno, "cannot attach %s: %s", name, strerror(errno));
		if (bpf_keep_link(s, link))
			return -ENOMEM;
	}
	return 0;
}

int entry_exit_attach(struct session *s, const struct functions *f)
{
	struct function_programs probes = probes_of(s);
	/* The exit first: a call that enters in between has no start and is seen to have none. */
	const struct fentry_set typed = {{program_of(s, "call_fexit"), program_of(s, "call_fentry")}, 0, typed_ids};
	int err = attach_others(s, &probes);

	if (err || !bpf_program__autoload(typed.programs[0]))
		return err ? err : function_attach(s, &probes, f);
	s->attach = "fexit";
	return fentry_attach(s, f, &typed);
}

/* ---- losses ---- */

static uint64_t never_returned; /* calls that still wait, whose threads have ended */

static uint64_t started_at(const void *data)
{
	const struct call_start *start = data;

	if (pids_gone((uint32_t)start->task)) {
		never_returned++;
		return 0;
	}
	return start->time_ns;
}

/*
 * A refused run counts already where the other half of the call was seen: as a return without a start, or as a start
 * that never returned. A call of which both were refused has left nothing except the kernel's two counts.
 */
static void add_refused_calls(const struct session *s, struct lost *lost)
{
	const struct descriptors *copies = &bpf_owned_of(s)->copies;
	uint64_t refused = bpf_refused(bpf_program__fd(program_of(s, "call_fexit"))) +
					   bpf_refused(bpf_program__fd(program_of(s, "call_fentry")));

	for (size_t i = 0; i < copies->n; i++)
		refused += bpf_refused(copies->list[i]);
	if (refused > lost->missed)
		lost->missed += (refused - lost->missed) / 2;
}

void entry_exit_losses(struct session *s, struct lost *lost)
{
	never_returned = 0;
	bpf_in_flight(s, started_at, lost);
	lost->missed += never_returned;
	add_refused_calls(s, lost);
}

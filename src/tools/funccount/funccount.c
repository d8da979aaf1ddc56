// SPDX-License-Identifier: GPL-2.0-or-later
/* funccount - how often functions are called: of the kernel, of programs and libraries; and tracepoints. */
#include "base/log.h"
#include "session/render.h"
#include "source/bpf/object.h"
#include "sys/kprobe_event.h"
#include "sys/ksyms.h"
#include "session/tool.h"
#include "ftrace.h"
#include "funccount.skel.h"
#include "attach.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct funccount_options funccount = {.cpu = UINT64_MAX};

static const struct opt options[] = {
	OPT_DURATION('i', "interval", "TIME", &settings.interval_ns, "a report each TIME"),
	OPT_NUMBER('t', "top", "N", &render_options.top, 1, UINT32_MAX, "only the N that were called most"),
	OPT_FLAG('r', "regexp", &funccount.targets.regex, "patterns are extended regular expressions"),
	OPT_NUMBER('c', "cpu", "CPU", &funccount.cpu, 0, 1 << 16, "only calls on this CPU"),
	OPT_END,
};

static int format_name(char *to, size_t size, const void *row)
{
	return targets_name(&funccount.targets, to, size, ((const struct func_row *)row)->key.id);
}

static int compare(const void *a, const void *b)
{
	const struct func_row *x = a, *y = b;

	return x->count < y->count	   ? -1
		   : x->count > y->count   ? 1
		   : x->key.id < y->key.id ? 1
		   : x->key.id > y->key.id ? -1
								   : 0;
}

static const struct field fields[] = {
	FIELD_MADE("func", format_name, FIELD_KEY, -40),
	FIELD(struct func_row, count, FIELD_U64, 0, 14),
};

static const struct schema schema = {
	SCHEMA_FIELDS(fields),
	.key_size = sizeof(struct func_key),
	.row_size = sizeof(struct func_row),
	.compare = compare,
};

/* Which functions is decided; what they are called stands in the recording. */
static int funccount_replay(struct session *s)
{
	char path[4200];

	if (s->argc)
		return fail(-EINVAL, "a replay shows the functions that were recorded: without %s", s->argv[0]);
	snprintf(path, sizeof(path), "%s/functions", s->set->replay);
	ksyms_file(path);
	return 0;
}

static int prepare(struct session *s)
{
	render_options.unit = "calls";
	if (s->set->replay)
		return funccount_replay(s);
	if (!s->argc)
		return fail(-EINVAL, "no function given; as in: funccount 'tcp_*'");
	return targets_prepare(s, &funccount.targets);
}

/* ---- BPF ---- */

static int open_bpf(struct session *s)
{
	struct targets *t = &funccount.targets;
	struct funccount_bpf *o = bpf_open(s, funccount_bpf);

	if (!o)
		return -errno;
	o->rodata->only_cpu = funccount.cpu == UINT64_MAX ? -1 : (int)funccount.cpu;
	bpf_map__set_type(o->maps.tally, BPF_MAP_TYPE_PERCPU_HASH);
	bpf_map__set_max_entries(o->maps.tally, (uint32_t)(t->kernel.n + t->user.n + t->tracepoints.n) + 64);
	return funccount_programs(s, o);
}

static int attach_bpf(struct session *s)
{
	return targets_attach(s, &funccount.targets, bpf_skeleton_of(s));
}

static void bpf_losses(struct session *s, struct lost *lost)
{
	(void)s;
	lost->missed += kprobe_event_missed();
}

static void close_bpf(struct session *s)
{
	(void)s;
	kprobe_event_remove();
}

static const struct bpf_recipe bpf = {
	.open = open_bpf,
	.attach = attach_bpf,
	.losses = bpf_losses,
	.close = close_bpf,
};

static const char *const doctor_args[] = {"vfs_read", NULL};

static const char *const variants[] = {"-c 0", NULL};

const struct tool funccount_tool = {
	.name = "funccount",
	.summary = "Calls of kernel and user functions, and tracepoints, counted.",
	.arguments = "PATTERN...",
	.examples = "  funccount 'tcp_*'             kernel functions, until Ctrl-C\n"
				"  funccount -i 1 -t 5 'vfs_*'   the five most called, every second\n"
				"  funccount -d 10 'ext4_*'      for 10 seconds\n"
				"  funccount 'c:mem*' -p 1234    libc's, in process 1234\n"
				"  funccount 't:sched:*'         tracepoints\n"
				"  funccount 'u:stdc++:throw'    static probes (USDT): C++ exceptions\n"
				"  funccount -r 'tcp_(send|recv)msg' -- curl localhost\n",
	.unit = "calls",
	.options = options,
	.takes = TAKES_TASK | TAKES_DURATION | TAKES_TIMESTAMP | TAKES_COMMAND | TAKES_BUFFER | TAKES_REPLAY,
	.max_args = 64,
	.schema = &schema,
	.view = VIEW_TABLE,
	.prepare = prepare,
	.bpf = &bpf,
	.ftrace = &funccount_ftrace,
	.doctor_args = doctor_args,
	.doctor_variants = variants,
};

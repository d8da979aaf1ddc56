// SPDX-License-Identifier: GPL-2.0-or-later
/* funccount - how often functions are called: of the kernel, of programs and libraries; and tracepoints. */
#include "funccount.h"

#include "base/log.h"
#include "session/tool.h"
#include "source/ftrace/replay.h"
#include "sys/ksyms.h"

#include <errno.h>
#include <stdio.h>

struct funccount_options funccount = {.cpu = UINT64_MAX};

static const struct opt options[] = {
	OPT_DURATION('i', "interval", "TIME", &settings.interval_ns, "a report each TIME"),
	OPT_NUMBER('t', "top", "N", &funccount.top, 1, UINT32_MAX, "only the N that were called most"),
	OPT_FLAG('r', "regexp", &funccount.targets.regex, "patterns are extended regular expressions"),
	OPT_NUMBER('c', "cpu", "CPU", &funccount.cpu, 0, 1 << 16, "only calls on this CPU"),
	OPT_NOTE('D', "(bcc's debugging): that is --debug here"),
	OPT_END,
};

void funccount_add(struct session *s, uint64_t id, uint64_t calls)
{
	struct func_key key = {id};
	struct func_row *row = session_total(s, &key);

	if (row)
		row->count += calls;
}

static int format_name(char *to, size_t size, const struct field *f, const void *row)
{
	return targets_name(&funccount.targets, to, size, (uint64_t)field_integer(f, row));
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
	FIELD_MADE_OF("func", struct func_row, key.id, format_name, FIELD_KEY, -40, .least = 12),
	FIELD(struct func_row, count, FIELD_U64, 0, 14, .least = 8),
};

static const struct schema schema = {
	SCHEMA_FIELDS(fields),
	.key_size = sizeof(struct func_key),
	.row_size = sizeof(struct func_row),
	.compare = compare,
};

/* The recording says which functions there are and what they are called. */
static int funccount_replay(struct session *s)
{
	if (s->argc)
		return fail(-EINVAL, "a replay shows the functions that were recorded: without %s", s->argv[0]);
	ksyms_text(replay_text(s, "functions"));
	return 0;
}

static int prepare(struct session *s)
{
	s->render.top = funccount.top;
	if (s->set->replay)
		return funccount_replay(s);
	if (!s->argc)
		return fail(-EINVAL, "no function given; as in: funccount 'tcp_*'");
	return targets_prepare(s, &funccount.targets);
}

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
	.bpf = &funccount_bpf_recipe,
	.ftrace = &funccount_ftrace,
	.doctor_args = (const char *const[]){"vfs_read", NULL},
	.doctor_variants = (const char *const[]){"-c 0", NULL},
};

// SPDX-License-Identifier: GPL-2.0-or-later
/* objtrace - follows objects of the kernel: all calls that receive the address which a probe has seen. */
#include "objtrace.h"

#include "base/log.h"
#include "probe/receivers.h"
#include "sys/ksyms.h"
#include "sys/tracefs.h"
#include "tools/functions/targets.h"
#include "rows.h"
#include "taker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct objtrace objtrace = {.taker.probe.target = TARGET_KERNEL, .most = 1};
static const char *patterns, *value;

static const struct opt options[] = {
	OPT_TEXT(0, "functions", "PATTERN,...", &patterns, "only calls of these, not of all that take such objects"),
	OPT_NUMBER(0, "objects", "N", &objtrace.most, 1, OBJECTS_MAX, "follow the first N objects (1)"),
	OPT_TEXT(0, "value", "MEMBER", &value, "print what is there before and after, or at OFFSET:TYPE"),
	OPT_END,
};

/* ---- functions ---- */

static int add_patterns(struct functions *to)
{
	char *copy = strdup(patterns);
	int err;

	if (!copy)
		return fail(-ENOMEM, "out of memory");
	for (char *c = copy; *c; c++)
		*c = *c == ',' ? ' ' : *c;
	err = targets_kernel(to, &copy, 1);
	free(copy);
	return err;
}

/* The taker's and those that free are probed in any case. */
static int find_own(struct functions *own)
{
	static const char *const ends[] = {
		[END_KFREE] = "kfree", [END_CACHE] = "kmem_cache_free", [END_BULK] = "kmem_cache_free_bulk"};
	int err = functions_add(own, objtrace.taker.probe.found.list[0].name, 0);

	for (int i = 0; i < OBJECT_ENDS && !err; i++) {
		size_t before = own->n;

		err = functions_of_kernel(own, ends[i], false);
		if (own->n > before)
			objtrace.names[i] = ends[i];
	}
	functions_sort(own);
	return err;
}

/* Those whose prototypes have the object's type */
static int add_receivers(struct functions *to, const struct functions *own)
{
	const struct probe_argument *object = &objtrace.taker.probe.arguments[0];
	struct functions all = {0};
	int err = functions_of_kernel(&all, "*", false);

	functions_sort(&all);
	if (!err)
		err = receivers_read(&all, object->type, own, to);
	functions_free(&all);
	if (err == -ENOENT && *object->type)
		return fail(-EINVAL, "%s is a %s, no pointer to a struct; --functions names functions that take it",
					object->name, object->type);
	if (err == -ENOENT)
		return fail(-EINVAL, "the type of %s is not known; --functions PATTERN,... names functions that take it",
					object->name);
	return err ? fail(err, "cannot read the kernel's functions: %s", strerror(-err)) : 0;
}

static int add_all(struct functions *to, const struct functions *from)
{
	int err = 0;

	for (size_t i = 0; i < from->n && !err; i++)
		err = functions_add(to, from->list[i].name, 0);
	functions_sort(to);
	return err;
}

static int find_functions(void)
{
	struct functions *f = &objtrace.functions, own = {0};
	int err = find_own(&own);

	if (err)
		err = fail(err, "cannot read the kernel's functions: %s", strerror(-err));
	else
		err = patterns ? add_patterns(f) : add_receivers(f, &own);
	if (!err && (add_all(f, &own) || (patterns && receivers_read(f, NULL, NULL, NULL) == -ENOMEM)))
		err = fail(-ENOMEM, "out of memory");
	functions_free(&own);
	return err;
}

/* ---- the tool ---- */

static int prepare(struct session *s)
{
	int err;

	if (!s->argc)
		return fail(-EINVAL, "a probe is needed that sees the object, as in: objtrace 'p:vfs_open file'");
	tracefs_find_readable(&s->why); /* without it other lists of functions serve */
	err = taker_define(&objtrace, s->argv[0], s->argc > 1 ? s->argv[1] : NULL, value);
	if (!err)
		err = find_functions();
	if (err)
		return err;
	if (value)
		objtrace_show_values();
	ksyms_needed();
	s->names_modules = objtrace.functions.of_modules;
	s->tool_state = &objtrace.taker;
	return 0;
}

const struct tool objtrace_tool = {
	.name = "objtrace",
	.summary = "Calls that receive an object of the kernel, until it is freed.",
	.arguments = "PROBE [FILTER]",
	.examples = "  objtrace 'p:vfs_open file'               the next file that is opened\n"
				"  objtrace 'r:alloc_inode' --value i_mode  a new inode, and how its mode changes\n"
				"  objtrace 'p:vfs_read file' 'count > 4096'  the first that passes a filter\n"
				"  objtrace 'p:vfs_open file name=path->dentry->d_name.name' 'name == \"passwd\"'\n"
				"  objtrace --objects 4 r:sk_alloc -p 1234  the next four of process 1234\n"
				"  objtrace --functions 'dput,d_*' r:d_alloc --value 0:u32\n"
				"  objtrace 'p:tcp_v4_connect sk' --value sk_state -- curl -s localhost\n",
	.unit = "calls",
	.options = options,
	.takes = TAKES_TASK | TAKES_DURATION | TAKES_COMMAND | TAKES_BUFFER | TAKES_TIMELINE,
	.max_args = 2,
	.schema = &objtrace_schema,
	.view = VIEW_EVENTS,
	.prepare = prepare,
	.note = objtrace_note,
	.bpf = &objtrace_bpf_recipe,
	.ftrace = &objtrace_ftrace,
	.doctor_args = (const char *const[]){"p:vfs_open $arg2", "--functions", "vfs_open", NULL},
	.doctor_variants = (const char *const[]){"--value 0:u32", NULL},
};

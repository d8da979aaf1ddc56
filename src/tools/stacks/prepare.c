// SPDX-License-Identifier: GPL-2.0-or-later
#include "stacks.h"

#include "base/log.h"
#include "base/stack_store.h"
#include "source/bpf/object.h"
#include "sys/ksyms.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

struct stacks_options stacks = {.by = BY_COMMAND, .max_keys = 16384};

/* -c is a period in bcc's tools, and --count here. */
static int check_cgroup(const char *cgroup)
{
	const char *c = cgroup;

	while (c && isdigit((unsigned char)*c))
		c++;
	return c && c != cgroup && !*c
			   ? fail(-EINVAL, "-c is --cgroup PATH; a sample every %s events is --count %s", cgroup, cgroup)
			   : 0;
}

static void show(struct field *fields, const char *name, bool on)
{
	while (strcmp(fields->name, name))
		fields++;
	field_show(fields, on);
}

int stacks_prepare(struct session *s, struct field *fields)
{
	if (stacks.user_only && stacks.kernel_only)
		return fail(-EINVAL, "-U and -K leave no stacks; without them there are both");
	if (check_cgroup(s->set->cgroup))
		return -EINVAL;
	show(fields, "tid", stacks.by == BY_THREAD);
	show(fields, "cgroup", stacks.by == BY_CGROUP);
	show(fields, "cpu", stacks.by == BY_CPU);
	if (!stacks.user_only)
		ksyms_needed();
	s->reads_processes = !stacks.kernel_only;
	s->names_modules = s->names_functions = !stacks.user_only;
	return 0;
}

int stacks_open(struct session *s)
{
	struct stacks_by *by = bpf_constant(s, "stacks_by", sizeof(*by));

	if (!by)
		return cannot(s, -EINVAL, "the object counts no stacks");
	*by = (struct stacks_by){
		.pid = true, /* whose functions the user's stack has */
		.tid = stacks.by == BY_THREAD,
		.cpu = stacks.by == BY_CPU,
		.cgroup = stacks.by == BY_CGROUP,
		.comm = true,
		.kernel = !stacks.user_only,
		.user = !stacks.kernel_only,
	};
	return bpf_map__set_max_entries(bpf_map_of(s, "tally"), (uint32_t)stacks.max_keys);
}

void stacks_rename(struct session *s, void *key)
{
	struct stack_key *k = key;

	(void)s;
	k->kernel = stack_store_hash(k->kernel);
	k->user = stack_store_hash(k->user);
}

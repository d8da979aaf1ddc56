// SPDX-License-Identifier: GPL-2.0-or-later
#include "waits.h"

#include <stdio.h>

static void put_other(struct stacks_text *t, const struct waits_other *other, enum frame_kind kind)
{
	char comm[17];

	snprintf(comm, sizeof(comm), "%.16s", other->comm);
	stacks_put(t, comm, kind);
}

/* As bcc's offwaketime has it: the waker's frames grow on top of the sleeper's, up to the waker's name */
int waits_waker(char *to, size_t size, const struct field *f, const void *row)
{
	const struct waits_key *key = row;
	struct stacks_text t = {to, size, (size_t)stacks_fold(to, size, f, row)};

	if (!key->other.comm[0])
		return (int)t.n;
	stacks_put(&t, "--", FRAME_WAKER);
	stacks_put_waker(&t, key->other.kernel, key->other.user, key->other.pid);
	put_other(&t, &key->other, FRAME_WAKER);
	return (int)t.n;
}

int waits_woken(char *to, size_t size, const struct field *f, const void *row)
{
	const struct waits_key *key = row;
	struct stacks_text t = {to, size, (size_t)stacks_fold(to, size, f, row)};

	put_other(&t, &key->other, FRAME_WAKER);
	return (int)t.n;
}

int waits_function(char *to, size_t size, const struct field *f, const void *row)
{
	(void)f;
	return stacks_function(to, size, row);
}

bool waits_function_known(const struct field *f, const void *row)
{
	char name[FRAME_ROOM];

	return waits_function(name, sizeof(name), f, row);
}

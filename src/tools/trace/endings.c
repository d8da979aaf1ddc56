// SPDX-License-Identifier: GPL-2.0-or-later
#include "endings.h"

#include "base/starts.h"

#define ENDED 1024

static struct starts *endings; /* by process */
static uint32_t ended[ENDED];  /* those that end, a ring */
static unsigned nended;

static struct start_key key_of(uint32_t pid)
{
	return (struct start_key){pid, 0};
}

static struct ending *find(uint32_t pid)
{
	return endings ? starts_find(endings, key_of(pid), NULL) : NULL;
}

static struct ending *get(uint32_t pid)
{
	if (!endings)
		endings = starts_new(sizeof(struct ending));
	return endings ? starts_one(endings, key_of(pid)) : NULL;
}

static void forget(uint32_t pid)
{
	struct ending e;

	if (endings)
		starts_take(endings, key_of(pid), &e);
}

const struct ending *endings_find(uint32_t pid)
{
	return find(pid);
}

void endings_sent(uint32_t pid, uint32_t signal)
{
	struct ending *e = signal ? get(pid) : find(pid);

	if (e)
		e->sent = signal;
}

void endings_end(uint32_t pid, int64_t code)
{
	struct ending *e = get(pid);

	if (!e || e->ends)
		return;
	*e = (struct ending){.ends = true, .code = code};
	forget(ended[nended % ENDED]);
	ended[nended++ % ENDED] = pid;
}

void endings_left(uint32_t pid)
{
	const struct ending *e = find(pid);

	if (e && !e->ends)
		forget(pid);
}

void endings_free(void)
{
	starts_free(endings);
	endings = NULL;
	nended = 0;
}

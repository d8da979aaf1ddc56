// SPDX-License-Identifier: GPL-2.0-or-later
#include "trial.h"

#include "program.h"
#include "scratch.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

int failed(struct trial *t, enum asked asked, int err, const char *doing, ...)
{
	va_list args;

	t->asked = asked;
	va_start(args, doing);
	vsnprintf(t->doing, sizeof(t->doing), doing, args);
	va_end(args);
	return err;
}

int because(struct trial *t, int err, const char *remedy, const char *reason, ...)
{
	va_list args;

	va_start(args, reason);
	vsnprintf(t->reason, sizeof(t->reason), reason, args);
	va_end(args);
	snprintf(t->remedy, sizeof(t->remedy), "%s", remedy);
	return err;
}

void bench_open(struct bench *b)
{
	*b = (struct bench){.counts = -1};
}

void bench_close(struct bench *b)
{
	program_bench_close(b);
	scratch_close(b);
}

void trial_run(struct trial *t, const struct mechanism *m, struct bench *b, const struct trial *first)
{
	int err;

	*t = (struct trial){.mechanism = m, .bench = b};
	if (first && !first->works) {
		snprintf(t->reason, sizeof(t->reason), "%s", first->reason);
		snprintf(t->remedy, sizeof(t->remedy), "%s", first->remedy);
		return;
	}
	err = m->attempt(t);
	t->works = !err;
	if (err && !t->reason[0])
		m->explain(t, err);
}

void trial_rename(void)
{
	char name[16];

	if (!prctl(PR_GET_NAME, name))
		prctl(PR_SET_NAME, name);
}

__attribute__((noinline, noclone)) void trial_call(void)
{
	__asm__ volatile("nop" : : : "memory");
}

/* A probe is put at an offset of a file, so the address is looked for among what is mapped of the file. */
uint64_t trial_call_offset(void)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	uint64_t at = (uint64_t)(uintptr_t)trial_call, start, end, offset, found = 0;
	char line[4096];

	while (maps && !found && fgets(line, sizeof(line), maps))
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64, &start, &end, &offset) == 3 && at >= start && at < end)
			found = at - start + offset;
	if (maps)
		fclose(maps);
	return found;
}

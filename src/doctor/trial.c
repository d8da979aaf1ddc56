// SPDX-License-Identifier: GPL-2.0-or-later
#include "trial.h"

#include "sys/uprobe_multi.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/prctl.h>

#define TRIES 10

int failed(struct trial *t, enum asked asked, int err, const char *doing, ...)
{
	va_list args;

	t->asked = asked;
	va_start(args, doing);
	vsnprintf(t->doing, sizeof(t->doing), doing, args);
	va_end(args);
	return err;
}

int unusable(struct trial *t, int err, const char *remedy, const char *reason, ...)
{
	va_list args;

	va_start(args, reason);
	vsnprintf(t->reason.text, sizeof(t->reason.text), reason, args);
	va_end(args);
	snprintf(t->remedy, sizeof(t->remedy), "%s", remedy);
	return err;
}

void trial_run(struct trial *t, const struct mechanism *m, struct bench *b, const struct trial *first)
{
	int err;

	*t = (struct trial){.mechanism = m, .bench = b};
	if (first && !first->works) {
		snprintf(t->reason.text, sizeof(t->reason.text), "%s", first->reason.text);
		snprintf(t->remedy, sizeof(t->remedy), "%s", first->remedy);
		return;
	}
	err = m->attempt(t);
	t->works = !err;
	if (err && !t->reason.text[0])
		m->explain(t, err);
}

void trial_rename(void)
{
	char name[16];

	if (!prctl(PR_GET_NAME, name))
		prctl(PR_SET_NAME, name);
}

bool trial_seen(void (*fire)(void), bool (*seen)(void *arg), void *arg)
{
	for (int i = 0; i < TRIES; i++) {
		fire();
		if (seen(arg))
			return true;
	}
	return false;
}

__attribute__((noinline)) void trial_call(void)
{
	__asm__ volatile("nop" : : : "memory");
}

uint64_t trial_call_offset(void)
{
	return own_file_offset((const void *)(uintptr_t)trial_call);
}

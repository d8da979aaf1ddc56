// SPDX-License-Identifier: GPL-2.0-or-later
#include "names.h"

#include <ktally/syscount.h>
#include <ktally/trace_plan.h>
#include <string.h>

#if defined(__x86_64__)
static enum machine machine = MACHINE_X86_64;
#else
static enum machine machine = MACHINE_AARCH64;
#endif
static char names[TRACE_PLANS][32];

enum machine names_machine(void)
{
	return machine;
}

bool names_use(const char *uname)
{
	if (strcmp(uname, "x86_64") && strcmp(uname, "aarch64"))
		return false;
	machine = *uname == 'x' ? MACHINE_X86_64 : MACHINE_AARCH64;
	memset(names, 0, sizeof(names));
	return true;
}

bool names_is_32bit(unsigned index)
{
	return index >= TRACE_PLAN_NUMBERS;
}

const struct call *names_call(unsigned index)
{
	uint32_t call = index % TRACE_PLAN_NUMBERS | (names_is_32bit(index) ? SYSCOUNT_32BIT : 0);

	return index < TRACE_PLANS ? call_of(call, names_machine()) : NULL;
}

const char *names_of(unsigned index)
{
	const struct call *call = names_call(index);

	if (!call)
		return NULL;
	if (!*names[index])
		call_name(names[index], sizeof(names[index]), call);
	return names[index];
}

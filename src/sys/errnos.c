// SPDX-License-Identifier: GPL-2.0-or-later
#include "errnos.h"

#include "base/numbers.h"
#include "base/schema.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ERRNO_PRIVATE 512

/* From include/linux/errno.h. Programs never see them: they get EINTR, ENOTTY or a restarted call. */
static const char *const private_names[] = {"ERESTARTSYS", "ERESTARTNOINTR", "ERESTARTNOHAND", "ENOIOCTLCMD",
											"ERESTART_RESTARTBLOCK"};

static const char *name_of(uint32_t err)
{
	uint32_t n = sizeof(private_names) / sizeof(private_names[0]);

	if (err >= ERRNO_PRIVATE && err < ERRNO_PRIVATE + n)
		return private_names[err - ERRNO_PRIVATE];
	return err ? strerrorname_np((int)err) : NULL;
}

int errno_name(char *to, size_t size, int err)
{
	const char *name = strerrorname_np(abs(err));

	return err && name ? snprintf(to, size, "%s", name) : snprintf(to, size, "%d", err);
}

int errno_field(char *to, size_t size, const struct field *f, const void *row)
{
	int err = (int)field_integer(f, row);

	return err < 0 ? errno_name(to, size, err) : snprintf(to, size, "-");
}

bool errno_is(const struct field *f, const void *row)
{
	return (int)field_integer(f, row) < 0;
}

int kernel_errno_name(char *to, size_t size, uint32_t err)
{
	const char *name = name_of(err);

	return name ? snprintf(to, size, "%s", name) : snprintf(to, size, "%u", err);
}

int kernel_errno_field(char *to, size_t size, const struct field *f, const void *row)
{
	return kernel_errno_name(to, size, (uint32_t)field_integer(f, row));
}

int kernel_errno_parse(const char *text, uint32_t *to)
{
	uint64_t number;

	if (!parse_number(text, 1, ERRNO_LAST, &number)) {
		*to = (uint32_t)number;
		return 0;
	}
	for (uint32_t i = 1; i < ERRNO_LAST; i++)
		if (name_of(i) && !strcmp(name_of(i), text)) {
			*to = i;
			return 0;
		}
	return !strcmp(text, "EWOULDBLOCK") ? kernel_errno_parse("EAGAIN", to) : -EINVAL;
}

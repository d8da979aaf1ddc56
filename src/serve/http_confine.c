// SPDX-License-Identifier: GPL-2.0-or-later
#include "http_confine.h"

#include "sys/privileges.h"
#include "sys/sandbox.h"

#include <errno.h>
#include <stddef.h>
#include <sys/prctl.h>

int http_confine(void)
{
	const char *const nowhere[] = {NULL};
	int err;

	sandbox_bounding_set();
	err = sandbox_user();
	if (!err)
		err = capabilities_keep(NULL, 0);
	if (!err && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		err = -errno;
	if (!err)
		err = sandbox_writes(nowhere, NULL);
	return err ? err : sandbox_server();
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

/* All rights to change files and to execute, of Landlock's first version (5.13) */
#define CHANGES                                                                                    \
	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |  \
	 LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | \
	 LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |   \
	 LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM)

static int allow_below(int rules, const char *folder)
{
	struct landlock_path_beneath_attr below = {.allowed_access = CHANGES & ~LANDLOCK_ACCESS_FS_EXECUTE};
	int err;

	below.parent_fd = open(folder, O_PATH | O_CLOEXEC);
	if (below.parent_fd < 0)
		return -errno;
	err = (int)syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0) ? -errno : 0;
	close(below.parent_fd);
	return err;
}

int sandbox_writes(const char *const *folders)
{
	struct landlock_ruleset_attr handled = {.handled_access_fs = CHANGES};
	int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof(handled), 0), err = 0;

	if (rules < 0) /* this kernel has no Landlock, or it is off */
		return errno == ENOSYS || errno == EOPNOTSUPP || errno == EPERM ? 0 : -errno;
	for (; *folders && !err; folders++)
		err = allow_below(rules, *folders);
	if (!err && syscall(SYS_landlock_restrict_self, rules, 0))
		err = -errno;
	close(rules);
	return err;
}

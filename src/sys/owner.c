// SPDX-License-Identifier: GPL-2.0-or-later
#include "owner.h"

#include "tracefs_place.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#define DIGITS 10 /* hexadecimal, so 40 bits: every number is a valid offset in a file */
#define TRIES 16
#define SWEEP_TRIES 100
#define SWEEP_WAIT_NS 10000000

static int locked = -1; /* descriptor of README, with the lock */
static pid_t locker;	/* a child inherits the descriptor, but is another owner */
static char name[OWNER_NAME];
static int sweeping = -1;

static int open_readme(void)
{
	char path[256 + sizeof("/README")];

	int err = tracefs_place(path, sizeof(path) - sizeof("/README"));

	errno = -err;
	if (err)
		return -1;
	return open(strcat(path, "/README"), O_RDONLY | O_CLOEXEC);
}

static struct flock byte(short type, uint64_t number)
{
	return (struct flock){.l_type = type, .l_whence = SEEK_SET, .l_start = (off_t)number, .l_len = 1};
}

/* 1, 0 or -errno. Asks through another open file: an open file does not see its own lock. */
static int is_locked(uint64_t number)
{
	struct flock lock = byte(F_WRLCK, number);
	int fd = open_readme(), is;

	if (fd < 0)
		return -errno;
	is = fcntl(fd, F_OFD_GETLK, &lock) ? -errno : lock.l_type != F_UNLCK;
	close(fd);
	return is;
}

/* Draws and locks a free number. 0 or -errno; -EBUSY: somebody has locked all of the file, as every reader can */
static int lock_number(uint64_t *number)
{
	struct flock lock;
	int is = 1;

	for (int i = 0; i < TRIES && is > 0; i++) {
		*number = 0;
		if (getrandom(number, DIGITS / 2, 0) != DIGITS / 2)
			return -EIO;
		is = is_locked(*number);
	}
	if (is)
		return is < 0 ? is : -EBUSY;
	lock = byte(F_RDLCK, *number);
	return fcntl(locked, F_OFD_SETLK, &lock) ? -errno : 0;
}

int owner_take(void)
{
	uint64_t number = 0;
	int err;

	if (locker == getpid())
		return 0;
	if (locked >= 0)
		close(locked);
	locked = open_readme();
	err = locked < 0 ? -errno : lock_number(&number);
	if (err)
		return err;
	locker = getpid();
	snprintf(name, sizeof(name), "%d_%0*" PRIx64, locker, DIGITS, number);
	return 0;
}

const char *owner_name(void)
{
	owner_take(); /* works in a child, because its parent was an owner */
	return name;
}

bool owner_is_gone(const char *text, char after)
{
	uint64_t number;
	char *end;

	text += strspn(text, "0123456789");
	if (*text++ != '_' || strspn(text, "0123456789abcdef") != DIGITS)
		return false;
	number = strtoull(text, &end, 16);
	return *end == after && !is_locked(number); /* in case of an error the process counts as alive */
}

bool owner_sweep_begin(void)
{
	struct timespec wait = {0, SWEEP_WAIT_NS};

	sweeping = open_readme();
	for (int i = 0; sweeping >= 0 && i < SWEEP_TRIES; i++) {
		if (!flock(sweeping, LOCK_EX | LOCK_NB))
			return true;
		nanosleep(&wait, NULL);
	}
	owner_sweep_end();
	return false;
}

void owner_sweep_end(void)
{
	if (sweeping >= 0)
		close(sweeping);
	sweeping = -1;
}

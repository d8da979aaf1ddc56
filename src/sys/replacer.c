// SPDX-License-Identifier: GPL-2.0-or-later
#include "replacer.h"

#include "privileges.h"
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the process ---- */

struct place {
	int folder;
	char path[PATH_MAX]; /* of the folder */
	const char *name;
	char scratch[40]; /* the name of the file until it is whole */
	mode_t mode;
};

static int copy(int to, int from, off_t size)
{
	off_t at = 0;

	while (at < size) {
		ssize_t n = sendfile(to, from, &at, (size_t)(size - at));

		if (n <= 0 && (!n || errno != EINTR))
			return n ? -errno : -EIO;
	}
	return 0;
}

static int replace(const struct place *p, int from, off_t size)
{
	int fd = openat(p->folder, p->scratch, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	int err;

	if (fd < 0)
		return -errno;
	err = copy(fd, from, size);
	if (!err && fchmod(fd, p->mode))
		err = -errno;
	if (close(fd) && !err)
		err = -errno;
	if (!err && renameat(p->folder, p->scratch, p->folder, p->name))
		err = -errno;
	if (err)
		unlinkat(p->folder, p->scratch, 0);
	return err;
}

/* All descriptors but these three, so that it keeps nothing alive that the session ends */
static void close_others(int a, int b, int c)
{
	int keep[3] = {a, b, c}, next = 0;

	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			if (keep[j] > keep[j + 1]) {
				int more = keep[j];

				keep[j] = keep[j + 1];
				keep[j + 1] = more;
			}
	for (int i = 0; i < 3; next = keep[i++] + 1)
		if (keep[i] > next)
			close_range((unsigned)next, (unsigned)keep[i] - 1, 0);
	close_range((unsigned)next, UINT_MAX, 0);
}

/* What the session's user may do in the folder, and no more */
static int confine(const struct place *p)
{
	const char *folders[] = {p->path, NULL};
	cap_value_t caps[2];
	int n = 0, err;

	if (permitted_capability(CAP_DAC_OVERRIDE))
		caps[n++] = CAP_DAC_OVERRIDE;
	if (permitted_capability(CAP_FOWNER)) /* a folder where only owners may rename */
		caps[n++] = CAP_FOWNER;
	sandbox_bounding_set();
	err = capabilities_keep(caps, n);
	if (!err && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		err = -errno;
	if (!err)
		err = sandbox_writes(folders, NULL);
	return err ? err : sandbox_replacer();
}

static void serve(const struct place *p, int link, int from)
{
	int err;
	off_t size;
	sigset_t all;

	sigfillset(&all); /* Ctrl-C is for the session, which needs this until its end */
	sigprocmask(SIG_SETMASK, &all, NULL);
	close_others(link, from, p->folder);
	err = confine(p);
	while (send(link, &err, sizeof(err), MSG_NOSIGNAL) == sizeof(err) &&
		   recv(link, &size, sizeof(size), 0) == sizeof(size))
		err = replace(p, from, size);
	_exit(0);
}

/* ---- the session ---- */

static int find_place(struct place *p, const char *path)
{
	const char *slash = strrchr(path, '/');
	struct stat st;

	if (stat(path, &st))
		return -errno;
	p->mode = st.st_mode & 0777;
	p->name = slash ? slash + 1 : path;
	if (snprintf(p->path, sizeof(p->path), "%.*s.", slash ? (int)(slash + 1 - path) : 0, path) >= (int)sizeof(p->path))
		return -ENAMETOOLONG;
	snprintf(p->scratch, sizeof(p->scratch), ".ktally-%d", (int)getpid());
	p->folder = open(p->path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	return p->folder < 0 ? -errno : 0;
}

static int start(struct replacer *r, const struct place *p)
{
	int link[2];

	r->from = memfd_create("picture", MFD_CLOEXEC);
	if (r->from < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, link))
		return -errno;
	r->process = fork();
	if (!r->process)
		serve(p, link[1], r->from);
	close(link[1]);
	r->link = link[0];
	r->asked = true;
	return r->process < 0 ? -errno : replacer_wait(r);
}

int replacer_begin(struct replacer *r, const char *path)
{
	struct place p;
	int err = find_place(&p, path);

	*r = (struct replacer){.from = -1, .link = -1};
	if (err)
		return err;
	err = start(r, &p);
	close(p.folder);
	if (err)
		replacer_end(r);
	return err;
}

/* The process is gone: nobody but an out-of-memory killer does that. */
static int answer(struct replacer *r)
{
	int err = -EPIPE;

	r->asked = false;
	while (read(r->link, &err, sizeof(err)) < 0 && errno == EINTR)
		;
	return err;
}

bool replacer_idle(struct replacer *r, int *err)
{
	struct pollfd fd = {r->link, POLLIN, 0};

	*err = 0;
	if (r->asked && poll(&fd, 1, 0) <= 0)
		return false;
	if (r->asked)
		*err = answer(r);
	return true;
}

int replacer_ask(struct replacer *r, off_t size)
{
	if (write(r->link, &size, sizeof(size)) != sizeof(size))
		return -errno;
	r->asked = true;
	return 0;
}

int replacer_wait(struct replacer *r)
{
	return r->asked ? answer(r) : 0;
}

void replacer_end(struct replacer *r)
{
	if (r->link >= 0)
		close(r->link);
	if (r->from >= 0)
		close(r->from);
	if (r->process > 0)
		while (waitpid(r->process, NULL, 0) < 0 && errno == EINTR)
			;
	*r = (struct replacer){.from = -1, .link = -1};
}

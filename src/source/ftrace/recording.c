// SPDX-License-Identifier: GPL-2.0-or-later
#include "recording.h"

#include "base/log.h"
#include "dat/pack.h"
#include "session/about.h"
#include "source/tasks.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CPUS_MAX 4096
#define FORMATS_MAX 64

struct recording {
	const char *path; /* as it was given */
	bool described;	  /* it says where it was made, so it is one */
	int folder;
	int file, parent;	 /* of one that becomes a file: that, and where it is; else -1 */
	int pages[CPUS_MAX]; /* descriptor + 1; 0: not open yet */
	char *formats[FORMATS_MAX];
	size_t nformats;
};

const char *recording_folder(const char *path)
{
	static char folder[4200];

	snprintf(folder, sizeof(folder), "%s%s", path, settings_is_file(path) ? ".part" : "");
	return folder;
}

/* Creates a file in the folder. Never follows a link, and never overwrites a file. */
static int create(int folder, const char *name)
{
	return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

static int write_all(int fd, const void *data, size_t size)
{
	for (const char *at = data; size;) {
		ssize_t n = write(fd, at, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		at += n;
		size -= (size_t)n;
	}
	return 0;
}

static int write_new(int folder, const char *name, const void *data, size_t size)
{
	int fd = create(folder, name), err;

	if (fd < 0)
		return -1;
	err = write_all(fd, data, size);
	close(fd);
	return err;
}

/* The name without its folders */
static const char *last_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static void remove_format(struct recording *r, const char *event)
{
	char path[160];

	snprintf(path, sizeof(path), "%s/format", event);
	unlinkat(r->folder, path, 0);
	unlinkat(r->folder, event, AT_REMOVEDIR);
	snprintf(path, sizeof(path), "%.*s", (int)strcspn(event, "/"), event);
	unlinkat(r->folder, path, AT_REMOVEDIR); /* with its last event */
}

static void remove_folder(struct recording *r)
{
	static const char *const files[] = {"header_page", "tasks", "meta", "lost", "functions"};
	char name[32];

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		unlinkat(r->folder, files[i], 0);
	for (int i = 0; i < CPUS_MAX; i++)
		if (r->pages[i]) {
			snprintf(name, sizeof(name), "cpu%d.pages", i);
			unlinkat(r->folder, name, 0);
		}
	for (size_t i = 0; i < r->nformats; i++)
		remove_format(r, r->formats[i]);
	if (unlinkat(r->parent, last_name(recording_folder(r->path)), AT_REMOVEDIR))
		warn("cannot remove %s: %s", recording_folder(r->path), strerror(errno));
}

static void drop(struct recording *r)
{
	if (r->file < 0)
		return;
	if (r->folder >= 0)
		remove_folder(r);
	unlinkat(r->parent, last_name(r->path), 0);
}

static void free_all(struct recording *r)
{
	if (!r)
		return;
	for (int i = 0; i < CPUS_MAX; i++)
		if (r->pages[i])
			close(r->pages[i] - 1);
	if (r->folder >= 0)
		close(r->folder);
	if (r->file >= 0)
		close(r->file);
	if (r->parent >= 0)
		close(r->parent);
	for (size_t i = 0; i < r->nformats; i++)
		free(r->formats[i]);
	free(r);
}

static int open_parent(const char *path)
{
	char parent[4200];

	snprintf(parent, sizeof(parent), "%.*s.", (int)(last_name(path) - path), path);
	return open(parent, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* The file's place is taken from now on. */
static int make_file(struct recording *r)
{
	r->parent = open_parent(r->path);
	r->file = r->parent < 0 ? -1 : create(r->parent, last_name(r->path));
	return r->file < 0 ? -1 : 0;
}

static int make_folder(struct recording *r)
{
	const char *folder = recording_folder(r->path);

	if (mkdir(folder, 0700))
		return -1;
	r->folder = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return r->folder < 0 ? -1 : 0;
}

struct recording *recording_new(const char *path, const char *header, size_t size)
{
	struct recording *r = calloc(1, sizeof(*r));
	int err;

	if (!r)
		return NULL;
	*r = (struct recording){.path = path, .folder = -1, .file = -1, .parent = -1};
	if (settings_is_file(path) && make_file(r)) {
		free_all(r);
		return NULL;
	}
	if (!make_folder(r) && !write_new(r->folder, "header_page", header, size))
		return r;
	err = errno;
	drop(r);
	free_all(r);
	errno = err;
	return NULL;
}

int recording_format(struct recording *r, const char *event, const char *format, size_t size)
{
	char name[160];
	const char *slash = strchr(event, '/');

	snprintf(name, sizeof(name), "%.*s", (int)(slash - event), event);
	if (mkdirat(r->folder, name, 0700) && errno != EEXIST)
		return -errno;
	if (mkdirat(r->folder, event, 0700))
		return -errno;
	snprintf(name, sizeof(name), "%s/format", event);
	if (r->nformats == FORMATS_MAX)
		return -E2BIG;
	r->formats[r->nformats] = strdup(event);
	if (!r->formats[r->nformats])
		return -ENOMEM;
	r->nformats++;
	return write_new(r->folder, name, format, size) ? -errno : 0;
}

static int add_note(void *recording, const char *text, size_t n)
{
	struct recording *r = recording;
	int fd, err;

	if (r->file < 0)
		return 0;
	fd = openat(r->folder, "meta", O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	err = write_all(fd, text, n) || write_all(fd, "\n", 1) ? -errno : 0;
	close(fd);
	return err;
}

int recording_tasks(struct recording *r, const struct tasks *tasks)
{
	int fd = create(r->folder, "tasks"), err;

	if (fd < 0)
		return -errno;
	err = tasks_save(tasks, fd);
	close(fd);
	return err;
}

int recording_page(struct recording *r, int cpu, const void *page, size_t size)
{
	char name[32];

	if (cpu >= CPUS_MAX) {
		errno = E2BIG;
		return -1;
	}
	if (!r->pages[cpu]) {
		snprintf(name, sizeof(name), "cpu%d.pages", cpu);
		r->pages[cpu] = create(r->folder, name) + 1;
		if (!r->pages[cpu])
			return -1;
	}
	return write_all(r->pages[cpu] - 1, page, size);
}

/* ---- the end ---- */

bool recording_ends(const struct recording *r)
{
	return r->file < 0 || !faccessat(r->parent, ".", W_OK, AT_EACCESS);
}

int recording_describe(struct recording *r, struct session *s)
{
	int err = about_run(s, add_note, r);

	r->described = true;
	return err ? cannot(s, err, "cannot record into %s: %s", r->path, strerror(-err)) : 0;
}

static int highest_cpu(const struct recording *r)
{
	int n = CPUS_MAX;

	while (n && !r->pages[n - 1])
		n--;
	return n;
}

/* A folder without pages is no recording: one CPU has none. */
static int make_dat(struct recording *r)
{
	struct pack p = {.folder = r->folder,
					 .file = r->file,
					 .formats = (const char **)r->formats,
					 .nformats = r->nformats,
					 .ncpus = highest_cpu(r)};
	int err;

	if (!p.ncpus) {
		p.ncpus = 1;
		r->pages[0] = create(r->folder, "cpu0.pages") + 1;
	}
	err = pack_folder(&p);
	if (err)
		return fail(err, "cannot write %s: %s; the recording is in %s, which --replay %s reads", r->path,
					strerror(-err), recording_folder(r->path), r->path);
	remove_folder(r);
	return 0;
}

static int end_whole(struct recording *r, uint64_t ring, uint64_t missed)
{
	char text[96];
	int n = snprintf(text, sizeof(text), "ring %" PRIu64 "\nmissed %" PRIu64 "\n", ring, missed);

	if (write_new(r->folder, "lost", text, (size_t)n))
		return fail(-errno, "cannot record into %s: %s", r->path, strerror(errno));
	return r->file < 0 ? 0 : make_dat(r);
}

void recording_close(struct recording *r, struct session *s)
{
	if (r && (r->described || r->file < 0)) {
		about_clock(add_note, r);
		about_say(add_note, r, "last=%" PRIu64 " %" PRIu64 " %d", s->last_tick_ns, s->elapsed_ns, s->cut_short);
		s->unrecorded |= end_whole(r, s->lost.ring, s->lost.missed) != 0;
	} else if (r) {
		drop(r);
	}
	free_all(r);
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Opens a recording of any kind. */
#include "dat.h"

#include "dat_parts.h"
#include "head.h"
#include "stream.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int count_cpus(int folder)
{
	DIR *dir = fdopendir(dup(folder));
	struct dirent *entry;
	int n = 0, cpu, end;

	while (dir && (entry = readdir(dir))) {
		end = 0;
		if (sscanf(entry->d_name, "cpu%4d.pages%n", &cpu, &end) == 1 && end && !entry->d_name[end] && cpu >= n &&
			cpu < DAT_CPUS)
			n = cpu + 1;
	}
	if (dir)
		closedir(dir);
	return n;
}

static int open_folder(struct dat *in, struct why *why)
{
	int n = count_cpus(in->folder);
	struct stat st;
	char name[32];

	if (!n)
		return because(why, -ENOENT, "%s holds no recording: no cpuN.pages", in->name);
	if (dat_make_cpus(in, n))
		return because(why, -ENOMEM, "out of memory");
	for (int i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "cpu%d.pages", i);
		in->cpus[i].fd = dat_open_at(in->folder, name, &st);
		if (in->cpus[i].fd < 0 && in->cpus[i].fd != -ENOENT) /* that CPU had no events */
			return because(why, in->cpus[i].fd, "%s/%s: %s", in->name, name, strerror(-in->cpus[i].fd));
	}
	return 0;
}

/* ---- opening ---- */

/* A recording that is not finished is a folder beside its file. That is empty until then, or begins with zeros. */
static int open_part(struct dat *in, const char *path, struct why *why)
{
	char part[4200];

	snprintf(part, sizeof(part), "%s.part", path);
	in->folder = open(part, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (in->folder < 0)
		return because(why, -EINVAL, "%s is no recording: it is empty", path);
	close(in->fd);
	in->fd = -1;
	return open_folder(in, why);
}

static int open_file_of_some_kind(struct dat *in, const char *path, struct why *why)
{
	char magic[sizeof(HEAD_MAGIC) - 1];

	if (!in->size || (!dat_bytes(in, 0, magic, 1) && !*magic))
		return open_part(in, path, why);
	if (dat_bytes(in, 0, magic, sizeof(magic)))
		return because(why, -EINVAL, "%s is no recording", path);
	if (!memcmp(magic, HEAD_MAGIC, sizeof(magic)))
		return dat_open_file(in, why);
	if (!memcmp(magic, STREAM_MAGIC, sizeof(STREAM_MAGIC) - 1))
		return dat_open_stream(in, why);
	return because(why, -EINVAL, "%s is no recording: neither a folder of --record, nor a trace.dat", path);
}

static int open_path(struct dat *in, const char *path, struct why *why)
{
	struct stat st;
	int fd;

	if (!strcmp(path, "-")) {
		in->fd = stream_spool(STDIN_FILENO, why);
		if (in->fd < 0)
			return in->fd;
	} else {
		fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
		if (fd < 0)
			return because(why, -errno, "%s: %s", path, strerror(errno));
		in->fd = fd;
	}
	if (fstat(in->fd, &st))
		return because(why, -errno, "%s: %s", path, strerror(errno));
	if (S_ISDIR(st.st_mode)) {
		in->folder = in->fd;
		in->fd = -1;
		return open_folder(in, why);
	}
	if (!S_ISREG(st.st_mode))
		return because(why, -EINVAL, "%s is neither a folder nor a file", path);
	in->size = (uint64_t)st.st_size;
	return open_file_of_some_kind(in, path, why);
}

struct dat *dat_open(const char *path, struct why *why)
{
	struct dat *in = calloc(1, sizeof(*in));
	int err;

	if (!in) {
		because(why, -ENOMEM, "out of memory");
		return NULL;
	}
	in->folder = in->fd = -1;
	snprintf(in->name, sizeof(in->name), "%s", strcmp(path, "-") ? path : "standard input");
	err = open_path(in, path, why);
	if (!err && dat_read_meta(in))
		err = because(why, -ENOMEM, "out of memory");
	if (!err)
		return in;
	dat_free(in);
	return NULL;
}

void dat_free(struct dat *in)
{
	if (!in)
		return;
	for (int i = 0; i < in->ncpus; i++) {
		if (in->cpus[i].fd >= 0)
			close(in->cpus[i].fd);
		free(in->cpus[i].pieces);
	}
	for (size_t i = 0; i < in->ntexts; i++) {
		free(in->texts[i].name);
		free(in->texts[i].copy);
	}
	for (size_t i = 0; i < in->nnotes; i++)
		free(in->notes[i].key);
	if (in->fd >= 0)
		close(in->fd);
	if (in->folder >= 0)
		close(in->folder);
	free(in->cpus);
	free(in->texts);
	free(in->notes);
	free(in);
}

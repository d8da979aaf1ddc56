/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recording.h - the folder that --record writes and --replay reads. With the name of a file, FILE.dat, it is made as
 * FILE.dat.part, and becomes that file at the end (dat/pack.h): until then, and where that fails, --replay FILE.dat
 * reads the folder.
 *	header_page                 text of events/header_page
 *	SYSTEM/EVENT/format         text of each event's format
 *	tasks                       tasks that existed at the start, if the session follows tasks (tasks.h)
 *	cpu0.pages, cpu1.pages ...  the binary pages as the kernel gave them, one after another
 *	meta                        lines "KEY=VALUE" (dat/meta.h), if it becomes a file
 *	lost                        "ring 0", "missed 0": the losses of the recording, written at the end
 */
#pragma once

#include "session/session.h"

struct recording;

/* The folder of a recording of this name: static memory */
const char *recording_folder(const char *path);

/* Makes a new folder, mode 0700, and the file, which stays empty. NULL with errno set; EEXIST if either exists, because
 * nothing is overwritten */
struct recording *recording_new(const char *path, const char *header, size_t size);
int recording_format(struct recording *r, const char *event, const char *format, size_t size);
int recording_page(struct recording *r, int cpu, const void *page, size_t size); /* 0, or -1 with errno set */
struct tasks;
int recording_tasks(struct recording *r, const struct tasks *tasks);
/* Can the folder be removed from where it is? */
bool recording_ends(const struct recording *r);
/* Says who records, now that it is known how events are got. 0, or -errno with s->why set */
int recording_describe(struct recording *r, struct session *s);
/* Writes what the recording lost, and makes the file; or removes both, if nothing began to be recorded. After a message
 * s->unrecorded tells that this failed. r may be NULL. */
void recording_close(struct recording *r, struct session *s);

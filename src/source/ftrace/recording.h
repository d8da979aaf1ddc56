/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recording.h - the folder that --record writes and --replay reads:
 *	header_page                 text of events/header_page
 *	SYSTEM/EVENT/format         text of each event's format
 *	tasks                       tasks that existed at the start, if the session follows tasks (tasks.h)
 *	cpu0.pages, cpu1.pages ...  the binary pages as the kernel gave them, one after another
 *	lost                        "ring 0", "missed 0": the losses of the recording, written at the end
 */
#pragma once

#include "session/session.h"

struct recording;

/* Makes a new folder, mode 0700. NULL with errno set; EEXIST if it exists, because nothing is overwritten */
struct recording *recording_new(const char *folder, const char *header, size_t size);
int recording_format(struct recording *r, const char *event, const char *format, size_t size);
int recording_page(struct recording *r, int cpu, const void *page, size_t size); /* 0, or -1 with errno set */
struct tasks;
int recording_tasks(struct recording *r, const struct tasks *tasks);
/* Writes at the end what the recording lost. 0, or -1 with errno set */
int recording_end(struct recording *r, uint64_t ring, uint64_t missed);
void recording_free(struct recording *r);

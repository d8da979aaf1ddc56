/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sink.h - where pages of recorded rows go: a trace.dat that grows, or a stream to standard output. */
#pragma once

#include "dat/event.h"

struct sink;

/* path: a new file, or "-". NULL with *err set */
struct sink *sink_new(const char *path, const struct event *meta, const struct event *rows, int *err);
void sink_free(struct sink *s);
bool sink_is_stream(const struct sink *s);
/* A pages_sink */
int sink_page(void *sink, const void *page, size_t size, size_t used, bool whole);

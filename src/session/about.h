/* SPDX-License-Identifier: GPL-2.0-or-later */
/* about.h - what a recording says of the run that made it: the keys of dat/meta.h that this machine knows. */
#pragma once

#include "session.h"

#include <stddef.h>

/* Takes a text "KEY=VALUE". 0 or -errno, which ends it */
typedef int (*about_add)(void *arg, const char *text, size_t n);

/* Tool, version, host, kernel, machine, boot, backend, what was typed. 0, or what add() returned */
int about_run(const struct session *s, about_add add, void *arg);
/* "clock=MONOTONIC REALTIME", now */
int about_clock(about_add add, void *arg);
/* A text of at most 1000 bytes, as printf() makes it */
int about_say(about_add add, void *arg, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ftrace.h - what a tool's ftrace recipe uses besides the records of stream.h. */
#pragma once

#include "session/source.h"

#include <stddef.h>

extern const struct source source_ftrace;

/* lost.untold of runs whose records have strings (ftrace_recipe.texts) */
#define FTRACE_UNTOLD_TEXTS "ftrace drops records with strings of about a page"

/* "block/block_rq_issue": its system, which is cut to `size`, and its name, which is a part of `event` */
void ftrace_split(const char *event, char *system, size_t size, const char **name) __attribute__((nonnull));

/* Sets the kernel's filter of an event ("block/block_rq_issue") in the session's own instance. Does nothing in a
 * replay. 0, or -errno with s->why set */
int ftrace_filter(struct session *s, const char *event, const char *filter) __attribute__((nonnull));

/*
 * A filter, or a term of one, that leaves out what ktally does itself. `interrupts`: the event may also happen in an
 * interrupt, which has nothing to do with the task that it interrupts: then it is kept. Static memory
 */
const char *ftrace_not_self(bool interrupts);

/* Adds to a file of the session's own instance ("set_ftrace_filter"), or chooses its tracer. 0, or -errno with
 * s->why set */
int ftrace_append(struct session *s, const char *file, const char *text);
int ftrace_tracer(struct session *s, const char *tracer);

/* Sets a file of the instance, or one that exists once in the system and that this run holds
 * (ftrace_recipe.graph, .noise). 0, or -errno with s->why set */
int ftrace_set(struct session *s, const char *file, const char *text);
int ftrace_set_global(struct session *s, const char *file, const char *text);

/* The session's own instance and its tasks, for hist.c and recipes that count in the kernel. NULL in a replay */
struct tracefs_instance;
struct tasks;
struct tracefs_instance *ftrace_instance(const struct session *s);
struct tasks *ftrace_tasks(const struct session *s);

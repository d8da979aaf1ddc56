/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * config.h - what `ktally serve` runs and where it listens: a file with a section for each tool, or the built-in text.
 *
 *     listen = 127.0.0.1:10035         before the first section: of all
 *     max_series = 1000
 *     [tpoint execs]                  [TOOL FAMILY]; [TOOL]: the family is called like the tool, with _ for -
 *     args = --count 'sched:sched_process_exec'
 *     allow_labels = comm, pid
 *     max_series = 50                 of this section
 *
 * A comment has a line of its own, which begins with # or ;. A value ends with its line. args is split into words
 * without a shell (config_words.h). What is doubtful is refused, because whoever writes the file seldom sees serve
 * start: a key that is unknown or set twice, a family that two sections share, a file that others can change.
 *
 * Not checked here: whether a tool of this name exists, whether it takes the words, and whether anybody can listen at
 * the address. The caller knows.
 */
#pragma once

#include <stddef.h>

struct serve_tool {
	char *tool, *family;
	int argc;
	char **argv; /* argv[0] is the tool's name; NULL-ended */
	unsigned nlabels;
	char **allow_labels;
	unsigned max_series; /* the file's, unless the section has its own */
	unsigned line;		 /* of the section */
};

struct serve_config {
	char *listen; /* NULL: the file does not say */
	unsigned max_series;
	struct serve_tool *tools; /* in the order of the file; of a file without sections none */
	size_t ntools;
};

/*
 * These three return 0, or -errno after one message that names the file, and the line unless the whole file is meant;
 * then *c is empty. Otherwise the caller frees it.
 */
int config_read(struct serve_config *c, const char *path);
int config_default(struct serve_config *c);
/* n bytes of text, whatever they are; name is only printed */
int config_parse(struct serve_config *c, const char *name, const char *text, size_t n);

/* What config_default() reads: a text to print, and to begin a file of one's own with */
extern const char config_default_text[];

/* Leaves it empty, so that it may be called again */
void config_free(struct serve_config *c);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* places.h - puts a probe on a place of the source. */
#pragma once

#include "probe.h"
#include "source_place.h"

/* What the command line says about debug information; NULL: nothing */
struct probe_sources {
	const char *folder;	 /* --source: where source files are, if not where they were compiled */
	const char *vmlinux; /* --vmlinux: the file with the kernel's, or the module's, debug information */
	const char *module;	 /* --module: its name or file */
	bool only_shown;	 /* nothing is traced: a file of another build will do */
};
extern struct probe_sources probe_sources;

/* A place may ask for returns, as r: does, which a line has not. 0 or -EINVAL after a message about the text */
int probe_return_of(struct probe *p, const struct probe_text *t, const struct source_place *place);
/* Fills probe.found and probe.places. Where these are several, each is named by its function, as main+0x52. 0 or
 * -errno with `why` */
int probe_find_places(struct probe *p, const struct source_place *place, struct why *why);
/* Sets the probe's path: the file with the debug information of the kernel, or of the module that has the place's
 * function. 0 or -errno with `why` */
int probe_find_debug(struct probe *p, const struct source_place *place, struct why *why);

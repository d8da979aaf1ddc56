/* SPDX-License-Identifier: GPL-2.0-or-later */
/* source.h - shows which lines of the source can be probed, and which variables there are at a place. */
#pragma once

#include "probe/probe.h"

/*
 * --lines and --vars, as perf probe -L and -V print them. `target`: a place of the kernel's source, or
 * "PROGRAM:PLACE". The exit status, after a message where it is not EXIT_DONE
 */
int generic_show_lines(enum probe_target kind, const char *target);
int generic_show_variables(enum probe_target kind, const char *target, bool externs);

/* The options of kprobe and uprobe that show places; `place` is what follows --lines and --vars */
#define GENERIC_SOURCE_OPTIONS(lines, variables, externs)                                                \
	OPT_TEXT(0, "lines", "PLACE", &(lines), "print lines that can be probed: of FUNC or FILE"),          \
		OPT_TEXT(0, "vars", "PLACE", &(variables), "print variables there: FUNC, FUNC:LINE, FILE:LINE"), \
		OPT_FLAG(0, "externs", &(externs), "--vars: also those outside of functions", .rare = true),     \
		OPT_TEXT(0, "source", "FOLDER", &probe_sources.folder, "source files are there", .rare = true)

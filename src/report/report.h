/* SPDX-License-Identifier: GPL-2.0-or-later */
/* report.h - the commands that read recordings of rows, or stacks: what main.c calls. All return an exit status. */
#pragma once

#include "session/options.h"

extern const struct opt report_options[], diff_options[], flame_options[], merge_options[], export_options[];

int report_main(int argc, char **argv);
int diff_main(int argc, char **argv);
int flame_main(int argc, char **argv);
int merge_main(int argc, char **argv);
/* Prints a recording by the tool that made it. format: the option that chooses what its lines are */
typedef int (*export_run)(const char *tool, const char *format, const char *file);
int export_main(int argc, char **argv, export_run run);

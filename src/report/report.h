/* SPDX-License-Identifier: GPL-2.0-or-later */
/* report.h - the commands that read recordings of rows: what main.c calls. All return an exit status. */
#pragma once

int report_main(int argc, char **argv);
int diff_main(int argc, char **argv);
/* run: prints a recording as JSON lines, by the tool that made it */
int export_main(int argc, char **argv, int (*run)(const char *tool, const char *file));

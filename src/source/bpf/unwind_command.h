/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unwind_command.h - makes the rows of a command's files before it starts: its program, or its script's interpreter,
 * and the libraries these name. Otherwise a short command would have ended before its first stack can be walked.
 */
#pragma once

void unwind_command_read(const char *command);

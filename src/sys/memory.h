/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memory.h - gives back memory that a session needs only to start. */
#pragma once

/*
 * Gives back free heap, and pages of the program and its libraries: the kernel reads them from the files again
 * when they are used. Errors are ignored.
 */
void memory_give_back(void);

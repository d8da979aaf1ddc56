/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memory.h - what a session no longer needs once it runs, of which it took most to start. */
#ifndef KTALLY_MEMORY_H
#define KTALLY_MEMORY_H

/* Gives it back to the kernel: free heap, and pages of the program and its libraries, which come again from their files
 * where they are used again. What cannot be given back stays. */
void memory_give_back(void);

#endif

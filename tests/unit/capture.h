/* SPDX-License-Identifier: GPL-2.0-or-later */
/* capture.h - what the code under test writes to a standard descriptor, as text. */
#ifndef KTALLY_CAPTURE_H
#define KTALLY_CAPTURE_H

/* From here on descriptor `fd` (1 or 2) is collected... */
void capture_begin(int fd);
/* ...up to here, where it is put back. Static memory, valid until the next one. */
const char *capture_end(void);

#endif

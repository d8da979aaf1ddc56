/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * page_check.h - looks at a page of the ring buffer before kbuffer (libtraceevent 1.7.1, 1.8.4 too) walks it. kbuffer
 * believes each length in it: a negative one leads it back, and it walks in a circle for ever. A recording can come
 * from anybody. Pure.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/*
 * True if the commit of the page (size bytes, from its timestamp on) and all records before the commit lie in it.
 * Otherwise the commit is set to the end of the last whole record, and the number of events that the kernel lost
 * before the page, which stands behind the commit, becomes unknown. Layout: include/linux/ring_buffer.h and
 * rb_event_length() in kernel/trace/ring_buffer.c.
 */
bool page_check(unsigned char *page, size_t size);

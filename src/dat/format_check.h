/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * format_check.h - checks whether an event's format text is whole. libtraceevent (1.7.1, 1.8.4 too) follows null
 * pointers if a text ends too early or its "print fmt" is damaged, and a recording can come from anybody. Pure.
 */
#pragma once

#include <stddef.h>

/*
 * Length of the part that names the event and its fields. It leaves out "print fmt", which ktally does not use. 0
 * if a line is not as the kernel writes it (trace_events.c, f_show()).
 */
size_t format_fields(const char *text, size_t size);

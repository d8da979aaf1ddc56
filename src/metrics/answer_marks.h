/* SPDX-License-Identifier: GPL-2.0-or-later */
/* answer_marks.h - the first byte of what is in the body of an answer. */
#pragma once

enum answer_mark { MARK_FAMILY = 'F', MARK_VALUE = 'V', MARK_HISTOGRAM = 'H' };

#define HELP_MAX 256			/* longest help of a family, with its NUL */
#define ANSWER_EDGES HIST_SLOTS /* most chosen edges */

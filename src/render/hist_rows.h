/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hist_rows.h - rows of a histogram, whatever their buckets are. */
#ifndef KTALLY_HIST_ROWS_H
#define KTALLY_HIST_ROWS_H

#include "base/schema.h"

int hist_edge_text(char *to, size_t size, double value, enum hist_unit unit);
/* "61.0us ..    122us    " */
void hist_print_range(const char *low, const char *high);
/* ": 12       |#        |" and the line's end. most: the count of the longest bar */
void hist_print_bar(uint64_t count, uint64_t most);
/* Every row of a histogram with chosen buckets, without a heading */
void hist_print_edges(const struct schema *schema, const struct hist *h);

#endif

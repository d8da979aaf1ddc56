/* SPDX-License-Identifier: GPL-2.0-or-later */
/* columns.h - the columns of funcgraph's lines, as function_graph prints them. Fields' format functions */
#ifndef KTALLY_GRAPH_COLUMNS_H
#define KTALLY_GRAPH_COLUMNS_H

#include <stddef.h>

int graph_time(char *to, size_t size, const void *row);
int graph_cpu(char *to, size_t size, const void *row);
int graph_task(char *to, size_t size, const void *row);
int graph_duration(char *to, size_t size, const void *row);
int graph_calls(char *to, size_t size, const void *row);

#endif

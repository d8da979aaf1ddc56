// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Histograms whose buckets were chosen (schema->edges): every one has its row.
 *
 *        from ..    below    : I/O      |Distribution                          |
 *           0 ..    8.00K    : 12       |#                                     |
 *       64.0K ..             : 400      |######################################|
 */
#include "hist_rows.h"

#include <stdio.h>

static void print_range(const struct schema *sc, unsigned slot)
{
	char low[24] = "0", high[24] = "";

	if (slot)
		hist_edge_text(low, sizeof(low), (double)sc->edges[slot - 1], sc->unit);
	if (slot < sc->nedges)
		hist_edge_text(high, sizeof(high), (double)sc->edges[slot], sc->unit);
	hist_print_range(low, high);
}

void hist_print_edges(const struct schema *sc, const struct hist *h)
{
	uint64_t most = 0;

	for (unsigned i = 0; i <= sc->nedges; i++)
		most = h->slots[i] > most ? h->slots[i] : most;
	for (unsigned i = 0; i <= sc->nedges; i++) {
		print_range(sc, i);
		hist_print_bar(h->slots[i], most);
	}
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "timerlat.h"

#include "tools/noise/bpf.h"

static int collect(struct session *s)
{
	size_t n;
	const struct noise_thread *threads = noise_threads(&n);

	for (size_t i = 0; i < n; i++)
		for (uint32_t until = 0; until < TIMERLAT_UNTILS; until++) {
			struct timerlat_key key = {(uint32_t)threads[i].cpu, until};
			struct timerlat_row *row = session_total(s, &key);

			if (row)
				row->hist = threads[i].measured.hists[until];
		}
	return 0;
}

static void losses(struct session *s, struct lost *lost)
{
	size_t n;
	const struct noise_thread *threads = noise_threads(&n);

	(void)s;
	for (size_t i = 0; i < n; i++)
		lost->missed += threads[i].measured.missed;
}

static int open_bpf(struct session *s)
{
	return noise_open(s, &(struct noise_wants){.timer = true, .stack = timerlat.stack});
}

static int attach_more(struct session *s)
{
	return noise_start(s, timerlat_measure);
}

const struct bpf_recipe timerlat_bpf = {
	.open = open_bpf,
	.attach_more = attach_more,
	.poll = noise_poll,
	.collect = collect,
	.losses = losses,
	.stop = noise_halt,
	.close = noise_close,
};

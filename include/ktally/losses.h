/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * losses.h - what a BPF program could not record, and how many processes it began to follow. Global data of every
 * object, only ever growing.
 */
#pragma once

#include <linux/types.h>

struct losses {
	__u64 ring;		 /* events that found the ring buffer full */
	__u64 map_full;	 /* keys or starts that found their map full */
	__u64 unmatched; /* ends whose start was not seen */
	__u64 missed;	 /* ends that no program saw: their key started again */
	__u64 followed;	 /* no loss: processes that were made by a followed one and are followed too */
	__u64 strayed;	 /* those that found the map of followed processes full; map_full has them too */
};

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* clock.h - the clock that both backends use. */
#ifndef KTALLY_CLOCK_H
#define KTALLY_CLOCK_H

#include <stdint.h>

uint64_t clock_ns(void); /* CLOCK_MONOTONIC */

#endif

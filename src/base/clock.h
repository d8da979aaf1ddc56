/* SPDX-License-Identifier: GPL-2.0-or-later */
/* clock.h - the clock that both backends use. */
#pragma once

#include <stdint.h>

uint64_t clock_ns(void); /* CLOCK_MONOTONIC */

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* chrome.h - trace events, the JSON that Chrome's tracing, Perfetto and speedscope read. */
#pragma once

#include "load.h"

/* An exit status. Rows with a latency become slices of their thread, others instants; totals counters of their key */
int chrome_export(struct loaded *l);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* perf.h - ktally export --perf: a perf.data, for perf script, perf report and perf trace -i. */
#pragma once

#include "load.h"

/* Makes the file, which must not exist. An exit status; after a failure there is no file */
int perf_export(struct loaded *l, const char *path);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ctf.h - ktally export --ctf: a folder in the Common Trace Format 1.8, for babeltrace2 and Trace Compass. */
#pragma once

#include "load.h"

/* Makes the folder, which must not exist. An exit status; after a failure there is no folder */
int ctf_export(struct loaded *l, const char *folder);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hist.h - funccount by a hist trigger of one kprobe event. 0 or -errno with s->why set. */
#pragma once

#include "session/session.h"

int funccount_hist_start(struct session *s);
int funccount_hist_collect(struct session *s);
void funccount_hist_close(void);

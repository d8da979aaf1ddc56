/* SPDX-License-Identifier: GPL-2.0-or-later */
/* event.h - the event and the field that perf-stat-hist's command line names. */
#pragma once

struct session;

/* Fills in what is known of the event and the field, the session's first two arguments. 0 or -errno after a message */
int event_find(struct session *s);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* metrics.h - a session of `ktally serve`: it answers questions on its output, a socket (metrics/answer.h). */
#pragma once

#include "session/session.h"

/* Can what this run counts be metrics, with the labels that are allowed? And do no options ask for something else?
 * 0, or -EINVAL after a message */
int metrics_check(const struct session *s);

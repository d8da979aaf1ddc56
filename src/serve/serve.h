/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * serve.h - `ktally serve`: metrics for Prometheus. Three kinds of processes:
 *
 *   supervisor          has the caller's privileges, and no input: forks the others, starts a session again that
 * crashed HTTP process        no privileges: network, formats. Asks the sessions session, one a tool an ordinary
 * confined session (run/run.h), whose renderer answers (render/metrics.h)
 */
#pragma once

#include "session/options.h"

extern const struct opt serve_options[];

/* Returns the exit status. argv[0] is "serve". */
int serve_main(int argc, char **argv);

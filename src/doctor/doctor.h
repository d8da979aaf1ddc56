/* SPDX-License-Identifier: GPL-2.0-or-later */
/* doctor.h - `ktally doctor`: what this machine can do, tried for real. */
#pragma once

#include "session/options.h"

extern const struct opt doctor_options[];

int doctor_main(int argc, char **argv); /* 0: every tool can run, 3: some cannot, 1: failed, 2: usage */

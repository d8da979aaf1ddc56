/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bpf.h - the source that attaches BPF programs and reads their maps. What its recipes use is in object.h, maps.h ...
 */
#pragma once

#include "session/source.h"

extern const struct source source_bpf;

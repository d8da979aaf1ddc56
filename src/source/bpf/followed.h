/* SPDX-License-Identifier: GPL-2.0-or-later */
/* followed.h - who lives of those that the map filter_follow has (bpf/filter.bpf.h): `followed` of the source. */
#pragma once

#include "session/session.h"
#include "session/source.h"

enum followed bpf_followed(struct session *s, bool (*lives)(uint32_t pid));

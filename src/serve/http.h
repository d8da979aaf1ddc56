/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * http.h - the HTTP process of `ktally serve`. It reads what anybody may send to it, so it has no privileges and no
 * files: only the socket that it listens on, one socket to each session, and one to the supervisor.
 */
#pragma once

#include "member.h"

#include <stddef.h>

/*
 * Serves until the supervisor closes its end of `news`, or is gone. Does not fork: call it in a process of its own,
 * which gives up all privileges here. The exit status
 */
int http_serve(int listening, int news, struct member *members, size_t n);

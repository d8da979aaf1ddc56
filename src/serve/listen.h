/* SPDX-License-Identifier: GPL-2.0-or-later */
/* listen.h - the socket that `ktally serve` listens on: an address, a path, or one that systemd has opened. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define LISTEN_DEFAULT "127.0.0.1:10035"
#define LISTEN_SHOWN 160

struct listening {
	int fd;
	char shown[LISTEN_SHOWN]; /* for people: "http://127.0.0.1:10035/metrics" */
	char path[108];			  /* of a socket that listening_close() removes; "": none */
};

/*
 * Listens on "127.0.0.1:10035", "[::1]:10035", "unix:/run/ktally.sock", or on the socket that systemd passed
 * (LISTEN_FDS, sd_listen_fds(3)), which wins over NULL and is an error beside an address. NULL: LISTEN_DEFAULT. Other
 * addresses than those of loopback are refused unless `anywhere`. 0, or -errno after a message
 */
int listening_open(struct listening *l, const char *address, bool anywhere);
void listening_close(struct listening *l);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* http_confine.h - the HTTP process gives up everything but its open sockets. */
#pragma once

/* 0 or -errno */
int http_confine(void);

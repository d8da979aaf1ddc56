/* SPDX-License-Identifier: GPL-2.0-or-later */
/* member.h - a tool that is served: what its three processes know of it. */
#pragma once

#include "config.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct tool;

struct member {
	const struct serve_tool *config;
	const struct tool *tool;
	int asking, answering; /* the two ends of its socket: the HTTP process', and the session's. -1: closed */
	pid_t pid;			   /* of the session; 0: it does not run */
	uint64_t began_ns;	   /* when the session was started last */
	uint64_t again_ns;	   /* when to start it again; 0: not at all */
	uint32_t failures;	   /* one after another */
	bool refused;		   /* its arguments, or its labels */
	uint32_t restarts;
};

/* What the supervisor tells the HTTP process of a member, over a socket that keeps packets apart */
struct member_news {
	uint32_t member;
	uint32_t running; /* 1: its session runs, so it will answer */
	uint32_t restarts;
};

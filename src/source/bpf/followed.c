// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The map loses a process when the kernel frees it. A zombie stays in it as long as its parent likes, so this asks
 * about each of them. While a task is in bpf(2), some kernels refuse classic programs on its CPU: the caller asks only
 * when one has ended that it waited for.
 */
#include "followed.h"

#include "object.h"
#include "pids.h"

#include <errno.h>

#define WALKS 16 /* as long as processes are made meanwhile */

/* Every walk ends: where a key goes away meanwhile, the kernel begins anew. */
#define STEPS (1 << 17)

static bool read_losses(const struct session *s, struct losses *to)
{
	const struct bpf_map *map = bpf_map_of(s, ".data.losses");
	uint32_t zero = 0;

	return map && !bpf_map_lookup_elem(bpf_map__fd(map), &zero, to);
}

/* By the kernel's number */
static enum followed ask(uint32_t pid, bool (*lives)(uint32_t pid))
{
	uint32_t local = pids_local(pid);

	if (!local)
		return pids_gone(pid) ? FOLLOWED_ENDED : FOLLOWED_UNKNOWN;
	return lives(local) ? FOLLOWED_LIVES : FOLLOWED_ENDED;
}

static enum followed walk(int map, bool (*lives)(uint32_t pid))
{
	enum followed answer = FOLLOWED_ENDED;
	uint32_t pid, *previous = NULL;

	for (unsigned i = 0; i < STEPS && answer == FOLLOWED_ENDED; i++) {
		if (bpf_map_get_next_key(map, previous, &pid))
			return errno == ENOENT ? answer : FOLLOWED_UNKNOWN;
		previous = &pid;
		answer = ask(pid, lives);
	}
	return answer == FOLLOWED_ENDED ? FOLLOWED_ASK_AGAIN : answer;
}

enum followed bpf_followed(struct session *s, bool (*lives)(uint32_t pid))
{
	const struct bpf_map *map = bpf_map_of(s, "filter_follow");
	struct losses before, after;
	enum followed answer;

	for (int i = 0; map && i < WALKS; i++) {
		if (!read_losses(s, &before))
			return FOLLOWED_UNKNOWN;
		answer = walk(bpf_map__fd(map), lives);
		if (answer != FOLLOWED_ENDED)
			return answer;
		if (!read_losses(s, &after) || after.strayed)
			return FOLLOWED_UNKNOWN;
		if (after.followed == before.followed)
			return FOLLOWED_ENDED;
	}
	return map ? FOLLOWED_ASK_AGAIN : FOLLOWED_UNKNOWN;
}

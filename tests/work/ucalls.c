// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * ucalls - calls functions of its own a known number of times, with known arguments, for probes of user programs.
 *
 *	ucalls N [DEPTH]
 *
 * For i from 0 to N - 1 it calls ucalls_work(size, change, name, node): size is i % 8 KiB, change is -(i % 5),
 * name is "alpha", "beta" or NULL by i % 3, node->next->value is i, node->next->bits holds i % 8 from bit 5 on. It
 * returns size, or -1 where i % 4 is 0. Then it calls ucalls_deep(DEPTH), which calls itself down to 0: DEPTH + 1
 * calls.
 */
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
	unsigned bits;
};

long ucalls_work(unsigned long size, int change, const char *name, const struct node *node);
long ucalls_deep(long depth);

static volatile long sum;

__attribute__((noinline, noclone)) long ucalls_work(unsigned long size, int change, const char *name,
													const struct node *node)
{
	sum += change + (name ? *name : 0);
	return node->next->value % 4 ? (long)size : -1;
}

__attribute__((noinline, noclone)) long ucalls_deep(long depth)
{
	sum += depth;
	return depth ? ucalls_deep(depth - 1) + sum : 0; /* the addition follows the call: no tail jump */
}

int main(int argc, char **argv)
{
	static const char *const names[] = {"alpha", "beta", NULL};
	int n = argc > 1 ? atoi(argv[1]) : 0;
	struct node second = {0}, first = {.next = &second};

	for (int i = 0; i < 2; i++) /* BPF programs of probes cannot wait for a page that nobody has touched */
		sum += *(const volatile char *)names[i];
	for (int i = 0; i < n; i++) {
		second.value = i;
		second.bits = (unsigned)(i % 8) << 5 | 1U << 31 | 0x1f;
		ucalls_work((unsigned long)(i % 8) << 10, -(i % 5), names[i % 3], &first);
	}
	ucalls_deep(argc > 2 ? atoi(argv[2]) : 0);
	return 0;
}

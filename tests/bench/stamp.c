// SPDX-License-Identifier: GPL-2.0-or-later
/* stamp [COMMAND...] - prints the monotonic clock in milliseconds on stderr, then becomes COMMAND. */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	fprintf(stderr, "%.3f\n", (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6);
	if (argc < 2)
		return 0;
	execvp(argv[1], argv + 1);
	perror(argv[1]);
	return 127;
}

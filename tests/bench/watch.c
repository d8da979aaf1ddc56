// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * watch SECONDS COMMAND... - runs a tracer for that long and prints "ATTACH_MS PEAK_KB STEADY_KB": the time from
 * exec to its last BPF link (0.0 where it has none; polled every 0.2 ms), its highest resident size, and that at
 * the end. Then it ends the tracer with SIGINT and throws its output away.
 */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int count_links(int pid)
{
	char path[300], target[64];
	struct dirent *entry;
	int n = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/fd", pid);
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		ssize_t length = readlinkat(dirfd(dir), entry->d_name, target, sizeof(target) - 1);

		target[length > 0 ? length : 0] = '\0';
		n += strstr(target, "bpf_link") || strstr(target, "bpf-link");
	}
	if (dir)
		closedir(dir);
	return n;
}

/* Finds "VmHWM:\t   13592 kB" */
static long read_status(int pid, const char *name)
{
	char path[64], line[128];
	long kb = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file))
		if (!strncmp(line, name, strlen(name)))
			kb = strtol(line + strlen(name), NULL, 10);
	if (file)
		fclose(file);
	return kb;
}

static int start(char **command)
{
	int pid = fork(), null;

	if (pid)
		return pid;
	null = open("/dev/null", O_RDWR);
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	execvp(command[0], command);
	perror(command[0]);
	_exit(127);
}

int main(int argc, char **argv)
{
	double began, end, attached = 0;
	int pid, links = 0, now, status;
	long peak, steady;

	if (argc < 3)
		return 2;
	began = now_ms();
	end = began + strtod(argv[1], NULL) * 1e3;
	pid = start(argv + 2);
	while (now_ms() < end) {
		now = count_links(pid);
		if (now > links) {
			attached = now_ms();
			links = now;
		}
		usleep(200);
	}
	peak = read_status(pid, "VmHWM:");
	steady = read_status(pid, "VmRSS:");
	kill(pid, SIGINT);
	if (waitpid(pid, &status, 0) != pid || !peak)
		return 1;
	printf("%.1f %ld %ld\n", links ? attached - began : 0, peak, steady);
	return 0;
}

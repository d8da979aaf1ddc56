// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * run_time PID SECONDS - what the BPF programs of a process cost, by the kernel's own clock. Prints nanoseconds
 * for each event; the number of events is the number of runs of the program that ran most. The kernel reads the
 * clock twice for each run, and that cost is part of every result.
 */
#include <bpf/bpf.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROGRAMS 64

struct run {
	int fd;
	unsigned long long count, ns;
};

/* Finds "prog_id:\t12" in a descriptor's fdinfo; links and programs both have it */
static unsigned read_id(const char *pid, const char *fd)
{
	char path[300], line[128];
	unsigned id = 0;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%s/fdinfo/%s", pid, fd);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof(line), file))
		if (sscanf(line, "prog_id: %u", &id) == 1)
			break;
	if (file)
		fclose(file);
	return id;
}

static int find_programs(const char *pid, struct run *runs)
{
	unsigned ids[PROGRAMS], id;
	char path[300];
	struct dirent *entry;
	int n = 0, known;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%s/fdinfo", pid);
	dir = opendir(path);
	while (dir && n < PROGRAMS && (entry = readdir(dir))) {
		id = read_id(pid, entry->d_name);
		for (known = 0; known < n && ids[known] != id; known++)
			;
		if (!id || known < n)
			continue;
		runs[n].fd = bpf_prog_get_fd_by_id(id);
		if (runs[n].fd >= 0)
			ids[n++] = id;
	}
	if (dir)
		closedir(dir);
	return n;
}

static void read_runs(struct run *runs, int n)
{
	for (int i = 0; i < n; i++) {
		struct bpf_prog_info info = {0};
		__u32 size = sizeof(info);

		if (bpf_obj_get_info_by_fd(runs[i].fd, &info, &size))
			continue;
		runs[i].count = info.run_cnt - runs[i].count;
		runs[i].ns = info.run_time_ns - runs[i].ns;
	}
}

int main(int argc, char **argv)
{
	struct run runs[PROGRAMS] = {0};
	unsigned long long events = 0, ns = 0;
	int n = argc == 3 ? find_programs(argv[1], runs) : 0;

	if (!n || bpf_enable_stats(BPF_STATS_RUN_TIME) < 0) { /* the statistics end with this process */
		fprintf(stderr, "run_time: no programs, or no statistics\n");
		return 1;
	}
	read_runs(runs, n);
	usleep((useconds_t)(atof(argv[2]) * 1e6));
	read_runs(runs, n);
	for (int i = 0; i < n; i++) {
		events = runs[i].count > events ? runs[i].count : events;
		ns += runs[i].ns;
	}
	if (!events)
		return 1;
	printf("%.1f\n", (double)ns / (double)events);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-or-later
/* Tries programs on events of perf_event_open(): classic tracepoints, single probes, the clock. */
#include "program.h"
#include "scratch.h"
#include "try.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define PMUS "/sys/bus/event_source/devices"

/* Reads a number >= 0 from a file. -errno if it fails */
static int read_number(const char *path)
{
	FILE *file = fopen(path, "re");
	int value = -EINVAL, n;

	if (!file)
		return -errno;
	n = fscanf(file, "%d", &value);
	fclose(file);
	return n == 1 ? value : -EINVAL;
}

static int attach(struct trial *t, int event, int program)
{
	if (ioctl(event, PERF_EVENT_IOC_SET_BPF, program))
		return failed(t, ASKED_PERF, -errno, "attaching the program");
	if (ioctl(event, PERF_EVENT_IOC_ENABLE, 0))
		return failed(t, ASKED_PERF, -errno, "switching the event on");
	return 0;
}

/* Opens the event for all processes on one CPU, as tools do. A program on a probe still runs on all CPUs. */
static int open_and_run(struct trial *t, struct perf_event_attr *attr, enum bpf_prog_type type, void (*fire)(void))
{
	int program = program_load(t, type, 0, 0), event, err;

	if (program < 0)
		return program;
	attr->size = sizeof(*attr);
	event = (int)syscall(SYS_perf_event_open, attr, -1, sched_getcpu(), -1, PERF_FLAG_FD_CLOEXEC);
	err = event < 0 ? failed(t, ASKED_PERF, -errno, "perf_event_open()") : attach(t, event, program);
	if (!err)
		err = program_runs(t, fire);
	if (event >= 0)
		close(event);
	close(program);
	return err;
}

int try_classic_tracepoint(struct trial *t)
{
	struct perf_event_attr attr = {.type = PERF_TYPE_TRACEPOINT, .sample_period = 1};
	char tracefs[PLACE], path[PLACE + 64];
	int id = scratch_tracefs(t, tracefs); /* the tracepoint's id is there */

	if (id)
		return id;
	snprintf(path, sizeof(path), "%s/events/" TRIAL_SYSTEM "/" TRIAL_EVENT "/id", tracefs);
	id = read_number(path);
	if (id < 0)
		return failed(t, ASKED_FILE, id, "%s", path);
	attr.config = (uint64_t)id;
	return open_and_run(t, &attr, BPF_PROG_TYPE_TRACEPOINT, trial_rename);
}

static int probe_type(struct trial *t, const char *name)
{
	char path[96];
	int type;

	snprintf(path, sizeof(path), PMUS "/%s/type", name);
	type = read_number(path);
	if (type == -ENOENT && access(PMUS, F_OK))
		return unusable(t, type, "mount -t sysfs sysfs /sys", "sysfs is not mounted");
	return type < 0 ? failed(t, ASKED_FILE, type, "%s", path) : type;
}

int try_kprobe(struct trial *t)
{
	struct perf_event_attr attr = {.sample_period = 1, .kprobe_func = (uint64_t)(uintptr_t)TRIAL_FUNCTION};
	int type = probe_type(t, "kprobe");

	attr.type = (uint32_t)type;
	return type < 0 ? type : open_and_run(t, &attr, BPF_PROG_TYPE_KPROBE, trial_rename);
}

int try_uprobe(struct trial *t)
{
	struct perf_event_attr attr = {.sample_period = 1, .uprobe_path = (uint64_t)(uintptr_t) "/proc/self/exe"};
	int type = probe_type(t, "uprobe");

	attr.type = (uint32_t)type;
	attr.probe_offset = trial_call_offset();
	return type < 0 ? type : open_and_run(t, &attr, BPF_PROG_TYPE_KPROBE, trial_call);
}

/* The clock ticks every millisecond, under emulation perhaps late. */
static void wait_for_tick(void)
{
	const struct timespec wait = {.tv_nsec = 20 * 1000000L};

	nanosleep(&wait, NULL);
}

int try_perf_event(struct trial *t)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CPU_CLOCK, .sample_period = 1000000};

	return open_and_run(t, &attr, BPF_PROG_TYPE_PERF_EVENT, wait_for_tick);
}

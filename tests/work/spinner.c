// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * spinner - has a CPU for itself, at a real-time priority, many times for a while. Its clock is the wall's: whoever
 * measures that CPU from outside cannot see less than what lies between two readings of a turn that nobody preempted.
 *
 *	spinner CPU PRIORITY TURNS SPIN_US SLEEP_US [TICK_US]
 *
 * TICK_US: a timer interrupts it that often while it spins. PRIORITY 0: an ordinary one
 *
 * {"turns":20,"spun_ns":100000000,"longest_ns":5000000,"cpu_ns":99000000,"ticks":0,"preempted":0}
 */
#include "go.h"
#include "latency.h"

#include <errno.h>
#include <error.h>
#include <inttypes.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

struct work {
	uint64_t turns, spin_ns, sleep_ns, tick_ns;
	int timer;
	uint64_t spun_ns, longest_ns, ticks;
};

static void own(int cpu, int priority)
{
	struct sched_param param = {priority};
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		error(1, errno, "CPU %d", cpu);
	if (priority && sched_setscheduler(0, SCHED_FIFO, &param))
		error(1, errno, "SCHED_FIFO %d", priority);
}

static struct timespec time_of(uint64_t ns)
{
	return (struct timespec){(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
}

/* An expiry that is not read does not start the timer again: so it ends with the turn. */
static void start_ticks(const struct work *w)
{
	struct itimerspec every = {time_of(w->tick_ns), time_of(w->tick_ns)};

	if (timerfd_settime(w->timer, 0, &every, NULL))
		error(1, errno, "timerfd_settime()");
}

static void spin(struct work *w)
{
	uint64_t began = now_ns(), now = began, n;

	if (w->tick_ns)
		start_ticks(w);
	while (now - began < w->spin_ns) {
		if (w->tick_ns && read(w->timer, &n, sizeof(n)) == sizeof(n))
			w->ticks++;
		now = now_ns();
	}
	w->spun_ns += now - began;
	if (now - began > w->longest_ns)
		w->longest_ns = now - began;
}

static void work(struct work *w)
{
	struct timespec nap = time_of(w->sleep_ns);

	for (uint64_t i = 0; i < w->turns; i++) {
		spin(w);
		clock_nanosleep(CLOCK_MONOTONIC, 0, &nap, NULL);
	}
}

static uint64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static uint64_t number(const char *text)
{
	return strtoull(text, NULL, 10);
}

int main(int argc, char **argv)
{
	struct rusage before, after;
	struct work w = {0};
	uint64_t began;

	if (argc < 6)
		error(2, 0, "usage: spinner CPU PRIORITY TURNS SPIN_US SLEEP_US [TICK_US]");
	w.turns = number(argv[3]);
	w.spin_ns = 1000 * number(argv[4]);
	w.sleep_ns = 1000 * number(argv[5]);
	w.tick_ns = argc > 6 ? 1000 * number(argv[6]) : 0;
	w.timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
	own(atoi(argv[1]), atoi(argv[2]));
	wait_for_go();
	getrusage(RUSAGE_THREAD, &before);
	began = cpu_ns();
	work(&w);
	getrusage(RUSAGE_THREAD, &after);
	printf("{\"turns\":%" PRIu64 ",\"spun_ns\":%" PRIu64 ",\"longest_ns\":%" PRIu64 ",\"cpu_ns\":%" PRIu64
		   ",\"ticks\":%" PRIu64 ",\"preempted\":%ld}\n",
		   w.turns, w.spun_ns, w.longest_ns, cpu_ns() - began, w.ticks, after.ru_nivcsw - before.ru_nivcsw);
	wait_to_stay();
	return 0;
}

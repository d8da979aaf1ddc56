// SPDX-License-Identifier: GPL-2.0-or-later
#include "threads.h"

#include "base/log.h"
#include "sys/privileges.h"
#include "options.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define PAUSE_NS 20000000

static struct {
	struct noise_thread *list;
	size_t n;
	pthread_barrier_t ready, go; /* all threads and their maker */
	bool gone, joined;
	atomic_bool ends;
	atomic_int stopped; /* 0, 1: one keeps what it met, 2: it has */
	struct noise_stop stop;
	int64_t offset_ns; /* of the time namespace */
} all;

struct noise_thread *noise_threads(size_t *n)
{
	*n = all.n;
	return all.list;
}

bool noise_ends(void)
{
	return atomic_load_explicit(&all.ends, memory_order_relaxed);
}

bool noise_ends_here(struct noise_thread *t)
{
	if (sched_getcpu() != t->cpu)
		t->gone = true;
	return t->gone || noise_ends();
}

void noise_tell_gone(void)
{
	for (size_t i = 0; i < all.n; i++) {
		if (!all.list[i].gone || all.list[i].told)
			continue;
		all.list[i].told = true;
		warn("CPU %d was taken away: it is not measured any more", all.list[i].cpu);
	}
}

/* ---- time ---- */

/* time_namespaces(7): "monotonic  SECONDS NANOSECONDS" */
static int64_t read_offset(void)
{
	FILE *file = fopen("/proc/self/timens_offsets", "re");
	long long seconds = 0, ns = 0;

	if (file && fscanf(file, "monotonic %lld %lld", &seconds, &ns) != 2)
		seconds = ns = 0;
	if (file)
		fclose(file);
	return seconds * 1000000000 + ns;
}

uint64_t noise_clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)((int64_t)now.tv_sec * 1000000000 + now.tv_nsec - all.offset_ns);
}

bool noise_sleep(uint64_t host_ns)
{
	int64_t ns = (int64_t)host_ns + all.offset_ns;
	struct timespec at = {ns / 1000000000, ns % 1000000000};

	if (host_ns <= noise_clock())
		return false;
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL);
	return true;
}

void noise_pause(uint64_t host_ns)
{
	for (uint64_t now = noise_clock(); now < host_ns && !noise_ends(); now = noise_clock())
		noise_sleep(host_ns - now > PAUSE_NS ? now + PAUSE_NS : host_ns);
}

/* ---- stopping ---- */

void noise_stop_at(int cpu, const struct noise_cpu *record, struct noise_stop stop)
{
	int none = 0;

	if (!atomic_compare_exchange_strong(&all.stopped, &none, 1))
		return;
	all.stop = stop;
	all.stop.cpu = cpu;
	all.stop.record = *record;
	atomic_store(&all.ends, true);
	atomic_store(&all.stopped, 2);
}

void noise_stop(const struct noise_thread *t, struct noise_stop stop)
{
	noise_stop_at(t->cpu, t->shared, stop);
}

const struct noise_stop *noise_stopped(void)
{
	return atomic_load(&all.stopped) == 2 ? &all.stop : NULL;
}

void noise_end_stopped(struct session *s)
{
	if (!noise_stopped())
		return;
	s->stop = true;
	s->stopped = "threshold";
}

/* ---- one thread ---- */

static int failed(struct noise_thread *t, const char *what)
{
	t->failed = what;
	return -errno;
}

static int place(struct noise_thread *t)
{
	struct sched_param param = {noise.priority.policy == SCHED_OTHER ? 0 : noise.priority.priority};
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(t->cpu, &one);
	if (sched_setaffinity(0, sizeof(one), &one))
		return failed(t, "cannot stay on it");
	if (sched_setscheduler(0, noise.priority.policy, &param) && (noise.priority.given || errno != EPERM))
		return failed(t, "cannot have that --priority");
	t->ordinary = sched_getscheduler(0) == SCHED_OTHER;
	if (noise.priority.policy == SCHED_OTHER && noise.priority.priority &&
		setpriority(PRIO_PROCESS, (id_t)gettid(), noise.priority.priority))
		return failed(t, "cannot have that --priority");
	return prctl(PR_SET_TIMERSLACK, 1) ? failed(t, "cannot set its timer slack") : 0;
}

/* After the claim it is the first to leave this CPU. The programs may not run for a moment: they are skipped where
 * others run. */
static int become_known(struct noise_thread *t)
{
	struct timespec nap = {0, 1000000};

	for (int i = 0; i < 1000 && !__atomic_load_n(&t->shared->tid, __ATOMIC_ACQUIRE); i++) {
		__atomic_store_n(&t->shared->claim, 1, __ATOMIC_RELEASE);
		clock_nanosleep(CLOCK_MONOTONIC, 0, &nap, NULL);
	}
	errno = EOPNOTSUPP;
	return t->shared->tid ? 0 : failed(t, "the kernel runs no BPF program there at switches of threads");
}

/* confine() changes the user of all threads, which these two allow; root's others go now, and with the user all. */
static int give_up(void)
{
	static const cap_value_t both[] = {CAP_SETGID, CAP_SETUID};

	return geteuid() ? capabilities_keep(NULL, 0) : capabilities_keep(both, 2);
}

static int begin(struct noise_thread *t)
{
	int err = place(t);

	if (!err)
		err = become_known(t);
	if (!err && (err = give_up()))
		t->failed = "cannot give up its privileges";
	return err;
}

static void *run(void *arg)
{
	struct noise_thread *t = arg;
	char name[16];

	snprintf(name, sizeof(name), "ktally/%d", t->cpu);
	prctl(PR_SET_NAME, name);
	t->err = begin(t);
	pthread_barrier_wait(&all.ready);
	pthread_barrier_wait(&all.go);
	if (!t->err && !noise_ends())
		t->measure(t);
	t->shared->sampling = 0;
	return NULL;
}

/* ---- all of them ---- */

static int make_list(struct noise_cpu *cpus, void (*measure)(struct noise_thread *t))
{
	all.list = calloc((size_t)CPU_COUNT(&noise.cpus), sizeof(*all.list));
	for (int cpu = 0; all.list && cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &noise.cpus))
			all.list[all.n++] = (struct noise_thread){.cpu = cpu, .shared = &cpus[cpu], .measure = measure};
	return all.list ? 0 : -ENOMEM;
}

/* Signals are the main thread's. */
static int create(struct session *s)
{
	sigset_t every, before;
	size_t made = 0;
	int err = 0;

	sigfillset(&every);
	pthread_sigmask(SIG_SETMASK, &every, &before);
	for (; made < all.n && !err; made += !err)
		err = -pthread_create(&all.list[made].thread, NULL, run, &all.list[made]);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!err)
		return 0;
	return cannot(s, err, "cannot make a thread: %s", strerror(-err));
}

static void say_priority(void)
{
	const struct noise_priority *p = &noise.priority;

	if (p->policy != SCHED_OTHER && all.list[0].ordinary)
		warn("no permission for a real-time priority: measuring at an ordinary one (CAP_SYS_NICE would help)");
	else if (p->policy != SCHED_OTHER)
		warn("measuring threads run at %s:%d, before all ordinary threads (--priority)",
			 p->policy == SCHED_FIFO ? "FIFO" : "RR", p->priority);
}

int noise_threads_start(struct session *s, struct noise_cpu *cpus, void (*measure)(struct noise_thread *t))
{
	int err = make_list(cpus, measure);

	if (err)
		return cannot(s, err, "out of memory");
	all.offset_ns = read_offset();
	atomic_store(&all.ends, false);
	atomic_store(&all.stopped, 0);
	pthread_barrier_init(&all.ready, NULL, (unsigned)all.n + 1);
	pthread_barrier_init(&all.go, NULL, (unsigned)all.n + 1);
	all.gone = all.joined = false;
	err = create(s);
	if (err) { /* those that were made wait for ever at the barrier, and go with the process */
		all.n = 0;
		return err;
	}
	pthread_barrier_wait(&all.ready);
	for (size_t i = 0; i < all.n && !err; i++)
		if (all.list[i].err)
			err = cannot(s, all.list[i].err, "CPU %d: %s: %s", all.list[i].cpu, all.list[i].failed,
						 strerror(-all.list[i].err));
	if (!err && !s->set->quiet)
		say_priority();
	return err;
}

void noise_threads_go(void)
{
	if (!all.gone && all.n)
		pthread_barrier_wait(&all.go);
	all.gone = true;
}

void noise_threads_stop(void)
{
	atomic_store(&all.ends, true);
	noise_threads_go();
	for (size_t i = 0; i < all.n && !all.joined; i++)
		pthread_join(all.list[i].thread, NULL);
	all.joined = true;
}

void noise_threads_free(void)
{
	noise_threads_stop();
	free(all.list);
	all.list = NULL;
	all.n = 0;
}

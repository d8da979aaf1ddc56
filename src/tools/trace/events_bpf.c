// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The BPF form of --event. Cookies would tell one program at which event it runs, but come with 5.15 only. So each
 * event has a copy of the program, with its own number in it.
 */
#include "events.h"

#include "probe/probe.h"
#include "session/session.h"
#include "source/bpf/losses.h"
#include "source/bpf/object.h"
#include "source/bpf/program_copy.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <traceevent/event-parse.h>
#include <unistd.h>

static struct {
	int programs[TRACE_EVENTS]; /* the source's */
	size_t n;
} loaded;

int events_open(struct session *s)
{
	struct bpf_program *program = bpf_object__find_program_by_name(bpf_object_of(s), "event");
	struct trace_event_plan *plans = bpf_constant(s, "event_plans", TRACE_EVENTS * sizeof(*plans));

	loaded.n = 0;
	if (!program || !plans)
		return cannot(s, -EINVAL, "the object has no program for events");
	bpf_use(s, program, events_count());
	bpf_program__set_autoattach(program, false);
	for (uint32_t i = 0; i < events_count(); i++)
		events_plan(&plans[i], events_of(i));
	return 0;
}

/* Is this the first half of the instruction that loads the number? */
static bool has_number(const struct bpf_insn *i)
{
	return i[0].code == (BPF_LD | BPF_IMM | BPF_DW) && !i[0].src_reg &&
		   (uint32_t)i[0].imm == (uint32_t)TRACE_EVENT_NUMBER &&
		   (uint32_t)i[1].imm == (uint32_t)(TRACE_EVENT_NUMBER >> 32);
}

/* Puts the number into the copy of the program's instructions. */
static int set_number(const struct bpf_program *program, struct bpf_insn *copy, size_t n, uint32_t number)
{
	bool set = false;

	memcpy(copy, bpf_program__insns(program), n * sizeof(*copy));
	for (size_t i = 0; i + 1 < n; i++)
		if (has_number(&copy[i])) {
			copy[i].imm = (int32_t)number;
			copy[i + 1].imm = 0;
			set = true;
		}
	return set ? 0 : -EINVAL;
}

/* The copy, which is the source's, or -errno */
static int load_copy(struct session *s, uint32_t number)
{
	const struct bpf_program *program = bpf_object__find_program_by_name(bpf_object_of(s), "event");
	size_t n = bpf_program__insn_cnt(program);
	struct bpf_insn *copy = calloc(n, sizeof(*copy));
	int fd = copy ? set_number(program, copy, n, number) : -ENOMEM, err;

	if (!fd)
		fd = program_copy(bpf_object_of(s), program, copy, n, NULL);
	free(copy);
	err = fd < 0 ? fd : bpf_keep_copy(s, fd);
	if (!err)
		loaded.programs[loaded.n++] = fd;
	return err ? err : fd;
}

/* A link tells how often the program was not run; before 5.15 there is none for such events. */
int event_run(struct session *s, int program, int event)
{
	int link = bpf_link_create(program, event, BPF_PERF_EVENT, NULL);

	if (link >= 0 && bpf_keep_fd(s, link))
		return -ENOMEM;
	if (link < 0 && ioctl(event, PERF_EVENT_IOC_SET_BPF, program))
		return -errno;
	return ioctl(event, PERF_EVENT_IOC_ENABLE, 0) ? -errno : 0;
}

static int attach(struct session *s, uint32_t number)
{
	struct perf_event_attr attr = {.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr)};
	int program = load_copy(s, number), event, err;

	if (program < 0)
		return program;
	attr.config = (uint64_t)events_of(number)->event->id;
	event = (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	if (event < 0)
		return -errno;
	err = bpf_keep_fd(s, event);
	return err ? err : event_run(s, program, event);
}

int events_attach(struct session *s)
{
	int err = 0;

	for (uint32_t i = 0; i < events_count() && !err; i++) {
		const struct probe *p = events_of(i);

		err = attach(s, i);
		if (err == -EMFILE)
			return cannot(s, err, "%zu events need three open files each: see ulimit -n", events_count());
		if (err)
			return cannot(s, err, "cannot attach to %s:%s: %s", p->symbol, p->name, strerror(-err));
	}
	return 0;
}

uint64_t events_missed(void)
{
	uint64_t n = 0;

	for (size_t i = 0; i < loaded.n; i++)
		n += bpf_refused(loaded.programs[i]);
	return n;
}

void events_close(void)
{
	loaded.n = 0;
}

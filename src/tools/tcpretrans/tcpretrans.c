// SPDX-License-Identifier: GPL-2.0-or-later
/* tcpretrans - TCP retransmissions, one by one or counted by flow. */
#include "tcpretrans.h"

#include "base/log.h"
#include "base/stack_store.h"
#include "session/tool.h"
#include "source/bpf/object.h"
#include "source/bpf/stacks.h"
#include "sys/ksyms.h"
#include "sys/stack_ends.h"
#include "sys/stack_lines.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ktally/stacks.h>
#include <string.h>

#include "tcpretrans.skel.h"

struct tcpretrans_options tcpretrans;

static int parse_address(void *to, const char *text)
{
	struct flow *only = to;

	only->family = strchr(text, ':') ? AF_INET6 : AF_INET;
	if (inet_pton(only->family, text, only->local) == 1)
		return 0;
	return fail(-EINVAL, "--addr %s: not an IPv4 or IPv6 address", text);
}

static const struct opt options[] = {
	OPT_FLAG('s', "stack", &tcpretrans.stack, "print the stack of each (BPF only)"),
	OPT_FLAG('l', "loss-probes", &tcpretrans.probes, "tail-loss probes too, as type T"),
	OPT_FLAG('c', "count", &tcpretrans.count, "count by flow in the kernel; printed at the end"),
	OPT_NUMBER(0, "lport", "PORT", &tcpretrans.local_port, 1, 65535, "only this local port"),
	OPT_NUMBER(0, "rport", "PORT", &tcpretrans.remote_port, 1, 65535, "only this remote port"),
	OPT_PARSED(0, "addr", "ADDRESS", &tcpretrans.only, parse_address, "only this address, at either end"),
	OPT_NOTE('4', "(bcc's IPv4 alone): both are shown; addresses of IPv6 have brackets"),
	OPT_NOTE('6', "(bcc's IPv6 alone): both are shown; addresses of IPv6 have brackets"),
	OPT_END,
};

static int address_text(char *to, size_t size, unsigned family, const void *address, unsigned port)
{
	char text[INET6_ADDRSTRLEN];

	if (!inet_ntop((int)family, address, text, sizeof(text)))
		strcpy(text, "?");
	return snprintf(to, size, family == AF_INET6 ? "[%s]:%u" : "%s:%u", text, port);
}

static int format_local(char *to, size_t size, const struct field *f, const void *row)
{
	const struct flow *flow = (const void *)((const char *)row + f->offset);

	return address_text(to, size, flow->family, flow->local, flow->local_port);
}

static int format_remote(char *to, size_t size, const struct field *f, const void *row)
{
	const struct flow *flow = (const void *)((const char *)row + f->offset);

	return address_text(to, size, flow->family, flow->remote, flow->remote_port);
}

static int format_type(char *to, size_t size, const struct field *f, const void *row)
{
	return snprintf(to, size, "%c>", ((const char *)row)[f->offset]);
}

static int format_state(char *to, size_t size, const struct field *f, const void *row)
{
	static const char *const states[] = {"0",		  "ESTABLISHED", "SYN_SENT",	"SYN_RECV",	  "FIN_WAIT1",
										 "FIN_WAIT2", "TIME_WAIT",	 "CLOSE",		"CLOSE_WAIT", "LAST_ACK",
										 "LISTEN",	  "CLOSING",	 "NEW_SYN_RECV"};
	uint32_t state = (uint32_t)field_integer(f, row);

	return state < sizeof(states) / sizeof(states[0]) ? snprintf(to, size, "%s", states[state])
													  : snprintf(to, size, "%u", state);
}

static size_t add_stack(char *to, size_t size, uint64_t hash, uint32_t pid, char end)
{
	const struct stored_stack *stack = stack_store_find(hash);

	if (stack && pid && !settings.quiet)
		stack_ends_add(pid, stack->frames, stack->n, stack->flags, 1);
	return stack_lines(to, size, stack, pid, stack && !pid ? ksym_first_frame(stack->frames, stack->n) : 0, end);
}

/* Only a task that has sent it by a call of its own is shown with its functions: timers and what receives packets run
 * on top of any. */
static bool is_of_task(const struct retrans_row *r)
{
	const struct stored_stack *kernel = r->user ? stack_store_find(r->kernel) : NULL;

	return kernel && !ksyms_problem() && !ksym_interrupted(kernel->frames, kernel->n);
}

/* In JSON as items */
static int format_stack(char *to, size_t size, const struct field *f, const void *row)
{
	char end = f->flags & FIELD_ITEMS ? '\0' : '<';
	const struct retrans_row *r = row;
	size_t n = 0;

	if (r->kernel)
		n = add_stack(to, size, r->kernel, 0, end);
	if (is_of_task(r))
		n += add_stack(to + n, size - n, r->user, r->pid, end);
	if (n && end)
		n--; /* it stands between functions */
	to[n] = '\0';
	return (int)n;
}

enum { CLOCK, PID, COMM, LOCAL, TYPE, REMOTE, STATE, STACK, ITEMS };
static struct field fields[] = {
	[CLOCK] = FIELD_EVENT_CLOCK,
	[PID] = FIELD(struct retrans_row, pid, FIELD_U32, FIELD_TASK, -7, .spare = 1),
	[COMM] = FIELD(struct retrans_row, comm, FIELD_CHARS, FIELD_HIDDEN | FIELD_TASK, 0),
	[LOCAL] = FIELD_MADE_OF("laddr", struct retrans_row, flow, format_local, 0, -20, .spare = 2),
	[TYPE] = FIELD_MADE_OF("type", struct retrans_row, type, format_type, 0, -4, .spare = 3),
	[REMOTE] = FIELD_MADE_OF("raddr", struct retrans_row, flow, format_remote, 0, -20),
	[STATE] = FIELD_MADE_OF("state", struct retrans_row, state, format_state, 0, -12),
	[STACK] = FIELD_MADE("stack", format_stack, FIELD_OFF | FIELD_TEXT_ONLY, 0),
	[ITEMS] = FIELD_MADE("stack", format_stack, FIELD_OFF | FIELD_HIDDEN | FIELD_ITEMS, 0),
};
static const struct schema schema = {SCHEMA_FIELDS(fields), .row_size = sizeof(struct retrans_row),
									 .label = "type raddr"};

static int compare(const void *a, const void *b)
{
	uint64_t x = ((const struct flow_row *)a)->count, y = ((const struct flow_row *)b)->count;

	return x < y ? -1 : x > y ? 1 : memcmp(a, b, sizeof(struct flow));
}

static const struct field flow_fields[] = {
	FIELD_MADE_OF("laddr", struct flow_row, flow, format_local, FIELD_KEY, -24, .spare = 1, .least = 20),
	FIELD_MADE_OF("raddr", struct flow_row, flow, format_remote, FIELD_KEY, -24, .least = 20),
	FIELD(struct flow_row, count, FIELD_U64, 0, 10),
};
static const struct schema flow_schema = {
	SCHEMA_FIELDS(flow_fields),
	.key_size = sizeof(struct flow),
	.row_size = sizeof(struct flow_row),
	.compare = compare,
};

static int prepare(struct session *s)
{
	if (tcpretrans.count && tcpretrans.stack)
		return fail(-EINVAL, "-c and -s exclude each other");
	if (tcpretrans.stack)
		ksyms_needed();
	s->reads_processes = tcpretrans.stack;
	field_show(&fields[CLOCK], true);
	field_show(&fields[STACK], tcpretrans.stack);
	fields[ITEMS].flags &= tcpretrans.stack ? ~(unsigned)FIELD_OFF : ~0U;
	if (tcpretrans.count) {
		s->schema = &flow_schema;
		s->view = VIEW_TABLE;
	}
	return 0;
}

static int open_bpf(struct session *s)
{
	struct tcpretrans_bpf *o = bpf_open(s, tcpretrans_bpf);

	if (!o)
		return -errno;
	o->rodata->count_flows = tcpretrans.count;
	o->rodata->with_stack = tcpretrans.stack;
	if (!tcpretrans.stack)
		bpf_stacks_none(s);
	o->rodata->loss_probes = tcpretrans.probes;
	o->rodata->only_local_port = (uint16_t)tcpretrans.local_port;
	o->rodata->only_remote_port = (uint16_t)tcpretrans.remote_port;
	o->rodata->only_family = tcpretrans.only.family;
	memcpy((void *)o->rodata->only_address, tcpretrans.only.local, sizeof(tcpretrans.only.local));
	return 0;
}

static const struct bpf_recipe bpf = {.open = open_bpf};

const struct tool tcpretrans_tool = {
	.name = "tcpretrans",
	.summary = "TCP retransmissions, with addresses, ports and state.",
	.examples = "  tcpretrans                every retransmission, IPv4 and IPv6\n"
				"  tcpretrans -l             tail-loss probes too\n"
				"  tcpretrans -s             with their stacks\n"
				"  tcpretrans -c -d 10       count by flow for 10 s\n"
				"  tcpretrans --rport 443    only to port 443\n",
	.unit = "retransmissions",
	.options = options,
	.takes = TAKES_TASK | TAKES_DURATION | TAKES_COMMAND | TAKES_BUFFER | TAKES_REPLAY | TAKES_TIMELINE,
	.schema = &schema,
	.view = VIEW_EVENTS,
	.prepare = prepare,
	.bpf = &bpf,
	.ftrace = &tcpretrans_ftrace,
	.doctor_variants = (const char *const[]){"-s", "-l", "-c", NULL},
};

// SPDX-License-Identifier: GPL-2.0-or-later
/* ktally serve: options, configuration, and the start of its processes. */
#include "serve.h"

#include "base/log.h"
#include "base/output.h"
#include "http.h"
#include "listen.h"
#include "session/ending_signals.h"
#include "session/options.h"
#include "session/tool.h"
#include "supervise.h"
#include "sys/diagnose.h"
#include "sys/tracefs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define SEND_SECONDS 2 /* a session waits so long for the HTTP process to read */

static bool help, anywhere, print_default, quiet;
static const char *address;

const struct opt serve_options[] = {
	OPT_TEXT('l', "listen", "ADDRESS", &address, "127.0.0.1:10035, [::1]:10035, unix:/PATH; port 0: any"),
	OPT_FLAG(0, "i-know-it-is-not-encrypted", &anywhere, "allow an address that is not loopback"),
	OPT_FLAG(0, "print-default", &print_default, "print the built-in configuration, to begin with"),
	OPT_FLAG('q', "quiet", &quiet, "do not say the address"),
	OPT_FLAG('h', "help", &help, "this help"),
	OPT_END,
};

static void print_help(void)
{
	const struct opt *none[] = {NULL};

	printf("Usage: ktally serve [OPTIONS] [CONFIG]\n\nServes metrics of this machine to Prometheus.\n\nOptions:\n");
	options_help(stdout, none, serve_options);
	printf("\nExamples:\n"
		   "  ktally serve                                   what it counts without a configuration\n"
		   "  curl http://127.0.0.1:10035/metrics            the same as Prometheus sees it\n"
		   "  ktally serve --print-default > serve.conf      begin a configuration\n"
		   "  ktally serve --listen unix:/run/k.sock serve.conf\n"
		   "\nThe manual: man ktally-serve\n");
}

/* ---- members ---- */

static int check_tool(const struct serve_tool *c, const struct tool **tool)
{
	*tool = tool_find(c->tool);
	if (!*tool)
		return fail(-EINVAL, "[%s] line %u: no tool %s; ktally --help lists them", c->family, c->line, c->tool);
	if ((*tool)->main)
		return fail(-EINVAL, "[%s] line %u: %s counts nothing that could be a metric", c->family, c->line, c->tool);
	return 0;
}

/* The HTTP process' end comes first. The session's does not wait for ever when it sends. */
static int make_sockets(int ends[2])
{
	const struct timeval t = {SEND_SECONDS, 0};

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) ||
		setsockopt(ends[1], SOL_SOCKET, SO_SNDTIMEO, &t, sizeof(t)))
		return fail(-errno, "cannot make a socket: %s", strerror(errno));
	return 0;
}

static int make_member(struct member *m, const struct serve_tool *c)
{
	int ends[2], err;

	*m = (struct member){.config = c, .asking = -1, .answering = -1};
	err = check_tool(c, &m->tool);
	if (!err)
		err = make_sockets(ends);
	if (err)
		return err;
	m->asking = ends[0];
	m->answering = ends[1];
	return 0;
}

static struct member *make_members(const struct serve_config *config)
{
	struct member *members = calloc(config->ntools, sizeof(*members));

	if (!members)
		fail(-ENOMEM, "out of memory");
	for (size_t i = 0; members && i < config->ntools; i++)
		if (make_member(&members[i], &config->tools[i])) {
			free(members);
			return NULL;
		}
	return members;
}

/* ---- processes ---- */

static int block_signals(void)
{
	sigset_t child;
	int err = ending_signals_block();

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	return err ? err : sigprocmask(SIG_BLOCK, &child, NULL);
}

/* Its signals do what they always do. INT and HUP of a terminal are the supervisor's, which ends this process. */
static int http_process(int listening, int news, struct member *members, size_t n)
{
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	sigset_t none;

	if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0)
		return fail(EXIT_FAILED, "/dev/null: %s", strerror(errno));
	close(null);
	sigemptyset(&none);
	signal(SIGINT, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	sigprocmask(SIG_SETMASK, &none, NULL);
	for (size_t i = 0; i < n; i++)
		close(members[i].answering);
	return http_serve(listening, news, members, n);
}

/* Only the HTTP process keeps what the network reaches; only the supervisor keeps what sessions are made with. */
static int fork_http(struct supervised *s, int listening)
{
	int news[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, news))
		return fail(-errno, "cannot make a socket: %s", strerror(errno));
	s->http = fork();
	if (!s->http) {
		close(news[0]);
		_exit(http_process(listening, news[1], s->members, s->n));
	}
	if (s->http < 0)
		return fail(-errno, "cannot fork: %s", strerror(errno));
	close(news[1]);
	s->news = news[0];
	for (size_t i = 0; i < s->n; i++) {
		close(s->members[i].asking);
		s->members[i].asking = -1;
	}
	return 0;
}

/*
 * Where nothing can be traced each session would say why: one line is clearer, and nobody is told that metrics are to
 * come. Tools with a third form may run even then, and speak for themselves.
 */
static int check_can_trace(const struct supervised *s)
{
	struct why bpf, ftrace;

	for (size_t i = 0; i < s->n; i++)
		if (s->members[i].tool->perf)
			return 0;
	if (!diagnose_bpf(&bpf) || !tracefs_find_writable(&ftrace))
		return 0;
	return fail(-EPERM, "no BPF (%s) and no ftrace (%s)", bpf.text, ftrace.text);
}

static int serve(const struct serve_config *config)
{
	struct supervised s = {.members = make_members(config), .n = config->ntools};
	struct listening l = {.fd = -1};
	int status = EXIT_FAILED;

	if (!s.members)
		return EXIT_USAGE;
	if (listening_open(&l, address ? address : config->listen, anywhere)) {
		status = EXIT_USAGE;
	} else if (check_can_trace(&s)) {
		status = EXIT_CANNOT_TRACE;
	} else if (!block_signals() && !fork_http(&s, l.fd)) {
		close(l.fd);
		l.fd = -1;
		if (!quiet)
			warn("%s, %zu tool%s", l.shown, s.n, s.n == 1 ? "" : "s");
		status = supervise(&s);
	}
	listening_close(&l);
	free(s.members);
	return status;
}

int serve_main(int argc, char **argv)
{
	const struct opt *tables[] = {serve_options, NULL};
	struct serve_config config;
	int first, status;

	log_program("serve");
	first = options_parse(tables, argc, argv, false);
	if (first < 0)
		return EXIT_USAGE;
	if (help || print_default) {
		if (help)
			print_help();
		else
			fputs(config_default_text, stdout);
		return EXIT_DONE;
	}
	if (argc - first > 1)
		return fail(EXIT_USAGE, "%s: only one configuration", argv[first + 1]);
	if (argc - first ? config_read(&config, argv[first]) : config_default(&config))
		return EXIT_USAGE;
	status = config.ntools ? serve(&config)
						   : fail(EXIT_USAGE, "the configuration has no section, so there is nothing to serve");
	config_free(&config);
	return status;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "system.h"

#include "sys/mounts.h"
#include "sys/privileges.h"
#include "sys/refusals.h"
#include "sys/tracefs.h"
#include "places.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

static struct fact *facts;
static int nfacts;

static struct fact *add(const char *key, const char *label)
{
	struct fact *f = &facts[nfacts++];

	*f = (struct fact){.key = key, .label = label};
	return f;
}

static struct fact *add_text(const char *key, const char *label, const char *text)
{
	struct fact *f = add(key, label);

	snprintf(f->text, sizeof(f->text), "%s", text);
	return f;
}

static struct fact *add_number(const char *key, const char *label, int64_t number)
{
	struct fact *f = add(key, label);

	f->type = FACT_NUMBER;
	f->number = number;
	return f;
}

static void note(struct fact *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void note(struct fact *f, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(f->note, sizeof(f->note), format, args);
	va_end(args);
}

static void add_kernel(void)
{
	struct utsname name;

	if (uname(&name))
		return;
	note(add_text("release", "kernel", name.release), "%s", name.machine);
	add_text("machine", NULL, name.machine);
}

static void add_btf(void)
{
	struct stat st = {0};
	bool there = !stat(BTF_PATH, &st), readable = there && !access(BTF_PATH, R_OK);
	struct fact *f = add_text("btf", "BTF", readable ? "readable" : there ? "unreadable" : "missing");

	if (readable)
		note(f, "%.1f MB", (double)st.st_size / 1e6);
	else
		note(f, there ? "chmod 444 " BTF_PATH : "a kernel with CONFIG_DEBUG_INFO_BTF=y has " BTF_PATH);
	add_number("btf_bytes", NULL, readable ? st.st_size : 0);
}

static void append(char *to, size_t size, const char *word)
{
	size_t n = strlen(to);

	snprintf(to + n, size - n, "%s%s", n ? " " : "", word);
}

/*
 * CAP_SYSLOG shows kernel addresses, CAP_SYS_PTRACE shows other processes' maps, CAP_DAC_OVERRIDE opens tracefs,
 * and CAP_SYS_RESOURCE raises the limit of locked memory.
 */
static void add_capabilities(void)
{
	static const cap_value_t caps[] = {CAP_BPF,			 CAP_PERFMON,	 CAP_SYS_ADMIN,	  CAP_SYSLOG,
									   CAP_DAC_OVERRIDE, CAP_SYS_PTRACE, CAP_SYS_RESOURCE};
	char missing[256] = "";
	struct fact *f = add("capabilities", "capabilities");

	for (size_t i = 0; i < sizeof(caps) / sizeof(caps[0]); i++) {
		char *name = cap_to_name(caps[i]);

		if (name && has_capability(caps[i]))
			append(f->text, sizeof(f->text), name);
		else if (name)
			append(missing, sizeof(missing), name);
		cap_free(name);
	}
	if (missing[0])
		note(f, "without %s", missing);
	add_text("capabilities_missing", NULL, missing);
}

static void add_user(void)
{
	struct fact *f = add_number("uid", "user", geteuid()), *in;

	if (in_user_namespace())
		note(f, "in a user namespace, where capabilities do not count for tracing");
	in = add("user_namespace", NULL);
	in->type = FACT_FLAG;
	in->number = in_user_namespace();
}

static void add_confinement(void)
{
	static const char *const modes[] = {"none", "strict", "filter"};
	int mode = prctl(PR_GET_SECCOMP);
	struct fact *f;

	add_text("seccomp", "seccomp", mode >= 0 && mode < 3 ? modes[mode] : "not built in");
	f = add_text("lockdown", "lockdown", lockdown_text());
	if (!strcmp(f->text, "unknown"))
		note(f, "mount -t securityfs securityfs " SECURITYFS);
	else if (!strcmp(f->text, "confidentiality"))
		note(f, "no tracefs, no kprobes, and BPF reads no kernel memory by address");
}

static void add_sysctl(const char *name, const char *meaning)
{
	struct fact *f = add_number(name + strlen("kernel/"), name + strlen("kernel/"), 0);
	int value = 0, err = place_sysctl(name, &value);

	f->number = value;
	f->unknown = err;
	if (err)
		note(f, "%s", strerror(-err));
	else if (meaning)
		note(f, "%s", meaning);
}

static void add_tracefs(void)
{
	char mount[PLACE], path[PLACE + 16];
	int err = tracefs_place(mount, sizeof(mount));
	bool there = !err, writable;
	struct fact *f = add_text("tracefs", "tracefs", there ? mount : "not mounted"), *w;

	snprintf(path, sizeof(path), "%s/instances", mount);
	writable = there && !faccessat(AT_FDCWD, path, W_OK, AT_EACCESS);
	f->unknown = !there;
	if (!there)
		note(f, err == -EXDEV ? "something is mounted over it" : TRACEFS_MOUNT);
	else
		note(f, writable ? "writable" : "not writable (%s)", strerror(errno));
	w = add("tracefs_writable", NULL);
	w->type = FACT_FLAG;
	w->number = writable;
}

static void add_cgroup(void)
{
	char mount[PLACE];
	bool there = !mount_find("cgroup2", mount, sizeof(mount));
	struct fact *f = add_text("cgroup2", "cgroup v2", there ? mount : "not mounted");

	f->unknown = !there;
	if (!there)
		note(f, "mount -t cgroup2 cgroup2 /sys/fs/cgroup");
}

int system_facts(struct fact to[FACTS_MAX])
{
	facts = to;
	nfacts = 0;
	add_kernel();
	add_btf();
	add_user();
	add_capabilities();
	add_confinement();
	add_sysctl("kernel/perf_event_paranoid", NULL);
	add_sysctl("kernel/unprivileged_bpf_disabled", NULL);
	add_sysctl("kernel/kptr_restrict", NULL);
	add_tracefs();
	add_cgroup();
	return nfacts;
}

// SPDX-License-Identifier: GPL-2.0-or-later
#include "confine.h"

#include "base/log.h"
#include "session/source.h"
#include "source/ftrace/recording.h"
#include "sys/ksyms.h"
#include "sys/privileges.h"
#include "sys/sandbox.h"

#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <tracefs/tracefs.h>

#define KEEP_MAX 8

struct keep {
	cap_value_t caps[KEEP_MAX];
	int n;
};

static void add(struct keep *k, cap_value_t cap)
{
	if (k->n < KEEP_MAX && permitted_capability(cap))
		k->caps[k->n++] = cap;
}

/* Adds one capability at a time until the source can be read. */
static int keep_readable(struct session *s, struct keep *k)
{
	int err = capabilities_use(k->caps, k->n);

	for (int i = 0; i < s->source->nkeeps && !err && !s->source->readable(s); i++) {
		add(k, s->source->keeps[i]);
		err = capabilities_use(k->caps, k->n);
	}
	return err;
}

static int limit_writes(const struct session *s)
{
	const char *folders[3] = {NULL};
	int n = 0;

	if (!s->source->ends_without_root)
		folders[n++] = tracefs_tracing_dir();
	if (s->records_pages)
		folders[n] = recording_folder(s->set->record);
	return sandbox_writes(folders, s->records_pages && settings_is_file(s->set->record) ? s->set->record : NULL);
}

int confine(struct session *s)
{
	struct keep k = {0};
	int err;

	if (s->child > 0) /* it may run as another user by then: su, setpriv */
		add(&k, CAP_KILL);
	if (s->reads_processes) {
		add(&k, CAP_SYS_PTRACE);
		add(&k, CAP_DAC_READ_SEARCH);
	}
	ksyms_hold();
	sandbox_bounding_set();
	err = s->source->ends_without_root ? sandbox_user() : 0;
	if (!err)
		err = keep_readable(s, &k);
	if (!err)
		err = capabilities_keep(k.caps, k.n);
	if (!err && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		err = -errno;
	/* Landlock would also hide the files of other processes. */
	if (!err && !(s->reads_processes && s->source->ends_without_root))
		err = limit_writes(s);
	if (!err)
		err = sandbox_calls(&(struct sandbox){
			.writes = !s->source->ends_without_root, .updates = s->reads_processes && s->on_bpf, .child = s->child});
	return err ? fail(err, "cannot give up privileges: %s", strerror(-err)) : 0;
}

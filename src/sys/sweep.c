// SPDX-License-Identifier: GPL-2.0-or-later
#include "sweep.h"

#include "owner.h"
#include "tracefs.h"
#include "tracefs_hold.h"
#include "tracefs_triggers.h"

#include <errno.h>
#include <string.h>
#include <tracefs/tracefs.h>

static bool is_gone(const char *name, char after)
{
	return !strncmp(name, TRACEFS_OWN, strlen(TRACEFS_OWN)) && owner_is_gone(name + strlen(TRACEFS_OWN), after);
}

/* Uses alloc, not create: another ktally may have removed the instance, and it must not be made again. */
static bool remove_instance(const char *name)
{
	struct tracefs_instance *instance = tracefs_instance_alloc(NULL, name);
	int err = instance ? tracefs_instance_destroy(instance) : -1;

	if (instance && err && errno == EBUSY) {
		tracefs_remove_triggers(instance);
		err = tracefs_instance_destroy(instance);
	}
	tracefs_instance_free(instance);
	return !err;
}

struct sweep {
	bool dry_run;
	void (*tell)(const char *what);
	int n;
};

static int swept(struct sweep *sweep, const char *name)
{
	sweep->n++;
	if (sweep->tell)
		sweep->tell(name);
	return 0;
}

static int sweep_instance(const char *name, void *arg)
{
	struct sweep *sweep = arg;

	return is_gone(name, '\0') && (sweep->dry_run || remove_instance(name)) ? swept(sweep, name) : 0;
}

static int sweep_hold(const char *name, void *arg)
{
	struct sweep *sweep = arg;

	if (!tracefs_held(name) || !is_gone(name, '.'))
		return 0;
	if (!sweep->dry_run)
		tracefs_release(name);
	return swept(sweep, name);
}

/* A first note takes its second note along. One is left alone if its process was killed between the two. */
static int sweep_second(const char *name, void *arg)
{
	struct sweep *sweep = arg;

	if (!tracefs_is_note(name) || tracefs_held(name) || !is_gone(name, '.') || sweep->dry_run)
		return 0;
	tracefs_release(name);
	return swept(sweep, name);
}

/* The owner is in the event's group, or in its name if it is synthetic: those all have one group. */
static bool is_left(const char *event)
{
	static const char synthetic[] = "synthetic/" TRACEFS_GROUP;

	if (!strncmp(event, synthetic, sizeof(synthetic) - 1))
		return owner_is_gone(event + sizeof(synthetic) - 1, '\0');
	return !strncmp(event, TRACEFS_GROUP, strlen(TRACEFS_GROUP)) && owner_is_gone(event + strlen(TRACEFS_GROUP), '/');
}

static int sweep_event(const char *event, void *arg)
{
	struct sweep *sweep = arg;

	if (is_left(event) && (sweep->dry_run || !tracefs_remove_event(event)))
		swept(sweep, event);
	return 0;
}

int tracefs_sweep(bool dry_run, void (*tell)(const char *what))
{
	struct sweep sweep = {dry_run, tell, 0};

	if (!owner_sweep_begin())
		return -EBUSY;
	/* Instances go first: they may use events and held files. */
	tracefs_each_instance(sweep_instance, &sweep);
	tracefs_each_instance(sweep_hold, &sweep);
	tracefs_each_instance(sweep_second, &sweep);
	tracefs_each_dynamic_event(sweep_event, &sweep);
	owner_sweep_end();
	return sweep.n;
}

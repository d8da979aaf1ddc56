/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tracefs_triggers.h - what a killed process left switched on in its instance. */
#ifndef KTALLY_TRACEFS_TRIGGERS_H
#define KTALLY_TRACEFS_TRIGGERS_H

struct tracefs_instance;

/* Takes all triggers off: one with variables keeps the instance from being removed. Looks at every event. */
void tracefs_remove_triggers(struct tracefs_instance *instance);

#endif

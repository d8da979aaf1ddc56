/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tracefs_triggers.h - removes the triggers that a killed process left in its instance. */
#pragma once

struct tracefs_instance;

/* Removes all triggers: one with variables makes removing the instance fail. Slow: reads a file of every event. */
void tracefs_remove_triggers(struct tracefs_instance *instance);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* places.h - where the kernel's files and this program are. Nothing is mounted. */
#ifndef KTALLY_DOCTOR_PLACES_H
#define KTALLY_DOCTOR_PLACES_H

#include <stdbool.h>
#include <stddef.h>

#define PLACE 256
#define BTF_PATH "/sys/kernel/btf/vmlinux"
#define TRACEFS_MOUNT "mount -t tracefs tracefs /sys/kernel/tracing"
#define SECURITYFS "/sys/kernel/security"

int place_of_tracefs(char to[PLACE]); /* readable or not; 0, -ENOENT, or -EXDEV: it is hidden */
const char *place_of_program(void);	  /* its file, for setcap; "ktally" where that is unknown */

bool kernel_has_filesystem(const char *type); /* mounted or not */

/* A kernel setting, as "kernel/perf_event_paranoid": 0 or -errno */
int place_sysctl(const char *name, int *value);

#endif

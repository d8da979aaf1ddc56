/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mapped.h - reads what all processes have mapped when tracing begins, so that programs have names after their end. */
#pragma once

#include "session/session.h"

int mapped_register(void); /* once, before objects are opened; 0 or -errno */

/*
 * mapped_read() gives usyms the mappings of all processes, with --pid only of these: by BPF if mapped_load() has loaded
 * its program, which the kernel has since 5.12, else from /proc. Call it after usyms_follow(). mapped_load() takes a
 * few milliseconds while the kernel's BTF is read anyway, several times that otherwise.
 */
void mapped_load(const struct session *s);
void mapped_read(const struct session *s);
void mapped_drop(void);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* vectors.h - the programs of bpf/vectors.bpf.h. */
#pragma once

struct session;

/* Switches on those whose tracepoints this kernel has, which differs by machine and configuration, in the object that
 * the session has opened. 0, or -errno with s->why set. */
int interrupt_vectors(struct session *s);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * kprobe_multi.h - programs in "kprobe.multi/FUNCTION": a link for many functions with one. libbpf takes what stands
 * there for a pattern, and reads all of the kernel's symbols for it.
 */
#pragma once

int kprobe_multi_register(void); /* once, before objects are opened; 0 or -errno */

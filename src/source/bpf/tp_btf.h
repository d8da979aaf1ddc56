/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tp_btf.h - SEC("tp_btf/...") through kernel_btf.h. libbpf's own handler loads the kernel's BTF for itself. */
#pragma once

int tp_btf_register(void); /* once, before objects are opened; 0 or -errno */

/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * trace_sockets.bpf.h - what more -yy tells of a descriptor: a socket's addresses, a device's numbers, a pidfd's
 * process. Read without a lock, as ss -e would read them a moment later.
 */
#pragma once

#include "trace_pieces.bpf.h"
#include <bpf/bpf_core_read.h>

#define FAMILY_UNIX 1
#define FAMILY_INET 2
#define FAMILY_INET6 10
#define FAMILY_NETLINK 16

#define PID_FS 0x50494446
#define MODE_TYPE 0170000
#define MODE_CHAR 0020000
#define MODE_BLOCK 0060000

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
/* What vmlinux.h lacks */
struct upid___files {
	int nr;
};
struct pid___files {
	struct upid___files numbers[1];
};
struct super_block___files {
	unsigned long s_magic;
};
struct inode___files {
	struct super_block___files *i_sb;
	unsigned long i_ino;
	unsigned short i_mode;
	u32 i_rdev;
	void *i_private;
};
struct file___files {
	struct inode___files *f_inode;
	void *private_data;
};
struct proto___files {
	char name[32];
};
struct in6_addr___files {
	u8 bytes[16];
};
struct sock_common___files {
	u32 skc_daddr, skc_rcv_saddr;
	u16 skc_dport, skc_num;
	u16 skc_family;
	struct proto___files *skc_prot;
	struct in6_addr___files skc_v6_daddr, skc_v6_rcv_saddr;
};
struct socket___files;
struct sock___files {
	struct sock_common___files __sk_common;
	struct socket___files *sk_socket;
	u16 sk_protocol;
};
struct socket___files {
	struct file___files *file;
	struct sock___files *sk;
};
struct sockaddr_un___files {
	u16 sun_family;
};
struct unix_address___files {
	int len;
	struct sockaddr_un___files name[1];
};
struct unix_sock___files {
	struct unix_address___files *addr;
	struct sock___files *peer;
};
struct netlink_sock___files {
	u32 portid;
};
#pragma clang attribute pop

const volatile __u32 with_descriptors = 0; /* 1: what they are; 2: more than that */

static __always_inline void read_inet(struct trace_socket *to, struct sock___files *sk)
{
	u16 port = BPF_CORE_READ(sk, __sk_common.skc_dport);

	to->source_port = BPF_CORE_READ(sk, __sk_common.skc_num);
	to->destination_port = (u16)(port << 8 | port >> 8);
	if (to->family == FAMILY_INET) {
		*(u32 *)to->source = BPF_CORE_READ(sk, __sk_common.skc_rcv_saddr);
		*(u32 *)to->destination = BPF_CORE_READ(sk, __sk_common.skc_daddr);
	} else if (bpf_core_field_exists(sk->__sk_common.skc_v6_daddr)) {
		bpf_probe_read_kernel(to->source, 16, __builtin_preserve_access_index(&sk->__sk_common.skc_v6_rcv_saddr));
		bpf_probe_read_kernel(to->destination, 16, __builtin_preserve_access_index(&sk->__sk_common.skc_v6_daddr));
	}
}

static __always_inline void read_unix(struct trace_socket *to, struct unix_sock___files *sk)
{
	struct unix_address___files *address = BPF_CORE_READ(sk, addr);
	struct sock___files *peer = BPF_CORE_READ(sk, peer);
	u64 length = address ? BPF_CORE_READ(address, len) : 0;

	if (peer)
		to->peer = BPF_CORE_READ(peer, sk_socket, file, f_inode, i_ino);
	length -= sizeof(u16); /* the family */
	if (length > sizeof(to->path))
		return;
	to->path_length = length;
	bpf_probe_read_kernel(to->path, sizeof(to->path),
						  (void *)__builtin_preserve_access_index(&address->name) + sizeof(u16));
}

static __always_inline void read_socket(struct trace_socket *to, struct sock___files *sk)
{
	struct proto___files *protocol = BPF_CORE_READ(sk, __sk_common.skc_prot);

	to->family = BPF_CORE_READ(sk, __sk_common.skc_family);
	bpf_probe_read_kernel(to->name, sizeof(to->name), __builtin_preserve_access_index(&protocol->name));
	if (to->family == FAMILY_INET || to->family == FAMILY_INET6)
		read_inet(to, sk);
	else if (to->family == FAMILY_UNIX && bpf_core_type_exists(struct unix_sock___files))
		read_unix(to, (void *)sk);
	else if (to->family == FAMILY_NETLINK && bpf_core_type_exists(struct netlink_sock___files)) {
		to->protocol = BPF_CORE_READ(sk, sk_protocol);
		to->port_id = BPF_CORE_READ((struct netlink_sock___files *)sk, portid);
	}
}

__noinline int piece_socket(u64 socket, u64 inode, u64 tag)
{
	struct trace_scratch *s = scratch();
	struct trace_socket *to;
	struct sock___files *sk;
	u64 at;

	if (with_descriptors < 2 || !s) /* lockdown forbids even a function that nobody calls */
		return 0;
	at = piece_at(s);
	if (at >= TRACE_ROOM)
		return 0;
	sk = BPF_CORE_READ((struct socket___files *)socket, sk);
	BOUND(at, TRACE_ROOM - 1);
	to = (void *)(s->room + at + sizeof(struct trace_piece));
	__builtin_memset(to, 0, sizeof(*to));
	to->inode = inode;
	if (sk)
		read_socket(to, sk);
	piece_end(s, at, sizeof(*to), tag);
	return 0;
}

/* Of what has no other name in the kernel: is it "[pidfd]"? */
static __always_inline bool is_pidfd(const char *name)
{
	u64 text = 0;

	bpf_probe_read_kernel(&text, sizeof(text), name);
	return (text & 0xffffffffffffff) == 0x5d64666469705bULL; /* "[pidfd]", the first byte lowest */
}

static __always_inline void piece_number(u64 value, u64 tag)
{
	struct trace_scratch *s = scratch();

	if (s)
		piece_word(s, value, tag);
}

static __always_inline void piece_device(struct inode___files *inode, u64 tag)
{
	u64 mode = BPF_CORE_READ(inode, i_mode);

	if ((mode & MODE_TYPE) == MODE_CHAR || (mode & MODE_TYPE) == MODE_BLOCK)
		piece_number(mode << 32 | BPF_CORE_READ(inode, i_rdev), tag);
}

static __always_inline void piece_process(struct pid___files *pid, u64 tag)
{
	piece_number(BPF_CORE_READ(pid, numbers[0].nr), tag);
}

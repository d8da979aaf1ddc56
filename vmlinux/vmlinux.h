/* SPDX-License-Identifier: GPL-2.0-or-later OR BSD-2-Clause */
/*
 * vmlinux.h - the kernel structures that ktally's BPF programs read, and of each only the members that
 * are read. CO-RE relocates every access to the running kernel, so neither order nor offsets matter
 * and there is no architecture in it. `vmlinux/check.sh` holds it against a kernel's BTF.
 *
 * A structure with a suffix after three underscores is the same kernel structure as some kernels had
 * it; compat.bpf.h chooses and names the commits.
 */
#ifndef KTALLY_VMLINUX_H
#define KTALLY_VMLINUX_H

#include <linux/types.h>
#include <linux/bpf.h>

typedef _Bool bool;
enum { false, true };

typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;
typedef __s32 s32;
typedef __s64 s64;

enum mq_rq_state { MQ_RQ_IDLE };

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct gendisk {
	int major;
	int first_minor;
};

struct request_queue {
	struct gendisk *disk; /* since 5.15 */
};

struct request {
	struct request_queue *q;
	unsigned int cmd_flags;
	unsigned int __data_len;
	u64 __sector;
	enum mq_rq_state state;
};

struct request___rq_disk {
	struct gendisk *rq_disk; /* until 5.16 */
};

struct qstr {
	unsigned int len;
	const unsigned char *name;
};

struct dentry {
	struct dentry *d_parent;
	struct qstr d_name;
};

struct vfsmount {
	struct dentry *mnt_root;
};

struct mount {
	struct mount *mnt_parent;
	struct dentry *mnt_mountpoint;
	struct vfsmount mnt;
};

struct path {
	struct vfsmount *mnt;
	struct dentry *dentry;
};

struct file {
	struct path f_path;
};

struct fdtable {
	unsigned int max_fds;
	struct file **fd;
};

struct files_struct {
	struct fdtable *fdt;
};

struct fs_struct {
	struct path root, pwd;
};

struct mm_struct {
	unsigned long arg_start, arg_end;
};

struct thread_info {
	unsigned long flags;
#if defined(__TARGET_ARCH_x86)
	u32 status;
#endif
};

struct ns_common {
	unsigned int inum;
};

struct pid_namespace {
	struct ns_common ns;
};

struct upid {
	int nr;
	struct pid_namespace *ns;
};

struct pid {
	unsigned int level;
	struct upid numbers[1];
};

struct seq_file;

struct bpf_iter_meta {
	struct seq_file *seq;
};

struct uprobe_task {
	unsigned int depth;
};

struct kmem_cache {
	unsigned int object_size;
};

struct kernel_siginfo {
	int si_code;
};

struct list_head {
	struct list_head *next;
};

struct sigpending {
	struct list_head list;
	struct {
		unsigned long sig[1];
	} signal;
};

struct sigqueue {
	struct list_head list;
	struct kernel_siginfo info;
};

struct signal_struct {
	struct sigpending shared_pending;
	int group_exit_code;
	unsigned int flags;
};

struct kernfs_node {
	u64 id;
};

struct cgroup;

struct cgroup_subsys_state {
	struct cgroup *cgroup;
	struct cgroup_subsys_state *parent;
};

struct cgroup {
	struct cgroup_subsys_state self;
	struct kernfs_node *kn;
};

struct css_set {
	struct cgroup *dfl_cgrp;
};

typedef struct {
	unsigned int val;
} kuid_t;

struct cred {
	kuid_t uid;
};

struct task_struct {
	struct thread_info thread_info;
	unsigned int __state; /* since 5.14 */
	void *stack;
	const struct cred *cred;
	struct css_set *cgroups;
	int pid;
	int tgid;
	char comm[16];
	u64 parent_exec_id;
	u64 self_exec_id;
	u64 start_time;
	struct task_struct *real_parent;
	struct task_struct *group_leader;
	int exit_state;
	int exit_code;
	struct signal_struct *signal;
	struct sigpending pending;
	struct mm_struct *mm;
	struct fs_struct *fs;
	struct files_struct *files;
	struct pid *thread_pid;
	struct uprobe_task *utask;
};

struct hrtimer {
	s64 _softexpires;
};

struct task_struct___state {
	long state; /* until 5.13 */
};

struct bpf_iter__task {
	struct bpf_iter_meta *meta;
	struct task_struct *task;
};

struct in6_addr {
	union {
		u32 u6_addr32[4];
	} in6_u;
};

struct sock_common {
	u32 skc_daddr;
	u32 skc_rcv_saddr;
	u16 skc_dport;
	u16 skc_num;
	unsigned short skc_family;
	volatile unsigned char skc_state;
	struct in6_addr skc_v6_daddr;
	struct in6_addr skc_v6_rcv_saddr;
};

struct sock {
	struct sock_common __sk_common;
};

struct request_sock {
	struct sock_common __req_common;
};

struct trace_event_raw_task_newtask {
	int pid;
	unsigned long clone_flags;
};

struct trace_event_raw_sched_process_exec {
	int old_pid;
};

struct trace_event_raw_tcp_retransmit_skb {
	int err; /* since 6.15 */
};

struct inet_connection_sock {
	u8 icsk_pending;
};

struct tcp_sock {
	struct inet_connection_sock inet_conn;
};

/* The first of the `struct page`s that it is made of; a folio of several pages has more words in the second */
struct folio {
	unsigned long flags;	/* since 5.16 until 6.17 */
	unsigned long _flags_1; /* since 5.18 */
};

struct folio___order {
	unsigned char _folio_order; /* since 5.18 until 6.5 */
};

struct folio___memdesc {
	struct {
		unsigned long f;
	} flags; /* since 6.18 */
};

#pragma clang attribute pop

/* enumerators whose numbers CO-RE looks up */
enum req_flag_bits {
	__REQ_SYNC = 11,
	__REQ_META = 12,
	__REQ_FUA = 17,
	__REQ_PREFLUSH = 18,
	__REQ_RAHEAD = 19,
};

enum req_flag_bits___atomic {
	__REQ_ATOMIC = 27, /* since 6.11 */
};

enum pageflags {
	PG_head = 16,
};

#endif

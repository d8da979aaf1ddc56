# SPDX-License-Identifier: GPL-2.0-or-later
# lockdown.sh - runs in a guest with lockdown=confidentiality: what still works there
# shellcheck shell=bash

contains "lockdown: is on" "$(cat /sys/kernel/security/lockdown)" '\[confidentiality\]'
run "$KTALLY" iolatency -j -d nullb0 -- "$WORK/dio" -n 1000 -o mix /dev/nullb0
contains "lockdown: BTF tracepoints still count everything" "$OUT" '"backend":"bpf".*"counted":1000,'
is "lockdown: nothing to say" "$ERR" ""
run "$KTALLY" iolatency -j -Q -F -d nullb0 -p 1 0.1 1
is "lockdown: with filter, keys and queue" "$STATUS $ERR" "0 "
run "$KTALLY" iolatency --backend=ftrace -d nullb0 0.1 1
is "lockdown: ftrace: status" "$STATUS" 3
contains "lockdown: ftrace: says why" "$ERR" "lockdown is confidentiality"
echo "guest done"

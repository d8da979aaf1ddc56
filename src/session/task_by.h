/* SPDX-License-Identifier: GPL-2.0-or-later */
/* task_by.h - --by WHAT: by what of a task a tool counts. */
#pragma once

enum task_by_what { BY_COMMAND = 1, BY_PROCESS, BY_THREAD, BY_CGROUP, BY_CPU };

/* For OPT_PARSED(); to: an enum task_by_what. 0, or -EINVAL after a message */
int task_by_parse(void *to, const char *text);

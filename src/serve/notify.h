/* SPDX-License-Identifier: GPL-2.0-or-later */
/* notify.h - tells systemd how far this service is (sd_notify(3)). Nothing without NOTIFY_SOCKET. */
#pragma once

void notify_ready(void);
void notify_stopping(void);

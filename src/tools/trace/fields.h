/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fields.h - the columns and the JSON keys of trace's rows. */
#pragma once

struct schema;
struct session;

const struct schema *fields_prepare(struct session *s);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expose_parts.h - what expose.c chooses from, a pair for each kind of format. */
#pragma once

#include "expose.h"

void text_head(struct exposition *e);
void text_value(struct exposition *e, const char *const *label_values, uint64_t value);
void text_histogram(struct exposition *e, const char *const *label_values, const struct hist *h);

void protobuf_head(struct exposition *e);
void protobuf_value(struct exposition *e, const char *const *label_values, uint64_t value);
void protobuf_histogram(struct exposition *e, const char *const *label_values, const struct hist *h);
void protobuf_end(struct exposition *e); /* of the family */

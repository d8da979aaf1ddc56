/* SPDX-License-Identifier: GPL-2.0-or-later */
/* output.h - prints the doctor's report in columns or as JSON, and escapes everything. */
#pragma once

#include "system.h"
#include "tool_trial.h"
#include "trial.h"

struct output {
	void (*facts)(const struct fact *facts, int n);
	/* before: the trial printed before this one; NULL: none */
	void (*mechanism)(const struct trial *t, const struct trial *before);
	void (*tools)(const struct tool_trial *trials);
};

extern const struct output output_text, output_json;

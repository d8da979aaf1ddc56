// SPDX-License-Identifier: GPL-2.0-or-later
/* What a session that was taken over could tell the HTTP process of `ktally serve`. */
#include "fuzz.h"

#include "metrics/answer.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	for (enum expose_format f = EXPOSE_TEXT; f <= EXPOSE_PROTOBUF; f++) {
		struct exposition e = {0};

		expose_begin(&e, f);
		answer_expose(data, n, "ktally_fuzz", 1, &e);
		expose_end(&e);
		/* Nothing but what the formats have: text is UTF-8 without controls, and each line is one of ours. */
		MUST(f == EXPOSE_PROTOBUF || !e.out.n || !memchr(e.out.at, '\0', e.out.n));
		MUST(f == EXPOSE_PROTOBUF || !e.out.n || !memchr(e.out.at, '\033', e.out.n));
		bytes_free(&e.out);
	}
	return 0;
}

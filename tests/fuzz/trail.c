// SPDX-License-Identifier: MIT
/* What a kept report's file says of the disk: asked of the disk as it is, which is only looked at. */
#include "base/retrace.h"
#include "base/trail.h"
#include "fuzz.h"

void fuzz_input(const char *text, size_t n)
{
	struct changed c = { 0 };
	struct trail *into = trail_new();

	retrace(text, n, &c, into);
	trail_free(into);
	changed_release(&c);
}

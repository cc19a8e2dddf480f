// SPDX-License-Identifier: MIT
/* What a cached report's file says of the disk: checked on the disk as it is, which is only looked at. */
#include "base/retrace.h"
#include "fuzz.h"

void fuzz_input(const char *text, size_t n)
{
	retrace(text, n);
}

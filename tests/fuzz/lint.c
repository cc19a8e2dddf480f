// SPDX-License-Identifier: MIT
/* A Python config: linted with all rules, its findings printed in every format. */
#include "fuzz.h"

void fuzz_input(const char *text, size_t n)
{
	struct fuzz f;

	fuzz_begin(&f);
	fuzz_put(&f, FUZZ_CONFIG, text, n);
	if (fuzz_lint(&f, FUZZ_CONFIG, NULL))
		fuzz_report(&f);
	fuzz_end(&f);
}

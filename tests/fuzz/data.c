// SPDX-License-Identifier: MIT
/* A YAML config and a JSON config of the same bytes, linted. */
#include "fuzz.h"

static void lint_as(const char *path, const char *text, size_t n)
{
	struct fuzz f;

	fuzz_begin(&f);
	fuzz_put(&f, path, text, n);
	if (fuzz_lint(&f, path, NULL))
		fuzz_report(&f);
	fuzz_end(&f);
}

void fuzz_input(const char *text, size_t n)
{
	lint_as("/p/configs/config.yaml", text, n);
	lint_as("/p/configs/config.json", text, n);
}

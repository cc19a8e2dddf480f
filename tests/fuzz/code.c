// SPDX-License-Identifier: MIT
/* Training code: the one Python file of a project with a fixed config. */
#include "fuzz.h"
#include "project.h"

void fuzz_input(const char *text, size_t n)
{
	struct fuzz f;

	fuzz_begin(&f);
	fuzz_put(&f, "/p/tools/train.py", text, n);
	fuzz_put(&f, FUZZ_CONFIG, project_config, strlen(project_config));
	if (fuzz_lint(&f, FUZZ_CONFIG, NULL))
		fuzz_report(&f);
	fuzz_end(&f);
}

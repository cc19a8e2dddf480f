// SPDX-License-Identifier: MIT
/* A .cfglint.yaml above a fixed config. */
#include "fuzz.h"

void fuzz_input(const char *text, size_t n)
{
	static const char config[] = "model = dict(type='Net')\n"
				     "data = dict(samples_per_gpu=2, workers_per_gpu=0)\n"
				     "optimizer = dict(type='SGD', lr=0.1)  # cfglint: disable=data\n";
	struct fuzz f;

	fuzz_begin(&f);
	fuzz_put(&f, "/p/.cfglint.yaml", text, n);
	fuzz_put(&f, FUZZ_CONFIG, config, strlen(config));
	if (fuzz_lint(&f, FUZZ_CONFIG, NULL))
		fuzz_report(&f);
	fuzz_end(&f);
}

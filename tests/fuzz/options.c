// SPDX-License-Identifier: MIT
/* --cfg-options, one a line, for a fixed config. */
#include "fuzz.h"

enum { OPTIONS = 64 };

void fuzz_input(const char *text, size_t n)
{
	static const char config[] = "a = dict(b=1, c=[1, dict(d=2)])\nmodel = dict(type='Net', e=(1, 2))\nlr = 0.1\n";
	const char *option[OPTIONS + 1] = { 0 };
	struct fuzz f;

	fuzz_begin(&f);

	char *rest = arena_strndup(&f.a, text, n);

	for (uint32_t i = 0; i < OPTIONS && rest; i++)
		option[i] = strsep(&rest, "\n");
	f.l.graph.cfg_options = option;
	fuzz_put(&f, FUZZ_CONFIG, config, strlen(config));
	if (fuzz_lint(&f, FUZZ_CONFIG, NULL))
		fuzz_report(&f);
	fuzz_end(&f);
}

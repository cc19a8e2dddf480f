// SPDX-License-Identifier: MIT
/* A Python config that is fixed, unsafe fixes too: what comes out can be parsed, and a second run edits nothing. */
#include "fuzz.h"

/* The fixed text on the arena `to`; NULL: nothing was fixed. */
static const char *fixed(struct arena *to, const char *text, size_t n, size_t *nfixed)
{
	static const char *const path[] = { FUZZ_CONFIG };
	struct fix_opts o = { .unsafe = true, .edit_bases = true };
	struct fix_result r = { 0 };
	struct err e = { 0 };
	const char *out = NULL;
	struct fuzz f;

	fuzz_begin(&f);
	fuzz_put(&f, FUZZ_CONFIG, text, n);
	fuzz_lint(&f, FUZZ_CONFIG, NULL);
	fuzz_expect(fix_run(&f.l, &f.a, &(struct fix_input){ .g = f.g, .paths = path, .npaths = 1, .found = &f.found },
			    &o, &r, &e),
		    "%s", e.msg);
	if (r.nfiles) {
		const struct module *m = graph_find(r.after, FUZZ_CONFIG);

		fuzz_expect(r.nfiles == 1 && m && m->state == MODULE_OK, "the fixed config does not load");
		*nfixed = r.file[0].nnew;
		out = arena_strndup(to, r.file[0].new_bytes, *nfixed);
	}
	fix_result_release(&r);
	fuzz_end(&f);
	return out;
}

void fuzz_input(const char *text, size_t n)
{
	struct arena a = { 0 };
	size_t nonce, ntwice;
	const char *once = fixed(&a, text, n, &nonce), *twice = once ? fixed(&a, once, nonce, &ntwice) : NULL;

	fuzz_expect(!twice, "a second run edits again:\n%s\n--- and then\n%s", once, twice);
	arena_release(&a);
}

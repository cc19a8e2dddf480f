// SPDX-License-Identifier: MIT
/* What is kept of an earlier run's findings: read, told again beside a config that has changed, printed and written. */
#include "fuzz.h"
#include "project.h"
#include "lint/records.h"

#define OTHER "/p/configs/other.py"

/* false: there is nothing to tell. */
static bool lint_another_time(struct fuzz *f, struct records *r, const struct subject_set **set)
{
	static const char *const all[] = { "all", NULL };
	static const char *const path[] = { FUZZ_CONFIG, OTHER };
	struct overrides o = { .sel = { .select = all, .pedantic = true } };

	linter_open(&f->l, &o, NULL);
	f->l.records = r;
	f->l.graph.limits.seconds = 1;
	*set = linter_subjects(&f->l, &config_kind, path, 2, NULL);
	if (!settings_for(f->l.settings, FUZZ_CONFIG, NULL))
		return false;
	lint_run(&f->l, &f->a, *set, &f->found, NULL, &f->stats);
	return true;
}

void fuzz_input(const char *text, size_t n)
{
	static const char heir[] = "_base_ = './config.py'\nlr = 3\n";
	struct records *r = records_new(false);
	const struct subject_set *set;
	struct buf out = { 0 };
	struct fuzz f;

	fuzz_begin(&f);
	fuzz_put(&f, FUZZ_CONFIG, project_config, strlen(project_config));
	fuzz_put(&f, OTHER, heir, strlen(heir));
	if (records_read(r, text, n)) {
		records_forget(r, n % 2 ? FUZZ_CONFIG : OTHER);
		records_found(r, "heirs", (const char *const[]){ OTHER, NULL });
	}
	if (lint_another_time(&f, r, &set))
		fuzz_report(&f);
	records_write(r, &out);
	config_kind.free(set);
	buf_release(&out);
	fuzz_end(&f);
	records_free(r);
}

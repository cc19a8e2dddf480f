// SPDX-License-Identifier: MIT
/* What the fuzz targets share: a project in memory, one file of which is the input, and a whole run over it with all
 * rules. One program a target: X.c defines fuzz_input, corpus/X its first inputs. A crash, a report of a sanitizer, a
 * leak, an input that takes 10 seconds and a promise that fuzz_expect finds broken all end the program. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H
#include "config/config_subject.h"
#include "run/run_subject.h"
#include "fix/fix.h"
#include "lint/judge/code_rules.h"
#include "lint/lint.h"
#include "report/report.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUZZ_CONFIG "/p/configs/config.py"
#define fuzz_expect(good, ...) ((good) ? (void)0 : BUG(__VA_ARGS__))

struct fuzz {
	struct arena a;
	struct linter l;
	struct graph *g;
	struct diags found;
	struct lint_stats stats;
};

void fuzz_input(const char *text, size_t n); /* each target's own */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	fuzz_input((const char *)data, n);
	return 0;
}

/* The rules of the program, loaded once. */
static inline struct ruleset *fuzz_rules(void)
{
	static struct ruleset *rules;
	struct err e = { 0 };

	if (!rules)
		rules = ruleset_load(NULL, &(struct rule_host){ known_kinds, native_code_names() }, &e);
	fuzz_expect(rules, "%s", e.msg);
	return rules;
}

static inline void fuzz_put(struct fuzz *f, const char *path, const char *text, size_t n)
{
	vfs_put(f->l.vfs, path, text, n);
}

/* A project of one training script and no config yet. */
static inline void fuzz_begin(struct fuzz *f)
{
	static const char train[] = "from mmcv import Config\n"
				    "def main(args):\n"
				    "    cfg = Config.fromfile(args.config)\n"
				    "    print(cfg.model, cfg.get('data'), cfg.optimizer.lr)\n"
				    "if __name__ == '__main__':\n"
				    "    main(None)\n";

	*f = (struct fuzz){ .l = { .vfs = vfs_new_sealed(), .pool = pool_new(1), .rules = fuzz_rules() } };
	fuzz_put(f, "/p/setup.py", "", 0);
	fuzz_put(f, "/p/.cfglint.yaml", "", 0);
	fuzz_put(f, "/p/tools/train.py", train, strlen(train));
}

/* Every rule on this file and on what it inherits from. cache: as linter_open takes it. false: its settings can't be
 * read. */
static inline bool fuzz_lint(struct fuzz *f, const char *path, const char *cache)
{
	static const char *const all[] = { "all", NULL };
	struct overrides o = { .sel = { .select = all, .pedantic = true } };

	linter_open(&f->l, &o, cache);
	linter_name_file(&f->l, path);
	f->l.graph.limits.seconds = 1;
	f->g = linter_load(&f->l, &path, 1);
	if (!settings_for(f->l.settings, path, NULL))
		return false;
	lint_run(&f->l, &f->a, graph_subjects(f->g), &f->found, NULL, &f->stats);
	return true;
}

/* The findings in every format, into memory. */
static inline void fuzz_report(struct fuzz *f)
{
	char *text = NULL;
	size_t n;
	FILE *to = open_memstream(&text, &n);

	for (size_t i = 0; reporter_name(i); i++) {
		struct report r = { .o = { .to = to, .cwd = "/p", .color = true, .width = 80, .wrap = 80 },
				    .dialects = &f->l.rules->dialects,
				    .found = &f->found,
				    .stats = &f->stats };
		report_print(&r, reporter_find(reporter_name(i)));
	}
	fclose(to);
	free(text);
}

static inline void fuzz_end(struct fuzz *f)
{
	vec_release(&f->found);
	linter_close(&f->l);
	if (f->g)
		graph_free(f->g);
	pool_free(f->l.pool);
	vfs_free(f->l.vfs);
	arena_release(&f->a);
}
#endif

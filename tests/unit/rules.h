// SPDX-License-Identifier: MIT
/* For tests of facts and lint: a rules folder on disk, a sealed project in memory, and a config loaded from it. */
#ifndef TESTS_RULES_H
#define TESTS_RULES_H
#include "lint/lint.h"
#include "base/path.h"
#include "lint/judge/native.h"
#include "rules_folder.h"
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

struct project {
	struct rules_folder rules;
	struct vfs *fs;
	struct pool *pool;
	struct graph *g;
	struct ruleset *rs;
	struct arena arena;
	struct err err;
};

static inline void project_rule(struct project *p, const char *path, const char *text)
{
	rules_folder_put(&p->rules, path, text);
}

static inline void project_begin(struct project *p)
{
	memset(p, 0, sizeof *p);
	rules_folder_begin(&p->rules);
	p->fs = vfs_new_sealed();
	p->pool = pool_new(2);
	project_rule(p, "concepts.yaml",
		     "lr: {type: float, doc: rate}\nbatch: {type: int, unit: samples, doc: batch}\nworld: {type: int}\n"
		     "loop: {type: int}\nmissing: {type: int}\ntwo: {type: int}\nidle: {type: bool}\n");
	project_rule(
		p, "dialects/plain.yaml",
		"summary: test\nfamily: mmcv1\nloader: mmcv1\npriority: 0\ncomplete: has(cfg.model)\n"
		"concepts:\n  lr: {paths: [optimizer.lr, lr]}\n  batch: {paths: [data.batch], default: 1}\n"
		"  world: {value: machine.gpus * machine.nodes}\n  loop: {value: loop + 1}\n  two: {value: batch * 2}\n"
		"  idle: {value: \"not reads('', 'idle')\"}\n"
		"required: [model, work_dir]\n"
		"reads:\n  data: {keys: [batch, train], others: ignored, by: train.py, actual: {pin: 'True'}}\n"
		"  '': {keys: [model], ignored: [fp16], others: open}\n  runner: {keys: [type], others: rejected}\n");
	project_rule(p, "knowledge/k.yaml",
		     "mmcv1:\n  SGD: {params: [lr, momentum], open: false}\n  Any: {params: [a], open: true}\n");
}

static inline void project_load(struct project *p)
{
	p->rs = rules_folder_load(&p->rules, &p->err);
}

/* The same for a group's setup: 0, or why not and 1. */
static inline int project_ready(struct project *p)
{
	project_load(p);
	if (!p->rs)
		fprintf(stderr, "%s\n", p->err.msg);
	return !p->rs;
}

/* Instead of all that: rules about a config itself, about what its children name, and about what they replace. */
static inline void project_rules_of_children(struct project *p)
{
	project_begin(p);
	project_rule(p, "lr/high.yaml",
		     "id: LRX001\nsummary: s\nscope: file\nwhen: lr > 2\nat: lr\nmessage: \"lr {lr} is high\"\n");
	project_rule(p, "data/idle.yaml",
		     "id: DAT001\nsummary: s\nscope: file\neach: {k: keys(own(cfg))}\nwhen: not loaded(k)\nat: "
		     "cfg[k]\nmessage: \"no code names {k}\"\n");
	project_rule(p, "config/replaced.yaml", "id: CFG008\nsummary: s\nscope: file\nnative: true\n");
}

static inline int project_with_children(struct project *p)
{
	project_rules_of_children(p);
	return project_ready(p);
}

/* All that a report is made of. */
static inline const char *project_told(struct project *p, const struct diags *found, const struct lint_stats *stats)
{
	struct buf b = { 0 };

	for (size_t i = 0; i < found->n; i++) {
		const struct diag *d = &found->at[i];

		buf_printf(&b, "%s %s:%u:%u %s, in %u:", d->rule->id, diag_source(d, d->at)->path, d->at.lo, d->at.hi,
			   d->msg, d->nseen);
		for (uint32_t k = 0; k < d->nseen; k++)
			buf_printf(&b, " %s", d->seen_in[k]->path);
		buf_putc(&b, '\n');
	}
	for (uint32_t i = 0; i < stats->nkinds; i++)
		buf_printf(&b, "%u files, %u whole, %u unloaded\n", stats->of[i].files, stats->of[i].whole,
			   stats->of[i].unloaded);
	for (int i = 0; i < UNCHECKED_WHYS; i++)
		if (stats->unchecked[i].nsubjects)
			buf_printf(&b, "%u not checked (%d), first %s\n", stats->unchecked[i].nsubjects, i,
				   stats->unchecked[i].first->path);

	const char *text = arena_strdup(&p->arena, buf_str(&b));

	buf_release(&b);
	return text;
}

/* One rule that never fires. false: the rules don't load, and stderr says why. */
static inline bool project_quiet(struct project *p)
{
	project_begin(p);
	project_rule(p, "data/a.yaml", "id: AAA001\nsummary: s\nwhen: 'False'\nat: lr\nmessage: m\n");
	project_load(p);
	if (!p->rs)
		fprintf(stderr, "%s\n", p->err.msg);
	return p->rs != NULL;
}

static inline void project_file(struct project *p, const char *path, const char *text)
{
	vfs_put(p->fs, path, text, strlen(text));
}

static inline const struct module *project_config(struct project *p, const char *path)
{
	struct graph_opts o = { .loader = LOADER_MMCV1 };
	const char *paths[] = { path };
	p->g = graph_load(p->fs, paths, 1, &o, p->pool);
	return graph_find(p->g, path);
}

static inline void project_end(struct project *p)
{
	if (p->g)
		graph_free(p->g);
	ruleset_free(p->rs);
	vfs_free(p->fs);
	pool_free(p->pool);
	arena_release(&p->arena);
	rules_folder_end(&p->rules);
}
#endif

// SPDX-License-Identifier: MIT
#include "cli/shared/fixes.h"
#include "base/path.h"
#include "cli/shared/evidence.h"
#include "cli/launching.h"
#include "cli/progress.h"
#include "cli/messages.h"
#include "config/config_subject.h"
#include "project/root.h"
#include <string.h>

/* Where configs that inherit from this one may lie: the outermost `configs` folder of its repository, else its own
 * folder; and any other folder of the repository, as `projects/x/configs`. */
static void add_family(struct session *s, const struct subject *x, struct strings *dirs, struct strings *tops)
{
	const char *own = path_dir(&s->arena, x->path), *found = own, *top = NULL;

	for (const char *d = own; !top && strcmp(d, "/") != 0; d = path_dir(&s->arena, d)) {
		if (strcmp(path_base(d), "configs") == 0 || strcmp(path_base(d), "config") == 0)
			found = d;
		if (root_marked(&s->arena, s->linter.vfs, d, ROOT_GIT))
			top = d;
	}
	if (!top && x->root && path_inside(x->root, x->path))
		top = x->root;
	folders_join(dirs, found);
	if (top)
		folders_join(tops, top);
}

static void families(struct lint_ctx *l, const struct subject_set *set, struct strings *dirs, struct strings *tops)
{
	for (size_t i = 0; i < l->targets.n; i++) {
		const struct subject *x = l->targets.at[i].path ? subject_find(set, l->targets.at[i].path) : NULL;

		if (x)
			add_family(l->s, x, dirs, tops);
	}
}

/* The files of the run that can be rewritten, without configs: those are written with their families. */
static void add_fixable(struct lint_ctx *l, const struct subject_set *configs, struct fix_input *in)
{
	const struct subject_set **more = (const struct subject_set **)arena_array(&l->s->arena, void *, KINDS_MAX);

	in->more = more;
	in->g = configs ? subject_graph(configs) : NULL;
	for (size_t i = 0; l->s->kinds[i]; i++)
		if (l->set[i] && l->set[i] != configs && fix_rewrites(l->s->kinds[i]))
			more[in->nmore++] = l->set[i];
}

const struct subject_set *lint_ctx_configs(const struct lint_ctx *l)
{
	for (size_t i = 0; l->s->kinds[i]; i++)
		if (l->set[i] && l->s->kinds[i] == &config_kind)
			return l->set[i];
	return NULL;
}

static bool is_wanted(void *ctx, const struct diag *d)
{
	const struct lint_ctx *l = ctx;

	return evidence_keeps(ctx, d) && !launching_only(&l->targets, d);
}

bool fixes_run(struct lint_ctx *l, const struct fix_opts *o, struct fix_result *r)
{
	struct session *s = l->s;
	struct fix_opts fo = *o;
	struct strings dirs = { 0 }, tops = { 0 };
	struct err e = { 0 };
	const struct subject_set *set = lint_ctx_configs(l);
	struct fix_input in = { .found = &l->found };
	struct progress_line *line;
	bool good;

	in.paths = targets_paths(s, &l->targets, &config_kind, &in.npaths);
	add_fixable(l, set, &in);
	if (!in.g && !in.nmore)
		return true;
	if (set)
		families(l, set, &dirs, &tops);
	if (!fo.wanted) {
		fo.wanted = is_wanted;
		fo.ctx = l;
	}
	fo.unsafe = s->o->unsafe_fixes;
	fo.edit_bases = s->o->edit_bases;
	fo.edit_code = s->o->edit_code;
	fo.dirs = strings_list(&dirs);
	fo.tops = strings_list(&tops);
	line = progress_begin(s, "trying fixes");
	good = fix_run(&s->linter, &s->arena, &in, &fo, r, &e);
	progress_end(line);
	vec_release(&dirs);
	vec_release(&tops);
	if (!good)
		complain(s, "fixing failed: %s", e.msg);
	return good;
}

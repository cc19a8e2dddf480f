// SPDX-License-Identifier: MIT
/* The text goes on the overlay under a name of its own, in the log's folder: whose project that is decides how it is
 * read. */
#include "cli/command/dumped.h"
#include "base/path.h"
#include "config/graph.h"
#include "lint/lint.h"
#include <string.h>

static const char *name_of(struct session *s, const struct run *r)
{
	const char *dir = path_dir(&s->arena, r->file[0]);

	return path_join(&s->arena, dir,
			 arena_printf(&s->arena, "%s.line-%u.py", path_base(r->file[0]), r->config_line));
}

bool dumped_load(struct session *s, const struct run *r, struct dumped *out)
{
	const char *path = name_of(s, r);
	const struct settings *st;
	struct machine hw;

	*out = (struct dumped){ 0 };
	if (!r->config)
		return false;
	vfs_put(s->linter.vfs, path, r->config, strlen(r->config));
	out->g = linter_load(&s->linter, &path, 1);
	out->m = graph_find(out->g, path);
	st = settings_for(s->linter.settings, path, NULL);
	if (!st || !out->m || out->m->state != MODULE_OK) {
		dumped_release(out);
		return false;
	}
	out->dialect = lint_dialect(&s->linter, &(struct judged){ &out->m->subject, st }, NULL);
	hw = lint_machine(&s->arena, st, &out->m->subject);
	out->facts = facts_new(&s->arena, &out->m->subject, s->linter.rules->dialects.vocab, out->dialect, &hw);
	return true;
}

void dumped_release(struct dumped *d)
{
	graph_free(d->g);
	*d = (struct dumped){ 0 };
}

bool dumped_count(const struct dumped *d, const char *concept, uint32_t *out)
{
	const struct fact *f = d->facts ? facts_get(d->facts, str_lit(concept)) : NULL;

	if (!f || (f->state != FACT_KNOWN && f->state != FACT_DEFAULT) || f->val.kind != VALUE_INT || f->val.as.i < 0 ||
	    f->val.as.i > UINT32_MAX)
		return false;
	*out = (uint32_t)f->val.as.i;
	return true;
}

uint32_t dumped_iterations(const struct dumped *d, const struct run *r)
{
	uint32_t told = run_iterations(r), n = 0, length = r->train.n ? r->train.at[r->train.n - 1].length : 0;

	if (told)
		return told;
	if (!r->epochs)
		return dumped_count(d, "max_iters", &n) ? n : 0;
	return dumped_count(d, "max_epochs", &n) && n && length <= UINT32_MAX / n ? n * length : 0;
}

// SPDX-License-Identifier: MIT
#include "server/family.h"
#include "cli/named_dependents.h"
#include "config/config_subject.h"
#include "project/root.h"

void family_add(struct family *f, struct session *s, const char *path)
{
	f->l.s = s;
	targets_add_shown(s, path, &f->l.targets);
}

void family_setting(struct family *f, struct session *s, const struct module *m, struct keypath key)
{
	struct arena a = { 0 };
	struct ancestry all;

	module_ancestry(m, &all);
	for (uint32_t i = 0; i < all.n; i++)
		if (i == 0 || keypath_get(&a, all.at[i]->own, key).found == key.n)
			family_add(f, s, all.at[i]->path);
	arena_release(&a);
}

/* What inherits lies in the same project; without one that could be the whole disk. */
static bool in_project(const struct family *f)
{
	for (size_t i = 0; i < f->l.targets.n; i++)
		if (!project_marked_root(f->l.s->folders, f->l.targets.at[i].path))
			return false;
	return true;
}

void family_load(struct family *f)
{
	struct session *s = f->l.s;

	if (!s)
		return;
	s->dependents.n = 0;
	if (in_project(f))
		dependents_take(s, &f->l.targets);
	lint_ctx_load(&f->l);
	for (size_t i = 0; s->kinds[i]; i++)
		if (f->l.set[i] && s->kinds[i] == &config_kind)
			f->g = subject_graph(f->l.set[i]);
}

void family_end(struct family *f)
{
	if (!f->l.s)
		return;
	lint_ctx_end(&f->l);
	f->l.s->dependents.n = 0;
}

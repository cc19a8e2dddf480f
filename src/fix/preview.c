// SPDX-License-Identifier: MIT
/* Plans the fix in each config in which it would be applied; edits that the plans share are listed once. */
#include "config/config_subject.h"
#include "fix/preview.h"
#include "fix/choose.h"
#include "fix/edit/place.h"
#include "fix/proof/plan.h"
#include "fix/kind.h"
#include "text/notebook_edit.h"
#include <stdlib.h>
#include <string.h>

VEC(fix_promises, struct fix_promise);
VEC(variables, const struct str *);

struct preview {
	struct arena *a;
	const struct subject_set *set;
	struct fix_preview *out;
	struct fix_promises promise;
	struct variables variable;
};

static void add_variable(struct preview *p, const struct str *name)
{
	for (size_t i = 0; i < p->variable.n; i++)
		if (p->variable.at[i] == name)
			return;
	vec_push(&p->variable, name);
}

static bool is_promised(const struct attempt *t, const struct str *name)
{
	for (uint32_t i = 0; i < t->nexpect; i++)
		if (t->expect[i].path.part[0].kind == VALUE_STR && t->expect[i].path.part[0].as.s == name)
			return true;
	return false;
}

/* An edit within `name = ...` that promises nothing about that key changes a variable on the way. */
static void add_variables(struct preview *p, const struct attempt *t)
{
	for (size_t i = 0; t->plan->n && i < t->edits.n; i++) {
		const struct module *m = t->root ? graph_owner(subject_graph(p->set), t->edits.at[i].at.file) : NULL;
		const struct node *st = m && m->tree.root ? statement_at(m->tree.root, t->edits.at[i].at.lo) : NULL;

		if (!st || st->kind != NODE_ASSIGN || t->edits.at[i].at.hi > st->hi || t->edits.at[i].at.lo >= st->hi)
			continue;
		for (uint32_t k = 1; k < st->n; k++)
			if (st->kid[k]->kind == NODE_NAME && !is_promised(t, st->kid[k]->text))
				add_variable(p, st->kid[k]->text);
	}
}

static void add(struct preview *p, const struct attempt *t)
{
	if (!edits_add_all(&p->out->edits, &t->edits))
		return;
	for (uint32_t i = 0; i < t->nexpect; i++) {
		const struct expect *x = &t->expect[i];

		vec_push(&p->promise, ((struct fix_promise){ .config = t->of->path,
							     .path = x->path,
							     .absent = x->absent,
							     .merged = x->dict,
							     .want = x->want }));
	}
	add_variables(p, t);
}

struct listed_edit {
	const char *path;
	size_t i; /* as edits_sort has it */
	struct edit edit;
};

static int by_path(const void *va, const void *vb)
{
	const struct listed_edit *a = va, *b = vb;
	int c = strcmp(a->path, b->path);

	return c ? c : a->i < b->i ? -1 : 1;
}

/* By path: the numbers of files depend on which thread read which first. */
static void sort_edits(const struct subject_set *set, struct edits *e)
{
	struct listed_edit *all = xcalloc(e->n + 1, sizeof *all);

	edits_sort(e);
	for (size_t i = 0; i < e->n; i++)
		all[i] = (struct listed_edit){ sources_get(set->sources, e->at[i].at.file)->path, i, e->at[i] };
	qsort(all, e->n, sizeof *all, by_path);
	for (size_t i = 0; i < e->n; i++)
		e->at[i] = all[i].edit;
	free(all);
}

/* Edits are given as bytes of the file: in a notebook they stand in strings of JSON. */
static void as_in_file(struct preview *p)
{
	for (size_t i = 0; i < p->out->edits.n; i++) {
		struct edit *e = &p->out->edits.at[i];
		const struct source *s = sources_get(p->set->sources, e->at.file);
		struct buf b = { 0 }, json = { 0 };

		if (!s->cells)
			continue;
		if (vfs_read(p->set->fs, s->path, &json, NULL) && source_offset(s, e->at.hi) < json.n)
			notebook_put(&b, json.s, source_offset(s, e->at.lo), source_offset(s, e->at.hi), e->text,
				     e->len);
		e->text = arena_strndup(p->a, buf_str(&b), b.n);
		e->len = (uint32_t)b.n;
		buf_release(&json);
		buf_release(&b);
	}
}

static void fill(struct preview *p)
{
	struct fix_preview *out = p->out;

	out->promise = arena_array(p->a, struct fix_promise, p->promise.n + 1);
	out->variable = (const struct str **)arena_array(p->a, void *, p->variable.n + 1);
	for (size_t i = 0; i < p->promise.n; i++)
		out->promise[out->npromises++] = p->promise.at[i];
	for (size_t i = 0; i < p->variable.n; i++)
		out->variable[out->nvariables++] = p->variable.at[i];
	sort_edits(p->set, &out->edits);
	as_in_file(p);
}

void fix_preview(struct arena *a, const struct dialects *all, const struct diag *d, struct fix_preview *out)
{
	struct preview p = { .a = a, .out = out };
	const struct subject *const *config;
	uint32_t n = d->nfixes ? choose_configs(d, &config) : 0;

	*out = (struct fix_preview){ 0 };
	for (uint32_t i = 0; i < n; i++) {
		struct attempt t = { .diag = d, .plan = d->fix, .of = config[i], .root = subject_config(config[i]) };

		if (!fix_rewrites(config[i]->kind)) /* other kinds of subjects have only hints */
			break;
		if (config[i]->through)
			continue;
		p.set = config[i]->set;
		if (t.root ? attempt_plan(a, subject_graph(p.set), all, &t, SCOPE_CHILD)
			   : fix_kind_find(p.set->kind)->plan(a, &t, SCOPE_CHILD)) /* such edits as hold alone */
			add(&p, &t);
		vec_release(&t.edits);
	}
	fill(&p);
	vec_release(&p.promise);
	vec_release(&p.variable);
}

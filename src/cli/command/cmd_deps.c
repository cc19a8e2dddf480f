// SPDX-License-Identifier: MIT
/* `cfglint deps [--reverse] FILE...`: the tree of what a config inherits from; or of what inherits from it, for which
 * the project is searched as `lint --fix --edit-bases` does.
 *
 *	configs/a.py
 *	└── configs/base.py */
#include "cli/command/priv.h"
#include "base/path.h"
#include "cli/shared/shown_effective.h"
#include "fix/proof/widen.h"
#include "report/draw/terminal.h"
#include "text/jwrite.h"
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 200 };
VEC(files, const struct module *);

struct lineage {
	struct session *s;
	const struct graph *g;
	bool reverse;
	struct files shown; /* files whose children were printed */
	struct buf out;
};

/* By path: a file that is read by both loaders is two modules and one file to people. */
static bool add_new(struct files *all, const struct module *m)
{
	for (size_t i = 0; i < all->n; i++)
		if (strcmp(all->at[i]->path, m->path) == 0)
			return false;
	vec_push(all, m);
	return true;
}

struct child {
	const struct module *m; /* NULL: missing */
	const struct base_ref *missing;
};
VEC(children, struct child);

static int by_path(const void *a, const void *b)
{
	const struct module *const *x = a, *const *y = b;

	return strcmp((*x)->path, (*y)->path);
}

static void find_dependents(const struct lineage *t, const struct module *m, struct children *out)
{
	const struct module *const *all;
	struct files found = { 0 };
	size_t n = graph_modules(t->g, &all);

	for (size_t i = 0; i < n; i++)
		for (uint32_t k = 0; strcmp(all[i]->path, m->path) == 0 && k < all[i]->ndependents; k++)
			add_new(&found, all[i]->dependent[k]);
	if (found.n)
		qsort(found.at, found.n, sizeof(*found.at), by_path);
	for (size_t i = 0; i < found.n; i++)
		vec_push(out, ((struct child){ found.at[i], NULL }));
	vec_release(&found);
}

static void find_kids(const struct lineage *t, const struct module *m, struct children *out)
{
	if (t->reverse) {
		find_dependents(t, m, out);
		return;
	}
	for (uint32_t i = 0; i < m->nbases; i++)
		vec_push(out, ((struct child){ m->base[i].module, &m->base[i] }));
}

/* --- text */
static void put_node(struct lineage *t, const struct module *m, const struct base_ref *missing)
{
	if (m) {
		put_name(&t->out, t->s, m->path);
	} else {
		terminal_escape(&t->out, missing->text, strlen(missing->text));
		buf_puts(&t->out, !missing->path				? " (of a package)"
				  : vfs_exists(t->s->linter.vfs, missing->path) ? " (a circle)"
										: " (not found)");
	}
	if (m && m->state == MODULE_SYNTAX)
		buf_puts(&t->out, " (syntax error)");
	else if (m && m->state == MODULE_UNREADABLE)
		buf_puts(&t->out, " (can't be read)");
}

static void put_kids(struct lineage *t, const struct module *m, struct buf *prefix, unsigned depth);

/* prefix: the lines that lead down beside this branch */
static void put_kid(struct lineage *t, const struct child *kid, struct buf *prefix, bool last, unsigned depth)
{
	size_t before = prefix->n;

	buf_add(&t->out, buf_str(prefix), prefix->n);
	buf_puts(&t->out, last ? "└── " : "├── ");
	put_node(t, kid->m, kid->missing);
	if (!kid->m) {
		buf_putc(&t->out, '\n');
		return;
	}
	buf_puts(prefix, last ? "    " : "│   ");
	put_kids(t, kid->m, prefix, depth + 1);
	prefix->n = before;
	prefix->s[before] = 0;
}

static void put_kids(struct lineage *t, const struct module *m, struct buf *prefix, unsigned depth)
{
	struct children kids = { 0 };

	find_kids(t, m, &kids);
	if (kids.n && (depth > DEPTH_MAX || !add_new(&t->shown, m))) {
		buf_puts(&t->out, " ...\n"); /* printed above */
	} else {
		buf_putc(&t->out, '\n');
		for (size_t i = 0; i < kids.n; i++)
			put_kid(t, &kids.at[i], prefix, i + 1 == kids.n, depth);
	}
	vec_release(&kids);
}

static void print_trees(struct lineage *t, const struct files *roots)
{
	for (size_t i = 0; i < roots->n; i++) {
		struct buf prefix = { 0 };

		put_node(t, roots->at[i], NULL);
		put_kids(t, roots->at[i], &prefix, 0);
		buf_release(&prefix);
	}
}

/* --- JSON: one object a file that the trees reach, so that nothing is written twice */
static void json_kids(struct lineage *t, struct jwrite *j, const struct children *kids)
{
	struct jwrite list = jwrite_list(j, t->reverse ? "dependents" : "bases", false), missing;

	for (size_t i = 0; i < kids->n; i++) {
		const struct child *kid = &kids->at[i];

		if (kid->m) {
			jwrite_text(&list, NULL, session_name(t->s, kid->m->path));
			continue;
		}
		missing = jwrite_object(&list, NULL, false);
		jwrite_text(&missing, "missing", kid->missing->text);
		jwrite_end(&missing);
	}
	jwrite_end(&list);
}

static void print_json(struct lineage *t, const struct files *roots)
{
	struct files all = { 0 };
	struct jwrite top = { .b = &t->out }, list = jwrite_list(&top, NULL, true), one;

	for (size_t i = 0; i < roots->n; i++)
		add_new(&all, roots->at[i]);
	for (size_t i = 0; i < all.n; i++) {
		struct children kids = { 0 };

		find_kids(t, all.at[i], &kids);
		one = jwrite_object(&list, NULL, false);
		jwrite_text(&one, "filename", session_name(t->s, all.at[i]->path));
		json_kids(t, &one, &kids);
		jwrite_end(&one);
		for (size_t k = 0; k < kids.n; k++)
			if (kids.at[k].m)
				add_new(&all, kids.at[k].m);
		vec_release(&kids);
	}
	jwrite_end(&list);
	buf_putc(&t->out, '\n');
	vec_release(&all);
}

/* --- the command */
static void project_folders(struct session *s, const struct files *roots, struct strings *dirs)
{
	for (size_t i = 0; i < roots->n; i++) {
		const struct module *m = roots->at[i];
		const char *dir = m->root && path_inside(m->root, m->path) ? m->root : path_dir(&s->arena, m->path);

		folders_join(dirs, dir);
	}
}

static void print_all(struct lineage *t, const struct files *roots, bool json)
{
	if (json)
		print_json(t, roots);
	else
		print_trees(t, roots);
	print_out(&t->out);
	vec_release(&t->shown);
}

/* The same files in the graph that also holds their dependents. */
static void print_reverse(struct lineage *t, struct files *roots, bool json)
{
	struct strings dirs = { 0 };
	struct widened wide;

	project_folders(t->s, roots, &dirs);
	widen_init(&wide, &t->s->linter, NULL, strings_list(&dirs));
	t->g = widen(&wide, t->g, t->s->linter.vfs);
	for (size_t i = 0; i < roots->n; i++)
		roots->at[i] = graph_find(t->g, roots->at[i]->path);
	print_all(t, roots, json);
	widen_release(&wide);
	widen_free(&wide);
	vec_release(&dirs);
}

static bool is_target(const struct targets *t, const struct module *m)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->at[i].path && strcmp(t->at[i].path, m->path) == 0)
			return true;
	return false;
}

/* Of a folder a config that stands in the tree of another is no tree of its own. */
static bool is_below(const struct lineage *tree, const struct targets *t, const struct module *m)
{
	bool below = false;

	for (uint32_t i = 0; !tree->reverse && i < m->ndependents; i++)
		below |= is_target(t, m->dependent[i]);
	for (uint32_t i = 0; tree->reverse && i < m->nbases; i++)
		below |= m->base[i].module && is_target(t, m->base[i].module);
	return below;
}

static void deps(struct session *s, bool json)
{
	struct lineage tree = { .s = s, .reverse = s->o->reverse };
	struct files roots = { 0 };
	struct targets t = { 0 };
	struct graph *g;

	targets_configs(s, &s->o->words, true, &t);
	tree.g = g = session_load(s, &t);
	for (size_t i = 0; i < t.n; i++) {
		const struct module *m = t.at[i].path ? graph_find(g, t.at[i].path) : NULL;

		if (!m || m->state != MODULE_OK) /* the known bases are printed all the same */
			session_raise(s, EXIT_USAGE);
		if (m && (!t.at[i].walked || !is_below(&tree, &t, m)))
			add_new(&roots, m);
	}
	session_report_unreadable(s, graph_subjects(g), &t);
	if (tree.reverse)
		print_reverse(&tree, &roots, json);
	else
		print_all(&tree, &roots, json);
	vec_release(&roots);
	graph_free(g);
	vec_release(&t);
}

int cmd_deps(struct session *s)
{
	if (s->o->words.n == 0)
		complain(s, "missing FILE; usage: cfglint deps PATH...");
	else
		deps(s, json_wanted(s));
	return s->status;
}

// SPDX-License-Identifier: MIT
#include "server/rename.h"
#include "base/str.h"
#include "cli/dependents.h"
#include "config/differ.h"
#include "config/subject.h"
#include "python/syntax/ast.h"
#include "server/edits.h"
#include "server/spot.h"
#include "text/edit.h"
#include <string.h>

struct renaming {
	struct server *s;
	struct arena a;
	const struct module *m;
	struct config_spot at;
	const char *old, *now;
	struct linting l; /* the family */
	const struct graph *g;
	struct edits edits;
	struct refusal *why;
};

static bool refuse(struct renaming *r, const char *reason)
{
	*r->why = (struct refusal){ WIRE_FAILED, arena_strdup(&r->s->world.s.arena, reason) };
	return false;
}

/* ---- which key ---- */

static bool begin(struct renaming *r, struct server *s, const json_t *params, struct refusal *why)
{
	struct asked_place p;
	const struct value *last;

	*r = (struct renaming){ .s = s, .why = why };
	r->m = server_place(s, params, &p, why) ? analysis_config(p.a) : NULL;
	if (!r->m || r->m->state != MODULE_OK || !spot_find(&r->a, r->m, p.offset, &r->at) || !r->at.on_key)
		return !why->code && refuse(r, "only keys and variables of a config can be renamed");
	last = &r->at.path.part[r->at.path.n - 1];
	if (last->kind != VALUE_STR)
		return refuse(r, "this key is no name");
	r->old = last->as.s->s;
	return true;
}

static void end(struct renaming *r)
{
	if (r->l.s) {
		linting_end(&r->l);
		r->l.s->dependents.n = 0;
	}
	vec_release(&r->edits);
	arena_release(&r->a);
}

json_t *rename_prepare(struct server *s, const json_t *params, struct refusal *why)
{
	struct renaming r;
	json_t *result = NULL;

	if (begin(&r, s, params, why))
		result = json_pack("{s:o, s:s}", "range",
				   place_range(s->docs.unit, r.m->src, source_offset(r.m->src, r.at.at.lo),
					       source_offset(r.m->src, r.at.at.hi)),
				   "placeholder", r.old);
	end(&r);
	return result;
}

static bool is_name(const char *s)
{
	if (!*s || (*s >= '0' && *s <= '9'))
		return false;
	for (; *s; s++)
		if (*s != '_' && !(*s >= '0' && *s <= '9') && !((*s | 32) >= 'a' && (*s | 32) <= 'z'))
			return false;
	return true;
}

/* ---- the family ---- */

static bool sets(struct renaming *r, const struct module *m)
{
	return keypath_get(&r->a, m->own, r->at.path).found == r->at.path.n;
}

/* Loads what the document inherits from and sets the key, and all that inherits from any of that. */
static void load_family(struct renaming *r)
{
	struct session *s = &r->s->world.s;
	struct ancestry all;

	r->l.s = s;
	module_ancestry(r->m, &all);
	for (uint32_t i = 0; i < all.n; i++)
		if (i == 0 || sets(r, all.at[i]))
			targets_add_shown(s, all.at[i]->path, &r->l.targets);
	s->dependents.n = 0;
	dependents_take(s, &r->l.targets);
	linting_load(&r->l);
	for (size_t i = 0; s->kinds[i]; i++)
		if (r->l.set[i] && s->kinds[i] == &config_kind)
			r->g = subject_graph(r->l.set[i]);
}

/* ---- edits ---- */

static void edit(struct renaming *r, const struct source *src, uint32_t lo)
{
	edits_put(&r->a, &r->edits, (struct span){ src->id, lo, lo + (uint32_t)strlen(r->old) }, r->now,
		  strlen(r->now));
}

struct editing {
	struct renaming *r;
	const struct module *m;
};

/* A key's token is the name, or a text with quotes. */
static void edit_key(void *editing, const struct written *w)
{
	struct editing *e = editing;
	const struct source *src = e->m->src;
	size_t n = strlen(e->r->old);
	uint32_t lo = w->key.lo;

	if (w->key.file != src->id || !keypath_same(w->path, e->r->at.path))
		return;
	lo += src->bytes[lo] == '\'' || src->bytes[lo] == '"';
	if (src->len - lo >= n && memcmp(src->bytes + lo, e->r->old, n) == 0)
		edit(e->r, src, lo);
}

/* `_base_.NAME`, in `{{ }}` */
static void edit_placeholders(struct renaming *r, const struct source *src)
{
	const char *p = src->bytes;
	size_t n = strlen(r->old);

	while ((p = strstr(p, "{{"))) {
		p += 2 + strspn(p + 2, " \t");
		if (strncmp(p, "_base_.", 7) == 0 && strncmp(p + 7, r->old, n) == 0 && strchr(" \t}.", p[7 + n]))
			edit(r, src, (uint32_t)(p + 7 - src->bytes));
	}
}

static bool is_base_attribute(const struct node *n)
{
	return n->kind == NODE_ATTR && n->kid[0]->kind == NODE_NAME && strcmp(n->kid[0]->text->s, "_base_") == 0;
}

/* A variable is used by its name, too. */
static void edit_names(struct renaming *r, const struct module *m, const struct node *n)
{
	if (n->kind == NODE_NAME && strcmp(n->text->s, r->old) == 0)
		edit(r, m->src, n->lo);
	if (is_base_attribute(n) && strcmp(n->text->s, r->old) == 0)
		edit(r, m->src, n->hi - (uint32_t)strlen(r->old));
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			edit_names(r, m, n->kid[i]);
}

static void edit_all(struct renaming *r)
{
	const struct module *const *all;
	size_t n = graph_modules(r->g, &all);

	for (size_t i = 0; i < n; i++) {
		struct editing e = { r, all[i] };

		if (!all[i]->src)
			continue;
		spot_each(&r->a, all[i], edit_key, &e);
		if (r->at.path.n == 1 && all[i]->tree.root) {
			edit_names(r, all[i], all[i]->tree.root);
			edit_placeholders(r, all[i]->src);
		}
	}
	edits_unite(&r->edits);
}

/* ---- the proof ---- */

static struct keypath renamed(struct renaming *r)
{
	struct keypath up = { r->at.path.part, r->at.path.n - 1 };

	return keypath_add(&r->a, up, value_str(str_lit(r->now), (struct span){ 0 }));
}

/* Everything but the name is as before: what was there under the old one is under the new one. */
static bool is_as_promised(struct renaming *r, const struct module *was, const struct module *is)
{
	struct keypath to = renamed(r);
	struct slot before = keypath_get(&r->a, was->merged, r->at.path), after = keypath_get(&r->a, is->merged, to);
	bool had = before.found == r->at.path.n, good;
	struct changes all = { 0 };

	if (keypath_get(&r->a, was->merged, to).found == to.n)
		return refuse(r, arena_printf(&r->a, "%s has a key %s already", was->path, keypath_text(&r->a, to)));
	config_diff(&r->a, was->merged, is->merged, &all);
	good = !had || (after.found == to.n && config_same(before.val, after.val) &&
			keypath_get(&r->a, is->merged, r->at.path).found < r->at.path.n);
	for (size_t i = 0; i < all.n; i++)
		good &= all.at[i].kind == CHANGE_ORDER ||
			(had && (keypath_same(all.at[i].path, r->at.path) || keypath_same(all.at[i].path, to)));
	vec_release(&all);
	return good || refuse(r, arena_printf(&r->a, "%s would not be the same but for the name", was->path));
}

static bool holds(struct renaming *r, const struct graph *after)
{
	const struct module *const *all;
	size_t n = graph_modules(r->g, &all);
	bool good = true;

	for (size_t i = 0; i < n && good; i++) {
		const struct module *is = graph_find(after, all[i]->path);

		if (all[i]->state != MODULE_OK)
			continue;
		if (!is || is->state != MODULE_OK)
			good = refuse(r, arena_printf(&r->a, "%s would not load any more", all[i]->path));
		else
			good = is_as_promised(r, all[i], is);
	}
	return good;
}

/* The texts with the edits in them, laid over what there is; each is told to `out`, too. */
static void apply(struct renaming *r, struct vfs *over, json_t *out)
{
	const struct module *const *all;
	size_t n = graph_modules(r->g, &all);

	for (size_t i = 0; i < n; i++) {
		struct buf b = { 0 };
		const struct source *src = all[i]->src;

		if (!src)
			continue;
		edits_apply(&b, src, &r->edits);
		/* a file that two loaders read is two modules, side by side */
		if (i && strcmp(all[i]->path, all[i - 1]->path) == 0)
			;
		else if (b.n != src->len || memcmp(buf_str(&b), src->bytes, b.n) != 0) {
			vfs_put(over, all[i]->path, buf_str(&b), b.n);
			edits_file(r->s, out, all[i]->path, src->bytes, src->len, buf_str(&b), b.n);
		}
		buf_release(&b);
	}
}

static json_t *try_it(struct renaming *r)
{
	struct linter l = r->s->world.s.linter;
	struct vfs *over = vfs_new(l.vfs);
	json_t *out = edits_begin();
	const char **path;
	struct graph *after;
	size_t n;
	bool good;

	path = targets_paths(r->l.s, &r->l.targets, &config_kind, &n);
	apply(r, over, out);
	l.vfs = over;
	after = linter_load(&l, path, n);
	good = holds(r, after);
	graph_free(after);
	vfs_free(over);
	if (good)
		return out;
	json_decref(out);
	return NULL;
}

json_t *rename_all(struct server *s, const json_t *params, struct refusal *why)
{
	struct renaming r;
	json_t *result = NULL;
	bool good = begin(&r, s, params, why);

	r.now = json_string_value(json_object_get(params, "newName"));
	if (good && (!r.now || !is_name(r.now)))
		good = refuse(&r, "the new name must be a name, as Python has them");
	if (good) {
		world_through(&s->world, world_known(&s->world, server_document(s, params, why)));
		load_family(&r);
		if (r.g) {
			edit_all(&r);
			result = try_it(&r);
		}
		end(&r);
		world_through(&s->world, NULL);
	} else {
		end(&r);
	}
	return result;
}

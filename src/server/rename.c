// SPDX-License-Identifier: MIT
/* Renames a key in all configs of its family: collects the edits, applies them on an overlay, and compares all
 * effective configs before and after. If more than the name differs, nothing is renamed.
 *
 *	base.py: hooks = ...		renaming the key in base.py renames it in child.py, too;
 *	child.py: hooks = ...		refused, if anything but the name would differ */
#include "server/rename.h"
#include "base/str.h"
#include "config/differ.h"
#include "config/config_subject.h"
#include "lint/lint.h"
#include "python/syntax/ast.h"
#include "python/value/dict.h"
#include "server/server_classes.h"
#include "server/edits.h"
#include "server/family.h"
#include "server/hover.h"
#include "server/cursor_spot.h"
#include "text/edit.h"
#include <string.h>

struct rename_ctx {
	struct server *s;
	struct arena a;
	const struct module *m;
	struct config_spot at;
	const char *old, *now;
	struct family family; /* that sets the key, and what inherits from that */
	const struct graph *g;
	struct edits edits;
	struct refusal *why;
};

static bool refuse(struct rename_ctx *r, const char *reason)
{
	*r->why = (struct refusal){ WIRE_FAILED, arena_strdup(&r->s->reasons, reason) };
	return false;
}

/* ---- which key ---- */

/* The use of a variable is as good as its assignment. */
static bool is_key(struct rename_ctx *r)
{
	const struct node *v = r->at.variable;

	if (r->at.on_key || !v)
		return r->at.on_key;
	r->at.path = keypath_add(&r->a, (struct keypath){ 0 }, value_str(v->text, (struct span){ 0 }));
	r->at.at = (struct span){ r->m->src->id, v->hi - (uint32_t)v->text->len, v->hi };
	return true;
}

static bool begin(struct rename_ctx *r, struct server *s, const json_t *params, struct refusal *why)
{
	struct request_place p;
	const struct value *last;

	*r = (struct rename_ctx){ .s = s, .why = why };
	r->m = server_place(s, params, &p, why) ? analysis_config(p.a) : NULL;
	if (!r->m || r->m->state != MODULE_OK || !spot_find(&r->a, r->m, p.offset, &r->at) || !is_key(r))
		return !why->code && refuse(r, "only keys and variables of a config can be renamed");
	last = &r->at.path.part[r->at.path.n - 1];
	if (last->kind != VALUE_STR)
		return refuse(r, "this key is not a name");
	r->old = last->as.s->s;
	return true;
}

static void end(struct rename_ctx *r)
{
	family_end(&r->family);
	vec_release(&r->edits);
	arena_release(&r->a);
}

json_t *rename_prepare(struct server *s, const json_t *params, struct refusal *why)
{
	struct rename_ctx r;
	json_t *result = NULL;

	if (begin(&r, s, params, why))
		result = json_pack("{s:o, s:o}", "range",
				   place_range(s->docs.unit, r.m->src, source_offset(r.m->src, r.at.at.lo),
					       source_offset(r.m->src, r.at.at.hi)),
				   "placeholder", wire_text(r.old));
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

/* ---- code that reads it by its name ---- */

static const char *use_text(struct rename_ctx *r, const struct code *c, struct keypath p)
{
	struct session *s = &r->s->world.s;
	struct code_use *use;
	size_t n = code_uses(c, &r->a, p, &use);

	for (size_t i = 0; i < n; i++)
		if (!use[i].sets && use[i].training && use[i].at.file)
			return arena_printf(&r->a, "%s:%u", session_name(s, use[i].at.file->path),
					    source_point(use[i].at.file, use[i].at.lo).line + 1);
	return "the training code";
}

/* A class gets the keys beside its `type`, and has no parameter of the new name. */
static const char *class_around(struct rename_ctx *r, const struct code *c)
{
	const struct keypath dict = { r->at.path.part, r->at.path.n - 1 };
	const struct class_use use = class_use(&r->s->world.s, c, &r->a, r->m, dict);
	const struct code_params *taking = c ? class_taking(&use, r->at.path) : NULL;
	struct value in = keypath_get(&r->a, r->m->merged, dict).val;
	const struct entry *type = in.kind == VALUE_DICT ? dict_find_lit(in.as.dict, "type") : NULL;
	const char *name = type ? class_named(&r->a, type->val) : NULL;
	const struct code_params *p = class_params(&use, name);

	if (!type || r->at.path.n == 1)
		return NULL;
	if (taking)
		return taking->by;
	return p && !p->open && strcmp(r->old, "type") != 0 ? NULL : name ? name : "a class";
}

static bool dialect_reads(struct rename_ctx *r)
{
	const struct dialect *d = analysis_dialect(r->s, r->m);
	struct keypath up = { r->at.path.part, r->at.path.n - 1 };
	const struct str *key = r->at.path.part[up.n].as.s;

	for (uint32_t i = 0; d && i < d->nreads; i++)
		for (uint32_t k = 0; keypath_same(d->reads[i].path, up) && k < d->reads[i].nkeys; k++)
			if (d->reads[i].key[k] == key)
				return true;
	return false;
}

/* false: training would look up the old name. If the readers are unknown, the configs decide. */
static bool is_free(struct rename_ctx *r)
{
	const struct code *c = analysis_code(r->s, r->m);
	struct code_answer x = c ? code_key(c, &r->a, r->at.path) : (struct code_answer){ .fate = CODE_ABROAD };
	const char *by = x.fate == CODE_READ ? use_text(r, c, r->at.path) : class_around(r, c);

	if (!by && (x.fate == CODE_NOT_KNOWN || x.fate == CODE_ABROAD) && dialect_reads(r))
		by = "the framework";
	return !by || refuse(r, arena_printf(&r->a, "%s reads %s by that name, and would not find it under another", by,
					     keypath_text(&r->a, r->at.path)));
}

/* ---- edits ---- */

static void edit(struct rename_ctx *r, const struct source *src, uint32_t lo)
{
	edits_put(&r->a, &r->edits, (struct span){ src->id, lo, lo + (uint32_t)strlen(r->old) }, r->now,
		  strlen(r->now));
}

struct rename_edit {
	struct rename_ctx *r;
	const struct module *m;
};

/* A token that is the name, or a text with quotes. */
static void edit_text(struct rename_ctx *r, const struct source *src, uint32_t lo)
{
	size_t n = strlen(r->old);

	lo += src->bytes[lo] == '\'' || src->bytes[lo] == '"';
	if (src->len - lo >= n && memcmp(src->bytes + lo, r->old, n) == 0)
		edit(r, src, lo);
}

static void edit_key(void *editing, const struct written *w)
{
	struct rename_edit *e = editing;

	if (w->key.file == e->m->src->id && keypath_same(w->path, e->r->at.path))
		edit_text(e->r, e->m->src, w->key.lo);
}

/* `_base_.NAME`, in `{{ }}` */
static void edit_placeholders(struct rename_ctx *r, const struct source *src)
{
	const char *p = src->bytes;
	size_t n = strlen(r->old);

	while ((p = strstr(p, "{{"))) {
		p += 2 + strspn(p + 2, " \t");
		if (strncmp(p, "_base_.", 7) == 0 && strncmp(p + 7, r->old, n) == 0 && strchr(" \t}.", p[7 + n]))
			edit(r, src, (uint32_t)(p + 7 - src->bytes));
	}
}

static bool is_base(const struct module *m, const struct node *from)
{
	for (uint32_t i = 0; i < m->nbases; i++)
		if (m->base[i].at.file == m->src->id && m->base[i].at.lo == from->lo)
			return true;
	return false;
}

/* `from .base import NAME` */
static void edit_imports(struct rename_ctx *r, const struct module *m, const struct node *from)
{
	for (uint32_t i = 0; i < from->n; i++)
		if (strcmp(from->kid[i]->text->s, r->old) == 0 && is_base(m, from))
			edit(r, m->src, from->kid[i]->lo);
}

/* Code uses a variable by its name, and a key as a part of one: `model.backbone`, `_base_.lr`, `model['backbone']`. */
static void edit_uses(struct rename_ctx *r, const struct module *m, const struct node *n)
{
	struct keypath path;

	if (n->kind == NODE_FROM && r->at.path.n == 1)
		edit_imports(r, m, n);
	if (spot_path(&r->a, m, n, &path) && path.n && keypath_same(path, r->at.path)) {
		if (n->kind == NODE_INDEX)
			edit_text(r, m->src, n->kid[1]->lo);
		else
			edit(r, m->src, n->hi - (uint32_t)strlen(r->old));
	}
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			edit_uses(r, m, n->kid[i]);
}

static void edit_all(struct rename_ctx *r)
{
	const struct module *const *all;
	size_t n = graph_modules(r->g, &all);

	for (size_t i = 0; i < n; i++) {
		struct rename_edit e = { r, all[i] };

		if (!all[i]->src)
			continue;
		spot_each(&r->a, all[i], edit_key, &e);
		if (all[i]->tree.root)
			edit_uses(r, all[i], all[i]->tree.root);
		if (r->at.path.n == 1)
			edit_placeholders(r, all[i]->src);
	}
	edits_unite(&r->edits);
}

/* ---- the proof ---- */

static struct keypath renamed(struct rename_ctx *r)
{
	struct keypath up = { r->at.path.part, r->at.path.n - 1 };

	return keypath_add(&r->a, up, value_str(str_lit(r->now), (struct span){ 0 }));
}

/* Everything except the name is unchanged: the value of the old name is under the new one. */
static bool is_as_promised(struct rename_ctx *r, const struct module *was, const struct module *is)
{
	struct keypath to = renamed(r);
	struct slot before = keypath_get(&r->a, was->merged, r->at.path), after = keypath_get(&r->a, is->merged, to);
	bool had = before.found == r->at.path.n, good;
	struct changes all = { 0 };

	if (keypath_get(&r->a, was->merged, to).found == to.n)
		return refuse(r, arena_printf(&r->a, "%s already has a key %s", was->path, keypath_text(&r->a, to)));
	config_diff(&r->a, was->merged, is->merged, &all);
	good = !had || (after.found == to.n && config_same(before.val, after.val) &&
			keypath_get(&r->a, is->merged, r->at.path).found < r->at.path.n);
	for (size_t i = 0; i < all.n; i++)
		good &= all.at[i].kind == CHANGE_ORDER ||
			(had && (keypath_same(all.at[i].path, r->at.path) || keypath_same(all.at[i].path, to)));
	vec_release(&all);
	return good || refuse(r, arena_printf(&r->a, "more than the name would change in %s", was->path));
}

static bool holds(struct rename_ctx *r, const struct graph *after)
{
	const struct module *const *all;
	size_t n = graph_modules(r->g, &all);
	bool good = true;

	for (size_t i = 0; i < n && good; i++) {
		const struct module *is = graph_find(after, all[i]->path);

		if (all[i]->state != MODULE_OK)
			continue;
		if (!is || is->state != MODULE_OK)
			good = refuse(r, arena_printf(&r->a, "%s would no longer load", all[i]->path));
		else
			good = is_as_promised(r, all[i], is);
	}
	return good;
}

/* The texts with the edits applied, on the overlay; each is added to `out` too. */
static void apply(struct rename_ctx *r, struct vfs *over, json_t *out)
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

static json_t *try_it(struct rename_ctx *r)
{
	struct linter l = r->s->world.s.linter;
	struct vfs *over = vfs_new(l.vfs);
	json_t *out = edits_begin();
	const char **path;
	struct graph *after;
	size_t n;
	bool good;

	path = targets_paths(r->family.l.s, &r->family.l.targets, &config_kind, &n);
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
	struct rename_ctx r;
	json_t *result = NULL;
	bool good = begin(&r, s, params, why);

	r.now = json_string_value(json_object_get(params, "newName"));
	if (good && (!r.now || !is_name(r.now)))
		good = refuse(&r, "the new name must be a Python name");
	good = good && is_free(&r);
	if (good) {
		world_through(&s->world, world_known(&s->world, server_document(s, params, why)));
		family_setting(&r.family, &s->world.s, r.m, r.at.path);
		family_load(&r.family);
		r.g = r.family.g;
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

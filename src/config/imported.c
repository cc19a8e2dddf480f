// SPDX-License-Identifier: MIT
/* MMEngine's pure-Python style (Config._parse_lazy_import): no substitution, no merge. The first `with read_base():`
 * names the bases. Their content enters the globals before any statement runs, in import order; other imports become
 * objects that represent what they name.
 *
 * Example: with read_base():
 *              from .b import *          b.py: lr = 1, model = dict(depth=50)
 *          model.update(depth=101)
 *          merged: lr = 1, model = dict(depth=101); own: model = dict(depth=101) */
#include "base/path.h"
#include "config/package.h"
#include "config/priv.h"
#include "config/scan.h"
#include "project/stdlib.h"
#include "python/builtin/module.h"
#include "python/eval/eval.h"
#include "python/eval/eval_stmt.h"
#include "python/state/thaw.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <string.h>

static bool is_read_base(const struct node *n)
{
	if (n->kind != NODE_WITH || n->n < 2)
		return false;
	const struct node *call = n->kid[1]->kid[0];
	return call->kind == NODE_CALL && call->kid[0]->kind == NODE_NAME &&
	       !strcmp(call->kid[0]->text->s, "read_base");
}

static const struct node *read_base_block(const struct node *root)
{
	for (uint32_t i = 0; i < root->n; i++)
		if (is_read_base(root->kid[i]))
			return root->kid[i];
	return NULL;
}

static struct span span_of(const struct unit *u, const struct node *n)
{
	return (struct span){ u->m.src->id, n->lo, n->hi };
}

/* The path that `from MODULE import` reads; NULL: the package's folder is unknown. */
static const char *imported_path(struct unit *u, const struct node *from)
{
	if (from->op > 0) {
		const char *dir = path_dir(u->a, u->m.path);
		for (unsigned i = 1; i < from->op; i++)
			dir = path_join(u->a, dir, "..");
		return path_join(u->a, dir, package_module_path(u->a, from->text->s));
	}
	return package_module_file(u, from->text->s);
}

/* One `from X import ...` of the block; like add_base in bases.c, with this style's exceptions. */
static void imported_base(struct unit *u, const struct node *from, struct base_ref *b, struct unit **to)
{
	*b = (struct base_ref){ .text = from->text->s, .at = span_of(u, from) };
	if (!from->op)
		b->package = arena_strndup(u->a, b->text, strcspn(b->text, "."));
	if (!from->op && !strchr(from->text->s, '.')) {
		unit_refuse(u, NOTE_BASE, b->at,
			    arena_printf(u->a,
					 "ConfigParsingError: The imported configuration file should not be an "
					 "independent package %s. Here is an example: `with read_base(): from "
					 "mmdet.configs.retinanet_r50_fpn_1x_coco import *`",
					 from->text->s));
		return;
	}
	b->path = imported_path(u, from);
	if (!b->path) {
		u->m.bases_unknown = true;
		if (u->g->opts.packages_none)
			unit_refuse(u, NOTE_BASE, b->at,
				    arena_printf(u->a, "PackageNotFoundError: No package metadata was found for %s",
						 from->text->s));
	} else if (!unit_may_read(u, b->path)) {
		unit_outside(u, b);
	} else if (vfs_missing(u->g->fs, b->path)) {
		struct note *n = unit_refuse(
			u, NOTE_BASE, b->at,
			arena_printf(u->a,
				     "ConfigParsingError: %s not found! It means that incorrect module is defined "
				     "in `with read_base(): = from %s import ...`, please make sure the base "
				     "config module is valid and is consistent with the prior import logic",
				     b->path, from->text->s));
		unit_missing(u, b->path, n);
	} else {
		*to = graph_unit(u->g, b->path, u->m.loader, false);
	}
}

/* false: the block contains something other than `from X import ...` */
static bool check_block(struct unit *u, const struct node *block)
{
	for (uint32_t i = 0; i < block->n; i++) {
		const struct node *n = block->kid[i];
		if (n->kind == NODE_FROM && n->text->len)
			continue;
		unit_refuse(u, NOTE_RAISES, span_of(u, n),
			    "AssertionError: Illegal syntax in config file! Only `from ... import ...` could be "
			    "implemented` in with read_base()`");
		return false;
	}
	return true;
}

static bool check_imports(struct unit *u, const struct node *root)
{
	for (uint32_t i = 0; i < root->n; i++)
		if (root->kid[i]->kind == NODE_IMPORT && root->kid[i]->n > 1) {
			unit_refuse(u, NOTE_RAISES, span_of(u, root->kid[i]),
				    "AssertionError: Illegal syntax in config! import multiple modules in one line is "
				    "not supported");
			return false;
		}
	return true;
}

/* `_base_ = ` in a config of the new style. */
static void refuse_base(struct unit *u, const struct node *base)
{
	const struct node *at = NULL;
	scan_style(u->m.tree.root, &at);
	const char *because = "";
	if (at)
		because = arena_printf(u->a, " because of line %u", source_point(u->m.src, at->lo).line + 1);
	unit_refuse(u, NOTE_RAISES, span_of(u, base),
		    "ConfigParsingError: The configuration file type in the inheritance chain must match the current "
		    "configuration file type, either \"yaml\" or \"lazy\"")
		->msg =
		arena_printf(u->a,
			     "loading raises ConfigParsingError: MMEngine reads this file as a pure-Python "
			     "config%s, and such a file can't inherit by `_base_ =`: import the base under `with "
			     "read_base():`",
			     because);
}

void imported_scan(struct unit *u)
{
	const struct node *root = u->m.tree.root, *with = read_base_block(root);
	if (!check_imports(u, root))
		return;
	for (uint32_t i = 0; i < root->n && root->kid[i] != with; i++)
		if (root->kid[i]->kind == NODE_ASSIGN && root->kid[i]->kid[1]->kind == NODE_NAME &&
		    !strcmp(root->kid[i]->kid[1]->text->s, "_base_")) {
			refuse_base(u, root->kid[i]);
			return;
		}
	if (!with || !check_block(u, with->kid[0]))
		return;
	const struct node *block = with->kid[0];
	u->m.base = u->ref = arena_array(u->a, struct base_ref, block->n + 1);
	u->base = arena_array(u->a, struct unit *, block->n + 1);
	u->m.nbases = block->n;
	for (uint32_t i = 0; i < block->n; i++)
		imported_base(u, block->kid[i], &u->ref[i], &u->base[i]);
}

/* ---- execution ---- */

static void record(struct unit *u, const struct str *name)
{
	if (!u->import_names)
		u->import_names = value_dict(u->a, (struct span){ 0 }).as.dict;
	dict_put(u->a, u->import_names, value_str(name, (struct span){ 0 }), value_bool(true, (struct span){ 0 }),
		 (struct span){ 0 });
}

static bool builtin_module(const char *m)
{
	return !strncmp(m, "mmengine.config", 15) || stdlib_has(m);
}

/* Python's own modules are imported; any other name becomes an object that represents it. Imports are no keys of the
 * config. */
static bool import_name(struct eval *ev, const struct str *module, const struct str *name, int level,
			const struct node *at, struct value *out)
{
	struct unit *u = ev->host->ctx;
	struct span where = eval_span(ev, at);
	const struct str *bound = at->n && at->kid[0] ? at->kid[0]->text : at->text;
	if (name && !strcmp(name->s, "*")) {
		*out = eval_raise(ev, "ConfigParsingError", where,
				  !level && builtin_module(module->s)
					  ? "Cannot import * from non-base config"
					  : "Illegal syntax in config! `from xxx import *` is not allowed to appear "
					    "outside the `if base:` statement");
		return true;
	}
	const char *dotted = level ? arena_printf(u->a, "%.*s%s", level, "................", module->s) : module->s;
	if (!level && builtin_module(module->s)) {
		if (name || (at->n && at->kid[0]))
			record(u, bound);
		if (!name)
			*out = value_object(ev->arena, "module", module->s, where);
		else if (!module_value(ev->arena, module, name, where, out))
			*out = value_unknown(ev->arena, WHY_IMPORT, where, name->s);
		return true;
	}
	record(u, name ? bound : at->n && at->kid[0] ? bound : module);
	*out = value_ref(ev->arena, name ? REF_OBJECT : REF_MODULE, str_lit(dotted), name, where);
	return true;
}

/* Such objects always exist: importing them never fails. */
static bool imports_surely(struct eval *ev, const struct node *n)
{
	(void)ev;
	(void)n;
	return true;
}

static bool holds(const struct dict *globals, struct value v)
{
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, globals); (e = dict_next(&it));)
		if (e->val.kind == v.kind && e->val.as.dict == v.as.dict)
			return true;
	return false;
}

/* Binds a base's value to a name of this file. Two imports of one object by different paths are two objects. */
static void bind(struct unit *u, struct dict *globals, const struct str *name, const struct entry *e,
		 const struct dict *before)
{
	struct value v = e->val;
	if (v.kind == VALUE_FUNC) /* its globals are the base's: it is not called from here */
		v = value_object(u->a, "function", name->s, v.at);
	bool container = v.kind == VALUE_DICT || value_is_listlike(v);
	if (container && holds(before, v))
		v = value_freeze(u->a, value_copy(u->a, v));
	struct entry *put = dict_put(u->a, globals, value_str(name, e->key.at), v, e->use);
	put->key.at = e->key.at;
	put->flags |= e->flags & EF_MAYBE;
}

/* Does an earlier import of the block read the same module by the same text? The loader then reuses its one parse. */
static bool read_before(const struct node *block, const struct node *from)
{
	for (uint32_t i = 0; block->kid[i] != from; i++)
		if (block->kid[i]->op == from->op && block->kid[i]->text == from->text)
			return true;
	return false;
}

/* Binds the names that one import of the block brings. Its containers are not shared with those of other imports,
 * except of the same module by the same text: the loader reuses its one parse. */
static bool import_names(struct unit *u, struct dict *globals, const struct node *from, const struct unit *base)
{
	struct value before = value_dict(u->a, (struct span){ 0 });
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, globals);
	     !read_before(read_base_block(u->m.tree.root)->kid[0], from) && (e = dict_next(&it));)
		dict_put(u->a, before.as.dict, e->key, e->val, e->use);
	for (uint32_t i = 0; i < from->n; i++) {
		const struct node *alias = from->kid[i];
		if (!strcmp(alias->text->s, "*")) {
			for (dict_begin(&it, base->full.as.dict); (e = dict_next(&it));)
				bind(u, globals, e->key.as.s, e, before.as.dict);
			if (base->full.as.dict->open)
				globals->open = true;
			continue;
		}
		e = dict_find_str(base->full.as.dict, alias->text);
		const struct node *as = alias->n ? alias->kid[0] : NULL;
		if (e) {
			bind(u, globals, as ? as->text : alias->text, e, before.as.dict);
		} else if (base->full.as.dict->open) {
			struct entry u2 = { .val = value_unknown(u->a, WHY_BASE, span_of(u, alias), alias->text->s),
					    .use = span_of(u, alias) };
			bind(u, globals, as ? as->text : alias->text, &u2, before.as.dict);
		} else {
			unit_refuse(u, NOTE_RAISES, span_of(u, alias),
				    arena_printf(u->a, "KeyError: '%s'", alias->text->s))
				->msg = arena_printf(u->a, "loading raises KeyError: %s sets no %s",
						     path_base(base->m.path), alias->text->s);
			return false;
		}
	}
	return true;
}

/* All imports of the block in order; false: the loader raises. */
static bool import_bases(struct unit *u, struct dict *globals)
{
	const struct node *with = read_base_block(u->m.tree.root);
	for (uint32_t i = 0; with && i < u->m.nbases; i++) {
		const struct node *from = with->kid[0]->kid[i];
		const struct unit *b = u->base[i];
		if (!b) { /* a config of another package: it may bring any names */
			bool star = !strcmp(from->kid[0]->text->s, "*");
			globals->open |= star;
			for (uint32_t k = 0; !star && k < from->n; k++) {
				const struct node *alias = from->kid[k];
				struct entry e = { .val = value_unknown(u->a, WHY_BASE, span_of(u, alias),
									alias->text->s),
						   .use = span_of(u, alias) };
				bind(u, globals, alias->n && alias->kid[0] ? alias->kid[0]->text : alias->text, &e,
				     globals);
			}
			continue;
		}
		b = unit_as_base(u, b);
		if (b->has_bases) {
			unit_refuse(u, NOTE_RAISES, u->m.base[i].at,
				    "ConfigParsingError: The configuration file type in the inheritance chain must "
				    "match the current configuration file type")
				->msg = arena_printf(u->a,
						     "loading raises ConfigParsingError: %s inherits by `_base_ =`, "
						     "which a config that is imported under read_base() must not: use "
						     "read_base() there, too",
						     path_base(b->m.path));
			return false;
		}
		struct dict_iter it;
		const struct entry *e;
		if (b->import_names)
			for (dict_begin(&it, b->import_names); (e = dict_next(&it));)
				record(u, e->key.as.s);
		if (!import_names(u, globals, from, b))
			return false;
	}
	return true;
}

static bool is_imported(const struct unit *u, const struct str *name)
{
	return u->import_names && dict_find_str(u->import_names, name);
}

static void put_key(struct unit *u, struct value to, const struct entry *e, struct value v)
{
	struct entry *put = dict_put(u->a, to.as.dict, e->key, v, e->use);
	put->key.at = e->key.at;
	put->flags |= e->flags & EF_MAYBE;
}

static bool is_published(const struct entry *e)
{
	return strncmp(e->key.as.s->s, "__", 2) && strcmp(e->key.as.s->s, "LazyObject");
}

static bool same_use(const struct entry *a, const struct entry *b)
{
	return a->use.file == b->use.file && a->use.lo == b->use.lo;
}

/* The part of an entry that this file changed; before: the value as imported (NULL: not imported). `x.update(k=1)`
 * gives {k: 1}. */
static void put_own(struct unit *u, struct value own, const struct entry *e, const struct entry *before)
{
	struct value part = value_dict(u->a, e->val.at);
	struct dict_iter it;
	const struct entry *k;
	if (!before || !same_use(e, before)) {
		put_key(u, own, e, e->val);
		return;
	}
	if (e->val.kind != VALUE_DICT || before->val.kind != VALUE_DICT || e->val.as.dict == before->val.as.dict)
		return;
	for (dict_begin(&it, e->val.as.dict); (k = dict_next(&it));)
		put_own(u, part, k, dict_find(before->val.as.dict, k->key));
	if (part.as.dict->count)
		put_key(u, own, e, part);
}

/* Splits the globals: everything a child can import (full), the content of the dumped config (merged), and what this
 * file set itself (own). */
static void publish(struct unit *u, struct eval *ev, const struct dict *inherited)
{
	struct value full = value_dict(u->a, unit_whole(u));
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, ev->globals); (e = dict_next(&it));)
		if (is_published(e))
			put_key(u, full, e, eval_settle(ev, e->val));
	full.as.dict->open = ev->globals->open;
	unit_bound(u, &full);
	unit_detach(u, &full);
	u->full = value_freeze(u->a, full);
	struct value merged = value_dict(u->a, unit_whole(u)), own = value_dict(u->a, unit_whole(u));
	merged.as.dict->config = own.as.dict->config = true;
	merged.as.dict->open = u->full.as.dict->open;
	for (dict_begin(&it, u->full.as.dict); (e = dict_next(&it));) {
		if (is_imported(u, e->key.as.s))
			continue;
		put_key(u, merged, e, e->val);
		put_own(u, own, e, dict_find(inherited, e->key));
	}
	u->m.merged = value_freeze(u->a, merged);
	u->m.own = value_freeze(u->a, own);
}

void imported_finish(struct unit *u)
{
	struct eval ev;
	struct eval_host host = { .ctx = u,
				  .name = unit_host_name,
				  .import = import_name,
				  .imports_surely = imports_surely,
				  .imports_bind = true };
	eval_init(&ev, u->a, u->m.src->id);
	ev.host = &host;
	ev.skip = read_base_block(u->m.tree.root);
	unit_bind_imported(&ev);
	if (import_bases(u, ev.globals)) {
		struct value inherited = value_dict(u->a, unit_whole(u));
		struct dict_iter it;
		const struct entry *e;
		for (dict_begin(&it, ev.globals); (e = dict_next(&it));)
			if (is_published(e))
				put_key(u, inherited, e, e->val);
		inherited.as.dict->open = ev.globals->open;
		u->m.inherited = value_freeze(u->a, inherited);
		unit_bind_dunders(u, &ev);
		eval_module(&ev, u->m.tree.root);
		if (ev.exc)
			unit_exception(u, ev.exc);
		else
			publish(u, &ev, u->m.inherited.as.dict);
	}
	eval_release(&ev);
}

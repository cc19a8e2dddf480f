// SPDX-License-Identifier: MIT
/* The steps of loading one config file, in the order of Config._file2dict: read, substitute, parse, (mmcv: execute,)
 * find the bases; then, when those are finished: their union, (MMEngine: execute with `_base_` bound to it,) fill in
 * placeholders, merge, freeze.
 *
 * Example: a.py: _base_ = './b.py'; lr = {{ _base_.lr }}
 *          unit_scan:   text with a token for {{ _base_.lr }}, parsed, base b.py found
 *          unit_finish: the token becomes the value of lr in b.py */
#include "config/data_config.h"
#include "config/priv.h"
#include "config/scan.h"
#include "project/reader.h"
#include "project/version_bounds.h"
#include "project/root.h"
#include "project/stdlib.h"
#include "python/builtin/module.h"
#include "python/eval/eval.h"
#include "python/eval/eval_stmt.h"
#include "python/state/thaw.h"
#include "python/value/dict.h"
#include "text/encoding.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct span unit_whole(const struct unit *u)
{
	return (struct span){ u->m.src ? u->m.src->id : 0, 0, 0 };
}

struct span unit_at(const struct unit *u, const struct err *e)
{
	const struct source *src = u->m.src;
	struct span at = unit_whole(u);

	if (src && e->line)
		at.lo = at.hi = source_offset32(src, e->line - 1, e->col ? e->col - 1 : 0);
	return at;
}

struct note *unit_note(struct unit *u, enum config_note kind, struct span at, const char *msg)
{
	struct note n = { .id = config_note_id[kind], .kind = kind, .at = at, .msg = msg };
	enum note_depends on = config_note_depends[kind];
	n.of_bases = on == NOTE_OF_BASES || (on == NOTE_OF_IMPORTS && u->m.imported);
	vec_push(&u->m.notes, n);
	return &u->m.notes.at[u->m.notes.n - 1];
}

/* the loader raises; the first reason counts */
struct note *unit_refuse(struct unit *u, enum config_note kind, struct span at, const char *error)
{
	struct note *n = unit_note(u, kind, at, error);
	if (u->m.refusal)
		return n;
	u->m.refusal = error;
	u->m.refusal_at = at;
	if (u->m.state == MODULE_OK)
		u->m.state = MODULE_REFUSED;
	return n;
}

void unit_fail(struct unit *u, enum module_state state, struct err e)
{
	struct err *err = arena_new(u->a, struct err);
	*err = e;
	u->m.state = state;
	u->m.err = err;
	if (!u->m.refusal)
		u->m.refusal = arena_strdup(u->a, e.msg);
}

/* ---- reading and parsing ---- */

static bool read_file(struct unit *u)
{
	struct buf b = { 0 };
	struct err e = { 0 };
	bool ok = vfs_read(u->g->fs, u->m.path, &b, &e);
	if (ok)
		u->m.src = sources_add(u->g->sources, u->m.path, buf_str(&b), b.n);
	else
		unit_fail(u, MODULE_UNREADABLE, e);
	buf_release(&b);
	return ok;
}

static bool check_encoding(struct unit *u)
{
	struct err e = { 0 };
	if (source_check(u->m.src, &e))
		return true;
	bool bom = u->m.src->bom;
	const char *type = bom ? "SyntaxError" : "UnicodeDecodeError";
	const char *msg = arena_printf(u->a, "%s: %s", type, e.msg);
	struct note *n = unit_note(u, NOTE_ENCODING, unit_at(u, &e), msg);
	struct encodings as = { 0 };
	if (!bom)
		as = encoding_guess(u->m.src->bytes, u->m.src->len);
	if (as.likely)
		n->hint = arena_printf(u->a, "it may be %s; `iconv -f %s -t UTF-8` converts it",
				       encodings_text(u->a, as), as.likely);
	u->m.refusal = msg;
	unit_fail(u, MODULE_SYNTAX, e);
	return false;
}

void unit_parse(struct unit *u)
{
	const struct source *src = u->m.src;
	struct parser *p = graph_parser_take(u->g);
	parse_shared(p, vfs_results(u->g->fs), u->a, u->m.path, src->bytes, src->len, &u->m.tree);
	graph_parser_give(u->g, p);
}

/* The syntax error that the interpreter reports: a real error, or syntax of a newer version than the project
 * supports. */
static const struct syntax_error *refused(const struct unit *u, const struct parsed *tree)
{
	if (tree->nerrors)
		return &tree->error[0];
	if (!tree->newer.msg || !version_bounds_end_below(u->g->fs, project_marked_root(u->g->folders, u->m.path),
							  u->m.path, "python", 3, 12))
		return NULL;
	return &tree->newer;
}

static bool syntax_ok(struct unit *u, const struct parsed *tree, const char *what)
{
	const struct syntax_error *error = refused(u, tree);

	if (!error)
		return true;
	struct span at = { u->m.src->id, error->lo, error->hi };
	struct point pt = source_point(u->m.src, at.lo);
	if (tree->gave_up) {
		struct err why = { .code = ERR_LIMIT };
		snprintf(why.msg, sizeof why.msg, "%s", error->msg);
		unit_fail(u, MODULE_UNREADABLE, why);
		return false;
	}
	struct err e = { .code = ERR_SYNTAX, .line = pt.line + 1, .col = pt.col32 + 1 };
	snprintf(e.msg, sizeof e.msg, "%s%s", what, error->msg);
	u->m.refusal = arena_printf(u->a, "SyntaxError: %s", e.msg);
	u->m.refusal_at = at;
	unit_note(u, NOTE_SYNTAX, at, u->m.refusal);
	unit_fail(u, MODULE_SYNTAX, e);
	return false;
}

/* a `with` whose callee has no plain name crashes the loader's own check */
static void refuse_with(struct unit *u, const struct node *with)
{
	const struct node *item = with->kid[1]->kid[0];
	bool dotted = item->kind == NODE_CALL && item->kid[0]->kind == NODE_ATTR;
	const char *error = dotted ? "AttributeError: 'Attribute' object has no attribute 'id'"
				   : "ConfigParsingError: Only `read_base` context manager can be used in the config";
	unit_refuse(u, NOTE_RAISES, (struct span){ u->m.src->id, with->lo, with->hi }, error)->msg =
		arena_printf(u->a,
			     "loading raises %s (no other `with` may stand in a config, not even in its functions)",
			     error);
}

static void parse_substituted(struct unit *u)
{
	struct parser *p = graph_parser_take(u->g);
	parse_module(p, u->a, u->sub.text, u->sub.len, &u->sub.map, &u->m.tree);
	graph_parser_give(u->g, p);
}

/* Parses again if substitution changed the text: a syntax error of the user is reported in the original text. */
static bool parse_python(struct unit *u)
{
	unit_parse(u);
	struct parsed original = u->m.tree;
	if (!syntax_ok(u, &original, ""))
		return false;
	if (u->style->imports) {
		const struct node *at;
		enum base_style style = scan_style(original.root, &at);
		u->m.imported = style == BASES_IMPORTED;
		if (style == BASES_ERROR)
			refuse_with(u, at);
	}
	if (u->m.imported) { /* no text substitution there */
		u->sub = (struct substituted){ .text = u->m.src->bytes, .len = u->m.src->len };
		return true;
	}
	subst_text(u->a, u->m.src, u->m.loader, &u->g->opts, &u->sub);
	if (u->sub.refusal)
		unit_refuse(u, NOTE_PLACEHOLDER, u->sub.refusal_at, u->sub.refusal);
	if (!u->sub.map.n || u->sub.refusal)
		return true;
	parse_substituted(u);
	return syntax_ok(u, &u->m.tree, "after the placeholders were filled in: ");
}

/* ---- executing ---- */

/* The file runs as a module of no package (mmcv 1.x) or in a bare dict (MMEngine), unless it sets that itself. */
static bool in_no_package(const struct eval *ev)
{
	static const char *const names[] = { "__package__", "__name__", "__spec__" };
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const struct entry *e = dict_find_lit(ev->globals, names[i]);
		if (e && e->use.file)
			return false;
	}
	return true;
}

static bool host_import(struct eval *ev, const struct str *module, const struct str *name, int level,
			const struct node *at, struct value *out)
{
	struct span where = eval_span(ev, at);
	if (!name) { /* any module object is removed from the config's keys */
		*out = value_object(ev->arena, "module", module->s, where);
		return true;
	}
	const struct unit *u = ev->host->ctx;
	if (level && in_no_package(ev) && !project_imports_config(u->g->fs, u->m.home, u->m.path)) {
		*out = eval_raise(ev, u->style->relative_import.type, where, "%s", u->style->relative_import.msg);
		return true;
	}
	const char *lacks = u->style->may_lack;
	bool absent = lacks && !strncmp(module->s, lacks, strlen(lacks));
	return !level && !absent && module_value(ev->arena, module, name, where, out);
}

/* Modules of the standard library can always be imported; anything else may be missing. */
static bool imports_surely(struct eval *ev, const struct node *n)
{
	(void)ev;
	if (n->kind == NODE_FROM)
		return !n->op && stdlib_has(n->text->s);
	for (uint32_t i = 0; i < n->n; i++)
		if (!stdlib_has(n->kid[i]->text->s))
			return false;
	return true;
}

void unit_exception(struct unit *u, const struct exc *x)
{
	const char *msg = *x->msg ? arena_printf(u->a, "%s: %s", x->type, x->msg) : x->type;
	unit_refuse(u, NOTE_RAISES, x->at, msg)->msg = arena_printf(u->a, "loading this config raises %s", msg);
}

/* Whether a global becomes a key: not if it starts with `__`, is `_base_`, a module or a Python function. */
static bool is_key(const struct entry *e)
{
	const char *name = e->key.as.s->s;
	if (!strncmp(name, "__", 2) || !strcmp(name, "_base_") || e->val.kind == VALUE_FUNC)
		return false;
	if (e->val.kind != VALUE_OBJECT)
		return true;
	const char *type = e->val.as.obj->type->s;
	return strcmp(type, "module") && strcmp(type, "function");
}

static struct value keys_of(struct unit *u, struct eval *ev)
{
	struct value own = value_dict(u->a, unit_whole(u));
	struct dict_iter it;
	const struct entry *e;
	dict_reserve(u->a, own.as.dict, ev->globals->count);
	for (dict_begin(&it, ev->globals); (e = dict_next(&it));)
		if (is_key(e)) {
			struct entry *put = dict_put(u->a, own.as.dict, e->key, eval_settle(ev, e->val), e->use);
			put->flags |= e->flags & EF_MAYBE;
		}
	own.as.dict->open = ev->globals->open;
	return own;
}

/* bases: the value of `_base_` (MMEngine), updated to its value after execution; NULL: not bound */
void unit_execute(struct unit *u, struct value *bases, struct value *base_value)
{
	struct eval ev;
	struct seen_builtins seen = { 0 };
	struct eval_host host = {
		.ctx = u, .name = unit_host_name, .import = host_import, .imports_surely = imports_surely
	};
	eval_init(&ev, u->a, u->m.src->id);
	ev.host = &host;
	ev.builtins = &seen;
	if (u->style->execute)
		ev.unassigned = str_lit("_base_");
	if (bases)
		dict_put(u->a, ev.globals, value_text("_base_", unit_whole(u)), *bases, unit_whole(u));
	unit_bind_dunders(u, &ev);
	eval_module(&ev, u->m.tree.root);
	if (ev.exc)
		unit_exception(u, ev.exc);
	u->executed = keys_of(u, &ev);
	const struct entry *e = dict_find_lit(ev.globals, "_base_");
	if (base_value)
		*base_value = e ? (e->flags & EF_MAYBE ? value_unknown(u->a, WHY_BRANCH, e->use, "_base_") : e->val)
				: value_unknown(u->a, WHY_ABSENT, unit_whole(u), NULL);
	if (bases && e && e->val.kind == VALUE_DICT)
		*bases = eval_settle(&ev, *bases);
	eval_release(&ev);
}

void unit_scan(struct unit *u)
{
	if (!read_file(u) || !check_encoding(u))
		return;
	if (data_is_config(u->m.path)) {
		unit_scan_data(u);
		return;
	}
	if (!parse_python(u) || u->m.state != MODULE_OK)
		return;
	if (u->m.imported)
		imported_scan(u);
	else
		u->style->find_bases(u);
}

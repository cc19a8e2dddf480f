// SPDX-License-Identifier: MIT
/* By syntax alone: the tree of a Python config, or the nodes of a YAML or JSON file.
 *
 *	model = dict(backbone=dict(depth=50))	model, in it backbone, in it depth */
#include "server/outline.h"
#include "base/path.h"
#include "python/syntax/ast.h"
#include "server/server_data.h"
#include <string.h>

enum { SYMBOLS_MAX = 10000, FOLDS_MAX = 10000, DEPTH_MOST = 100, NAME_SHOWN = 60, DETAIL_SHOWN = 40 };
/* As the protocol numbers them. */
enum {
	SYMBOL_CLASS = 5,
	SYMBOL_FUNCTION = 12,
	SYMBOL_STRING = 15,
	SYMBOL_ARRAY = 18,
	SYMBOL_OBJECT = 19,
	SYMBOL_KEY = 20
};

struct outline {
	enum column_unit unit;
	const struct source *src;
	uint32_t n;	/* made so far */
	long last_line; /* at which a fold begins */
	json_t *folds;
};

static json_t *text_at(const struct outline *o, uint32_t lo, uint32_t hi, uint32_t most)
{
	uint32_t n = hi - lo < most ? hi - lo : most, line = 0;

	while (line < n && o->src->bytes[lo + line] != '\n')
		line++;
	return wire_textn(o->src->bytes + lo, line);
}

static json_t *range(const struct outline *o, uint32_t lo, uint32_t hi)
{
	return place_range(o->unit, o->src, source_offset(o->src, lo), source_offset(o->src, hi));
}

/* lo, hi: with the value; at: of the name. Takes name, detail (may be NULL) and kids. NULL: too many. */
static json_t *symbol(struct outline *o, json_t *name, json_t *detail, int kind, struct span whole, struct span at,
		      json_t *kids)
{
	json_t *x = NULL;

	if (o->n++ < SYMBOLS_MAX && json_string_length(name))
		x = json_pack("{s:O, s:i, s:o, s:o, s:O}", "name", name, "kind", kind, "range",
			      range(o, whole.lo, whole.hi), "selectionRange", range(o, at.lo, at.hi), "children", kids);
	if (x && detail)
		json_object_set(x, "detail", detail);
	json_decref(name);
	json_decref(detail);
	json_decref(kids);
	return x;
}

static void append(json_t *list, json_t *x)
{
	if (x)
		json_array_append_new(list, x);
}

/* --- Python */

static void add_keys(struct outline *o, const struct node *n, unsigned depth, json_t *list);

static bool has_keys(const struct node *n)
{
	for (uint32_t i = 1; n->kind == NODE_CALL && i < n->n; i++)
		if (n->kid[i]->kind == NODE_KW)
			return true;
	return n->kind == NODE_DICT;
}

static int kind_of(const struct node *n)
{
	return has_keys(n)					? SYMBOL_OBJECT
	       : n->kind == NODE_LIST || n->kind == NODE_TUPLE	? SYMBOL_ARRAY
	       : n->kind == NODE_STR || n->kind == NODE_FSTRING ? SYMBOL_STRING
								: SYMBOL_KEY;
}

/* The `type` of a dict, or the value itself where it is short. */
static json_t *detail_of(const struct outline *o, const struct node *n)
{
	for (uint32_t i = 0; i < n->n && has_keys(n); i++) {
		const struct node *k = n->kid[i];

		if (k->kind == NODE_KW && strcmp(k->text->s, "type") == 0)
			return text_at(o, k->kid[0]->lo, k->kid[0]->hi, DETAIL_SHOWN);
		if (k->kind == NODE_PAIR && k->kid[0]->kind == NODE_STR && strcmp(k->kid[0]->text->s, "type") == 0)
			return text_at(o, k->kid[1]->lo, k->kid[1]->hi, DETAIL_SHOWN);
	}
	return kind_of(n) == SYMBOL_OBJECT || (kind_of(n) == SYMBOL_ARRAY && n->hi - n->lo > DETAIL_SHOWN)
		       ? NULL
		       : text_at(o, n->lo, n->hi, DETAIL_SHOWN);
}

static json_t *key(struct outline *o, json_t *name, struct span at, const struct node *value, unsigned depth)
{
	json_t *kids = json_array();
	struct span whole = { 0, at.lo < value->lo ? at.lo : value->lo, value->hi > at.hi ? value->hi : at.hi };

	add_keys(o, value, depth + 1, kids);
	return symbol(o, name, detail_of(o, value), kind_of(value), whole, at, kids);
}

static void add_item(struct outline *o, const struct node *n, uint32_t i, unsigned depth, json_t *list)
{
	if (has_keys(n) || n->kind == NODE_LIST || n->kind == NODE_TUPLE)
		append(list, key(o, wire_textf("[%u]", i), (struct span){ 0, n->lo, n->hi }, n, depth));
}

static void add_keys(struct outline *o, const struct node *n, unsigned depth, json_t *list)
{
	for (uint32_t i = 0; i < n->n && depth < DEPTH_MOST; i++) {
		const struct node *k = n->kid[i];

		if (n->kind == NODE_CALL && k->kind == NODE_KW)
			append(list, key(o, wire_text(k->text->s),
					 (struct span){ 0, k->lo, k->lo + (uint32_t)k->text->len }, k->kid[0], depth));
		else if (n->kind == NODE_DICT && k->kind == NODE_PAIR)
			append(list,
			       key(o,
				   k->kid[0]->kind == NODE_STR ? wire_text(k->kid[0]->text->s)
							       : text_at(o, k->kid[0]->lo, k->kid[0]->hi, NAME_SHOWN),
				   (struct span){ 0, k->kid[0]->lo, k->kid[0]->hi }, k->kid[1], depth));
		else if (n->kind == NODE_LIST || n->kind == NODE_TUPLE)
			add_item(o, k, i, depth, list);
	}
}

static void add_assigned(struct outline *o, const struct node *target, const struct node *value, json_t *list)
{
	if (target->kind == NODE_NAME || target->kind == NODE_ATTR || target->kind == NODE_INDEX)
		append(list, key(o, text_at(o, target->lo, target->hi, NAME_SHOWN),
				 (struct span){ 0, target->lo, target->hi }, value, 0));
}

static void add_statements(struct outline *o, const struct node *block, unsigned depth, json_t *list)
{
	for (uint32_t i = 0; block && i < block->n && depth < DEPTH_MOST; i++) {
		const struct node *n = block->kid[i];

		if (!n)
			continue;
		if (n->kind == NODE_BLOCK || n->kind == NODE_IF || n->kind == NODE_FOR || n->kind == NODE_WHILE ||
		    n->kind == NODE_TRY || n->kind == NODE_EXCEPT || n->kind == NODE_WITH)
			add_statements(o, n, depth + 1, list);
		else if (n->kind == NODE_DEF || n->kind == NODE_CLASS)
			append(list, symbol(o, wire_text(n->text->s), NULL,
					    n->kind == NODE_DEF ? SYMBOL_FUNCTION : SYMBOL_CLASS,
					    (struct span){ 0, n->lo, n->hi }, (struct span){ 0, n->lo, n->lo },
					    json_array()));
		else if (n->kind == NODE_ANNASSIGN && n->kid[2])
			add_assigned(o, n->kid[0], n->kid[2], list);
		else if (n->kind == NODE_EXPR && has_keys(n->kid[0]) && n->kid[0]->kind == NODE_CALL)
			add_assigned(o, n->kid[0]->kid[0], n->kid[0], list);
		for (uint32_t k = 1; n->kind == NODE_ASSIGN && k < n->n; k++)
			add_assigned(o, n->kid[k], n->kid[0], list);
	}
}

/* --- YAML, JSON */

static json_t *data_detail(const struct ynode *n)
{
	for (uint32_t i = 0; n->kind == Y_MAP && i < n->n; i++)
		if (yaml_str(n->key[i]) && strcmp(yaml_str(n->key[i]), "type") == 0 && yaml_str(n->kid[i]))
			return wire_textf("%.*s", DETAIL_SHOWN, yaml_str(n->kid[i]));
	return n->kind == Y_SCALAR ? wire_textf("%.*s", DETAIL_SHOWN, n->text->s) : NULL;
}

static void add_data(struct outline *o, const struct ynode *n, unsigned depth, json_t *list)
{
	for (uint32_t i = 0; n->kind != Y_SCALAR && i < n->n && depth < DEPTH_MOST; i++) {
		const struct ynode *v = n->kid[i], *k = n->kind == Y_MAP ? n->key[i] : v;
		struct span at = k->at;
		json_t *kids;

		if (k->kind != Y_SCALAR && n->kind == Y_MAP)
			continue;
		if (n->kind == Y_SEQ && v->kind == Y_SCALAR)
			continue;
		kids = json_array();
		add_data(o, v, depth + 1, kids);
		if (n->kind == Y_SEQ)
			at.hi = at.lo;
		append(list, symbol(o, n->kind == Y_MAP ? wire_text(k->text->s) : wire_textf("[%u]", i), data_detail(v),
				    v->kind == Y_MAP   ? SYMBOL_OBJECT
				    : v->kind == Y_SEQ ? SYMBOL_ARRAY
						       : SYMBOL_KEY,
				    (struct span){ 0, at.lo, data_end(v) > at.hi ? data_end(v) : at.hi }, at, kids));
	}
}

json_t *outline_symbols(struct server *s, const json_t *params, struct refusal *why)
{
	struct document *d = server_document(s, params, why);
	struct data_document data;
	struct outline o = { .unit = s->docs.unit };
	json_t *list;
	const struct module *m;

	if (!d || !s->can.trees)
		return NULL;
	list = json_array();
	if (data_begin(&data, s, d)) {
		o.src = data.src;
		if (data.root)
			add_data(&o, data.root, 0, list);
	} else {
		struct analysis *a = server_look(s, d, false);

		m = a ? analysis_config(a) : NULL;
		o.src = m ? m->src : NULL;
		if (o.src && m->tree.root)
			add_statements(&o, m->tree.root, 0, list);
	}
	data_end_of(&data);
	return list;
}

/* --- folds */

static long line_of(const struct outline *o, uint32_t at)
{
	return source_point(o->src, source_offset(o->src, at)).line;
}

/* kind: may be NULL. One for each line: the outermost. */
static void fold(struct outline *o, long from, long to, const char *kind)
{
	json_t *x;

	if (to <= from || from == o->last_line || o->n++ >= FOLDS_MAX)
		return;
	o->last_line = from;
	x = json_pack("{s:I, s:I}", "startLine", (json_int_t)from, "endLine", (json_int_t)to);
	if (kind)
		json_object_set_new(x, "kind", json_string(kind));
	json_array_append_new(o->folds, x);
}

/* A bracket that stands first on its line is not folded away. */
static long last_line(const struct outline *o, uint32_t hi, bool bracket)
{
	uint32_t lo = source_line_start(o->src, hi - 1);

	while (lo < hi && (o->src->bytes[lo] == ' ' || o->src->bytes[lo] == '\t'))
		lo++;
	return line_of(o, hi - 1) - (bracket && lo < hi && strchr(")]}", o->src->bytes[lo]));
}

static void fold_nodes(struct outline *o, const struct node *n, unsigned depth)
{
	bool bracket = n->kind == NODE_CALL || n->kind == NODE_DICT || n->kind == NODE_LIST || n->kind == NODE_TUPLE ||
		       n->kind == NODE_SET || n->kind == NODE_LISTCOMP || n->kind == NODE_DICTCOMP;
	bool block = n->kind == NODE_DEF || n->kind == NODE_CLASS || n->kind == NODE_IF || n->kind == NODE_FOR ||
		     n->kind == NODE_WHILE || n->kind == NODE_WITH || n->kind == NODE_STR;

	if ((bracket || block) && n->hi > n->lo)
		fold(o, line_of(o, n->lo), last_line(o, n->hi, bracket), NULL);
	for (uint32_t i = 0; i < n->n && depth < DEPTH_MOST; i++)
		if (n->kid[i])
			fold_nodes(o, n->kid[i], depth + 1);
}

static void fold_imports(struct outline *o, const struct node *root)
{
	for (uint32_t i = 0, k; i < root->n; i = k + 1) {
		for (k = i; k < root->n && (root->kid[k]->kind == NODE_IMPORT || root->kid[k]->kind == NODE_FROM);)
			k++;
		if (k > i + 1)
			fold(o, line_of(o, root->kid[i]->lo), line_of(o, root->kid[k - 1]->hi), "imports");
	}
}

/* Adjacent lines with only a comment. */
static void fold_comments(struct outline *o)
{
	struct line_starts l = source_lines(o->src);
	long from = -1;

	for (uint32_t i = 0; i <= l.n; i++) {
		const char *s = i < l.n ? o->src->bytes + l.at[i] : "";

		s += strspn(s, " \t");
		if (*s == '#' && from < 0)
			from = i;
		if (*s != '#' && from >= 0) {
			fold(o, from, (long)i - 1, "comment");
			from = -1;
		}
	}
}

static void fold_data(struct outline *o, const struct ynode *n, unsigned depth)
{
	for (uint32_t i = 0; n->kind != Y_SCALAR && i < n->n && depth < DEPTH_MOST; i++) {
		const struct ynode *v = n->kid[i];
		uint32_t lo = n->kind == Y_MAP ? n->key[i]->at.lo : v->at.lo;

		if (v->kind != Y_SCALAR && v->n)
			fold(o, line_of(o, lo), line_of(o, data_end(v)), NULL);
		fold_data(o, v, depth + 1);
	}
}

json_t *outline_folds(struct server *s, const json_t *params, struct refusal *why)
{
	struct document *d = server_document(s, params, why);
	struct data_document data;
	struct outline o = { .unit = s->docs.unit, .last_line = -1 };

	if (!d)
		return NULL;
	o.folds = json_array();
	if (data_begin(&data, s, d)) {
		o.src = data.src;
		if (data.root)
			fold_data(&o, data.root, 0);
	} else {
		struct analysis *a = server_look(s, d, false);
		const struct module *m = a ? analysis_config(a) : NULL;

		o.src = m ? m->src : NULL;
		if (o.src && m->tree.root) {
			fold_nodes(&o, m->tree.root, 0);
			fold_imports(&o, m->tree.root);
		}
	}
	if (o.src && strcmp(path_ext(d->path), ".json") != 0)
		fold_comments(&o);
	data_end_of(&data);
	return o.folds;
}

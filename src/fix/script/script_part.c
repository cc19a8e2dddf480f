// SPDX-License-Identifier: MIT
/* Finds the syntax of a part of a script's tree by the part's path: the node whose bytes the part's value covers.
 *
 * Invariant: a part that the path names is found, or nothing is; a part of another file is never taken.
 *
 *	calls["torch.sqrt"][0].args.input	the CALL, and args.input as the rest of the path */
#include "fix/script/script_part.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include <string.h>

struct search {
	struct script_part *out;
	uint32_t lo, hi;
};

static bool has_target(const struct node *n, uint32_t lo, uint32_t hi, const struct node **target)
{
	for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
		if (n->kid[i]->lo == lo && n->kid[i]->hi == hi) {
			*target = n->kid[i];
			return true;
		}
	return false;
}

static bool is_it(const struct search *w, const struct node *n)
{
	switch (w->out->kind) {
	case PART_CALL:
		return n->kind == NODE_CALL && n->lo == w->lo && n->hi == w->hi;
	case PART_SETTING:
		return has_target(n, w->lo, w->hi, &w->out->node);
	case PART_IMPORT:
		return (n->kind == NODE_FROM || n->kind == NODE_IMPORT) && n->lo == w->lo && n->hi == w->hi;
	case PART_EVENT:
		return (n->kind == NODE_CALL || n->kind == NODE_AUGASSIGN || n->kind == NODE_ASSIGN) &&
		       n->lo == w->lo && n->hi == w->hi;
	case PART_STATEMENT:
		return n->kind == NODE_EXPR && n->kid[0]->lo == w->lo && n->kid[0]->hi == w->hi;
	default:
		return ((n->kind < NODE_EXPR && n->kind > NODE_BLOCK) || n->kind == NODE_PARAMS) && n->lo == w->lo &&
		       n->hi == w->hi;
	}
}

/* Decorators stand before their function. */
static bool may_hold(const struct search *w, const struct node *n)
{
	return n->kind == NODE_DEF || n->kind == NODE_CLASS || (n->lo <= w->lo && w->hi <= n->hi);
}

/* The function that encloses the current node. */
static struct fn *scope_of(const struct walk *w, struct fn *top)
{
	struct fn *fn = top;

	for (uint32_t up = w->depth; up-- > 0;) {
		const struct node *n = walk_around(w, up);
		struct fn *inner = n->kind == NODE_DEF || n->kind == NODE_LAMBDA ? map_get(&fn->inner, n) : NULL;

		fn = inner ? inner : fn;
	}
	return fn;
}

static bool search(const struct search *w, const struct cfile *f)
{
	const struct node *root = f->tree.root;
	struct walk walk;

	walk_begin(&walk, root);
	for (const struct node *n; (n = walk_next(&walk));) {
		if (n != root && !may_hold(w, n)) {
			walk_skip(&walk);
			continue;
		}
		if (!is_it(w, n))
			continue;
		if (w->out->kind == PART_SETTING)
			w->out->in = n;
		else
			w->out->node = n;
		if (w->out->kind == PART_IMPORT)
			w->out->in = walk_around(&walk, 0);
		w->out->scope = scope_of(&walk, f->top);
		return true;
	}
	return false;
}

static bool names(struct value v, const char *name)
{
	return v.kind == VALUE_STR && !strcmp(v.as.s->s, name);
}

/* The dict that holds what the path leads to. */
static bool find_place(struct arena *a, const struct subject *s, struct keypath path, struct script_part *out)
{
	for (uint32_t n = path.n; n > 0; n--) {
		struct slot slot = keypath_get(a, s->tree, (struct keypath){ path.part, n });

		if (slot.found != n || slot.val.kind != VALUE_DICT ||
		    slot.val.at.file != script_subject_file(s)->src->id || slot.val.at.hi == 0)
			continue;
		out->kind = PART_PLACE;
		out->tree = slot.val;
		out->rest = (struct keypath){ path.part + n, path.n - n };
		return true;
	}
	return false;
}

/* arguments[i].args.k is calls[class][number].args.k, where that set of arguments is a call. */
static struct keypath of_call(struct arena *a, const struct subject *s, struct keypath p)
{
	struct value x, *part;

	if (p.n < 4 || !names(p.part[0], "arguments") || !names(p.part[2], "args"))
		return p;
	x = keypath_get(a, s->tree, (struct keypath){ p.part, 2 }).val;
	if (!dict_get_text(x, "form") || strcmp(dict_get_text(x, "form"), "call") != 0)
		return p;
	part = arena_array(a, struct value, p.n + 1);
	part[0] = value_text("calls", (struct span){ 0 });
	part[1] = dict_get(x, "class");
	part[2] = dict_get(x, "number");
	for (uint32_t i = 2; i < p.n; i++)
		part[i + 1] = p.part[i];
	return (struct keypath){ part, p.n + 1 };
}

bool part_find(struct arena *a, const struct subject *s, struct keypath path, struct script_part *out)
{
	static const char *const list[] = { "calls", "settings", "imports", "statements", "loops" };
	static const uint32_t parts[] = { 3, 2, 2, 2, 4 }; /* loops[i].events[k] */
	const struct cfile *f = script_subject_file(s);
	struct search w = { .out = out };
	struct slot slot;
	uint32_t n;

	*out = (struct script_part){ 0 };
	path = of_call(a, s, path);
	for (size_t i = 0; i < ARRAY_SIZE(list); i++) {
		out->kind = (enum part_kind)i;
		n = parts[i];
		if (path.n >= n && names(path.part[0], list[i]))
			break;
		n = 0;
	}
	if (out->kind == PART_EVENT && n && (path.n != n + 1 || !names(path.part[n], "text")))
		n = 0; /* what an event's dict leads to */
	if (!n && find_place(a, s, path, out)) {
		w.lo = out->tree.at.lo;
		w.hi = out->tree.at.hi;
		search(&w, f);
		return true;
	}
	if (!n)
		return false;
	slot = keypath_get(a, s->tree, (struct keypath){ path.part, n });
	if (slot.found != n || slot.val.kind != VALUE_DICT || slot.val.at.file != f->src->id)
		return false;
	out->tree = slot.val;
	out->rest = (struct keypath){ path.part + n, path.n - n };
	w.lo = slot.val.at.lo;
	w.hi = slot.val.at.hi;
	return search(&w, f);
}

const struct str *part_text(const struct script_part *p, const char *key)
{
	const struct entry *e = dict_find_str(p->tree.as.dict, str_lit(key));

	return e && e->val.kind == VALUE_STR ? e->val.as.s : NULL;
}

// SPDX-License-Identifier: MIT
/* Finds where a key of an effective config can be changed. Every value has the place where it was put under its key; if
 * that is in the current file, the expression there is replaced. Otherwise the file gets an override: a key more in the
 * deepest dict that it writes itself on that path, or a new statement. Lists don't merge, so nothing below a base's
 * list can be overridden.
 *
 *	_base_ = 'base.py'; data = dict(n=2)	data.n: the expression 2
 *						data.m of base.py: m=... is added to this dict
 *						model.lr of base.py: a new statement model = dict(lr=...) */
#include "fix/edit/place.h"
#include "base/path.h"
#include "python/value/dict.h"
#include "python/value/print.h"
#include <string.h>

/* A node with its surroundings: up[0] is the node, up[1] its parent, ... */
struct node_chain {
	const struct node *up[4];
	bool plain; /* runs once: in no loop, function, class or comprehension */
};

static bool runs_often(const struct node *n)
{
	switch (n->kind) {
	case NODE_FOR:
	case NODE_WHILE:
	case NODE_DEF:
	case NODE_LAMBDA:
	case NODE_CLASS:
	case NODE_LISTCOMP:
	case NODE_SETCOMP:
	case NODE_DICTCOMP:
	case NODE_GENEXP:
		return true;
	default:
		return false;
	}
}

static const struct node *kid_over(const struct node *n, uint32_t lo, uint32_t hi)
{
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i] && n->kid[i]->lo <= lo && n->kid[i]->hi >= hi)
			return n->kid[i];
	return NULL;
}

static bool chain_find(const struct node *root, uint32_t lo, uint32_t hi, struct node_chain *out)
{
	struct node_chain c = { .up = { root }, .plain = true };
	bool found = false;

	for (;;) {
		const struct node *n = c.up[0];

		if (n->lo == lo && n->hi == hi) {
			*out = c;
			found = true;
		}
		if (runs_often(n))
			c.plain = false;
		n = kid_over(n, lo, hi);
		if (!n)
			return found;
		memmove(&c.up[1], &c.up[0], 3 * sizeof c.up[0]);
		c.up[0] = n;
	}
}

const struct node *statement_at(const struct node *root, uint32_t offset)
{
	for (uint32_t i = 0; i < root->n; i++)
		if (root->kid[i] && root->kid[i]->lo <= offset && root->kid[i]->hi >= offset)
			return root->kid[i];
	return NULL;
}

/* --- words */

static const char *where_text(struct arena *a, const struct graph *g, const struct module *from, struct span at)
{
	const struct source *s = graph_source(g, at.file);

	if (!s)
		return "an unknown place";
	return arena_printf(a, "%s:%u",
			    path_inside(from->root, s->path) ? path_relative(a, from->root, s->path) : s->path,
			    source_point(s, at.lo).line + 1);
}

static struct place none(const struct module *m, const char *why_not, const char *manual)
{
	return (struct place){ .kind = PLACE_NONE, .file = m, .why_not = why_not, .manual = manual };
}

/* --- the file sets the key itself */

static void find_holder(struct place *p, const struct node_chain *c)
{
	const struct node *up = c->up[1];

	if (!up)
		return;
	switch (up->kind) {
	case NODE_KW:
	case NODE_PAIR:
	case NODE_ASSIGN:
	case NODE_ANNASSIGN:
		p->holder = up;
		p->container = c->up[2];
		break;
	case NODE_LIST:
	case NODE_TUPLE:
		p->holder = c->up[0];
		p->container = up;
		break;
	default:
		break;
	}
	if (p->container && p->container->kind == NODE_MODULE)
		p->container = NULL;
}

static struct place place_use(struct arena *a, const struct module *m, const struct slot *s)
{
	struct place p = { .kind = PLACE_VALUE, .file = m };
	struct node_chain c;

	if (!chain_find(m->tree.root, s->use.lo, s->use.hi, &c))
		return none(m, "the value is computed", "change the expression by hand");
	if (!c.plain)
		return none(m,
			    arena_printf(a, "line %u makes several values at once (a loop, comprehension or function)",
					 source_point(m->src, s->use.lo).line + 1),
			    "change the code by hand");
	p.node = c.up[0];
	if (c.up[1] && c.up[1]->kind == NODE_AUGASSIGN)
		return none(m,
			    arena_printf(a, "the value is computed in line %u",
					 source_point(m->src, s->use.lo).line + 1),
			    "change the expression by hand");
	find_holder(&p, &c);
	return p;
}

/* --- the file does not: a key more in its own dict, or a new statement */

static bool own_has(struct arena *a, const struct module *m, struct keypath p)
{
	return keypath_get(a, m->own, p).found == p.n;
}

/* Whether an override in this file can reach the key at all: merging goes through dicts only. */
static bool crosses(struct arena *a, const struct graph *g, const struct module *m, struct keypath path,
		    struct place *out)
{
	for (uint32_t i = 1; i < path.n; i++) {
		struct keypath prefix = { .part = path.part, .n = i };
		struct slot s = keypath_get(a, m->merged, prefix);
		const char *name = keypath_text(a, prefix);

		if (s.found < i)
			return false;
		if (s.val.kind == VALUE_DICT || own_has(a, m, prefix))
			continue;
		if (s.val.kind == VALUE_LIST || s.val.kind == VALUE_TUPLE)
			*out = none(m,
				    arena_printf(a, "%s is a list of %s, and lists don't merge", name,
						 where_text(a, g, m, s.use.file ? s.use : s.val.at)),
				    arena_printf(a, "change it there, or write the whole list %s here", name));
		else
			*out = none(m,
				    arena_printf(a, "%s is %s in %s, not a dict", name, value_type_name(s.val),
						 where_text(a, g, m, s.use.file ? s.use : s.val.at)),
				    arena_printf(a, "write %s as a dict with _delete_=True", name));
		return true;
	}
	return false;
}

struct owned { /* the deepest value that the file itself has on a path */
	struct value val;
	uint32_t depth;
	bool doubtful;
};

static struct owned own_deepest(const struct module *m, struct keypath path)
{
	struct owned o = { .val = m->own };

	for (; o.depth < path.n; o.depth++) {
		struct value part = path.part[o.depth];

		if (o.val.kind == VALUE_DICT) {
			const struct entry *e = dict_find(o.val.as.dict, part);

			if (!e)
				break;
			o.doubtful |= (e->flags & EF_MAYBE) != 0;
			o.val = e->val;
		} else if ((o.val.kind == VALUE_LIST || o.val.kind == VALUE_TUPLE) && part.kind == VALUE_INT) {
			const struct list *l = o.val.as.list;
			int64_t i = part.as.i < 0 ? part.as.i + l->n : part.as.i;

			if (i < 0 || i >= l->n)
				break;
			o.val = l->at[i].val;
		} else {
			break;
		}
	}
	return o;
}

static bool is_dict_form(const struct node *n)
{
	if (n->kind == NODE_DICT)
		return true;
	return n->kind == NODE_CALL && n->kid[0]->kind == NODE_NAME &&
	       (strcmp(n->kid[0]->text->s, "dict") == 0 || strcmp(n->kid[0]->text->s, "OrderedDict") == 0);
}

/* `data = _base_.data` takes a dict that this file doesn't write: the edit is `data['key'] = ...` below it. */
static bool below_taken_over(const struct module *m, struct keypath path, const struct owned *o, struct place *out)
{
	const struct node *root = m->tree.root;

	if (o->depth + 1 < path.n || m->imported || path.n < 2 || (o->val.flags & VF_MANY))
		return false;
	for (uint32_t i = root->n; i > 0; i--) {
		const struct node *st = root->kid[i - 1];

		if (st->kind != NODE_ASSIGN || st->n != 2 || st->kid[1]->kind != NODE_NAME ||
		    path.part[0].kind != VALUE_STR || st->kid[1]->text != path.part[0].as.s)
			continue;
		*out = (struct place){ .kind = PLACE_NEW_UPDATE,
				       .file = m,
				       .prefix = path,
				       .after = line_next(m->src, st->hi),
				       .below = true };
		return begins_line(m->src, st->lo) && skip_blanks(m->src, st->hi) == line_end(m->src, st->hi);
	}
	return false;
}

static struct place place_insert(struct arena *a, const struct graph *g, const struct module *m, struct keypath path,
				 const struct owned *o)
{
	struct keypath have = { .part = path.part, .n = o->depth };
	const char *name = keypath_text(a, have), *by_hand = arena_printf(a, "set %s by hand", keypath_text(a, path));
	struct place below;
	struct node_chain c;

	if (o->doubtful)
		return none(m, arena_printf(a, "whether %s exists depends on an unknown condition", name), by_hand);
	if (o->val.kind != VALUE_DICT)
		return none(m, arena_printf(a, "%s is %s here, not a dict", name, value_type_name(o->val)), by_hand);
	if (o->val.at.file != m->src->id && below_taken_over(m, path, o, &below))
		return below;
	if (o->val.at.file != m->src->id)
		return none(m, arena_printf(a, "%s is inherited from %s", name, where_text(a, g, m, o->val.at)),
			    arena_printf(a, "give %s a dict of its own here", name));
	if ((o->val.flags & VF_MANY) || !chain_find(m->tree.root, o->val.at.lo, o->val.at.hi, &c) || !c.plain ||
	    !is_dict_form(c.up[0]))
		return none(m,
			    arena_printf(a, "%s is not written as one dict (%s)", name, where_text(a, g, m, o->val.at)),
			    by_hand);
	return (struct place){ .kind = PLACE_INSERT,
			       .file = m,
			       .node = c.up[0],
			       .rest = { .part = path.part + o->depth, .n = path.n - o->depth } };
}

/* After the last line that isn't blank. */
static uint32_t end_of_text(const struct source *s)
{
	uint32_t at = s->len;

	while (at > 0 && strchr(" \t\r\n\f", s->bytes[at - 1]))
		at--;
	return line_next(s, at);
}

static struct place place_assign(const struct module *m, struct keypath path)
{
	if (path.part[0].kind != VALUE_STR || !print_is_identifier(path.part[0].as.s))
		return none(m, "the top-level key is not an identifier", NULL);
	return (struct place){ .kind = PLACE_NEW_ASSIGN, .file = m, .rest = path, .after = end_of_text(m->src) };
}

/* --- lazy configs: what was imported is changed in place */

/* The dict that `name.update(...)` adds: its call (keywords) or the one dict in it. NULL: no such statement. */
static const struct node *updated_with(const struct node *statement, const struct str *name)
{
	const struct node *call = statement->kind == NODE_EXPR ? statement->kid[0] : NULL, *callee;

	if (!call || call->kind != NODE_CALL)
		return NULL;
	callee = call->kid[0];
	if (callee->kind != NODE_ATTR || strcmp(callee->text->s, "update") != 0 || callee->kid[0]->kind != NODE_NAME ||
	    callee->kid[0]->text != name)
		return NULL;
	if (call->n == 2 && is_dict_form(call->kid[1]))
		return call->kid[1];
	for (uint32_t i = 1; i < call->n; i++)
		if (call->kid[i]->kind != NODE_KW)
			return NULL;
	return call;
}

/* The value of a key that is written in a dict's text; NULL. */
static const struct node *value_under(const struct node *dict, struct value key)
{
	for (uint32_t i = 0; key.kind == VALUE_STR && i < dict->n; i++) {
		const struct node *n = dict->kid[i];

		if (n->kind == NODE_KW && n->text == key.as.s)
			return n->kid[0];
		if (n->kind == NODE_PAIR && n->kid[0]->kind == NODE_STR && n->kid[0]->text == key.as.s)
			return n->kid[1];
	}
	return NULL;
}

static bool place_in_update(const struct module *m, struct keypath path, struct place *out)
{
	const struct node *root = m->tree.root, *dict = NULL, *deeper;
	uint32_t depth = 1;

	for (uint32_t i = root->n; !dict && i > 0; i--)
		dict = updated_with(root->kid[i - 1], path.part[0].as.s);
	if (!dict)
		return false;
	while (depth + 1 < path.n && (deeper = value_under(dict, path.part[depth])) && is_dict_form(deeper)) {
		dict = deeper;
		depth++;
	}
	*out = (struct place){ .kind = PLACE_INSERT,
			       .file = m,
			       .node = dict,
			       .after = out->after,
			       .rest = { .part = path.part + depth, .n = path.n - depth } };
	return value_under(dict, path.part[depth]) == NULL;
}

/* How much of the path must stand before `.update(`: the name, or down to the last element of a list. */
static uint32_t named_first(struct arena *a, const struct module *m, struct keypath path)
{
	uint32_t n = 1;

	for (uint32_t i = 1; i < path.n; i++) {
		struct slot s = keypath_get(a, m->merged, (struct keypath){ .part = path.part, .n = i });

		if (s.found == i && (s.val.kind == VALUE_LIST || s.val.kind == VALUE_TUPLE))
			n = i + 1;
	}
	return n;
}

static struct place place_lazy(struct arena *a, const struct module *m, struct keypath path)
{
	struct keypath top = { .part = path.part, .n = 1 };
	struct place p = { .kind = PLACE_NEW_UPDATE, .file = m, .after = end_of_text(m->src) };
	uint32_t said;

	if (path.n == 1 || keypath_get(a, m->merged, top).found == 0)
		return place_assign(m, path);
	if (path.part[0].kind != VALUE_STR || !print_is_identifier(path.part[0].as.s))
		return none(m, "the top-level key is not an identifier", NULL);
	said = named_first(a, m, path);
	if (said == 1 && place_in_update(m, path, &p))
		return p;
	p.kind = PLACE_NEW_UPDATE;
	p.node = NULL;
	p.prefix = (struct keypath){ .part = path.part, .n = said };
	p.rest = (struct keypath){ .part = path.part + said, .n = path.n - said };
	return p;
}

static const char *not_editable(const struct module *m)
{
	if (!m->src || m->state == MODULE_UNREADABLE)
		return "the file can't be read";
	if (m->state == MODULE_SYNTAX)
		return "the file has syntax errors";
	if (m->state == MODULE_REFUSED)
		return "the config does not load";
	if (strcmp(path_ext(m->path), ".py") != 0)
		return "only Python configs are edited";
	return NULL;
}

/* The key is imported, and what the file itself has of it comes from `x.update(...)` and the like. */
static bool only_changed(const struct module *m, struct keypath path)
{
	const struct entry *e = dict_find(m->own.as.dict, path.part[0]);

	return e && e->use.file != m->src->id;
}

static struct place place_child(struct arena *a, const struct graph *g, const struct module *m, struct keypath path,
				const struct slot *s)
{
	struct place p;
	struct owned o;

	if (not_editable(m))
		return none(m, not_editable(m), NULL);
	if (s->found == path.n && s->use.file == m->src->id)
		return place_use(a, m, s);
	if (s->found < path.n && s->val.kind == VALUE_UNKNOWN && s->val.as.cause && s->val.as.cause->why != WHY_ABSENT)
		return none(m,
			    arena_printf(a, "what %s holds %s", keypath_text(a, path), why_text(s->val.as.cause->why)),
			    NULL);
	o = own_deepest(m, path);
	if (m->imported && (o.depth == 0 || only_changed(m, path)))
		return place_lazy(a, m, path);
	if (crosses(a, g, m, path, &p))
		return p;
	if (o.depth == path.n && below_taken_over(m, path, &o, &p))
		return p;
	if (o.depth == path.n)
		return none(m,
			    arena_printf(a, "%s is inherited from %s", keypath_text(a, path),
					 where_text(a, g, m, s->use)),
			    arena_printf(a, "write %s out here", keypath_text(a, path)));
	return o.depth > 0 ? place_insert(a, g, m, path, &o) : place_assign(m, path);
}

/* The file in which the value, or the list that it would have to go into, stands. */
static const struct module *owner_of(const struct graph *g, const struct module *m, struct keypath path,
				     const struct slot *s)
{
	uint32_t file = s->found == path.n ? s->use.file : s->parent_at.file;
	const struct module *owner = file ? graph_owner(g, file) : NULL;

	return owner ? owner : m;
}

/* The number's spelling where it is written now, so that 2e-4 becomes 4e-4 and not 0.0004. */
static void add_spelling(const struct graph *g, struct place *p, const struct slot *s)
{
	const struct source *src = graph_source(g, s->val.at.file);

	if (!src || (s->val.kind != VALUE_INT && s->val.kind != VALUE_FLOAT) || !(s->val.flags & VF_LITERAL) ||
	    s->val.at.hi > src->len || s->val.at.lo >= s->val.at.hi)
		return;
	p->like = (struct as_written){ src->bytes + s->val.at.lo, s->val.at.hi - s->val.at.lo };
}

struct place place_find(struct arena *a, const struct graph *g, const struct module *root, struct keypath path,
			enum fix_scope scope)
{
	struct slot s;
	struct place p;

	if (path.n == 0)
		return none(root, "the key has no path", NULL);
	s = keypath_get(a, root->merged, path);
	p = place_child(a, g, root, path, &s);
	if (scope == SCOPE_OWNER && p.kind != PLACE_VALUE && (s.found == path.n || p.kind == PLACE_NONE)) {
		const struct module *owner = owner_of(g, root, path, &s);

		if (owner != root) {
			struct slot there = keypath_get(a, owner->merged, path);

			p = place_child(a, g, owner, path, &there);
		}
	}
	add_spelling(g, &p, &s);
	return p;
}

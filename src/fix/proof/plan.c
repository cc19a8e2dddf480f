// SPDX-License-Identifier: MIT
/* Turns promises into edits. A fix promises keys of an effective config, never text. Each promise sets an expectation
 * (struct expect, which the proof checks), then a place is searched (fix/edit/place.h). Edits are only computed once
 * all promises have a place, because promises of one fix interact. "data.old moves to data.loader.new" is two promises:
 *
 *	data = dict(old=2, z=1)  # how it is read
 *
 * is both the place of the new key (a group: keys to put into this dict) and that of the old one (a removal). Written
 * one by one, the new key would go to the end, and two edits of one bracket may touch; together `old=2` becomes
 * `loader=dict(new=2)` where it stands:
 *	data = dict(loader=dict(new=2), z=1)  # how it is read
 *
 * The value keeps its spelling as it moves (take_text). In the same way removals of neighbours share a comma, a
 * statement that would be left as `data = dict()` goes as a whole, and a new dict over a base's dict says
 * `_delete_=True`, as merging would keep the base's other keys (cut_base).
 * Refused, with the reason: a key of a base that would have to go or change its name there (merging only adds and
 * replaces; --edit-bases may), a key without a place, a value without a source form. Rules written in C may give the
 * edits themselves; their promises are only expected (PROMISE_BECOMES). */
#include "fix/proof/plan.h"
#include "base/path.h"
#include "fix/edit/carry.h"
#include "fix/edit/remove.h"
#include "fix/edit/rewrite.h"
#include "config/differ.h"
#include "python/value/dict.h"
#include <string.h>

enum { TEXT_MOVED_MAX = 4000 };

struct group { /* new keys of one place */
	struct place place;
	struct override *list;
};
VEC(groups, struct group);
VEC(removals, struct place);

struct plan_ctx {
	struct arena *a;
	const struct graph *g;
	const struct dialects *dialects;
	struct attempt *t;
	enum fix_scope scope;
	bool edit_bases;
	struct groups group;
	struct removals removed;
};

static bool refuse(struct plan_ctx *pl, const char *reason)
{
	pl->t->state = ATTEMPT_REFUSED;
	pl->t->reason = reason;
	return false;
}

static void expect_value(struct plan_ctx *pl, struct keypath path, struct value want)
{
	pl->t->expect[pl->t->nexpect++] = (struct expect){ .path = path, .want = want };
}

static void expect_absent(struct plan_ctx *pl, struct keypath path)
{
	pl->t->expect[pl->t->nexpect++] = (struct expect){ .path = path, .absent = true };
}

/* A file that may be changed: the config itself, or with --edit-bases a base inside the same project. */
static bool may_edit(struct plan_ctx *pl, const struct place *p)
{
	if (p->file == pl->t->root)
		return true;
	if (!pl->edit_bases)
		return refuse(pl, arena_printf(pl->a, "it is set in %s; use --edit-bases",
					       path_relative(pl->a, p->file->root, p->file->path)));
	if (!path_inside(pl->t->root->root, p->file->path))
		return refuse(pl, arena_printf(pl->a, "%s lies outside the project", p->file->path));
	return true;
}

static bool find_place(struct plan_ctx *pl, struct keypath path, struct place *p)
{
	*p = place_find(pl->a, pl->g, pl->t->root, path, pl->scope);
	if (p->kind == PLACE_NONE)
		return refuse(pl, p->manual ? arena_printf(pl->a, "%s; %s", p->why_not, p->manual) : p->why_not);
	return may_edit(pl, p);
}

/* Merging keeps a base dict's other keys, and a dict over a base's None is an error: `_delete_` cuts the base off. A
 * lazy config assigns instead. */
static struct value cut_base(struct plan_ctx *pl, struct place *p, struct keypath path, struct value want)
{
	struct slot s = keypath_get(pl->a, p->file->imported ? p->file->merged : p->file->inherited, path);
	const struct entry *e;
	struct dict_iter it;
	struct value out;
	bool cut;

	if (want.kind != VALUE_DICT || s.found != path.n)
		return want;
	cut = s.val.kind != VALUE_DICT;
	for (cut ? (void)0 : dict_begin(&it, s.val.as.dict); !cut && (e = dict_next(&it));)
		cut = !dict_find(want.as.dict, e->key);
	if (!cut || (p->file->imported && p->kind == PLACE_VALUE))
		return want;
	if (p->file->imported) {
		if (path.n > 1 && p->after > 0)
			*p = (struct place){
				.kind = PLACE_NEW_UPDATE, .file = p->file, .prefix = path, .after = p->after
			};
		return want;
	}
	out = value_dict(pl->a, (struct span){ 0 });
	dict_put(pl->a, out.as.dict, value_text("_delete_", (struct span){ 0 }), value_bool(true, (struct span){ 0 }),
		 (struct span){ 0 });
	dict_begin(&it, want.as.dict);
	while ((e = dict_next(&it)))
		dict_put(pl->a, out.as.dict, e->key, e->val, (struct span){ 0 });
	return out;
}

static struct group *group_of(struct plan_ctx *pl, const struct place *p)
{
	struct group *gr;

	for (size_t i = 0; i < pl->group.n; i++) {
		gr = &pl->group.at[i];
		if (gr->place.kind == p->kind && gr->place.file == p->file && gr->place.node == p->node &&
		    keypath_same(gr->place.prefix, p->prefix))
			return gr;
	}
	gr = vec_add(&pl->group);
	*gr = (struct group){ .place = *p };
	return gr;
}

static bool put(struct plan_ctx *pl, const struct place *p, struct value want)
{
	struct err e = { 0 };

	if (p->kind == PLACE_VALUE || p->rest.n == 0)
		return rewrite_set(pl->a, p, want, &pl->t->edits, &e) || refuse(pl, arena_strdup(pl->a, e.msg));
	if (!override_add(pl->a, &group_of(pl, p)->list, p->rest, want, p->like))
		return refuse(pl, "its changes contradict each other");
	return true;
}

/* A variable that has no other use is changed where it is set, and not left behind unused. */
static void follow_variable(struct plan_ctx *pl, struct place *p)
{
	if (p->kind == PLACE_VALUE)
		p->node = carry_source(p->file, p->node, pl->dialects);
}

/* Where the value stands that this promise moves; kind NONE when it does not move one. */
static struct place moved_from(struct plan_ctx *pl, const struct promise *pr)
{
	const struct promise *next = pr + 1;
	struct slot s;

	if (next >= pl->t->plan->promise + pl->t->plan->n || next->kind != PROMISE_REMOVE)
		return (struct place){ 0 };
	s = keypath_get(pl->a, pl->t->root->merged, next->path);
	if (s.found != next->path.n || !config_same(s.val, pr->want))
		return (struct place){ 0 };
	return place_find(pl->a, pl->g, pl->t->root, next->path, pl->scope);
}

/* Text that has the same meaning elsewhere in the file: no name that may not be set there yet, no string over several
 * lines.
 */
static bool can_move(const struct source *s, const struct node *n, bool upwards)
{
	if (n->flags & NF_PAREN)
		return false;
	if (n->kind == NODE_STR || n->kind == NODE_FSTRING)
		return !memchr(s->bytes + n->lo, '\n', n->hi - n->lo);
	if (upwards && n->kind == NODE_NAME && strcmp(n->text->s, "dict") != 0)
		return false;
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i] && !can_move(s, n->kid[i], upwards))
			return false;
	return true;
}

/* A value that moves within a file keeps its spelling, its comments and the names in it. */
static bool take_text(struct plan_ctx *pl, struct place *p, const struct place *from, unsigned *outer)
{
	const struct source *s = from->file ? from->file->src : NULL;
	uint32_t at = p->kind == PLACE_INSERT ? p->node->lo : p->after, lo, n = 0;
	char *text;

	if (from->kind != PLACE_VALUE || p->rest.n == 0)
		return false;
	if (from->like.text && !p->like.text)
		p->like = from->like;
	lo = from->node->lo;
	if (from->file != p->file || from->node->hi - lo > TEXT_MOVED_MAX || !can_move(s, from->node, at < lo) ||
	    (memchr(s->bytes + lo, '\n', from->node->hi - lo) && manner_of(p->file).tabs))
		return false;
	text = arena_strndup(pl->a, s->bytes + lo, from->node->hi - lo);
	for (const char *c = text; *c; c++)
		if (*c != '\r')
			text[n++] = *c;
	p->like = (struct as_written){ text, n };
	*outer = indent_of(s, lo);
	return true;
}

/* The fix sets the variable that the value comes from, too, to the same. */
static bool comes_along(struct plan_ctx *pl, const struct promise *pr)
{
	struct value now = keypath_get(pl->a, pl->t->root->merged, pr->path).val;

	for (uint32_t i = 0; now.at.file && i < pl->t->plan->n; i++) {
		const struct promise *q = &pl->t->plan->promise[i];

		if (q->kind == PROMISE_SET && q->path.n == 1 && pr->path.n > 1 && config_same(q->want, pr->want) &&
		    span_same(keypath_get(pl->a, pl->t->root->merged, q->path).val.at, now.at))
			return true;
	}
	return false;
}

static bool plan_set(struct plan_ctx *pl, const struct promise *pr)
{
	struct place p, from;
	struct value want;
	unsigned outer;

	expect_value(pl, pr->path, pr->want);
	if (comes_along(pl, pr))
		return true;
	if (!find_place(pl, pr->path, &p))
		return false;
	follow_variable(pl, &p);
	want = cut_base(pl, &p, pr->path, pr->want);
	from = moved_from(pl, pr);
	if (!config_same(want, pr->want) || !take_text(pl, &p, &from, &outer))
		return put(pl, &p, want);
	if (!put(pl, &p, want))
		return false;
	override_move(group_of(pl, &p)->list, p.rest, outer);
	return true;
}

/* Merging only adds and replaces, so what a base sets can't be taken away from here. */
static bool in_base(struct plan_ctx *pl, const struct slot *s)
{
	const struct module *owner = s->use.file ? graph_owner(pl->g, s->use.file) : NULL, **dep;
	size_t n;

	if (!owner)
		return refuse(pl, "the key is not set in this file");
	n = graph_dependents(pl->g, owner, &dep);
	free(dep);
	return refuse(pl, arena_printf(pl->a, "set in %s:%u, inherited by %zu config%s; use --edit-bases",
				       path_relative(pl->a, owner->root, owner->path),
				       source_point(owner->src, s->use.lo).line + 1, n, plural(n)));
}

/* Without an element the others move up: all that a fix removes from one list are expected together. */
static void expect_shorter(struct plan_ctx *pl, struct keypath path)
{
	struct keypath up = { .part = path.part, .n = path.n - 1 };
	struct value old = keypath_get(pl->a, pl->t->root->merged, up).val, out;

	if (!value_is_listlike(old)) {
		expect_absent(pl, path);
		return;
	}
	out = value_list(pl->a, old.kind, old.as.list->n + 1, (struct span){ 0 });
	for (uint32_t i = 0; i < old.as.list->n; i++) {
		bool gone = false;

		for (uint32_t k = 0; k < pl->t->plan->n; k++) {
			const struct promise *pr = &pl->t->plan->promise[k];
			struct keypath other = { .part = pr->path.part, .n = up.n };
			struct value last = pr->path.n == path.n ? pr->path.part[up.n] : (struct value){ 0 };

			gone |= pr->kind == PROMISE_REMOVE && last.kind == VALUE_INT && keypath_same(other, up) &&
				(last.as.i < 0 ? last.as.i + old.as.list->n : last.as.i) == i;
		}
		if (!gone)
			list_push(pl->a, out.as.list, old.as.list->at[i].val, (struct span){ 0 });
	}
	expect_value(pl, up, out);
}

static bool pop_imported(struct plan_ctx *pl, struct keypath path)
{
	struct keypath beside = keypath_add(pl->a, (struct keypath){ .part = path.part, .n = path.n - 1 },
					    value_text("", (struct span){ 0 }));
	struct err e = { 0 };
	struct place p;

	return find_place(pl, beside, &p) &&
	       (p.kind != PLACE_NEW_UPDATE || rewrite_pop(pl->a, &p, path, &pl->t->edits, &e) ||
		refuse(pl, arena_strdup(pl->a, e.msg)));
}

static bool plan_remove(struct plan_ctx *pl, struct keypath path)
{
	struct slot s = keypath_get(pl->a, pl->t->root->merged, path);
	const struct node *user;
	struct place p;

	if (path.n > 1 && path.part[path.n - 1].kind == VALUE_INT)
		expect_shorter(pl, path);
	else
		expect_absent(pl, path);
	if (s.found != path.n)
		return refuse(pl, arena_printf(pl->a, "%s does not exist", keypath_text(pl->a, path)));
	if (!pl->edit_bases && s.use.file != pl->t->root->src->id && path.n > 1 && pl->t->root->imported)
		return pop_imported(pl, path);
	if (!pl->edit_bases && s.use.file != pl->t->root->src->id)
		return in_base(pl, &s);
	if (!find_place(pl, path, &p))
		return false;
	for (size_t i = 0; i < pl->removed.n; i++) /* one that stands at two key paths goes once */
		if (pl->removed.at[i].node == p.node && pl->removed.at[i].holder == p.holder)
			return true;
	if (path.n == 1 && (user = carry_user(p.file, path.part[0].as.s)))
		return refuse(pl, arena_printf(pl->a, "line %u uses the name %s; write its value there first",
					       source_point(p.file->src, user->lo).line + 1, path.part[0].as.s->s));
	vec_push(&pl->removed, p);
	return true;
}

static bool plan_rename(struct plan_ctx *pl, struct keypath path, const struct str *name)
{
	struct slot s = keypath_get(pl->a, pl->t->root->merged, path);
	struct keypath up = { .part = path.part, .n = path.n - 1 };
	struct err e = { 0 };
	struct place p;

	expect_absent(pl, path);
	expect_value(pl, keypath_add(pl->a, up, value_str(name, (struct span){ 0 })), s.val);
	if (s.found != path.n)
		return refuse(pl, arena_printf(pl->a, "%s does not exist", keypath_text(pl->a, path)));
	if (!pl->edit_bases && s.use.file != pl->t->root->src->id)
		return in_base(pl, &s);
	if (!find_place(pl, path, &p))
		return false;
	return rename_key(pl->a, &p, name, &pl->t->edits, &e) || refuse(pl, arena_strdup(pl->a, e.msg));
}

static struct value longer_list(struct plan_ctx *pl, struct value old, struct value element)
{
	struct value out = value_list(pl->a, old.kind == VALUE_TUPLE ? VALUE_TUPLE : VALUE_LIST, 4, (struct span){ 0 });

	if (old.kind == VALUE_LIST || old.kind == VALUE_TUPLE)
		for (uint32_t i = 0; i < old.as.list->n; i++)
			list_push(pl->a, out.as.list, old.as.list->at[i].val, (struct span){ 0 });
	list_push(pl->a, out.as.list, element, (struct span){ 0 });
	return out;
}

/* `[a] + [b]`: the list that holds the last element takes one more. */
static void last_part(struct plan_ctx *pl, struct keypath path, const struct slot *s, struct place *p)
{
	const struct list *l = s->val.as.list;
	struct place last;

	if (l->n == 0 || p->node->kind != NODE_BINARY || p->node->op != OP_ADD)
		return;
	last = place_find(pl->a, pl->g, p->file, keypath_add(pl->a, path, value_int(l->n - 1, (struct span){ 0 })),
			  SCOPE_CHILD);
	if (last.kind == PLACE_VALUE && last.container && last.container->hi == p->node->hi &&
	    last.container->kid[last.container->n - 1] == last.node)
		p->node = last.container;
}

static bool plan_add(struct plan_ctx *pl, struct keypath path, struct value element)
{
	struct slot s = keypath_get(pl->a, pl->t->root->merged, path);
	bool there = s.found == path.n;
	struct err e = { 0 };
	struct value want;
	struct place p;

	if (there && s.val.kind != VALUE_LIST && s.val.kind != VALUE_TUPLE)
		return refuse(pl, arena_printf(pl->a, "%s is not a list", keypath_text(pl->a, path)));
	want = longer_list(pl, s.val, element);
	expect_value(pl, path, want);
	if (!find_place(pl, path, &p))
		return false;
	follow_variable(pl, &p);
	if (p.kind == PLACE_VALUE && p.node->kind != NODE_LIST && p.node->kind != NODE_TUPLE)
		last_part(pl, path, &s, &p);
	if (p.kind == PLACE_VALUE && (p.node->kind == NODE_LIST || p.node->kind == NODE_TUPLE))
		return rewrite_add(pl->a, &p, element, &pl->t->edits, &e) || refuse(pl, arena_strdup(pl->a, e.msg));
	return put(pl, &p, want);
}

/* A dict over a base's dict is merged with it. */
static void expect_written(struct plan_ctx *pl, struct keypath path, struct value want)
{
	struct slot s = keypath_get(pl->a, pl->t->root->inherited, path);

	expect_value(pl, path, want);
	if (want.kind == VALUE_DICT && s.found == path.n && s.val.kind == VALUE_DICT)
		pl->t->expect[pl->t->nexpect - 1].dict = true;
}

static bool plan_promise(struct plan_ctx *pl, const struct promise *pr)
{
	switch (pr->kind) {
	case PROMISE_SET:
		return plan_set(pl, pr);
	case PROMISE_REMOVE:
		return plan_remove(pl, pr->path);
	case PROMISE_RENAME:
		return plan_rename(pl, pr->path, pr->name);
	case PROMISE_ADD:
		return plan_add(pl, pr->path, pr->want);
	case PROMISE_BECOMES: /* the edits are given */
		expect_written(pl, pr->path, pr->want);
		return true;
	case PROMISE_BEFORE:
	case PROMISE_AFTER:
	case PROMISE_WRAP:
		break; /* of scripts */
	}
	return refuse(pl, "unknown how");
}

/* A statement for a name of its own, which can become another. */
static bool is_assignment(const struct place *p)
{
	return p->kind == PLACE_VALUE && !p->container && p->holder && p->holder->kind == NODE_ASSIGN &&
	       p->holder->n == 2 && p->holder->kid[1]->kind == NODE_NAME;
}

/* A removed key is replaced in place by a key that is added to the same dict, or to the same top level. */
static bool replace_removed(struct plan_ctx *pl, const struct place *gone, struct err *e)
{
	for (size_t i = 0; i < pl->group.n; i++) {
		struct group *gr = &pl->group.at[i];

		if (!gr->list || gr->place.file != gone->file)
			continue;
		if ((gr->place.kind == PLACE_INSERT && gone->container && gr->place.node == gone->container) ||
		    (gr->place.kind == PLACE_NEW_ASSIGN && is_assignment(gone))) {
			struct override *first = gr->list;

			gr->list = first->next;
			first->next = NULL;
			return rewrite_replace(pl->a, gone, first, &pl->t->edits, e);
		}
	}
	return false;
}

static bool is_item(const struct place *p)
{
	return p->holder && p->container &&
	       (p->holder->kind == NODE_KW || p->holder->kind == NODE_PAIR || p->holder == p->node);
}

static bool inserts_into(const struct plan_ctx *pl, const struct node *container)
{
	for (size_t i = 0; i < pl->group.n; i++)
		if (pl->group.at[i].place.kind == PLACE_INSERT && pl->group.at[i].place.node == container)
			return true;
	return false;
}

/* `name = dict(...)` that would become empty, if the base has a dict of that name: it no longer overrides anything. The
 * statement, or NULL. */
static const struct node *hollow_statement(struct plan_ctx *pl, const struct place *p, size_t removed)
{
	const struct node *root = p->file->tree.root, *st = root ? statement_at(root, p->container->lo) : NULL;
	struct value name;
	struct slot s;

	if (!st || st->kind != NODE_ASSIGN || st->n != 2 || st->kid[0] != p->container ||
	    st->kid[1]->kind != NODE_NAME || inserts_into(pl, p->container))
		return NULL;
	if (p->container->kind == NODE_CALL ? p->container->n != removed + 1 : p->container->n != removed)
		return NULL;
	name = value_str(st->kid[1]->text, (struct span){ 0 });
	s = keypath_get(pl->a, p->file->inherited, (struct keypath){ &name, 1 });
	return s.found == 1 && s.val.kind == VALUE_DICT ? st : NULL;
}

/* Removals in one bracket are done together: neighbours share commas. */
static bool remove_from(struct plan_ctx *pl, size_t first, struct err *e)
{
	const struct node *hollow;
	struct removals same = { 0 };
	const struct node *container = pl->removed.at[first].container;
	bool ok;

	for (size_t i = first; i < pl->removed.n; i++) {
		struct place *p = &pl->removed.at[i];

		if (p->node && is_item(p) && p->container == container) {
			vec_push(&same, *p);
			p->node = NULL;
		}
	}
	hollow = hollow_statement(pl, &same.at[0], same.n);
	if (hollow) {
		struct place whole = {
			.kind = PLACE_VALUE, .file = same.at[0].file, .node = container, .holder = hollow
		};

		ok = remove_key(pl->a, &whole, &pl->t->edits, e);
	} else {
		ok = remove_items(pl->a, same.at, same.n, &pl->t->edits, e);
	}
	vec_release(&same);
	return ok;
}

static bool write_removals(struct plan_ctx *pl)
{
	struct err e = { 0 };

	for (size_t i = 0; i < pl->removed.n; i++) {
		struct place *p = &pl->removed.at[i];
		bool ok;

		if (!p->node)
			continue;
		if (replace_removed(pl, p, &e)) {
			p->node = NULL;
			continue;
		}
		ok = e.code == ERR_NONE &&
		     (is_item(p) ? remove_from(pl, i, &e) : remove_key(pl->a, p, &pl->t->edits, &e));
		if (!ok)
			return refuse(pl, arena_strdup(pl->a, e.msg));
	}
	return true;
}

static bool write_groups(struct plan_ctx *pl)
{
	struct err e = { 0 };

	for (size_t i = 0; i < pl->group.n; i++) {
		struct group *gr = &pl->group.at[i];

		if (!rewrite_override(pl->a, &gr->place, gr->list, &pl->t->edits, &e))
			return refuse(pl, arena_strdup(pl->a, e.msg));
	}
	return true;
}

static bool plan_all(struct plan_ctx *pl)
{
	const struct fixplan *fix = pl->t->plan;

	for (uint32_t i = 0; i < fix->nedits; i++) {
		const struct edit *e = &fix->edit[i];

		if (e->len)
			vec_push(&pl->t->edits, *e);
		else
			remove_text(graph_source(pl->g, e->at.file), e->at.lo, e->at.hi, &pl->t->edits);
	}
	for (uint32_t i = 0; i < fix->n; i++)
		if (!plan_promise(pl, &fix->promise[i]))
			return false;
	if (!write_removals(pl) || !write_groups(pl))
		return false;
	return pl->t->edits.n > 0 || refuse(pl, "there is nothing to change");
}

static bool native_edits_allowed(struct plan_ctx *pl)
{
	for (uint32_t i = 0; i < pl->t->plan->nedits; i++) {
		const struct module *m = graph_owner(pl->g, pl->t->plan->edit[i].at.file);

		if (!m || !m->src)
			return refuse(pl, "its file does not exist");
		if (!may_edit(pl, &(struct place){ .file = m }))
			return false;
	}
	return true;
}

bool attempt_plan(struct arena *a, const struct graph *g, const struct dialects *all, struct attempt *t,
		  enum fix_scope scope)
{
	struct plan_ctx pl = {
		.a = a, .g = g, .dialects = all, .t = t, .scope = scope, .edit_bases = scope == SCOPE_OWNER
	};
	bool ok;

	t->edits.n = 0;
	t->nexpect = 0;
	t->expect = arena_array(a, struct expect, 2 * (size_t)t->plan->n + 1);
	ok = native_edits_allowed(&pl) && plan_all(&pl);
	for (size_t i = 0; i < t->edits.n; i++)
		t->edits.at[i].at.file = graph_one_name(g, t->edits.at[i].at.file);
	vec_release(&pl.group);
	vec_release(&pl.removed);
	return ok;
}

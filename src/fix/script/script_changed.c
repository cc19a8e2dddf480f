// SPDX-License-Identifier: MIT
/* Compares two trees of a script, before and after edits. Both are taken apart into parts (a call, a setting ...). Each
 * of the old ones must be found in the new tree at the place where the edits moved it, as it was or as it was promised;
 * what is new must stand in new text.
 *
 * Invariant: a part that is not matched, or matched and different without a promise, refuses the fix.
 *
 *	DataLoader(d)  ->  DataLoader(d, num_workers=4)		promised: {SET, num_workers, 4} of this call */
#include "fix/script/script_changed.h"
#include "fix/script/script_part.h"
#include "fix/script/same_syntax.h"
#include "fix/proof/others.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

struct piece { /* a part of one of the trees */
	enum part_kind kind;
	uint32_t lo, hi, i;
	struct value tree;
	bool used;
};
VEC(pieces, struct piece);
struct renamed {
	const struct str *from, *to;
};
struct held_promise { /* a promise, and its part */
	struct script_part of;
	const struct promise *p;
	const struct held_promise *next; /* of the same part */
};
struct change_check {
	struct arena *a;
	const struct subject *s;
	const struct attempt_set *all;
	const struct script_know *know;
	struct edits edits; /* of the script, sorted */
	struct pieces before, after;
	VEC(, struct renamed) renamed;
	struct map promised; /* a part's dict -> its first struct held_promise */
};

/* ---- parts */

static void add_list(struct pieces *to, enum part_kind kind, struct value list)
{
	if (list.kind != VALUE_LIST)
		return;
	for (uint32_t i = 0; i < list.as.list->n; i++) {
		struct value v = list.as.list->at[i].val;

		vec_push(to, ((struct piece){ kind, v.at.lo, v.at.hi, (uint32_t)to->n, v, false }));
	}
}

static int by_place(const void *x, const void *y)
{
	const struct piece *p = x, *q = y;

	if (p->kind != q->kind)
		return p->kind > q->kind ? 1 : -1;
	if (p->lo != q->lo)
		return p->lo > q->lo ? 1 : -1;
	return (p->i > q->i) - (p->i < q->i);
}

static void take_apart(struct value tree, struct pieces *to)
{
	struct value calls = dict_get(tree, "calls");
	struct dict_iter it;

	if (calls.kind == VALUE_DICT) {
		dict_begin(&it, calls.as.dict);
		for (const struct entry *e; (e = dict_next(&it));)
			add_list(to, PART_CALL, e->val);
	}
	add_list(to, PART_SETTING, dict_get(tree, "settings"));
	add_list(to, PART_IMPORT, dict_get(tree, "imports"));
	add_list(to, PART_STATEMENT, dict_get(tree, "statements"));
	if (to->n)
		qsort(to->at, to->n, sizeof *to->at, by_place);
}

/* ---- places */

static bool is_cut(const struct change_check *j, const struct piece *p)
{
	for (size_t i = 0; i < j->edits.n; i++)
		if (j->edits.at[i].at.lo <= p->lo && p->hi <= j->edits.at[i].at.hi)
			return true;
	return false;
}

/* ---- values */

/* from -> to, or from.step -> to.step */
static bool same_name(const struct change_check *j, const struct str *x, const struct str *y)
{
	for (size_t i = 0; i < j->renamed.n; i++) {
		const struct renamed *r = &j->renamed.at[i];
		size_t n = r->from->len;

		if (x->len >= n && !memcmp(x->s, r->from->s, n) && (!x->s[n] || x->s[n] == '.' || x->s[n] == '(') &&
		    y->len == r->to->len + x->len - n && !memcmp(y->s, r->to->s, r->to->len) &&
		    !strcmp(y->s + r->to->len, x->s + n))
			return true;
	}
	return x == y;
}

static bool same_value(const struct change_check *j, struct value x, struct value y, unsigned depth);

/* Whether a head put over statements forms a block that begins there. */
static bool is_wrapped(const struct change_check *j, uint32_t block)
{
	for (size_t i = 0; i < j->all->n; i++) {
		const struct attempt *t = j->all->at[i];

		for (uint32_t k = 0; t->of == j->s && k < t->nswaps; k++)
			if (t->swap[k].n == 1 &&
			    (t->swap[k].is[0]->kind == NODE_WITH || t->swap[k].is[0]->kind == NODE_IF) &&
			    edits_moved(&j->edits, t->swap[k].was->lo) == block)
				return true;
	}
	return false;
}

static bool same_test(const struct change_check *j, struct value x, struct value y)
{
	return value_same(x, y) ||
	       (edits_moved(&j->edits, x.at.lo) == y.at.lo && edits_moved(&j->edits, x.at.hi) == y.at.hi);
}

/* Texts of the enclosing tests, which may have been edited, and to which new ones may have been added. */
static bool same_tests(const struct change_check *j, const struct list *x, const struct list *y)
{
	uint32_t i = 0;

	for (uint32_t k = 0; k < y->n; k++)
		if (i < x->n && same_test(j, x->at[i].val, y->at[k].val))
			i++;
		else if (!edits_made(&j->edits, y->at[k].val.at.lo))
			return false;
	return i == x->n;
}

/* New statements may read more of a result, or run before the code below them. */
static bool holds(const struct list *all, const struct list *some)
{
	for (uint32_t i = 0; i < some->n; i++) {
		bool found = false;

		for (uint32_t k = 0; k < all->n && !found; k++)
			found = value_same(some->at[i].val, all->at[k].val);
		if (!found)
			return false;
	}
	return true;
}

/* New items of a dict, and new statements, may make a value of more. */
static bool same_origins(const struct dict *x, const struct dict *y)
{
	struct dict_iter it;

	dict_begin(&it, x);
	for (const struct entry *e; (e = dict_next(&it));) {
		const struct entry *o = dict_find(y, e->key);

		if (!o || e->val.kind != VALUE_LIST || o->val.kind != VALUE_LIST ||
		    !holds(o->val.as.list, e->val.as.list))
			return false;
	}
	return true;
}

/* Names follow what was renamed; `block` is a place, before which a statement may have come into the block; `offset` is
 * one that edits move. */
static bool same_field(const struct change_check *j, const char *key, struct value x, struct value y, unsigned depth)
{
	if (x.kind == VALUE_STR && y.kind == VALUE_STR && (!strcmp(key, "name") || !strcmp(key, "of")))
		return same_name(j, x.as.s, y.as.s);
	if (x.kind == VALUE_INT && y.kind == VALUE_INT && !strcmp(key, "offset"))
		return true;
	if (x.kind == VALUE_INT && y.kind == VALUE_INT && !strcmp(key, "block"))
		return edits_moved(&j->edits, (uint32_t)x.as.i) == y.as.i || is_wrapped(j, (uint32_t)y.as.i) ||
		       (x.as.i > 0 && edits_moved(&j->edits, (uint32_t)x.as.i - 1) + 1 == y.as.i);
	if (x.kind == VALUE_LIST && y.kind == VALUE_LIST && (!strcmp(key, "keys") || !strcmp(key, "before")))
		return holds(y.as.list, x.as.list);
	if (x.kind == VALUE_DICT && y.kind == VALUE_DICT && !strcmp(key, "origins"))
		return same_origins(x.as.dict, y.as.dict);
	if (x.kind == VALUE_LIST && y.kind == VALUE_LIST && !strcmp(key, "tests"))
		return same_tests(j, x.as.list, y.as.list);
	/* of other places, with their own parts */
	if (!depth && (!strcmp(key, "around") || !strcmp(key, "loops") || !strcmp(key, "idle")))
		return true;
	if (!strcmp(key, "samples") || (!depth && (!strcmp(key, "maker") || !strcmp(key, "over")))) /* likewise */
		return true;
	if (depth > 1 && !strcmp(key, "args")) /* the call that created an object, which is its own part */
		return true;
	return same_value(j, x, y, depth + 1);
}

/* A dict literal with an inserted item has more items afterwards, everywhere it is used. */
static bool gets_more(const struct change_check *j, struct span at)
{
	for (size_t i = 0; at.file == j->s->src->id && i < j->edits.n; i++)
		if (at.lo < j->edits.at[i].at.lo && j->edits.at[i].at.hi < at.hi)
			return true;
	return false;
}

static bool same_dict(const struct change_check *j, struct value was, const struct dict *y, unsigned depth)
{
	const struct dict *x = was.as.dict;
	struct dict_iter it;

	bool name =
		x->count == 1 && dict_find_lit(x, "name"); /* of an object that the tree may describe incompletely */

	if ((x->open != y->open && !name) || (x->count != y->count && !(x->count < y->count && gets_more(j, was.at))))
		return false;
	dict_begin(&it, x);
	for (const struct entry *e; (e = dict_next(&it));) {
		const struct entry *o = dict_find(y, e->key);

		if (!o || (o->flags & EF_MAYBE) != (e->flags & EF_MAYBE))
			return false;
		if (e->key.kind == VALUE_STR ? !same_field(j, e->key.as.s->s, e->val, o->val, depth)
					     : !same_value(j, e->val, o->val, depth + 1))
			return false;
	}
	return true;
}

/* Also a name in a list of what happens elsewhere. */
static bool same_item(const struct change_check *j, struct value x, struct value y, unsigned depth)
{
	return x.kind == VALUE_STR && y.kind == VALUE_STR ? same_name(j, x.as.s, y.as.s) : same_value(j, x, y, depth);
}

static bool same_value(const struct change_check *j, struct value x, struct value y, unsigned depth)
{
	if (x.kind != y.kind || depth > VALUE_DEPTH_MAX)
		return false;
	if (x.kind == VALUE_UNKNOWN)
		return true;
	if (x.kind == VALUE_DICT)
		return same_dict(j, x, y.as.dict, depth);
	if (x.kind != VALUE_LIST && x.kind != VALUE_TUPLE)
		return value_same(x, y);
	if (x.as.list->n != y.as.list->n || x.as.list->open != y.as.list->open)
		return false;
	for (uint32_t i = 0; i < x.as.list->n; i++)
		if (!same_item(j, x.as.list->at[i].val, y.as.list->at[i].val, depth + 1))
			return false;
	return true;
}

/* ---- promises */

static const struct str *canonical(const struct change_check *j, const struct str *name)
{
	const struct script_call *c = map_get(&j->know->call, name);

	return c ? c->name : name;
}

static void put(const struct change_check *j, struct value d, const struct str *key, struct value v)
{
	dict_put(j->a, d.as.dict, value_str(key, v.at), v, v.at);
}

/* One promise about an argument, on a copy of its call. */
static void check_argument(const struct change_check *j, struct value call, const struct str *arg,
			   const struct promise *p)
{
	struct dict_iter it;

	dict_begin(&it, call.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) { /* args, and further members about each of them */
		const struct entry *entry = e->val.kind == VALUE_DICT ? dict_find_str(e->val.as.dict, arg) : NULL;
		struct value was = entry ? entry->val : (struct value){ 0 };

		if (entry)
			dict_delete(j->a, e->val.as.dict, value_str(arg, call.at));
		if (entry && p->kind == PROMISE_RENAME)
			put(j, e->val, p->name, was);
	}
	if (p->kind == PROMISE_SET)
		put(j, dict_get(call, "args"), arg, p->want);
}

static const struct str *text_of(struct value d, const char *key)
{
	struct value v = dict_get(d, key);

	return v.kind == VALUE_STR ? v.as.s : str_lit("");
}

/* Further members about an attribute that was replaced. */
static void name_setting(const struct change_check *j, const struct script_part *x, struct value copy,
			 const struct str *attribute)
{
	const struct str *text = text_of(x->tree, "text"), *was = text_of(x->tree, "attribute");

	if (dict_get(copy, "name").kind == VALUE_STR)
		put(j, copy, str_lit("name"), value_str(names_joined(text_of(copy, "of"), attribute), copy.at));
	if (text->len > was->len)
		put(j, copy, str_lit("text"),
		    value_str(str_lit(arena_printf(j->a, "%.*s%s", (int)(text->len - was->len), text->s, attribute->s)),
			      copy.at));
}

/* On a copy of the part. */
static void check_promise(const struct change_check *j, const struct script_part *x, struct value copy,
			  const struct promise *p)
{
	const struct str *key = x->rest.part[0].as.s;

	if (x->kind == PART_CALL && x->rest.n == 2)
		check_argument(j, copy, x->rest.part[1].as.s, p);
	else if (x->kind == PART_CALL)
		put(j, copy, str_lit("name"), value_str(canonical(j, p->want.as.s), copy.at));
	else if (x->kind != PART_STATEMENT)
		put(j, copy, key, p->want);
	if (x->kind == PART_SETTING && !strcmp(key->s, "attribute"))
		name_setting(j, x, copy, p->want.as.s);
}

static bool is_expr(struct value v)
{
	return v.kind == VALUE_DICT && v.as.dict->count == 1 && dict_find_lit(v.as.dict, "expr");
}

static bool is_key(struct value v, const char *key)
{
	return v.kind == VALUE_STR && !strcmp(v.as.s->s, key);
}

/* Parts that it renames, everywhere in the tree: `calls[NAME][0].name`, `imports[0].module`. */
static void note_renamed(struct change_check *j, const struct subject *s, const struct promise *p)
{
	const struct value *part = p->path.part;

	if (p->path.n == 4 && is_key(part[0], "calls") && is_key(part[3], "name")) {
		vec_push(&j->renamed, ((struct renamed){ part[1].as.s, canonical(j, p->want.as.s) }));
	} else if (p->path.n == 3 && is_key(part[0], "imports") && is_key(part[2], "module")) {
		struct value import = keypath_get(j->a, s->tree, (struct keypath){ part, 2 }).val;
		const struct str *name = text_of(import, "name");

		vec_push(&j->renamed, ((struct renamed){ names_joined(text_of(import, "module"), name),
							 names_joined(p->want.as.s, name) }));
	}
}

static void add_promise(struct change_check *j, const struct promise *p)
{
	struct held_promise *k = arena_new(j->a, struct held_promise);

	k->p = p;
	if (!part_find(j->a, j->s, p->path, &k->of) || k->of.kind == PART_PLACE || !k->of.rest.n)
		return;
	k->next = map_get(&j->promised, k->of.tree.as.dict);
	map_put(j->a, &j->promised, k->of.tree.as.dict, k);
}

/* The expected new part; *promised: it must differ from the old one. *gone: its text is replaced. */
static struct value expected(const struct change_check *j, const struct piece *was, bool *promised, bool *gone)
{
	const struct held_promise *k = map_get(&j->promised, was->tree.as.dict);
	struct value out = k ? value_copy(j->a, was->tree) : was->tree;

	*promised = k;
	*gone = k && k->of.kind == PART_STATEMENT;
	for (; k; k = k->next)
		check_promise(j, &k->of, out, k->p);
	return out;
}

/* ---- the whole */

/* Number of the first new part of the kind at that place or behind it. */
static size_t first_at(const struct change_check *j, enum part_kind kind, uint32_t at)
{
	size_t lo = 0, hi = j->after.n;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		const struct piece *p = &j->after.at[mid];

		if (p->kind < kind || (p->kind == kind && p->lo < at))
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* The parts of arguments are compared with the arguments, and promised expressions by the syntax. */
static struct value comparable(const struct change_check *j, const struct piece *was, struct value part)
{
	struct value copy = value_copy(j->a, part), args = dict_get(copy, "args"), flags = dict_get(copy, "flags");

	dict_delete(j->a, copy.as.dict, value_text("origins", part.at));
	dict_delete(j->a, copy.as.dict, value_text("texts", part.at));
	dict_delete(j->a, copy.as.dict, value_text("forms", part.at));
	dict_delete(j->a, copy.as.dict, value_text("receiver", part.at));
	for (const struct held_promise *k = map_get(&j->promised, was->tree.as.dict); k; k = k->next) {
		if (!is_expr(k->p->want) || k->of.rest.n != 2 || args.kind != VALUE_DICT || flags.kind != VALUE_DICT)
			continue;
		dict_delete(j->a, args.as.dict, k->of.rest.part[1]);
		dict_delete(j->a, flags.as.dict, k->of.rest.part[1]);
	}
	return copy;
}

/* What is put in a call's arguments by other promises than about them. */
static bool same_around(const struct change_check *j, const struct piece *was, const struct piece *now)
{
	for (size_t i = 0; was->kind == PART_CALL && i < j->edits.n; i++)
		if (was->lo < j->edits.at[i].at.lo && j->edits.at[i].at.hi < was->hi)
			return same_name(j, text_of(was->tree, "name"), text_of(now->tree, "name"));
	return false;
}

static struct piece *find(const struct change_check *j, const struct piece *was, struct value want, bool promised)
{
	uint32_t at = edits_moved(&j->edits, was->lo);
	bool anywhere = promised && was->kind == PART_IMPORT;

	if (promised)
		want = comparable(j, was, want);

	for (size_t i = first_at(j, was->kind, anywhere ? 0 : at); i < j->after.n; i++) {
		struct piece *p = &j->after.at[i];

		if (p->kind != was->kind || (!anywhere && p->lo != at))
			break;
		if (p->used)
			continue;
		if (same_value(j, want, promised ? comparable(j, was, p->tree) : p->tree, 0) ||
		    (!promised && same_around(j, was, p)))
			return p;
	}
	return NULL;
}

static const char *wrong(const struct change_check *j, const struct piece *p, const char *what)
{
	const struct str *name = p->kind == PART_IMPORT ? text_of(p->tree, "module") : text_of(p->tree, "name");

	return arena_printf(j->a, "%s on %s %s", name->len ? name->s : "the code",
			    source_line_of(j->a, j->s->src, p->lo), what);
}

static const struct str *imported(const struct change_check *j, const struct piece *p)
{
	return canonical(j, names_joined(text_of(p->tree, "module"), text_of(p->tree, "name")));
}

/* The import of what has a promised name now. */
static struct piece *find_moved(const struct change_check *j, const struct piece *was)
{
	for (size_t i = 0; i < j->renamed.n; i++)
		for (size_t k = 0; imported(j, was) == j->renamed.at[i].from && k < j->after.n; k++) {
			struct piece *p = &j->after.at[k];

			if (p->kind == PART_IMPORT && !p->used && imported(j, p) == j->renamed.at[i].to)
				return p;
		}
	return NULL;
}

/* An attribute of an unknown object, which the tree identifies only by its name, and not by the new one. */
static bool is_seen_no_more(const struct change_check *j, const struct piece *was)
{
	size_t i = first_at(j, was->kind, edits_moved(&j->edits, was->lo));

	return was->kind == PART_SETTING && dict_get(was->tree, "name").kind == VALUE_UNKNOWN &&
	       (i == j->after.n || j->after.at[i].kind != was->kind ||
		j->after.at[i].lo != edits_moved(&j->edits, was->lo));
}

static const char *judge_piece(struct change_check *j, const struct piece *was)
{
	bool promised = false, gone = false;
	struct value want = expected(j, was, &promised, &gone);
	struct piece *now;

	if (gone)
		return NULL;
	now = find(j, was, want, promised);
	if (now && !promised && was->kind == PART_CALL && text_of(was->tree, "name") != text_of(now->tree, "name")) {
		for (size_t i = 0; i < j->renamed.n; i++)
			if (j->renamed.at[i].from == text_of(was->tree, "name"))
				now = NULL;
	}
	if (!now && !promised && was->kind == PART_IMPORT)
		now = find_moved(j, was);
	if (now)
		now->used = true;
	else if (promised && !is_seen_no_more(j, was))
		return wrong(j, was, "would not become what the fix intends");
	else if (!promised && !is_cut(j, was))
		return wrong(j, was, "would change too");
	return NULL;
}

static const char *judge_all(struct change_check *j)
{
	const char *why = NULL;

	for (size_t i = 0; i < j->all->n; i++) {
		const struct attempt *t = j->all->at[i];

		for (uint32_t k = 0; k < t->plan->n; k++) {
			note_renamed(j, t->of, &t->plan->promise[k]);
			if (t->of == j->s)
				add_promise(j, &t->plan->promise[k]);
		}
	}
	for (size_t i = 0; i < j->before.n && !why; i++)
		why = judge_piece(j, &j->before.at[i]);
	for (size_t i = 0; i < j->after.n && !why; i++)
		if (!j->after.at[i].used && !edits_made(&j->edits, j->after.at[i].lo))
			why = wrong(j, &j->after.at[i], "would be added");
	return why;
}

const char *script_changed(struct arena *a, const struct subject *s, const struct subject *after,
			   const struct attempt_set *all)
{
	struct change_check j = { .a = a, .s = s, .all = all, .know = script_subject_project(s)->know };
	const char *why;
	uint32_t at;

	attempts_edits(all, s, &j.edits);
	if (j.edits.n &&
	    !same_syntax(script_subject_file(s)->tree.root, script_subject_file(after)->tree.root, all, s, &at)) {
		vec_release(&j.edits);
		return arena_printf(a, "%s of the result would differ from what the fix intends",
				    source_line_of(a, after->src, at));
	}
	take_apart(s->tree, &j.before);
	take_apart(after->tree, &j.after);
	why = judge_all(&j);
	vec_release(&j.edits);
	vec_release(&j.before);
	vec_release(&j.after);
	vec_release(&j.renamed);
	return why;
}

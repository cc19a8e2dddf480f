// SPDX-License-Identifier: MIT
/* Fixes of a finding as promises, and its related places. The expressions of a fix are evaluated to key paths and
 * values; related places are what the rule read (by the evaluator's trace and by the names in its expressions) and the
 * message mentions.
 *
 * Invariant: a fix is given only when every value and place in it is known.
 *
 *	set: {cfg.optimizer.lr: lr / 2}		{SET, optimizer.lr, 0.01}
 *	message with "lr 0.02"			related: "lr = 0.02 is set here", base.py:7 */
#include "lint/judge/promise.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include "config/config_subject.h"
#include "facts/mark.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <ctype.h>
#include <string.h>

enum { RELATED_MAX = 4, SHOWN_MAX = 40, PATHS_MAX = 64 };

/* ---- fixes ---- */

struct promises {
	struct trial *t;
	struct promise *at;
	uint32_t n;
};

static struct value eval(struct trial *t, const struct node *expr)
{
	return facts_eval(t->j->facts, expr, &t->names, NULL);
}

static bool path_of(struct trial *t, const struct node *expr, struct keypath *out)
{
	return facts_path(t->j->facts, expr, &t->names, out) && out->n > 0;
}

static bool present(struct trial *t, struct keypath p, struct slot *s)
{
	*s = keypath_get(t->j->a, t->j->s->tree, p);
	return s->found == p.n;
}

static struct promise *add(struct promises *to, enum promise_kind kind, struct keypath path)
{
	struct promise *p = &to->at[to->n++];
	*p = (struct promise){ .kind = kind, .path = path };
	return p;
}

/* Values in promises are data: frozen, and without a mark of where they were met. */
static bool wanted(struct trial *t, struct value v, struct value *out)
{
	if (!value_is_deep_known(v))
		return false;
	v.spare = 0;
	*out = value_freeze(t->j->a, value_copy(t->j->a, v));
	return true;
}

/* 0.1 * 3 / 32 is 0.009375000000000001 to a computer and 0.009375 to a person: what needs sixteen digits or more to
 * write is taken as the result of arithmetic. */
static struct value without_noise(struct value v)
{
	char text[40];
	if (v.kind != VALUE_FLOAT || !isfinite(v.as.f))
		return v;
	snprintf(text, sizeof text, "%.15g", v.as.f);
	if (strtod(text, NULL) == v.as.f)
		return v;
	snprintf(text, sizeof text, "%.12g", v.as.f);
	v.as.f = strtod(text, NULL);
	return v;
}

static bool promise_sets(struct promises *to, const struct keyfix *list, uint32_t n, enum promise_kind kind)
{
	for (uint32_t i = 0; i < n; i++) {
		struct keypath p;
		struct slot s;
		struct value want;
		if (!path_of(to->t, list[i].path, &p))
			return false;
		if (kind >= PROMISE_BEFORE && !present(to->t, p, &s))
			continue; /* an empty range gets nothing around it */
		if (!wanted(to->t, without_noise(eval(to->t, list[i].expr)), &want))
			return false;
		add(to, kind, p)->want = want;
	}
	return true;
}

static bool promise_removes(struct promises *to, const struct fixspec *f)
{
	for (uint32_t i = 0; i < f->nremove; i++) {
		struct keypath p;
		struct slot s;
		if (!path_of(to->t, f->remove[i].path, &p))
			return false;
		if (present(to->t, p, &s))
			add(to, PROMISE_REMOVE, p);
	}
	return true;
}

/* Each has its place. */
static bool promise_all_removes(struct promises *to, struct value all)
{
	for (uint32_t i = 0; value_is_listlike(all) && i < all.as.list->n; i++) {
		struct keypath p;
		if (!facts_path_of_value(to->t->j->facts, all.as.list->at[i].val, &p))
			return false;
		add(to, PROMISE_REMOVE, p);
	}
	return value_is_listlike(all) && !all.as.list->open;
}

static bool promise_renames(struct promises *to, const struct fixspec *f)
{
	for (uint32_t i = 0; i < f->nrename; i++) {
		struct keypath p;
		struct slot s;
		struct value name = eval(to->t, f->rename[i].expr);
		if (!path_of(to->t, f->rename[i].path, &p) || name.kind != VALUE_STR || !present(to->t, p, &s))
			return false;
		add(to, PROMISE_RENAME, p)->name = name.as.s;
	}
	return true;
}

static bool promise_moves(struct promises *to, const struct fixspec *f)
{
	for (uint32_t i = 0; i < f->nmove; i++) {
		struct keypath from, dest;
		struct slot s;
		struct value want;
		if (!path_of(to->t, f->move[i].path, &from) || !path_of(to->t, f->move[i].expr, &dest) ||
		    !present(to->t, from, &s) || !wanted(to->t, s.val, &want))
			return false;
		add(to, PROMISE_SET, dest)->want = want;
		add(to, PROMISE_REMOVE, from);
	}
	return true;
}

static bool is_text(struct value v, const char *text)
{
	return v.kind == VALUE_STR && !strcmp(v.as.s->s, text);
}

/* The command of that set of arguments takes all of them as key=value, as yolo does. */
static bool takes_pairs(const struct subject *s, struct value number)
{
	struct value all = dict_get(s->tree, "arguments");
	bool is =
		value_is_listlike(all) && number.kind == VALUE_INT && number.as.i >= 0 && number.as.i < all.as.list->n;

	return is && dict_get_true(dict_get(all.as.list->at[number.as.i].val, "launch"), "pairs");
}

/* key=value on a launch line whose other arguments are flags, or keys of a file: fixes do not know such words. */
static bool is_word_of_line(const struct subject *s, struct span at, struct keypath path)
{
	struct value key = path.part[3];
	uint32_t n = key.kind == VALUE_STR ? key.as.s->len : 0;

	return n && at.lo + n < s->src->len && !memcmp(s->src->bytes + at.lo, key.as.s->s, n) &&
	       s->src->bytes[at.lo + n] == '=' && !strcmp(s->kind->name, "launch") && !takes_pairs(s, path.part[1]);
}

/* An argument that another file gives, as a launch line's --config does: no fix of this one reaches it. */
static bool is_of_another_file(const struct trial *t, const struct promise *p)
{
	const struct subject *s = t->j->s;
	bool argument = p->path.n > 3 && is_text(p->path.part[0], "arguments") && is_text(p->path.part[2], "args");
	struct slot x = argument ? keypath_get(t->j->a, s->tree, p->path) : (struct slot){ 0 };

	return argument && x.found == p->path.n && s->src && x.key.file &&
	       (x.key.file != s->src->id || is_word_of_line(s, x.key, p->path));
}

static bool any_of_another_file(const struct trial *t, const struct promises *all)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (is_of_another_file(t, &all->at[i]))
			return true;
	return false;
}

static bool plan(struct trial *t, const struct fixspec *f, struct fixplan *out)
{
	struct promises to = { .t = t };
	if (f->when) {
		struct value v = eval(t, f->when);
		if (v.kind != VALUE_BOOL || !v.as.b)
			return false;
	}
	struct value title = eval(t, f->title);
	if (title.kind != VALUE_STR)
		return false;
	struct value all =
		f->remove_all ? eval(t, f->remove_all) : value_list(t->j->a, VALUE_LIST, 0, (struct span){ 0 });
	to.at = arena_array(t->j->a, struct promise,
			    (value_is_listlike(all) ? all.as.list->n : 0) + f->nset + f->nremove + f->nrename +
				    2 * f->nmove + f->nadd + f->nbefore + f->nafter + f->nwrap + 1);
	if (!promise_sets(&to, f->set, f->nset, PROMISE_SET) || !promise_removes(&to, f) ||
	    !promise_all_removes(&to, all) || !promise_renames(&to, f) || !promise_moves(&to, f) ||
	    !promise_sets(&to, f->add, f->nadd, PROMISE_ADD) ||
	    !promise_sets(&to, f->before, f->nbefore, PROMISE_BEFORE) ||
	    !promise_sets(&to, f->after, f->nafter, PROMISE_AFTER) ||
	    !promise_sets(&to, f->wrap, f->nwrap, PROMISE_WRAP) || !to.n || any_of_another_file(t, &to))
		return false;
	*out = (struct fixplan){ .safety = f->safety,
				 .title = arena_strndup(t->j->a, title.as.s->s, title.as.s->len),
				 .promise = to.at,
				 .n = to.n };
	return true;
}

void trial_fixes(struct trial *t, const struct rulecase *cas, struct diag *d)
{
	struct fixplan *fix = arena_array(t->j->a, struct fixplan, cas->nfixes + 1);
	for (uint32_t i = 0; i < cas->nfixes; i++)
		d->nfixes += plan(t, &cas->fix[i], &fix[d->nfixes]);
	d->fix = fix;
}

/* ---- training code ---- */

static const char *patch_title(struct arena *a, const char *title, struct keypath key)
{
	const char *at = strstr(title, "$path");
	return at ? arena_printf(a, "%.*s%s%s", (int)(at - title), title, keypath_text(a, key), at + strlen("$path"))
		  : title;
}

void trial_patch(struct trial *t, const struct rulecase *cas, struct diag *d)
{
	struct keypath key;
	const struct code *code = t->j->code;
	if (!cas->patch || !code || !code_trains(code) || !path_of(t, cas->patch_key, &key) ||
	    !patch_does(cas->patch, key))
		return;
	if (cas->patch->reads && code_key(code, t->j->a, key).fate != CODE_UNREAD)
		return;
	struct patchplan *p = arena_new(t->j->a, struct patchplan);
	*p = (struct patchplan){ cas->patch, key, patch_title(t->j->a, cas->patch->title, key) };
	d->patch = p;
}

/* ---- related places ---- */

/* A key is missing below such a key. */
static void seek(struct trial *t, struct keypath p)
{
	if (p.part[0].kind == VALUE_STR)
		vec_push(&t->sought, p.part[0].as.s);
}

/* Reads of cfg.a.b leave no trace in the evaluator; the expression itself names them. */
static void read_path(struct trial *t, const struct node *n)
{
	struct keypath p;
	struct slot s;
	if (!path_of(t, n, &p))
		return;
	if (!present(t, p, &s)) {
		seek(t, p);
		return;
	}
	if (!s.use.file)
		return;
	*vec_add(&t->reads) = (struct read_at){ p, s.val, s.use };
}

static const struct node *path_start(const struct node *n)
{
	while (n->kind == NODE_ATTR || n->kind == NODE_INDEX)
		n = n->kid[0];
	return n;
}

static bool is_tree_path(const struct trial *t, const struct node *n)
{
	n = path_start(n);
	return n->kind == NODE_NAME && !strcmp(n->text->s, t->rule->on->tree);
}

/* s.policy, where s is a let */
static void read_below_let(struct trial *t, const struct node *n)
{
	const struct node *start = path_start(n);
	struct keypath p;
	struct slot s;
	if (start != n && start->kind == NODE_NAME && t->names.expr(t->names.ctx, start->text) && path_of(t, n, &p) &&
	    !present(t, p, &s))
		seek(t, p);
}

/* unrelated(x): findings don't depend on the values in it. */
static bool is_unrelated(const struct node *n)
{
	return n->kind == NODE_CALL && n->kid[0]->kind == NODE_NAME && !strcmp(n->kid[0]->text->s, "unrelated");
}

/* The paths below the tree that an expression and the lets in it name. */
static void read_paths(struct trial *t, const struct node *root, unsigned depth, unsigned *budget)
{
	VEC(, const struct node *) todo = { 0 };
	vec_push(&todo, root);
	while (todo.n && *budget) {
		const struct node *n = vec_pop(&todo);
		if (is_unrelated(n))
			continue;
		const struct node *let = n->kind == NODE_NAME ? t->names.expr(t->names.ctx, n->text) : NULL;
		if (let && depth < 4 && --*budget)
			read_paths(t, let, depth + 1, budget);
		if ((n->kind == NODE_ATTR || n->kind == NODE_INDEX) && is_tree_path(t, n)) {
			--*budget;
			read_path(t, n);
			continue;
		}
		read_below_let(t, n);
		for (uint32_t i = n->n; i-- > 0;)
			if (n->kid[i])
				vec_push(&todo, n->kid[i]);
	}
	vec_release(&todo);
}

static bool same_span(struct span a, struct span b)
{
	return a.file == b.file && a.lo == b.lo && a.hi == b.hi;
}

static bool shown_already(const struct diag *d, const struct related *rel, struct span at)
{
	if (at.file == d->at.file && at.lo < d->at.hi && d->at.lo < at.hi)
		return true;
	for (uint32_t i = 0; i < d->nrel; i++)
		if (same_span(rel[i].at, at))
			return true;
	return false;
}

/* As people know it: its last name where it stands in a list that no file has. */
static const char *known_name(struct trial *t, struct keypath p)
{
	const struct value *last = p.n ? &p.part[p.n - 1] : NULL;
	bool listed = false;
	for (uint32_t i = 0; i < p.n; i++)
		listed |= p.part[i].kind == VALUE_INT;
	bool own = listed && !t->j->s->kind->keys && last->kind == VALUE_STR;
	return own ? last->as.s->s : keypath_text(t->j->a, p);
}

/* "lr = 2e-4 is set here", in the source's own spelling where it is a literal. */
static const char *set_here(struct trial *t, const struct read_at *r)
{
	const struct source *src = sources_get(t->j->s->set->sources, r->use.file);
	struct buf b = { 0 };
	const char *text = NULL, *name = known_name(t, r->path);
	uint32_t len = r->use.hi - r->use.lo;
	bool literal = (r->val.flags & VF_LITERAL) && same_span(r->val.at, r->use);
	if (literal && src && len <= SHOWN_MAX && r->use.hi <= src->len && !memchr(src->bytes + r->use.lo, '\n', len))
		text = arena_printf(t->j->a, "%s = %.*s is set here", name, (int)len, src->bytes + r->use.lo);
	else if (value_is_known(r->val) && op_repr_within(&b, r->val, SHOWN_MAX))
		text = arena_printf(t->j->a, "%s = %s is set here", name, buf_str(&b));
	buf_release(&b);
	return text ? text : arena_printf(t->j->a, "%s is set here", name);
}

/* The text, as whole words, in the message. */
static bool is_said(const struct diag *d, const char *text)
{
	const char *const said[] = { d->msg, d->hint };
	size_t n = strlen(text);
	for (size_t i = 0; i < ARRAY_SIZE(said); i++)
		for (const char *at = said[i]; n && at && (at = strstr(at, text)); at++) {
			bool begins = at == said[i] || !isalnum((unsigned char)at[-1]);
			if (begins && !isalnum((unsigned char)at[n]))
				return true;
		}
	return false;
}

/* A value, or a text in a container: numbers in a container don't count. */
static bool value_said(struct trial *t, const struct diag *d, struct value v, unsigned depth)
{
	struct buf b = { 0 };
	bool said = false;
	struct dict_iter it;
	const struct entry *e;
	if (v.kind == VALUE_STR)
		return v.as.s->len > 2 && is_said(d, v.as.s->s);
	if (v.kind == VALUE_DICT && depth < 3)
		for (dict_begin(&it, v.as.dict); !said && (e = dict_next(&it));)
			said = (e->val.kind == VALUE_STR || e->val.kind == VALUE_DICT) &&
			       value_said(t, d, e->val, depth + 1);
	if (v.kind == VALUE_INT || v.kind == VALUE_FLOAT)
		said = op_repr_within(&b, v, SHOWN_MAX) && is_said(d, buf_str(&b));
	buf_release(&b);
	return said;
}

/* batch_size is spoken of by "the batch", too; short words stand anywhere. */
static bool key_said(struct trial *t, const struct diag *d, const char *key)
{
	enum { SHORT = 4 };
	bool said = is_said(d, key);
	for (size_t n; *key && !said; key += n, key += *key == '_') {
		n = strcspn(key, "_");
		said = n > SHORT && is_said(d, arena_strndup(t->j->a, key, n));
	}
	return said;
}

/* Whether the message mentions what was read: the key, or its value. Values that a rule reads only to see whether it
 * applies (`load_from`, all loaders) explain nothing. */
static bool has_bearing(struct trial *t, const struct diag *d, const struct read_at *r)
{
	const struct value *last = r->path.n ? &r->path.part[r->path.n - 1] : NULL;
	if (!t->j->s->kind->dialects)
		return true;
	return (last && last->kind == VALUE_STR && key_said(t, d, last->as.s->s)) || value_said(t, d, r->val, 0);
}

/* Calls and statements are not set anywhere: the code there is the explanation. NULL: no single place. */
static const char *stands_here(struct trial *t, const struct read_at *r)
{
	const struct source *src = sources_get(t->j->s->set->sources, r->use.file);
	struct span at = r->use;
	uint32_t n = 0;
	if (t->j->s->kind->dialects || (at.hi > at.lo && r->val.kind != VALUE_LIST && r->val.kind != VALUE_DICT))
		return set_here(t, r);
	if (r->val.kind == VALUE_LIST && r->val.as.list->n != 1)
		return NULL;
	while (src && at.lo + n < at.hi && n < SHOWN_MAX && !strchr("\r\n", src->bytes[at.lo + n]))
		n++;
	return n ? arena_printf(t->j->a, "`%.*s`%s", (int)n, src->bytes + at.lo, at.lo + n < at.hi ? " ..." : "")
		 : NULL;
}

/* `a if c else b` chooses the place to edit; the other one is what it doesn't agree with. */
static void read_choice(struct trial *t, const struct node *at)
{
	for (; at->kind == NODE_COND; at = at->kid[2])
		read_path(t, at->kid[0]);
	read_path(t, at);
}

static void rest_on_absent(struct trial *t, struct diag *d)
{
	const struct str **name = (const struct str **)arena_array(t->j->a, void *, t->sought.n + 1);
	for (size_t i = 0; i < t->sought.n; i++)
		name[i] = t->sought.at[i];
	d->sought = name;
	d->nsought = (uint32_t)t->sought.n;
	d->absent |= d->nsought > 0;
}

static void rest_on_reads(struct trial *t, struct diag *d)
{
	struct span *at = arena_array(t->j->a, struct span, t->reads.n + 1);
	for (size_t i = 0; i < t->reads.n; i++)
		if (t->reads.at[i].use.file)
			at[d->nrests++] = t->reads.at[i].use;
	d->rests = at;
}

void trial_related(struct trial *t, const struct rulecase *cas, struct diag *d)
{
	struct related *rel = arena_array(t->j->a, struct related, RELATED_MAX);
	size_t reads = t->reads.n;
	unsigned budget = PATHS_MAX; /* lets that use lets would otherwise be walked once per way to them */
	t->sought.n = 0;
	read_paths(t, cas->when, 0, &budget);
	rest_on_absent(t, d); /* reads that only choose a place decide nothing */
	if (cas->at && cas->at->kind == NODE_COND)
		read_choice(t, cas->at);
	rest_on_reads(t, d);
	for (size_t i = 0; i < t->reads.n && d->nrel < RELATED_MAX; i++) {
		const struct read_at *r = &t->reads.at[i];
		if (!r->use.file || shown_already(d, rel, r->use) || !has_bearing(t, d, r))
			continue;
		const char *text = stands_here(t, r);
		if (text)
			rel[d->nrel++] = (struct related){ r->use, text };
	}
	d->rel = rel;
	t->reads.n = reads;
}

void trial_code(struct trial *t, struct diag *d)
{
	const struct code_seen *x;
	uint32_t n = facts_code_seen(t->j->facts, &x);
	struct related *rel = arena_array(t->j->a, struct related, d->nrel + n + 1);
	for (uint32_t i = 0; i < d->nrel; i++)
		rel[i] = d->rel[i];
	for (uint32_t i = 0; i < n; i++)
		rel[d->nrel++] = (struct related){ code_span(subject_graph(t->j->s->set), x[i].at), x[i].text };
	d->rel = rel;
}

// SPDX-License-Identifier: MIT
/* A search of all functions of a project, once for each kind, for two things: calls of methods whose receiver may be of
 *the kind, and objects of the kind that leave what is followed. An object may be called, assigned to names and
 *attributes, compared, passed to functions of the project and to harmless packages, and returned to callers that assign
 *it.
 *
 * What is found is stored by file: a script is judged by the files of its programs (script/values/program_files.h).
 *
 * Invariant: what isn't known counts as a call. Functions that return such objects are collected until there are no
 * more (at most ROUNDS times); then calls of them must keep their results, too.
 *
 *	sched = StepLR(opt, 30)		an object of the kind is assigned
 *	trainer.fit(model, sched)	it leaves, unless fit is a function of the project
 *	opt.step()			a call, but of another kind */
#include "script/idle.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include "script/values/program_files.h"
#include <string.h>

enum { ROUNDS = 4 };

struct file_uses {	 /* of one file */
	bool made;	 /* it creates an object of the kind */
	bool leaves;	 /* some such object leaves what is followed */
	uint32_t called; /* bits of the kind's methods that may be called on one */
};
struct idle_search {
	struct script_project *p;
	const struct script_kind_of *kind;
	struct map file;       /* struct cfile -> struct file_uses */
	struct file_uses *now; /* of the file that is searched */
	struct map gives;      /* struct fn that return objects of the kind */
	uint32_t ngives;
	bool endless; /* there are always more of these */
};

static bool has_word(const struct str *name, const struct script_kind_of *kind)
{
	for (uint32_t i = 0; name && i < kind->nnamed; i++)
		if (strstr(name->s, kind->named[i]->s))
			return true;
	return false;
}

/* ---- calls of methods */

/* A receiver of unknown kind: by its name it is of another kind. */
static bool is_named_another(const struct idle_search *s, const struct str *name)
{
	for (uint32_t i = 0; i < s->p->know->nkinds; i++)
		if (&s->p->know->kind[i] != s->kind && has_word(name, &s->p->know->kind[i]) && !has_word(name, s->kind))
			return true;
	return false;
}

/* Some of the objects in the cell, if not all, are of the kind. */
static bool may_hold(const struct idle_search *s, struct variable *v)
{
	bool foreign;

	return v && (script_cell_kind(s->p, v, &foreign) == s->kind || v->kind == s->kind);
}

static bool may_be_receiver(const struct idle_search *s, struct fn *in, const struct node *of)
{
	const struct call_frame f = { .fn = in };
	struct variable *v = script_cell(s->p, &f, of);
	bool foreign = false;
	const struct script_kind_of *kind = v ? script_cell_kind(s->p, v, &foreign) : NULL;

	if (may_hold(s, v))
		return true;
	if (kind || foreign)
		return foreign && has_word(v->name, s->kind);
	if (of->kind == NODE_CALL && of->kid[0]->kind == NODE_NAME && !strcmp(of->kid[0]->text->s, "super"))
		return false;
	return (of->kind != NODE_NAME && of->kind != NODE_ATTR) || !is_named_another(s, of->text);
}

/* ---- objects that leave */

static bool is_of_kind(struct idle_search *s, struct fn *in, const struct node *n)
{
	const struct call_frame f = { .fn = in };
	const struct str *name;

	if (n->kind == NODE_CALL) {
		name = script_refer(in, n->kid[0]);
		s->now->made |= name && script_kind_made(s->p, name) == s->kind;
		return name && script_kind_made(s->p, name) == s->kind;
	}
	return may_hold(s, script_cell(s->p, &f, n));
}

static bool is_harmless_package(const struct script_project *p, const struct str *dotted)
{
	return str_among(str_of(dotted->s, strcspn(dotted->s, ".")), p->know->harmless, p->know->nharmless);
}

/* An attribute of an object whose base class, which isn't seen, may call the method. */
static bool is_inherited(struct idle_search *s, struct fn *in, const struct node *target)
{
	struct cls *k = target->kind == NODE_ATTR && target->kid[0]->kind == NODE_NAME
				? script_self_class(in, target->kid[0]->text)
				: NULL;

	if (!k)
		return false;
	class_bases(&s->p->model, k);
	for (uint32_t i = 0; i < k->nabroad; i++)
		if (strcmp(k->abroad[i]->s, "object") != 0 && !is_harmless_package(s->p, k->abroad[i]))
			return true;
	return k->open_bases;
}

static bool keeps_targets(struct idle_search *s, struct fn *in, const struct node *assign)
{
	for (uint32_t i = 1; i < assign->n; i++) {
		const struct node *to = assign->kid[i];
		bool several = to->kind == NODE_TUPLE || to->kind == NODE_LIST;

		for (uint32_t k = 0; k < (several ? to->n : 1); k++) {
			const struct node *one = several ? to->kid[k] : to;

			if ((one->kind != NODE_NAME && one->kind != NODE_ATTR) || is_inherited(s, in, one))
				return false;
		}
	}
	return true;
}

/* Its callers are seen, and get it. */
static bool keeps_returned(struct idle_search *s, struct fn *in)
{
	const struct callee *c = map_get(&s->p->callee, in);

	if (!c || !c->calls.n || c->escapes)
		return false;
	for (size_t i = 0; i < c->calls.n; i++)
		if (c->calls.at[i].hands)
			return false;
	if (!map_get(&s->gives, in)) {
		map_put(&s->p->arena, &s->gives, in, in);
		s->ngives++;
	}
	return true;
}

static bool keeps_argument(struct idle_search *s, struct fn *in, const struct node *call)
{
	const struct call_frame f = { .fn = in };

	return script_runs(s->p, &f, call) || script_is_harmless(s->p, in, call);
}

/* What surrounds the object keeps it among what is followed. */
static bool is_stored(struct idle_search *s, struct fn *in, const struct walk *w, const struct node *n)
{
	uint32_t up = 0;
	const struct node *around = walk_around(w, up), *outer;

	while (around && (around->kind == NODE_COND || around->kind == NODE_BOOL)) {
		if (around->kind == NODE_COND && n == around->kid[1])
			return true;
		n = around;
		around = walk_around(w, ++up);
	}
	outer = around ? walk_around(w, up + 1) : NULL;
	if (!around)
		return false;
	switch (around->kind) {
	case NODE_ATTR:
	case NODE_COMPARE:
	case NODE_CMP:
	case NODE_UNARY:
	case NODE_EXPR:
	case NODE_IF:
	case NODE_ASSERT:
	case NODE_DEL:
	case NODE_GLOBAL:
	case NODE_NONLOCAL:
		return true;
	case NODE_ASSIGN:
		return n != around->kid[0] || keeps_targets(s, in, around);
	case NODE_RETURN:
		return keeps_returned(s, in);
	case NODE_TUPLE:
		if (outer && outer->kind == NODE_RETURN)
			return keeps_returned(s, in);
		return outer && outer->kind == NODE_ASSIGN && keeps_targets(s, in, outer);
	case NODE_KW:
		return outer && outer->kind == NODE_CALL && keeps_argument(s, in, outer);
	case NODE_CALL:
		return n != around->kid[0] && keeps_argument(s, in, around);
	default:
		return false;
	}
}

/* ---- the search */

/* The bit of a method among those of the kind that rules query. */
static uint32_t method_bit(const struct idle_search *s, const struct str *method)
{
	for (uint32_t i = 0; i < s->kind->nidle; i++)
		if (s->kind->idle[i] == method)
			return (uint32_t)1 << i;
	return 0;
}

static void search_node(struct idle_search *s, struct fn *in, const struct walk *w, const struct node *n)
{
	const struct call_frame f = { .fn = in };
	const struct node *callee = n->kind == NODE_CALL ? n->kid[0] : NULL;
	struct fn *runs = callee && s->ngives ? script_runs(s->p, &f, n) : NULL;
	uint32_t bit = callee && callee->kind == NODE_ATTR ? method_bit(s, callee->text) : 0;
	bool gives = runs && map_get(&s->gives, runs);

	if ((bit & ~s->now->called) && may_be_receiver(s, in, callee->kid[0]))
		s->now->called |= bit;
	if (gives || ((callee || n->kind == NODE_NAME || n->kind == NODE_ATTR) && is_of_kind(s, in, n)))
		s->now->leaves |= !is_stored(s, in, w, n);
}

static void search_function(struct idle_search *s, struct fn *fn)
{
	const struct node *body = node_body(fn->node);
	struct walk w;

	walk_begin(&w, body);
	for (const struct node *n; !s->now->leaves && (n = walk_next(&w));)
		if (n != body && (n->kind == NODE_DEF || n->kind == NODE_LAMBDA))
			walk_skip(&w);
		else
			search_node(s, fn, &w, n);
	s->now->leaves |= w.too_deep;
}

/* `.step` stands in the text, which a call of the method needs. */
static bool may_call(const char *text, const struct str *method)
{
	const char *at = text;

	while ((at = strstr(at, method->s)) && (at == text || at[-1] != '.'))
		at++;
	return at;
}

/* The file may call such a method, or has a name that stands for such an object. */
static bool concerns(const struct idle_search *s, const struct cfile *f)
{
	const char *text = f->src->bytes;

	for (uint32_t i = 0; i < s->kind->nnamed; i++)
		if (strstr(text, s->kind->named[i]->s))
			return true;
	for (uint32_t i = 0; i < s->p->know->idle.cap; i++) {
		const struct str *method = s->p->know->idle.at[i].key;

		if (method && may_call(text, method))
			return true;
	}
	return false;
}

static struct file_uses *uses_of(struct idle_search *s, const struct cfile *f)
{
	struct file_uses *u = map_get(&s->file, f);

	if (!u) {
		u = arena_new(&s->p->arena, struct file_uses);
		*u = (struct file_uses){ 0 };
		map_put(&s->p->arena, &s->file, f, u);
	}
	return u;
}

static void search(struct idle_search *s)
{
	size_t n;
	struct fn *const *fn = pymodel_functions(&s->p->model, &n);
	const struct cfile *last = NULL;
	bool counts = false;
	uint32_t before;

	for (unsigned round = 0; round < ROUNDS; round++) {
		before = s->ngives;
		for (size_t i = 0; i < n; i++) {
			if (fn[i]->file != last)
				counts = concerns(s, fn[i]->file);
			last = fn[i]->file;
			s->now = counts ? uses_of(s, last) : NULL;
			if (counts)
				search_function(s, fn[i]);
		}
		if (before == s->ngives)
			return;
	}
	s->endless = true;
}

static const struct idle_search *search_of(struct script_project *p, const struct script_kind_of *kind)
{
	struct idle_search *s = map_get(&p->idle, kind);

	if (!s) {
		s = arena_new(&p->arena, struct idle_search);
		*s = (struct idle_search){ .p = p, .kind = kind };
		search(s);
		map_put(&p->arena, &p->idle, kind, s);
	}
	return s;
}

/* What all files of the programs that the file is part of do. */
static struct file_uses uses_in_programs(struct script_project *p, const struct cfile *f,
					 const struct script_kind_of *kind)
{
	const struct idle_search *s = search_of(p, kind);
	struct file_uses all = { .leaves = s->endless };
	const struct program_files *files = program_files_of(p, f);

	for (size_t i = 0; i < files->n; i++) {
		const struct file_uses *u = map_get(&s->file, files->at[i]);

		if (!u)
			continue;
		all.made |= u->made;
		all.leaves |= u->leaves;
		all.called |= u->called;
	}
	return all;
}

static void list_idle(struct arena *a, const struct script_kind_of *kind, const struct file_uses *u, bool whole,
		      struct value *to)
{
	for (uint32_t i = 0; !u->leaves && i < kind->nidle; i++)
		if (!(u->called >> i & 1))
			list_push(a, to->as.list,
				  value_str(whole ? names_joined(kind->name, kind->idle[i]) : kind->idle[i], to->at),
				  to->at);
}

struct value script_idle(struct arena *a, struct script_project *p, const struct cfile *f,
			 const struct script_kind_of *kind, struct span at)
{
	struct value all = value_list(a, VALUE_LIST, 4, at);
	struct file_uses u = uses_in_programs(p, f, kind);

	list_idle(a, kind, &u, false, &all);
	return all;
}

struct value script_idle_all(struct arena *a, struct script_project *p, const struct cfile *f)
{
	struct value all = value_list(a, VALUE_LIST, 4, (struct span){ f->src->id, 0, 0 });

	for (uint32_t i = 0; i < p->know->nkinds; i++) {
		const struct script_kind_of *kind = &p->know->kind[i];
		struct file_uses u = kind->nidle ? uses_in_programs(p, f, kind) : (struct file_uses){ 0 };

		if (u.made)
			list_idle(a, kind, &u, true, &all);
	}
	return all;
}

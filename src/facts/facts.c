// SPDX-License-Identifier: MIT
/* Facts: concepts looked up on demand, and expressions over them. One struct facts belongs to one thread. Values that
 * come from keys(), dicts() and each carry the number of their key path in value.spare, which travels with copies of
 * the value. */
#include "base/path.h"
#include "facts/priv.h"
#include "facts/vocab.h"
#include "python/eval/assign.h"
#include "python/eval/eval.h"
#include "python/state/state.h"
#include "python/value/dict.h"
#include <string.h>

enum { LETS_DEEP = 8, PARTS_MAX = 64 };
static const struct span nowhere;

struct facts *facts_new(struct arena *a, const struct subject *s, const struct vocab *v, const struct dialect *d,
			const struct machine *hw)
{
	struct facts *f = arena_new(a, struct facts);
	f->arena = a;
	f->subject = s;
	f->vocab = v;
	f->dialect = d;
	if (hw) {
		f->machine = hw;
	} else {
		struct machine *unknown = arena_new(a, struct machine);
		machine_init(unknown, a);
		f->machine = unknown;
	}
	return f;
}

void facts_share(struct facts *f, struct searched *b)
{
	f->searched = b;
}

struct searched *facts_searched(const struct facts *f)
{
	return f->searched;
}

void facts_set_dialect(struct facts *f, const struct dialect *d)
{
	f->dialect = d;
	f->fact = NULL;
	f->special[SPECIAL_DIALECT] = (struct value){ 0 };
}

void facts_reference(struct facts *f, struct value base_lr, struct value base_batch)
{
	if (base_lr.kind != VALUE_UNKNOWN)
		f->base_lr = base_lr;
	if (base_batch.kind != VALUE_UNKNOWN)
		f->base_batch = base_batch;
}

const struct dialect *facts_dialect(const struct facts *f)
{
	return f->dialect;
}

struct value facts_absent(struct facts *f, struct span at, const char *what)
{
	return value_unknown(f->arena, WHY_ABSENT, at, what);
}

bool facts_is_absent(struct value v)
{
	return v.kind == VALUE_UNKNOWN && v.as.cause && v.as.cause->why == WHY_ABSENT;
}

/* ---- values that know their key path ---- */

struct value facts_mark_as(struct facts *f, struct value v, const struct mark *m)
{
	v.spare = 0;
	if (f->nmarks == FACTS_MARKS)
		return v;
	if (f->nmarks == f->marks_cap) {
		uint32_t cap = f->marks_cap ? f->marks_cap * 2 : 16;
		struct mark *more = arena_array(f->arena, struct mark, cap);
		if (f->nmarks)
			memcpy(more, f->mark, f->nmarks * sizeof *more);
		f->mark = more;
		f->marks_cap = cap;
	}
	f->mark[f->nmarks++] = *m;
	v.spare = (uint16_t)f->nmarks;
	return v;
}

struct value facts_mark(struct facts *f, struct value v, struct keypath p)
{
	return facts_mark_as(f, v, &(struct mark){ .up = p });
}

static bool path_of_value(struct facts *f, struct value v, struct keypath *out);

bool facts_marked(struct facts *f, struct value v, struct keypath *out)
{
	if (!v.spare || v.spare > f->nmarks)
		return false;
	const struct mark m[1] = { f->mark[v.spare - 1] };
	if (m->of.kind != VALUE_UNKNOWN && !path_of_value(f, m->of, out))
		return false;
	if (m->of.kind == VALUE_UNKNOWN)
		*out = m->tree ? tree_path(f->arena, m->tree, m->up, m->top, m->node) : m->up;
	v.spare = 0;
	if (m->keys)
		*out = keypath_add(f->arena, *out, v);
	return true;
}

static const struct tree *facts_tree(struct facts *f)
{
	if (!f->tree.n)
		f->tree = tree_of(f->arena, f->subject->tree);
	return &f->tree;
}

/* Frozen configs are trees, so a container has one path at most. */
static bool path_of_value(struct facts *f, struct value v, struct keypath *out)
{
	if (facts_marked(f, v, out))
		return true;
	if (!value_is_frozen(v)) /* made by the expression */
		return false;
	uint32_t i = tree_find(facts_tree(f), v);
	if (i != TREE_NONE)
		*out = tree_path(f->arena, &f->tree, (struct keypath){ 0 }, 0, i);
	return i != TREE_NONE;
}

/* ---- concepts ---- */

static int term_of(const struct facts *f, const struct str *name)
{
	return f->dialect ? vocab_find(f->vocab, name) : -1;
}

/* The first candidate that exists; a doubtful one before it ends the search. false: all are certainly absent. */
static bool find_candidate(struct facts *f, const struct concept *c, struct value root, struct fact *out)
{
	for (uint32_t i = 0; i < c->npaths; i++) {
		struct slot s = keypath_get(f->arena, root, c->path[i]);
		bool here = s.found == c->path[i].n;
		bool absent = !here && s.val.as.cause && s.val.as.cause->why == WHY_ABSENT;
		if (!here && absent)
			continue;
		out->slot = s;
		out->path = c->path[i];
		out->val = s.val;
		out->state = value_is_known(s.val) ? FACT_KNOWN : FACT_UNKNOWN;
		return true;
	}
	return false;
}

static void set_state(struct fact *out)
{
	enum why why = value_is_known(out->val) || !out->val.as.cause ? WHY_NONE : out->val.as.cause->why;
	out->state = value_is_known(out->val) ? FACT_KNOWN
		     : why == WHY_ABSENT      ? FACT_ABSENT
		     : why == WHY_UNMAPPED    ? FACT_UNMAPPED
					      : FACT_UNKNOWN;
}

static struct value eval_rooted(struct facts *f, const struct node *expr, const struct value *root)
{
	const struct value *was = f->root;
	f->root = root;
	struct value v = facts_eval(f, expr, NULL, f->trace);
	f->root = was;
	v.spare = 0;
	return v;
}

/* root NULL: the effective config, where the training code's defaults hold. */
static struct fact look_up(struct facts *f, int term, const struct value *root)
{
	const struct concept *c = &f->dialect->concept[term];
	struct fact x = { .name = c->name };
	if (!c->npaths && !c->value) {
		x.state = FACT_UNMAPPED;
		x.val = value_unknown_str(f->arena, WHY_UNMAPPED, nowhere, c->name);
		return x;
	}
	if (c->value) {
		x.val = eval_rooted(f, c->value, root);
		set_state(&x);
		return x;
	}
	if (find_candidate(f, c, root ? *root : f->subject->tree, &x))
		return x;
	x.path = c->path[c->home];
	x.slot = keypath_get(f->arena, root ? *root : f->subject->tree, x.path);
	x.state = FACT_ABSENT;
	x.val = value_unknown_str(f->arena, WHY_ABSENT, x.slot.parent_at, c->name);
	if (c->fallback && !root) {
		x.val = eval_rooted(f, c->fallback, NULL);
		x.state = value_is_known(x.val) ? FACT_DEFAULT : FACT_UNKNOWN;
	}
	return x;
}

/* What a computed concept reads is kept with it: the trace of a rule must not depend on who asked first. */
static void look_up_once(struct facts *f, int term, struct looked_up *x)
{
	const struct value *root = f->root;
	struct reads *trace = f->trace, own = { 0 };
	f->root = NULL;
	f->trace = &own;
	x->fact = look_up(f, term, NULL);
	f->root = root;
	f->trace = trace;
	struct read_at *kept = arena_array(f->arena, struct read_at, own.n + 1);
	if (own.n)
		memcpy(kept, own.at, own.n * sizeof *kept);
	x->read = kept;
	x->nread = own.n;
	x->done = true;
	vec_release(&own);
}

const struct fact *facts_get(struct facts *f, const struct str *name)
{
	int term = term_of(f, name);
	if (term < 0)
		return NULL;
	if (!f->fact)
		f->fact = arena_array(f->arena, struct looked_up *, f->dialect->nconcepts + 1);
	struct looked_up *x = f->fact[term];
	if (!x) {
		x = f->fact[term] = arena_new(f->arena, struct looked_up);
		look_up_once(f, term, x);
	} else if (!x->done) { /* computed from itself */
		x->fact = (struct fact){ .name = name,
					 .state = FACT_UNKNOWN,
					 .val = value_unknown(f->arena, WHY_DEPTH, nowhere, name->s) };
	}
	return &x->fact;
}

/* The concept in another tree of the subject: its own keys, or what it inherits. */
static struct fact facts_in(struct facts *f, const struct str *name, struct value root)
{
	int term = term_of(f, name);
	if (term < 0 || f->depth >= FACTS_DEEP)
		return (struct fact){ .name = name,
				      .state = FACT_UNKNOWN,
				      .val = value_unknown(f->arena, WHY_DEPTH, nowhere, name->s) };
	return look_up(f, term, &root);
}

/* ---- expressions ---- */

static void traced(struct facts *f, int term, const struct fact *x)
{
	if (!f->trace)
		return;
	const struct looked_up *known = !f->root && f->fact ? f->fact[term] : NULL;
	for (size_t i = 0; known && i < known->nread; i++)
		vec_push(f->trace, known->read[i]);
	if (x->slot.use.file && x->slot.found == x->path.n)
		*vec_add(f->trace) = (struct read_at){ x->name, x->val, x->slot.use };
}

static struct value concept_value(struct facts *f, int term, const struct value *root)
{
	const struct str *name = f->dialect->concept[term].name;
	struct fact x = root ? facts_in(f, name, *root) : *facts_get(f, name);
	traced(f, term, &x);
	return x.val;
}

static bool host_name(struct eval *ev, const struct node *n, struct value *out)
{
	struct facts *f = ev->host->ctx;
	if (f->names && f->names->lookup && f->names->lookup(f->names->ctx, n->text, out))
		return true;
	const struct fixed_name *x = vocab_name(f->vocab, n->text);
	bool concept = x && x->term >= 0 && f->dialect, special = x && x->special;
	if (concept)
		*out = concept_value(f, x->term, f->root);
	else if (special)
		*out = facts_special(f, x->special);
	return concept || special;
}

static bool host_call(struct eval *ev, const struct node *call, struct value *out)
{
	struct facts *f = ev->host->ctx;
	const struct rulefn *fn = vocab_function(f->vocab, call);
	uint32_t n = call->n - 1;
	if (!fn || n < fn->min || (fn->max != 255 && n > fn->max))
		return false;
	struct rulecall c = { f, ev, call, n, eval_span(ev, call) };
	*out = fn->fn(&c);
	return true;
}

/* Few expressions store a name (:=): the others share their empty globals. */
static void begin(struct facts *f, struct eval *ev)
{
	if (!f->globals || f->globals->n)
		f->globals = value_dict(f->arena, nowhere).as.dict;
	if (!f->builtins)
		f->builtins = arena_new(f->arena, struct seen_builtins);
	eval_init_in(ev, f->arena, 0, f->globals);
	ev->builtins = f->builtins;
	ev->rule = true;
}

struct value facts_eval(struct facts *f, const struct node *expr, const struct names *names, struct reads *trace)
{
	if (f->depth >= FACTS_DEEP)
		return value_unknown(f->arena, WHY_DEPTH, nowhere, NULL);
	struct eval_host host = { .ctx = f, .name = host_name, .call = host_call };
	const struct names *names_was = f->names;
	struct reads *trace_was = f->trace;
	struct eval ev;
	begin(f, &ev);
	ev.host = &host;
	ev.reads = trace;
	f->names = names;
	f->trace = trace;
	f->depth++;
	struct value v = eval_expr(&ev, expr);
	f->depth--;
	f->names = names_was;
	f->trace = trace_was;
	eval_release(&ev);
	return v;
}

/* ---- places ---- */

static bool is_part(const struct node *n)
{
	return n->kind == NODE_ATTR || (n->kind == NODE_INDEX && n->kid[1]->kind != NODE_SLICE);
}

/* n, or the chain cfg.x[k] that the let n stands for. */
static const struct node *chain_of(const struct facts *f, const struct eval *ev, const struct node *n)
{
	const struct node *let = n;
	for (unsigned depth = 0; depth < LETS_DEEP && let && let->kind == NODE_NAME; depth++) {
		if (eval_has_local(ev, let->text))
			break;
		let = f->names && f->names->expr ? f->names->expr(f->names->ctx, let->text) : NULL;
		n = let && is_part(let) ? let : n;
	}
	return n;
}

/* What the let n stands for, where that is a key path below cfg; else NULL. */
static const struct node *let_place(const struct facts *f, const struct eval *ev, const struct node *n)
{
	const struct node *chain = chain_of(f, ev, n), *root = chain;
	for (unsigned parts = 0; parts <= PARTS_MAX && is_part(root); parts++)
		root = chain_of(f, ev, root->kid[0]);
	const struct fixed_name *x = root->kind == NODE_NAME ? vocab_name(f->vocab, root->text) : NULL;
	return chain != n && x && x->special == SPECIAL_TREE ? chain : NULL;
}

static bool path_of_name(struct facts *f, struct eval *ev, const struct node *n, struct keypath *out, unsigned depth)
{
	const struct fixed_name *fixed = vocab_name(f->vocab, n->text);
	if (fixed && fixed->special == SPECIAL_TREE) {
		*out = (struct keypath){ 0 };
		return true;
	}
	if (term_of(f, n->text) >= 0) {
		const struct fact *x = facts_get(f, n->text);
		*out = x->path;
		return x->path.n > 0;
	}
	const struct node *place = let_place(f, ev, n);
	if (place) /* what stands there doesn't matter */
		return facts_path_of(f, ev, place, out, depth + 1);
	struct value v = eval_expr(ev, n);
	if (facts_marked(f, v, out))
		return true;
	const struct node *expr = f->names && f->names->expr ? f->names->expr(f->names->ctx, n->text) : NULL;
	return (expr && facts_path_of(f, ev, expr, out, depth + 1)) || path_of_value(f, v, out);
}

static bool path_of_cond(struct facts *f, struct eval *ev, const struct node *n, struct keypath *out, unsigned depth)
{
	struct value test = eval_expr(ev, n->kid[1]);
	if (test.kind != VALUE_BOOL)
		return false;
	return facts_path_of(f, ev, n->kid[test.as.b ? 0 : 2], out, depth + 1);
}

bool facts_path_of(struct facts *f, struct eval *ev, const struct node *n, struct keypath *out, unsigned depth)
{
	struct keypath p;
	if (depth >= 64)
		return false;
	switch (n->kind) {
	case NODE_NAME:
		return path_of_name(f, ev, n, out, depth);
	case NODE_COND:
		return path_of_cond(f, ev, n, out, depth);
	case NODE_ATTR:
		if (!facts_path_of(f, ev, n->kid[0], &p, depth + 1))
			return false;
		*out = keypath_add(f->arena, p, value_str(n->text, nowhere));
		return true;
	case NODE_INDEX: {
		if (n->kid[1]->kind == NODE_SLICE || !facts_path_of(f, ev, n->kid[0], &p, depth + 1))
			return false;
		struct value part = eval_expr(ev, n->kid[1]);
		if (!value_is_known(part) || !value_hashable(part))
			return false;
		part.spare = 0;
		*out = keypath_add(f->arena, p, part);
		return true;
	}
	case NODE_CALL:
		return path_of_value(f, eval_expr(ev, n), out);
	default:
		return false;
	}
}

bool facts_path(struct facts *f, const struct node *expr, const struct names *names, struct keypath *out)
{
	struct eval_host host = { .ctx = f, .name = host_name, .call = host_call };
	const struct names *was = f->names;
	struct eval ev;
	begin(f, &ev);
	ev.host = &host;
	f->names = names;
	bool ok = facts_path_of(f, &ev, expr, out, 0);
	f->names = was;
	eval_release(&ev);
	return ok;
}

struct slot facts_slot(struct facts *f, struct keypath p)
{
	return keypath_get(f->arena, f->subject->tree, p);
}

/* 1, 0, or -1: what is on the way needs a closer look. */
static int has_plain(struct value v, struct keypath p)
{
	for (uint32_t i = 0; i < p.n; i++) {
		const struct dict *d = v.kind == VALUE_DICT ? v.as.dict : NULL;
		const struct entry *e = d && p.part[i].kind == VALUE_STR ? dict_find(d, p.part[i]) : NULL;
		if (!d || (!e && (d->open || p.part[i].kind != VALUE_STR)) || (e && e->flags & EF_MAYBE))
			return -1;
		if (!e)
			return 0;
		v = e->val;
	}
	return 1;
}

struct value facts_has(struct facts *f, struct keypath p)
{
	int has = has_plain(f->subject->tree, p);
	if (has >= 0)
		return value_bool(has, nowhere);
	struct slot s = facts_slot(f, p);
	if (s.found == p.n)
		return value_bool(true, nowhere);
	return facts_is_absent(s.val) ? value_bool(false, nowhere) : s.val;
}

struct value facts_level(struct facts *f, enum level level)
{
	return level == LEVEL_MACHINE ? facts_special(f, SPECIAL_MACHINE) : subject_level(f->subject, level);
}

struct value facts_value_in(struct facts *f, struct eval *ev, const struct node *n, struct value root)
{
	struct keypath p;
	int term = n->kind == NODE_NAME ? term_of(f, n->text) : -1;
	if (term >= 0)
		return concept_value(f, term, &root);
	if (facts_path_of(f, ev, n, &p, 0))
		return keypath_get(f->arena, root, p).val;
	const struct value *was = f->root; /* no place: the whole expression as that root sees it */
	f->root = &root;
	struct value v = eval_expr(ev, n);
	f->root = was;
	return v;
}

/* ---- roots ---- */

static bool in_base_folder(const struct subject *s)
{
	size_t skip = s->root && path_inside(s->root, s->path) ? strlen(s->root) : 0;
	return strstr(s->path + skip, "/_base_/") != NULL;
}

void facts_code(struct facts *f, const struct code *c)
{
	f->code = c;
}

uint32_t facts_answers(struct facts *f, const struct code_answer **out)
{
	uint32_t n = f->nanswers;
	*out = f->answer;
	f->nanswers = 0;
	return n;
}

void facts_open_guards(struct facts *f, bool open)
{
	f->open_guards = open;
}

struct asked facts_asked(struct facts *f)
{
	struct asked asked = f->asked;
	f->asked = (struct asked){ 0 };
	return asked;
}

void facts_add_asked(struct facts *f, struct asked a)
{
	f->asked.gpus |= a.gpus;
	f->asked.cores |= a.cores;
}

static bool is_complete(struct facts *f)
{
	if (!f->dialect->complete)
		return true;
	struct value v = facts_eval(f, f->dialect->complete, NULL, NULL);
	return v.kind == VALUE_BOOL && v.as.b;
}

bool facts_is_root(struct facts *f, bool named)
{
	if (!f->subject->kind->dialects)
		return true;
	if (!f->dialect)
		return named;
	return in_base_folder(f->subject) ? named && is_complete(f) : named || is_complete(f);
}

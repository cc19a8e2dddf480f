// SPDX-License-Identifier: MIT
/* Facts: concepts looked up on demand, and expressions over them. One struct facts belongs to one thread.
 *
 *	lr under the dialect mmcv1	the value at optimizer.lr, with its place */
#include "base/path.h"
#include "facts/priv.h"
#include "facts/shared.h"
#include "facts/vocab.h"
#include "python/eval/assign.h"
#include "python/eval/eval.h"
#include "python/state/state.h"
#include "python/value/dict.h"
#include <string.h>

enum { LETS_DEEP = 8, PARTS_MAX = 64, FACTS_SHARE = 4 /* a quarter of a file's limit, in addition to it */ };
static const struct span nowhere;

void facts_limit(struct facts *f, unsigned seconds, unsigned mib)
{
	f->left = (struct budget){ .steps = (uint64_t)(seconds ? seconds : BUDGET_SECONDS) * BUDGET_STEPS,
				   .bytes = ((uint64_t)(mib ? mib : BUDGET_MIB) << 20) / FACTS_SHARE };
}

struct facts *facts_new(struct arena *a, const struct subject *s, const struct vocab *v, const struct dialect *d,
			const struct machine *hw)
{
	struct facts *f = arena_new(a, struct facts);
	f->arena = a;
	f->subject = s;
	f->vocab = v;
	f->dialect = d;
	facts_limit(f, 0, 0);
	struct machine *unknown = arena_new(a, struct machine);
	machine_init(unknown, a);
	f->machine = hw ? hw : unknown;
	return f;
}

void facts_share(struct facts *f, struct search_cache *b)
{
	f->search_cache = b;
}

struct search_cache *facts_search_cache(const struct facts *f)
{
	return f->search_cache;
}

void facts_set_dialect(struct facts *f, const struct dialect *d)
{
	f->dialect = d;
	f->fact = NULL;
	f->located = (struct map){ 0 };
	f->located_under = NULL;
	f->memo = (struct map){ 0 };
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

struct value facts_absent(const struct facts *f, struct span at, const char *what)
{
	return value_unknown(f->arena, WHY_ABSENT, at, what);
}

bool facts_is_absent(struct value v)
{
	return v.kind == VALUE_UNKNOWN && v.as.cause && v.as.cause->why == WHY_ABSENT;
}

/* ---- concepts ---- */

static int term_of(const struct facts *f, const struct str *name)
{
	return f->dialect ? vocab_find(f->vocab, name) : -1;
}

/* The first candidate that exists; an uncertain one before it ends the search. false: all are certainly absent. */
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

/* root NULL: the effective config. */
static struct value eval_rooted(const struct facts_ctx *a, const struct node *expr, const struct value *root)
{
	const struct facts_ctx in = { .facts = a->facts, .root = root, .depth = a->depth };
	struct value v = facts_eval_in(&in, expr, NULL, a->trace);
	v.spare = 0;
	return v;
}

/* root NULL: the effective config, with the training code's defaults. */
static struct fact look_up(const struct facts_ctx *a, int term, const struct value *root)
{
	struct facts *f = a->facts;
	const struct concept *c = &f->dialect->concept[term];
	struct fact x = { .name = c->name };
	if (!c->npaths && !c->value) {
		x.state = FACT_UNMAPPED;
		x.val = value_unknown_str(f->arena, WHY_UNMAPPED, nowhere, c->name);
		return x;
	}
	if (c->value) {
		x.val = eval_rooted(a, c->value, root);
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
		x.val = eval_rooted(a, c->fallback, NULL);
		x.state = value_is_known(x.val) ? FACT_DEFAULT : FACT_UNKNOWN;
	}
	return x;
}

void facts_see_code(struct facts *f, const struct code_seen *x)
{
	for (uint32_t i = 0; i < f->nseen; i++)
		if (f->seen[i].at.file == x->at.file && f->seen[i].at.lo == x->at.lo)
			return;
	if (x->at.file && f->nseen < CODE_SEEN_MAX)
		f->seen[f->nseen++] = *x;
}

/* The dependencies of a computed concept, and the code places that decide it, are cached with it: findings must not
 * depend on the order of queries. */
static void look_up_once(const struct facts_ctx *a, int term, struct looked_up *x)
{
	struct facts *f = a->facts;
	struct reads own = { 0 };
	struct code_seen before[CODE_SEEN_MAX];
	uint32_t nbefore = f->nseen;
	const struct facts_ctx in = { .facts = f, .trace = &own, .depth = a->depth };
	memcpy(before, f->seen, sizeof before);
	f->nseen = 0;
	x->fact = look_up(&in, term, NULL);
	struct code_seen *seen = arena_array(f->arena, struct code_seen, f->nseen + 1);
	memcpy(seen, f->seen, f->nseen * sizeof *seen);
	x->seen = seen;
	x->nseen = f->nseen;
	memcpy(f->seen, before, sizeof before);
	f->nseen = nbefore;
	struct read_at *copies = arena_array(a->facts->arena, struct read_at, own.n + 1);
	if (own.n)
		memcpy(copies, own.at, own.n * sizeof *copies);
	x->read = copies;
	x->nread = own.n;
	x->done = true;
	vec_release(&own);
}

static struct fact too_deep(const struct facts *f, int term)
{
	const struct str *name = f->dialect->concept[term].name;
	return (struct fact){ .name = name,
			      .state = FACT_UNKNOWN,
			      .val = value_unknown(f->arena, WHY_DEPTH, nowhere, name->s) };
}

static const struct fact *concept_of(const struct facts_ctx *a, int term)
{
	struct facts *f = a->facts;
	if (!f->fact)
		f->fact = arena_array(f->arena, struct looked_up *, f->dialect->nconcepts + 1);
	struct looked_up *x = f->fact[term];
	if (!x) {
		x = f->fact[term] = arena_new(f->arena, struct looked_up);
		look_up_once(a, term, x);
	} else if (!x->done) { /* its computation is cyclic */
		x->fact = too_deep(f, term);
	}
	for (uint32_t i = 0; i < x->nseen; i++)
		facts_see_code(f, &x->seen[i]);
	return &x->fact;
}

const struct fact *facts_get(struct facts *f, const struct str *name)
{
	const struct facts_ctx by_itself = { .facts = f };
	int term = term_of(f, name);
	return term < 0 ? NULL : concept_of(&by_itself, term);
}

/* ---- expressions ---- */

static void traced(const struct facts_ctx *a, int term, const struct fact *x)
{
	const struct facts *f = a->facts;
	if (!a->trace)
		return;
	const struct looked_up *known = !a->root && f->fact ? f->fact[term] : NULL;
	for (size_t i = 0; known && i < known->nread; i++)
		vec_push(a->trace, known->read[i]);
	if (x->slot.use.file && x->slot.found == x->path.n)
		*vec_add(a->trace) = (struct read_at){ x->path, x->val, x->slot.use };
}

/* root: another tree of the subject, its own keys or what it inherits; NULL: the effective config. */
static struct value concept_value(const struct facts_ctx *a, int term, const struct value *root)
{
	struct fact x = !root			 ? *concept_of(a, term)
			: a->depth >= FACTS_DEEP ? too_deep(a->facts, term)
						 : look_up(a, term, root);
	traced(a, term, &x);
	return x.val;
}

static bool named(const struct facts_ctx *a, const struct str *name, struct value *out)
{
	return a->names && a->names->lookup && a->names->lookup(a->names->ctx, a, name, out);
}

bool facts_named(struct facts *f, const struct names *names, const struct str *name, struct value *out)
{
	const struct facts_ctx by_itself = { .facts = f, .names = names };
	return named(&by_itself, name, out);
}

static bool host_name(struct eval *ev, const struct node *n, struct value *out)
{
	const struct facts_ctx *a = ev->host->ctx;
	struct facts *f = a->facts;
	if (named(a, n->text, out))
		return true;
	const struct fixed_name *x = vocab_name(f->vocab, n->text);
	bool concept = x && x->term >= 0 && f->dialect, special = x && x->special;
	if (concept)
		*out = concept_value(a, x->term, a->root);
	else if (special)
		*out = x->special == SPECIAL_TREE && a->root ? *a->root : facts_special(f, x->special);
	return concept || special;
}

static bool host_call(struct eval *ev, const struct node *call, struct value *out)
{
	const struct facts_ctx *a = ev->host->ctx;
	const struct rulefn *fn = vocab_function(a->facts->vocab, call);
	uint32_t n = call->n - 1;
	if (!fn || n < fn->min || (fn->max != 255 && n > fn->max))
		return false;
	struct rulecall c = { a, a->facts, call, n, eval_span(ev, call) };
	*out = fn->fn ? fn->fn(&c) : shared_call(&c);
	return true;
}

/* Half of the remaining budget, so that an unbounded expression leaves something for others. Nested queries share
 * the budget of their expression. */
static void take_budget(struct facts_ctx *a)
{
	if (a->facts->spends)
		return;
	a->own = budget_half(&a->facts->left);
	a->outer = a->facts->arena->budget;
	a->facts->arena->budget = a->facts->spends = &a->own;
}

/* Few expressions assign a name (:=): the others share their empty globals. */
static void begin(struct facts_ctx *a, struct eval *ev)
{
	struct facts *f = a->facts;
	take_budget(a);
	if (!f->globals || f->globals->n)
		f->globals = value_dict(f->arena, nowhere).as.dict;
	if (!f->builtins)
		f->builtins = arena_new(f->arena, struct seen_builtins);
	eval_init_in(ev, f->arena, 0, f->globals);
	ev->builtins = f->builtins;
	ev->rule = true;
	ev->reads = a->trace;
	ev->host = &a->host;
	a->host = (struct eval_host){ .ctx = a, .name = host_name, .call = host_call };
	a->ev = ev;
}

/* false: it exceeded its budget, and its result is ignored. */
static bool end(struct facts_ctx *a, struct eval *ev)
{
	struct facts *f = a->facts;
	bool good = f->spends->steps > 0;
	eval_release(ev);
	if (f->spends != &a->own)
		return good;
	f->arena->budget = a->outer;
	f->spends = NULL;
	budget_back(&f->left, &a->own);
	return good;
}

bool facts_traces(const struct facts_ctx *facts_ctx)
{
	return facts_ctx->trace != NULL;
}

static struct value eval_in(const struct facts_ctx *outer, const struct node *expr, const struct names *names,
			    struct reads *trace, const struct node *known_of)
{
	if (outer->depth >= FACTS_DEEP)
		return value_unknown(outer->facts->arena, WHY_DEPTH, nowhere, NULL);
	struct facts_ctx a = {
		.facts = outer->facts, .names = names, .trace = trace, .root = outer->root, .depth = outer->depth + 1
	};
	struct eval ev;
	begin(&a, &ev);
	ev.known_of = known_of;
	struct value v = eval_expr(&ev, expr);
	return end(&a, &ev) ? v : value_unknown(a.facts->arena, WHY_FUEL, nowhere, NULL);
}

struct value facts_eval_in(const struct facts_ctx *outer, const struct node *expr, const struct names *names,
			   struct reads *trace)
{
	return eval_in(outer, expr, names, trace, NULL);
}

struct value facts_eval(struct facts *f, const struct node *expr, const struct names *names, struct reads *trace)
{
	const struct facts_ctx by_itself = { .facts = f };
	return eval_in(&by_itself, expr, names, trace, NULL);
}

struct value facts_eval_each(struct facts *f, const struct node *expr, const struct names *names, struct reads *trace)
{
	const struct facts_ctx by_itself = { .facts = f };
	return eval_in(&by_itself, expr, names, trace, expr->kind == NODE_LISTCOMP ? expr : NULL);
}

/* ---- places ---- */

static bool is_part(const struct node *n)
{
	return n->kind == NODE_ATTR || (n->kind == NODE_INDEX && n->kid[1]->kind != NODE_SLICE);
}

/* The expression behind a name, NULL: none. */
static const struct node *let_named(const struct facts_ctx *a, const struct str *name)
{
	return a->names && a->names->expr ? a->names->expr(a->names->ctx, name) : NULL;
}

/* n, or the chain cfg.x[k] that the let n stands for. */
static const struct node *chain_of(const struct facts_ctx *a, const struct node *n)
{
	const struct node *let = n;
	for (unsigned depth = 0; depth < LETS_DEEP && let && let->kind == NODE_NAME; depth++) {
		if (eval_has_local(a->ev, let->text))
			break;
		let = let_named(a, let->text);
		n = let && is_part(let) ? let : n;
	}
	return n;
}

/* The key path below cfg that the let n stands for; else NULL. */
static const struct node *let_place(const struct facts_ctx *a, const struct node *n)
{
	const struct node *chain = chain_of(a, n), *root = chain;
	for (unsigned parts = 0; parts <= PARTS_MAX && is_part(root); parts++)
		root = chain_of(a, root->kid[0]);
	const struct fixed_name *x = root->kind == NODE_NAME ? vocab_name(a->facts->vocab, root->text) : NULL;
	return chain != n && x && x->special == SPECIAL_TREE ? chain : NULL;
}

static bool path_of_name(const struct facts_ctx *a, const struct node *n, struct keypath *out, unsigned depth)
{
	struct facts *f = a->facts;
	int term = term_of(f, n->text);
	const struct fixed_name *fixed = vocab_name(f->vocab, n->text);
	if (fixed && fixed->special == SPECIAL_TREE) {
		*out = (struct keypath){ 0 };
		return true;
	}
	if (term >= 0) {
		const struct fact *x = concept_of(a, term);
		*out = x->path;
		return x->path.n > 0;
	}
	const struct node *place = let_place(a, n);
	if (place) /* its value doesn't matter */
		return facts_path_of(a, place, out, depth + 1);
	struct value v = eval_expr(a->ev, n);
	if (facts_marked(f, v, out))
		return true;
	const struct node *expr = let_named(a, n->text);
	return (expr && facts_path_of(a, expr, out, depth + 1)) || facts_path_of_value(f, v, out);
}

static bool path_of_cond(const struct facts_ctx *a, const struct node *n, struct keypath *out, unsigned depth)
{
	struct value test = eval_expr(a->ev, n->kid[1]);
	if (test.kind != VALUE_BOOL)
		return false;
	return facts_path_of(a, n->kid[test.as.b ? 0 : 2], out, depth + 1);
}

/* default(x, y) if x exists: its place needs no search */
static bool path_of_first(const struct facts_ctx *a, const struct node *call, struct keypath *out, unsigned depth)
{
	const struct rulefn *fn = vocab_function(a->facts->vocab, call);
	if (!fn || fn->looks != LOOKS_FIRST || call->n < 2)
		return false;
	return facts_path_of(a, call->kid[1], out, depth + 1) && facts_slot(a->facts, *out).found == out->n;
}

bool facts_path_of(const struct facts_ctx *a, const struct node *n, struct keypath *out, unsigned depth)
{
	struct facts *f = a->facts;
	struct keypath p;
	if (depth >= 64)
		return false;
	switch (n->kind) {
	case NODE_NAME:
		return path_of_name(a, n, out, depth);
	case NODE_COND:
		return path_of_cond(a, n, out, depth);
	case NODE_ATTR:
		if (!facts_path_of(a, n->kid[0], &p, depth + 1))
			return false;
		*out = keypath_add(f->arena, p, value_str(n->text, nowhere));
		return true;
	case NODE_INDEX: {
		if (n->kid[1]->kind == NODE_SLICE)
			return false;
		if (!facts_path_of(a, n->kid[0], &p, depth + 1)) /* of a list that the rule made */
			return facts_path_of_value(f, eval_expr(a->ev, n), out);
		struct value part = eval_expr(a->ev, n->kid[1]);
		if (!value_is_known(part) || !value_hashable(part))
			return false;
		part.spare = 0;
		*out = keypath_add(f->arena, p, part);
		return true;
	}
	case NODE_CALL:
		return path_of_first(a, n, out, depth) || facts_path_of_value(f, eval_expr(a->ev, n), out);
	default:
		return false;
	}
}

bool facts_path(struct facts *f, const struct node *expr, const struct names *names, struct keypath *out)
{
	struct facts_ctx a = { .facts = f, .names = names };
	struct eval ev;
	begin(&a, &ev);
	bool ok = facts_path_of(&a, expr, out, 0);
	return end(&a, &ev) && ok;
}

struct slot facts_slot(const struct facts *f, struct keypath p)
{
	return keypath_get(f->arena, f->subject->tree, p);
}

/* 1, 0, or -1: a value on the path needs a closer look */
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

struct value facts_has(const struct facts *f, struct keypath p)
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

/* n in another root, in the same evaluation: with its variables and its budget. */
static struct value eval_at(const struct facts_ctx *a, const struct node *n, const struct value *root)
{
	struct facts_ctx in = *a;
	in.root = root;
	in.host.ctx = &in;
	a->ev->host = &in.host;
	struct value v = eval_expr(a->ev, n);
	a->ev->host = &a->host;
	return v;
}

struct value facts_value_in(const struct facts_ctx *a, const struct node *n, struct value root)
{
	struct keypath p;
	int term = n->kind == NODE_NAME ? term_of(a->facts, n->text) : -1;
	if (term >= 0)
		return concept_value(a, term, &root);
	if (facts_path_of(a, n, &p, 0))
		return keypath_get(a->facts->arena, root, p).val;
	return eval_at(a, n, &root); /* it has no place */
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

uint32_t facts_code_seen(struct facts *f, const struct code_seen **out)
{
	uint32_t n = f->nseen;
	*out = f->seen;
	f->nseen = 0;
	return n;
}

void facts_open_guards(struct facts *f, bool open)
{
	f->open_guards = open;
}

struct machine_reads facts_machine_reads(struct facts *f)
{
	struct machine_reads machine_reads = f->machine_reads;
	f->machine_reads = (struct machine_reads){ 0 };
	return machine_reads;
}

bool facts_gave_tree(struct facts *f)
{
	bool gave = f->gave_tree;
	f->gave_tree = false;
	return gave;
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

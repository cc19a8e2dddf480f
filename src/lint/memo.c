// SPDX-License-Identifier: MIT
/* A tree per rule, or per element of it: each step has the question that is asked next, each edge an answer; a step without
 * question is the end, where nothing was said. Steps and edges never change once they are there: readers need no lock. */
#include "lint/memo.h"
#include "config/barren.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 4096, EDGES_MAX = 64, QUESTIONS_MAX = 96, QUESTION_BUCKETS = 1024 };

struct memo_step;
struct memo_edge {
	uint64_t hash;
	struct answer answer;
	struct memo_step *to;
	struct memo_edge *next;
};
struct memo_question { /* the same for all rules that ask it: a config answers it once */
	struct question ask;
	uint64_t hash;
	bool general; /* expr means the same in every rule */
	uint32_t number;
	struct memo_question *next;
};
struct memo_answer {
	struct value val;
	uint64_t hash;
	bool known;
};
struct memo_answers { /* of one config, by number */
	struct memo_answer *at;
	uint32_t n;
};
struct memo_step {
	const struct memo_question *ask; /* NULL at the end, where nothing was said */
	uint32_t nedges;
	_Atomic(struct memo_edge *) edge;
};
struct memo_tree {
	_Atomic(struct memo_step *) first;
	uint32_t nsteps;
};
struct memo {
	const struct ruleset *rs;
	pthread_mutex_t lock; /* for writers */
	_Atomic(struct memo_rules *) rules;
	struct barren *barren;
	struct memo_question *question[QUESTION_BUCKETS];
	atomic_uint nquestions;
	struct arena arena;
};

struct memo *memo_new(const struct ruleset *rs)
{
	struct memo *m = xcalloc(1, sizeof *m);
	m->rs = rs;
	m->barren = barren_new();
	pthread_mutex_init(&m->lock, NULL);
	return m;
}

void memo_free(struct memo *m)
{
	barren_free(m->barren);
	arena_release(&m->arena);
	pthread_mutex_destroy(&m->lock);
	free(m);
}

struct barren *memo_barren(struct memo *m)
{
	return m->barren;
}

/* ---- rules under a dialect and settings ---- */

static void bind(struct memo *m, struct memo_rule *x, const struct str *name)
{
	const struct str **more = arena_array(&m->arena, const struct str *, x->nbound + 1);
	if (x->nbound)
		memcpy(more, x->bound, x->nbound * sizeof *more);
	more[x->nbound++] = name;
	x->bound = more;
}

/* Names that n binds at or below it: variables of comprehensions and lambdas, :=. */
static void bind_below(struct memo *m, struct memo_rule *x, const struct node *n)
{
	VEC(, const struct node *) todo = { 0 };
	if (n)
		vec_push(&todo, n);
	while (todo.n) {
		n = todo.at[--todo.n];
		if (n->kind == NODE_PARAM && n->text)
			bind(m, x, n->text);
		bool target = n->kind == NODE_CFOR || n->kind == NODE_WALRUS;
		for (uint32_t i = 0; target && i < n->kid[0]->n; i++)
			if (n->kid[0]->kid[i]->kind == NODE_NAME)
				bind(m, x, n->kid[0]->kid[i]->text);
		if (target && n->kid[0]->kind == NODE_NAME)
			bind(m, x, n->kid[0]->text);
		for (uint32_t i = 0; i < n->n; i++)
			if (n->kid[i])
				vec_push(&todo, n->kid[i]);
	}
	vec_release(&todo);
}

static void bind_all(struct memo *m, struct memo_rule *x)
{
	const struct rule *r = x->rule;
	if (r->each)
		bind(m, x, r->each_name);
	bind_below(m, x, r->each);
	for (uint32_t i = 0; i < r->nlets; i++)
		bind_below(m, x, r->let[i].expr);
	for (uint32_t i = 0; i < r->ncases; i++)
		bind_below(m, x, r->cas[i].when);
}

static void fill(struct memo *m, const struct memo_rules *all, struct memo_rule *x, const struct rule *r)
{
	const struct settings *st = all->settings;
	bool *selected = arena_array(&m->arena, bool, r->ncases + 1), any = false;
	for (uint32_t i = 0; i < r->ncases; i++)
		any |= selected[i] = settings_selects(st, r, settings_severity(st, r, r->cas[i].severity));
	*x = (struct memo_rule){ .rule = r, .selected = selected };
	bool found = (r->native || r->code) && settings_selects(st, r, settings_severity(st, r, r->severity));
	x->runs = (any || (r->native && found)) && rule_applies(r, all->dialect);
	x->runs_code = r->code && found;
	if (!x->runs || !r->ncases)
		return;
	bind_all(m, x);
	x->whole = arena_new(&m->arena, struct memo_tree);
	x->element = arena_new(&m->arena, struct memo_tree);
}

static struct memo_rules *find(const struct memo *m, const struct dialect *d, const struct settings *st, const struct code *code)
{
	struct memo_rules *x = atomic_load(&m->rules);
	while (x && (x->dialect != d || x->settings != st || x->code != code))
		x = x->next;
	return x;
}

const struct memo_rules *memo_rules(struct memo *m, const struct dialect *d, const struct settings *st, const struct code *code)
{
	struct memo_rules *x = find(m, d, st, code);
	if (x)
		return x;
	pthread_mutex_lock(&m->lock);
	x = find(m, d, st, code);
	if (!x) {
		x = arena_new(&m->arena, struct memo_rules);
		*x = (struct memo_rules){ .dialect = d, .settings = st, .code = code, .next = atomic_load(&m->rules) };
		x->rule = arena_array(&m->arena, struct memo_rule, m->rs->n + 1);
		for (uint32_t i = 0; i < m->rs->n; i++)
			fill(m, x, &x->rule[i], m->rs->at[i]);
		atomic_store(&m->rules, x);
	}
	pthread_mutex_unlock(&m->lock);
	return x;
}

/* ---- asking ---- */

static struct memo_answer *answer_slot(struct trial *t, const struct memo *m, uint32_t number)
{
	struct memo_answers *all = t->j->answers;
	if (!all)
		all = t->j->answers = arena_new(t->j->a, struct memo_answers);
	if (number >= all->n) {
		uint32_t n = atomic_load(&m->nquestions) + 64;
		struct memo_answer *more = arena_array(t->j->a, struct memo_answer, n);
		if (all->n)
			memcpy(more, all->at, all->n * sizeof *more);
		*all = (struct memo_answers){ more, n };
	}
	return &all->at[number];
}

/* Asks the config, or remembers what it said. That known() was asked has to be heard each time. */
static struct memo_answer answer_to(struct trial *t, const struct memo_question *q)
{
	struct facts *f = t->j->facts;
	struct memo_answer *a = answer_slot(t, t->j->memo, q->number);
	if (a->known)
		return *a;
	struct asked before = facts_asked(f);
	struct memo_answer got = { .val = question_ask(f, &q->ask, &t->names), .known = true };
	struct asked own = facts_asked(f);
	facts_add_asked(f, before);
	facts_add_asked(f, own);
	got.hash = answer_hash(got.val);
	if (!own.gpus && !own.cores)
		*a = got;
	return got;
}

static struct memo_edge *edge_of(const struct memo_step *s, struct facts *f, struct value v, uint64_t hash)
{
	struct memo_edge *e = atomic_load_explicit(&s->edge, memory_order_acquire);
	while (e && (e->hash != hash || !answer_same(f, &e->answer, v)))
		e = e->next;
	return e;
}

/* Follows the answers from step s; true: they end where nothing was said. */
static bool follow(const struct memo_step *s, struct trial *t, struct listener *l)
{
	struct facts *f = t->j->facts;
	size_t before = l ? l->looks.n : 0;
	struct memo_edge *e = NULL;
	bool guards = false;
	while (s && s->ask) {
		if (s->ask->ask.guards != guards)
			trial_element(t, t->elem); /* lets may say something else behind open guards */
		guards = s->ask->ask.guards;
		struct memo_answer a = answer_to(t, s->ask);
		e = edge_of(s, f, a.val, a.hash);
		if (l)
			vec_push(&l->looks, ((struct look){ s->ask->ask, a.val }));
		s = e ? e->to : NULL;
	}
	if (!s && l)
		l->looks.n = before;
	return s != NULL;
}

bool memo_rule_silent(const struct memo_rule *r, struct trial *t)
{
	return follow(atomic_load_explicit(&r->whole->first, memory_order_acquire), t, NULL);
}

bool memo_element_silent(const struct memo_rule *r, struct trial *t, struct listener *l)
{
	const struct memo_step *first = atomic_load_explicit(&r->element->first, memory_order_acquire);
	struct listener *was = facts_listen(t->j->facts, NULL);
	const struct memo_edge *e = first ? edge_of(first, t->j->facts, t->elem, answer_hash(t->elem)) : NULL;
	bool silent = e && follow(e->to, t, l);
	facts_listen(t->j->facts, was);
	return silent;
}

/* ---- learning ---- */

/* The same question: of one rule, or one that means the same in all. */
static bool same_question(const struct memo_question *a, const struct question *b, bool general)
{
	struct question q = *b;
	if (general && a->general && question_expr_same(a->ask.expr, b->expr))
		q.expr = a->ask.expr;
	return question_same(&a->ask, &q);
}

static const struct memo_question *question_get(struct memo *m, const struct question *ask)
{
	uint64_t hash = ask->kind;
	bool general = ask->expr && question_general(m->rs->dialects.vocab, ask->expr, 0, &hash);
	if (ask->expr && !general)
		hash = (uintptr_t)ask->expr * 0x9E3779B97F4A7C15ull;
	for (uint32_t i = 0; i < ask->path.n; i++)
		hash = (hash ^ key_hash(ask->path.part[i])) * 0x9E3779B97F4A7C15ull;
	struct memo_question **bucket = &m->question[hash >> 54], *q = *bucket;
	while (q && (q->hash != hash || !same_question(q, ask, general)))
		q = q->next;
	if (q)
		return q;
	struct question kept;
	if (!question_keep(&m->arena, ask, &kept))
		return NULL;
	q = arena_new(&m->arena, struct memo_question);
	*q = (struct memo_question){ kept, hash, general, atomic_fetch_add(&m->nquestions, 1), *bucket };
	return *bucket = q;
}

static struct memo_step *step_new(struct memo *m, struct memo_tree *tree, const struct question *ask)
{
	const struct memo_question *q = ask ? question_get(m, ask) : NULL;
	if (tree->nsteps >= STEPS_MAX || (ask && !q))
		return NULL;
	struct memo_step *s = arena_new(&m->arena, struct memo_step);
	s->ask = q;
	tree->nsteps++;
	return s;
}

static bool asked_before(const struct look *look, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (question_same(&look[k].asked, &look[i].asked))
			return true;
	return false;
}

/* The way on from s for one answer: there already, or made together with what follows. NULL: it can't be kept. */
static struct memo_edge *edge_new(struct memo *m, struct memo_step *s, struct facts *f, struct value answer)
{
	struct memo_edge *e = arena_new(&m->arena, struct memo_edge);
	if (s->nedges >= EDGES_MAX || !answer_keep(&m->arena, f, answer, &e->answer))
		return NULL;
	e->hash = answer_hash(answer);
	e->next = atomic_load(&s->edge);
	return e;
}

/* Adds the looks [i, n) behind *from (a step that is not there yet). The new part becomes visible last, as a whole. */
static struct memo_step *grow(struct memo *m, struct memo_tree *tree, struct facts *f, const struct look *look, size_t i, size_t n)
{
	struct memo_step *next = step_new(m, tree, NULL);
	while (next && n-- > i) {
		if (asked_before(look, n))
			continue;
		struct memo_step *s = step_new(m, tree, &look[n].asked);
		struct memo_edge *e = s ? edge_new(m, s, f, look[n].answer) : NULL;
		if (!e)
			return NULL;
		e->to = next;
		s->nedges = 1;
		atomic_store(&s->edge, e);
		next = s;
	}
	return next;
}

/* One more answer at s, with what follows from look i on. */
static void branch(struct memo *m, struct memo_tree *tree, struct memo_step *s, struct facts *f, struct value answer,
		   const struct look *look, size_t i, size_t n)
{
	struct memo_edge *e = edge_new(m, s, f, answer);
	struct memo_step *to = e ? grow(m, tree, f, look, i, n) : NULL;
	if (!to)
		return;
	e->to = to;
	s->nedges++;
	atomic_store_explicit(&s->edge, e, memory_order_release);
}

/* Follows the looks from s as far as the tree knows them and adds the rest. */
static void learn(struct memo *m, struct memo_tree *tree, struct memo_step *s, struct facts *f, const struct look *look, size_t n)
{
	for (size_t i = 0; i < n && s->ask; i++) {
		if (asked_before(look, i))
			continue;
		if (question_get(m, &look[i].asked) != s->ask)
			return; /* the same answers led to another question before: something was not asked */
		struct memo_edge *e = edge_of(s, f, look[i].answer, answer_hash(look[i].answer));
		if (!e) {
			branch(m, tree, s, f, look[i].answer, look, i + 1, n);
			return;
		}
		s = e->to;
	}
}

void memo_rule_learn(struct memo *m, const struct memo_rule *r, const struct trial *t, const struct listener *l)
{
	struct memo_tree *tree = r->whole;
	if (l->looks.n > QUESTIONS_MAX)
		return;
	struct listener *was = facts_listen(t->j->facts, NULL); /* comparing answers may look for places */
	pthread_mutex_lock(&m->lock);
	struct memo_step *first = atomic_load(&tree->first);
	if (first)
		learn(m, tree, first, t->j->facts, l->looks.at, l->looks.n);
	else if ((first = grow(m, tree, t->j->facts, l->looks.at, 0, l->looks.n)))
		atomic_store_explicit(&tree->first, first, memory_order_release);
	pthread_mutex_unlock(&m->lock);
	facts_listen(t->j->facts, was);
}

void memo_element_learn(struct memo *m, const struct memo_rule *r, const struct trial *t, const struct listener *l)
{
	struct memo_tree *tree = r->element;
	const struct look *look = l->looks.at + l->from;
	size_t n = l->looks.n - l->from;
	if (n > QUESTIONS_MAX)
		return;
	struct listener *was = facts_listen(t->j->facts, NULL); /* comparing answers may look for places */
	pthread_mutex_lock(&m->lock);
	struct memo_step *first = atomic_load(&tree->first);
	if (!first) { /* asks for the element itself */
		first = arena_new(&m->arena, struct memo_step);
		atomic_store_explicit(&tree->first, first, memory_order_release);
	}
	struct memo_edge *e = edge_of(first, t->j->facts, t->elem, answer_hash(t->elem));
	if (e)
		learn(m, tree, e->to, t->j->facts, look, n);
	else
		branch(m, tree, first, t->j->facts, t->elem, look, 0, n);
	pthread_mutex_unlock(&m->lock);
	facts_listen(t->j->facts, was);
}

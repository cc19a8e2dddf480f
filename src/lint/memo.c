// SPDX-License-Identifier: MIT
/* A tree per rule, or per element of it: each step has the question that is asked next, each edge an answer; a step
 * without question is the end, where nothing was said. Steps and edges never change once they are there: readers need
 * no lock. */
#include "lint/memo.h"
#include "lint/judge/code.h"
#include "facts/barren.h"
#include "facts/deps.h"
#include "base/hash.h"
#include "lint/rules/ruleset.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
	STEPS_MAX = 4096,
	EDGES_MAX = 64,
	QUESTIONS_MAX = 96,
	QUESTION_BUCKETS = 1024,
	TOLD_BUCKETS = 1 << 14,
	TOLD_MAX = 1 << 17,
	TOKENS_MAX = 24,
	KNOWN_BUCKETS = 16,
	RULES_MAX = 256
};

struct memo_step;
struct memo_known { /* an answer that some config gave */
	uint64_t hash;
	struct answer answer;
	struct memo_known *next;
};
struct memo_edge {
	const struct memo_known *answer;
	struct memo_step *to;
	struct memo_edge *next;
};
struct memo_deps { /* of a question under some rules; next: of the same question under others */
	const struct memo_rules *under;
	struct deps deps;
	struct memo_deps *next;
};
struct memo_detect { /* what tells the dialects of a project's configs apart */
	enum loader loader;
	const char *project; /* its folder, by address */
	struct deps deps;
	const struct memo_detect *next;
};
struct memo_told { /* what was answered where these places hold this */
	const struct deps *deps;
	uint64_t hash;
	const void *answer;
	struct memo_told *next;
	struct token token[];
};
struct memo_question { /* the same for all rules that ask it: a config answers it once */
	struct question ask;
	uint64_t hash;
	bool general; /* expr means the same in every rule */
	uint32_t number;
	_Atomic(struct memo_known *) known[KNOWN_BUCKETS];
	_Atomic(struct memo_deps *) deps;
	struct memo_question *next;
};
struct memo_answer {
	const struct memo_known *known; /* NULL: one that no config gave before */
	struct value val;
	uint32_t number;  /* the question's */
	bool given, told; /* val is there; known is found out */
};
struct memo_answers {
	VEC(, struct memo_answer) answer;
	uint16_t *index; /* by number of the question: which answer, plus one */
	uint32_t nindex;
	struct tokens tokens;
	struct memo_answers *next; /* of those that wait for a config */
};
struct memo_step {
	const struct memo_question *ask; /* NULL at the end, where nothing was said */
	uint32_t number;		 /* the question's */
	uint16_t nedges;
	bool guards; /* likewise */
	_Atomic(struct memo_edge *) edge;
};
struct memo_tree {
	_Atomic(struct memo_step *) first;
	_Atomic(struct memo_known *) elements[KNOWN_BUCKETS]; /* trees of elements: those that the first step knows */
	uint32_t nsteps;
};
struct memo {
	const struct ruleset *rs;
	pthread_mutex_t lock; /* for writers */
	_Atomic(struct memo_rules *) rules;
	_Atomic(struct memo_detect *) detects;
	uint32_t nrules, ndetects;
	struct barren *barren;
	struct memo_question *question[QUESTION_BUCKETS];
	_Atomic(struct memo_told *) told[TOLD_BUCKETS];
	atomic_uint nquestions;
	uint32_t ntold;
	struct memo_answers *waiting;
	struct places places;
	struct arena arena;
};

struct memo *memo_new(const struct ruleset *rs)
{
	struct memo *m = xcalloc(1, sizeof *m);
	m->rs = rs;
	m->barren = barren_new();
	m->places.a = &m->arena;
	pthread_mutex_init(&m->lock, NULL);
	return m;
}

void memo_free(struct memo *m)
{
	for (struct memo_answers *a = m->waiting, *next; a; a = next) {
		next = a->next;
		tokens_release(&a->tokens);
		vec_release(&a->answer);
		free(a->index);
		free(a);
	}
	barren_free(m->barren);
	arena_release(&m->arena);
	pthread_mutex_destroy(&m->lock);
	free(m);
}

/* They are used again: their memory is warm, and clearing what was used is less than clearing all. */
struct memo_answers *memo_answers_begin(struct memo *m)
{
	pthread_mutex_lock(&m->lock);
	struct memo_answers *a = m->waiting;
	if (a)
		m->waiting = a->next;
	pthread_mutex_unlock(&m->lock);
	return a ? a : xcalloc(1, sizeof *a);
}

void memo_answers_end(struct memo *m, struct memo_answers *a)
{
	for (size_t i = 0; i < a->answer.n; i++)
		a->index[a->answer.at[i].number] = 0;
	a->answer.n = 0;
	tokens_clear(&a->tokens);
	pthread_mutex_lock(&m->lock);
	a->next = m->waiting;
	m->waiting = a;
	pthread_mutex_unlock(&m->lock);
}

struct barren *memo_barren(struct memo *m)
{
	return m->barren;
}

/* ---- places and what they hold ---- */

static uint64_t hash_of(const struct deps *d, const struct token *token)
{
	uint64_t h = (uintptr_t)d;
	for (uint32_t i = 0; i < d->n; i++) {
		h = hash_word(h, token[i].kind ^ (uint64_t)token[i].bits << 1);
		h ^= h >> 32;
	}
	return h;
}

static const void *find_told(const struct memo *m, const struct deps *d, const struct token *token, uint64_t hash)
{
	const struct memo_told *x = atomic_load_explicit(&m->told[hash % TOLD_BUCKETS], memory_order_acquire);
	while (x && (x->hash != hash || x->deps != d || memcmp(x->token, token, d->n * sizeof *token)))
		x = x->next;
	return x ? x->answer : NULL;
}

static void tell(struct memo *m, const struct deps *d, const struct token *token, uint64_t hash, const void *answer)
{
	_Atomic(struct memo_told *) *bucket = &m->told[hash % TOLD_BUCKETS];
	pthread_mutex_lock(&m->lock);
	if (m->ntold++ < TOLD_MAX) {
		struct memo_told *x =
			arena_alloc(&m->arena, 1, sizeof *x + d->n * sizeof *token, alignof(struct memo_told));
		*x = (struct memo_told){ d, hash, answer, atomic_load(bucket) };
		memcpy(x->token, token, d->n * sizeof *token);
		atomic_store_explicit(bucket, x, memory_order_release);
	}
	pthread_mutex_unlock(&m->lock);
}

/* ---- dialects ---- */

static const struct memo_detect *detect_under(struct memo *m, const struct module *of)
{
	const struct memo_detect *x = atomic_load_explicit(&m->detects, memory_order_acquire);
	while (x && (x->loader != of->loader || x->project != of->home))
		x = x->next;
	return x;
}

static const struct memo_detect *new_detect(struct memo *m, struct facts *f, const struct module *of)
{
	pthread_mutex_lock(&m->lock);
	const struct memo_detect *there = detect_under(m, of);
	struct memo_detect *x = there || m->ndetects == RULES_MAX ? NULL : arena_new(&m->arena, struct memo_detect);
	if (x) {
		*x = (struct memo_detect){ of->loader, of->home,
					   dialect_deps(&m->places, &m->rs->dialects, f, of->loader),
					   atomic_load(&m->detects) };
		x->deps.known &= x->deps.n <= TOKENS_MAX;
		m->ndetects++;
		atomic_store_explicit(&m->detects, x, memory_order_release);
	}
	pthread_mutex_unlock(&m->lock);
	return x ? x : there;
}

const struct dialect *memo_dialect(struct memo *m, struct facts *f, struct memo_answers *answers, const struct graph *g,
				   const struct module *of)
{
	const struct memo_detect *x = detect_under(m, of);
	struct token token[TOKENS_MAX];
	uint64_t hash = 0;
	const struct dialect *found = NULL;
	if (!x)
		x = new_detect(m, f, of);
	bool told = x && x->deps.known && deps_tokens(&answers->tokens, f, &x->deps, token);
	if (told)
		found = find_told(m, &x->deps, token, hash = hash_of(&x->deps, token));
	if (found)
		return found;
	found = dialect_detect(&m->rs->dialects, g, of, NULL);
	if (told && found)
		tell(m, &x->deps, token, hash, found);
	return found;
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
	*x = (struct memo_rule){
		.under = all, .rule = r, .any_file = r->any_file, .has_cases = r->ncases, .selected = selected
	};
	x->native = r->native ? native_find(r->id) : NULL;
	x->native_code = r->code ? native_code_find(r->code) : NULL;
	bool found = (r->native || r->code) && settings_selects(st, r, settings_severity(st, r, r->severity));
	x->runs = (any || (r->native && found)) && rule_applies(r, all->dialect);
	x->runs_code = r->code && found;
	if (!x->runs || !r->ncases)
		return;
	bind_all(m, x);
	x->whole = arena_new(&m->arena, struct memo_tree);
	x->element = arena_new(&m->arena, struct memo_tree);
}

static struct memo_rules *find(const struct memo *m, const struct dialect *d, const struct settings *st,
			       const struct code *code, const char *project)
{
	struct memo_rules *x = atomic_load(&m->rules);
	while (x && (x->dialect != d || x->settings != st || x->code != code || x->project != project))
		x = x->next;
	return x;
}

const struct memo_rules *memo_rules(struct memo *m, const struct dialect *d, const struct settings *st,
				    const struct code *code, const char *project)
{
	struct memo_rules *x = find(m, d, st, code, project);
	if (x)
		return x;
	pthread_mutex_lock(&m->lock);
	x = find(m, d, st, code, project);
	if (!x && m->nrules < RULES_MAX) {
		m->nrules++;
		x = arena_new(&m->arena, struct memo_rules);
		*x = (struct memo_rules){
			.dialect = d, .settings = st, .code = code, .project = project, .next = atomic_load(&m->rules)
		};
		x->rule = arena_array(&m->arena, struct memo_rule, m->rs->n + 1);
		for (uint32_t i = 0; i < m->rs->n; i++)
			fill(m, x, &x->rule[i], m->rs->at[i]);
		atomic_store(&m->rules, x);
	}
	pthread_mutex_unlock(&m->lock);
	return x;
}

/* ---- asking ---- */

/* The next call may move it. NULL: too many questions. */
static struct memo_answer *answer_slot(struct trial *t, uint32_t number)
{
	struct memo_answers *all = t->j->answers;
	if (number >= all->nindex) {
		uint32_t n = number + 256;
		all->index = xrealloc(all->index, n, sizeof *all->index);
		memset(all->index + all->nindex, 0, (n - all->nindex) * sizeof *all->index);
		all->nindex = n;
	}
	if (!all->index[number]) {
		if (all->answer.n >= UINT16_MAX)
			return NULL;
		vec_push(&all->answer, ((struct memo_answer){ .number = number }));
		all->index[number] = (uint16_t)all->answer.n;
	}
	return &all->answer.at[all->index[number] - 1];
}

/* NULL: the question was not answered yet. */
static const struct memo_answer *answer_told(const struct trial *t, uint32_t number)
{
	const struct memo_answers *all = t->j->answers;
	if (number >= all->nindex || !all->index[number])
		return NULL;
	const struct memo_answer *a = &all->answer.at[all->index[number] - 1];
	return a->told ? a : NULL;
}

static const struct memo_known *known_as(_Atomic(struct memo_known *) const *list, struct facts *f, struct value v)
{
	uint64_t hash = answer_hash(f, v);
	const struct memo_known *k = atomic_load_explicit(&list[hash % KNOWN_BUCKETS], memory_order_acquire);
	while (k && (k->hash != hash || !answer_same(f, &k->answer, v)))
		k = k->next;
	return k;
}

/* Asks the config itself. That known() was asked has to be heard each time. */
static void ask_config(struct trial *t, const struct memo_question *q, struct memo_answer *a)
{
	struct facts *f = t->j->facts;
	struct asked before = facts_asked(f);
	a->val = question_ask(f, &q->ask, &t->names);
	struct asked own = facts_asked(f);
	facts_add_asked(f, before);
	facts_add_asked(f, own);
	a->given = !own.gpus && !own.cores;
}

static const struct deps *deps_under(const struct memo_question *q, const struct memo_rules *under)
{
	const struct memo_deps *d = atomic_load_explicit(&q->deps, memory_order_acquire);
	while (d && d->under != under)
		d = d->next;
	return d && d->deps.known ? &d->deps : NULL;
}

/* What the config answers: remembered, or what others answered that have the same at all places that the question looks
 * at, or asked. need: the value too. */
static struct memo_answer answer_to(const struct memo_rule *r, struct trial *t, const struct memo_question *q,
				    bool need)
{
	struct memo_answer *a = answer_slot(t, q->number), got = { .number = q->number };
	if (a && a->told && (a->given || !need))
		return *a;
	const struct deps *d = deps_under(q, r->under);
	struct token token[TOKENS_MAX];
	uint64_t hash = 0;
	if (d && deps_tokens(&t->j->answers->tokens, t->j->facts, d, token))
		got.known = find_told(t->j->memo, d, token, hash = hash_of(d, token));
	else
		d = NULL;
	got.told = got.known;
	if (!got.told || need) {
		ask_config(t, q, &got);
		got.told = got.given;
		got.known = known_as(q->known, t->j->facts, got.val);
		if (d && got.given && got.known && !find_told(t->j->memo, d, token, hash))
			tell(t->j->memo, d, token, hash, got.known);
	}
	a = answer_slot(t, q->number); /* asking may have moved them */
	if (a && got.told)
		*a = got;
	return got;
}

static struct memo_edge *edge_of(const struct memo_step *s, const struct memo_known *answer)
{
	struct memo_edge *e = atomic_load_explicit(&s->edge, memory_order_acquire);
	while (answer && e && e->answer != answer)
		e = e->next;
	return answer ? e : NULL;
}

/* Follows the answers from step s; true: they end where nothing was said. */
static bool follow(const struct memo_rule *r, const struct memo_step *s, struct trial *t, struct listener *l)
{
	size_t before = l ? l->looks.n : 0;
	struct memo_edge *e = NULL;
	bool guards = false;
	while (s && s->ask) {
		if (s->guards != guards)
			trial_element(t, t->elem); /* lets may say something else behind open guards */
		guards = s->guards;
		const struct memo_answer *told = l ? NULL : answer_told(t, s->number);
		if (told) {
			e = edge_of(s, told->known);
		} else {
			struct memo_answer a = answer_to(r, t, s->ask, l != NULL);
			e = edge_of(s, a.known);
			if (l)
				vec_push(&l->looks, ((struct look){ s->ask->ask, a.val }));
		}
		s = e ? e->to : NULL;
	}
	if (!s && l)
		l->looks.n = before;
	return s != NULL;
}

bool memo_rule_silent(const struct memo_rule *r, struct trial *t)
{
	return follow(r, atomic_load_explicit(&r->whole->first, memory_order_acquire), t, NULL);
}

bool memo_element_silent(const struct memo_rule *r, struct trial *t, struct listener *l)
{
	const struct memo_step *first = atomic_load_explicit(&r->element->first, memory_order_acquire);
	struct listener *was = facts_listen(t->j->facts, NULL);
	const struct memo_edge *e = first ? edge_of(first, known_as(r->element->elements, t->j->facts, t->elem)) : NULL;
	bool silent = e && follow(r, e->to, t, l);
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

static struct memo_question *question_get(struct memo *m, const struct question *ask)
{
	uint64_t hash = ask->kind;
	bool general = ask->expr && question_general(m->rs->dialects.vocab, ask->expr, 0, &hash);
	if (ask->expr && !general)
		hash = hash_word(0, (uintptr_t)ask->expr);
	for (uint32_t i = 0; i < ask->path.n; i++)
		hash = hash_word(hash, key_hash(ask->path.part[i]));
	struct memo_question **bucket = &m->question[hash >> 54], *q = *bucket;
	while (q && (q->hash != hash || !same_question(q, ask, general)))
		q = q->next;
	if (q)
		return q;
	struct question kept;
	if (!question_keep(&m->arena, ask, &kept))
		return NULL;
	q = arena_new(&m->arena, struct memo_question);
	q->ask = kept;
	q->hash = hash;
	q->general = general;
	q->number = atomic_fetch_add(&m->nquestions, 1);
	q->next = *bucket;
	return *bucket = q;
}

/* What a question depends on is found out when the first rule asks it. */
static void find_deps(struct memo *m, const struct memo_rule *r, const struct trial *t, struct memo_question *q)
{
	struct memo_deps *d = atomic_load(&q->deps);
	while (d && d->under != r->under)
		d = d->next;
	if (d)
		return;
	d = arena_new(&m->arena, struct memo_deps);
	*d = (struct memo_deps){ .under = r->under, .next = atomic_load(&q->deps) };
	if (q->ask.kind == ASK_EXPR)
		d->deps = deps_of(&m->places, t->j->facts, q->ask.expr, &t->names);
	else
		d->deps = path_deps(&m->places, &q->ask);
	d->deps.known &= d->deps.n <= TOKENS_MAX;
	atomic_store_explicit(&q->deps, d, memory_order_release);
}

/* The answer as it is kept, once a list; NULL: it can't be. */
static const struct memo_known *known_get(struct memo *m, _Atomic(struct memo_known *) *list, struct facts *f,
					  struct value v)
{
	const struct memo_known *known = known_as(list, f, v);
	if (known)
		return known;
	struct memo_known *k = arena_new(&m->arena, struct memo_known);
	if (!answer_keep(&m->arena, f, v, &k->answer))
		return NULL;
	k->hash = answer_hash(f, v);
	list += k->hash % KNOWN_BUCKETS;
	k->next = atomic_load(list);
	atomic_store_explicit(list, k, memory_order_release);
	return k;
}

struct learner { /* one rule's tree, or that of its elements, and the config that taught it */
	struct memo *m;
	const struct memo_rule *r;
	const struct trial *t;
	struct memo_tree *tree;
	const struct look *look;
	size_t n;
};

static struct memo_step *step_new(struct learner *l, const struct question *ask)
{
	struct memo_question *q = ask ? question_get(l->m, ask) : NULL;
	if (l->tree->nsteps >= STEPS_MAX || (ask && !q))
		return NULL;
	if (q)
		find_deps(l->m, l->r, l->t, q);
	struct memo_step *s = arena_new(&l->m->arena, struct memo_step);
	*s = (struct memo_step){ .ask = q, .number = q ? q->number : 0, .guards = q && q->ask.guards };
	l->tree->nsteps++;
	return s;
}

static bool asked_before(const struct look *look, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (question_same(&look[k].asked, &look[i].asked))
			return true;
	return false;
}

/* The answers that are known at a step: those to its question, or the elements. */
static _Atomic(struct memo_known *) *known_at(struct learner *l, const struct memo_step *s)
{
	return s->ask ? ((struct memo_question *)(uintptr_t)s->ask)->known : l->tree->elements;
}

/* The way on from s for one answer: there already, or made together with what follows. NULL: it can't be kept. */
static struct memo_edge *edge_new(struct learner *l, struct memo_step *s, struct value answer)
{
	const struct memo_known *known =
		s->nedges < EDGES_MAX ? known_get(l->m, known_at(l, s), l->t->j->facts, answer) : NULL;
	if (!known)
		return NULL;
	struct memo_edge *e = arena_new(&l->m->arena, struct memo_edge);
	e->answer = known;
	e->next = atomic_load(&s->edge);
	return e;
}

/* Adds the looks from i on (a step that is not there yet). The new part becomes visible last, as a whole. */
static struct memo_step *grow(struct learner *l, size_t i)
{
	struct memo_step *next = step_new(l, NULL);
	for (size_t n = l->n; next && n-- > i;) {
		if (asked_before(l->look, n))
			continue;
		struct memo_step *s = step_new(l, &l->look[n].asked);
		struct memo_edge *e = s ? edge_new(l, s, l->look[n].answer) : NULL;
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
static void branch(struct learner *l, struct memo_step *s, struct value answer, size_t i)
{
	struct memo_edge *e = edge_new(l, s, answer);
	struct memo_step *to = e ? grow(l, i) : NULL;
	if (!to)
		return;
	e->to = to;
	s->nedges++;
	atomic_store_explicit(&s->edge, e, memory_order_release);
}

static struct memo_edge *way_on(struct learner *l, struct memo_step *s, struct value answer)
{
	return edge_of(s, known_as(known_at(l, s), l->t->j->facts, answer));
}

/* Follows the looks from s as far as the tree knows them and adds the rest. */
static void learn(struct learner *l, struct memo_step *s)
{
	for (size_t i = 0; i < l->n && s->ask; i++) {
		if (asked_before(l->look, i))
			continue;
		if (question_get(l->m, &l->look[i].asked) != s->ask)
			return; /* the same answers led to another question before: something was not asked */
		struct memo_edge *e = way_on(l, s, l->look[i].answer);
		if (!e) {
			branch(l, s, l->look[i].answer, i + 1);
			return;
		}
		s = e->to;
	}
}

static void learn_rule(struct learner *l)
{
	struct memo_step *first = atomic_load(&l->tree->first);
	if (first)
		learn(l, first);
	else if ((first = grow(l, 0)))
		atomic_store_explicit(&l->tree->first, first, memory_order_release);
}

static void learn_element(struct learner *l)
{
	struct memo_step *first = atomic_load(&l->tree->first);
	if (!first) { /* asks for the element itself */
		first = arena_new(&l->m->arena, struct memo_step);
		atomic_store_explicit(&l->tree->first, first, memory_order_release);
	}
	struct memo_edge *e = way_on(l, first, l->t->elem);
	if (e)
		learn(l, e->to);
	else
		branch(l, first, l->t->elem, 0);
}

static void locked(struct learner *l, void (*work)(struct learner *l))
{
	if (l->n > QUESTIONS_MAX)
		return;
	struct listener *was = facts_listen(l->t->j->facts, NULL); /* comparing answers may look for places */
	pthread_mutex_lock(&l->m->lock);
	work(l);
	pthread_mutex_unlock(&l->m->lock);
	facts_listen(l->t->j->facts, was);
}

void memo_rule_learn(struct memo *m, const struct memo_rule *r, const struct trial *t, const struct listener *l)
{
	locked(&(struct learner){ m, r, t, r->whole, l->looks.at, l->looks.n }, learn_rule);
}

void memo_element_learn(struct memo *m, const struct memo_rule *r, const struct trial *t, const struct listener *l)
{
	locked(&(struct learner){ m, r, t, r->element, l->looks.at + l->from, l->looks.n - l->from }, learn_element);
}

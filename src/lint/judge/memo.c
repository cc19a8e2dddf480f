// SPDX-License-Identifier: MIT
/* Caches silent rules: a rule that did not fire on one config mostly does not fire on the next. To know that without
 * running it, the places that the rule reads must be known; its text has them (facts/dependence.h). Take
 *
 *	each: {k: "['val_dataloader', 'test_dataloader']"}
 *	when: has(cfg[k].dataset) and not has(cfg[k].sampler) and known(machine.cores) and elsewhere(k)
 *
 * A condition is split into its parts, which must all be True. For the first element the first part checks whether a
 * val_dataloader.dataset exists: that is its spot (facts/spot.h). The places that the last part reads are unknown;
 * but if one part is False the others don't matter. So when the rule ran and the first part was False, the memo
 * stores: this part, with nothing at this spot, is False. In the next config without val_dataloader.dataset the rule
 * isn't evaluated. A condition that was Unknown is stored as a whole, by the spots of all its parts, if all are
 * known.
 *
 * The invariant: under one dialect, settings, training code and project (struct memo_rules), the values at the spots
 * of a key decide the answer that was stored with it. Answers are that a part is False, that a condition doesn't
 * hold, that one holds which isn't selected, and, for rules with `each`, that no element has a finding: then the key
 * has the spots of `each` and of all deciding parts. Elements that differ from config to config are part of the
 * keys, by their contents; an `each` that is the same in all configs is taken apart when the rule is met a second
 * time, so that cfg[k] is a spot like any other.
 *
 * Never stored: findings; that a figure of the machine is missing or was read with known(), which is counted (so a
 * part behind known() is no reason by itself while it is); elements that the rule builds itself; results that depend
 * on the place of an element, except as a whole. The tables stop growing at ENTRIES_MAX and RULES_MAX. A rule
 * without a new entry VAIN_MAX times in a row is left out, as is a case whose answers are of no use. Entries never
 * change, so readers need no lock. */
#include "lint/judge/memo.h"
#include "base/hash.h"
#include "facts/function/located.h"
#include "facts/search_cache.h"
#include "python/value/truth.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
	ENTRY_BUCKETS = 1 << 14,
	ENTRIES_MAX = 1 << 17,
	RULES_MAX = 256,
	VAIN_MAX = 32,
	LEARNT_ENOUGH = 64, /* to see that the entries of a case are of no use: less than a fourth was used */
	FIXED_MAX = 16,
	PARTS_MAX = 64,
	SPLIT_DEEP = 16
};

struct memo_part { /* of a condition: where it is False the condition doesn't hold */
	const struct node *expr;
	struct deps deps;
};
static const char holds; /* the answer of a case that does, though it isn't selected */

struct memo_case {
	const struct memo_part **part; /* those whose places are known */
	uint32_t n;
	atomic_uint lately;	  /* which of them decided last: checked first */
	atomic_uint learnt, used; /* how often an entry of it was stored, and how often it was used */
	bool whole;		  /* all are; the last of several is then the condition itself */
};
struct memo_element {
	bool known;	       /* each case has such a part */
	struct memo_case *cas; /* as rule.cas */
};
struct memo_rule {
	atomic_uint met; /* how often the rule ran under these circumstances; entries are stored from the 2nd time on */
	_Atomic(bool) made;
	atomic_uint learnt, used; /* as of a case, of all elements together */
	atomic_uint vain; /* how often in a row nothing could be stored; after VAIN_MAX it isn't tried any more */
	struct deps deps;
	bool fixed; /* `each` is the same in all configs, and element has n of them; else one stands for all */
	struct memo_element *element;
	uint32_t n;
};
struct memo_detect { /* what distinguishes the dialects of a project's configs */
	enum loader trainer;
	const char *project; /* its folder, by address */
	struct deps deps;
	const struct memo_detect *next;
};
struct memo_entry { /* what holds where the places of a key have this */
	const void *of;
	uint64_t hash;
	const void *answer; /* a dialect; of a rule or an element: that it is silent */
	struct memo_entry *next;
	uint32_t n;
	struct stand stand[];
};
struct memo_seen { /* they are reused: their memory is warm, and clearing the used part is cheaper than all */
	struct spots_seen seen;
	struct memo_seen *next;
};
struct memo {
	const struct ruleset *rs;
	enum judge_mode mode;
	pthread_mutex_t lock; /* for writers */
	_Atomic(struct memo_rules *) rules;
	_Atomic(struct memo_detect *) detects;
	uint32_t nrules, ndetects, nentries;
	struct search_cache *search_cache;
	_Atomic(struct memo_entry *) entries[ENTRY_BUCKETS];
	struct memo_seen *waiting;
	struct spots places;
	struct arena arena;
};

struct memo *memo_new(const struct ruleset *rs, enum judge_mode mode)
{
	struct memo *m = xcalloc(1, sizeof *m);
	m->rs = rs;
	m->mode = mode;
	m->search_cache = search_cache_new();
	m->places.a = &m->arena;
	pthread_mutex_init(&m->lock, NULL);
	return m;
}

void memo_free(struct memo *m)
{
	for (struct memo_seen *t = m->waiting, *next; t; t = next) {
		next = t->next;
		spots_release(&t->seen);
		free(t);
	}
	search_cache_free(m->search_cache);
	arena_release(&m->arena);
	pthread_mutex_destroy(&m->lock);
	free(m);
}

struct spots_seen *memo_seen_begin(struct memo *m)
{
	pthread_mutex_lock(&m->lock);
	struct memo_seen *t = m->waiting;
	if (t)
		m->waiting = t->next;
	pthread_mutex_unlock(&m->lock);
	if (!t)
		t = xcalloc(1, sizeof *t);
	return &t->seen;
}

void memo_seen_end(struct memo *m, struct spots_seen *seen)
{
	struct memo_seen *t = (struct memo_seen *)seen; /* its first member */
	spots_clear(seen);
	pthread_mutex_lock(&m->lock);
	t->next = m->waiting;
	m->waiting = t;
	pthread_mutex_unlock(&m->lock);
}

struct search_cache *memo_search_cache(struct memo *m)
{
	return m->search_cache;
}

/* ---- keys ---- */

/* false: the value at one of the places is unknown. */
static bool key_of(struct memo_key *key, const void *of, struct spots_seen *seen, struct facts *f, const struct deps *d)
{
	key->of = d->known && deps_seen(seen, f, d, key->stand) ? of : NULL;
	key->n = d->n;
	return key->of;
}

static uint64_t hash_of(const struct memo_key *key)
{
	uint64_t h = (uintptr_t)key->of;
	for (uint32_t i = 0; i < key->n; i++) {
		h = hash_word(h, key->stand[i].kind ^ (uint64_t)key->stand[i].bits << 1);
		h ^= h >> 32;
	}
	return h;
}

static const void *find_entry(const struct memo *m, struct memo_key *key)
{
	key->hash = hash_of(key);
	const struct memo_entry *x = atomic_load_explicit(&m->entries[key->hash % ENTRY_BUCKETS], memory_order_acquire);
	while (x && (x->hash != key->hash || x->of != key->of || x->n != key->n ||
		     memcmp(x->stand, key->stand, key->n * sizeof *x->stand)))
		x = x->next;
	return x ? x->answer : NULL;
}

static void store(struct memo *m, const struct memo_key *key, const void *answer)
{
	_Atomic(struct memo_entry *) *bucket = &m->entries[key->hash % ENTRY_BUCKETS];
	pthread_mutex_lock(&m->lock);
	if (m->nentries++ < ENTRIES_MAX) {
		size_t size = key->n * sizeof *key->stand;
		struct memo_entry *x = arena_alloc(&m->arena, 1, sizeof *x + size, alignof(struct memo_entry));
		*x = (struct memo_entry){ key->of, key->hash, answer, atomic_load(bucket), key->n };
		memcpy(x->stand, key->stand, size);
		atomic_store_explicit(bucket, x, memory_order_release);
	}
	pthread_mutex_unlock(&m->lock);
}

/* ---- dialects ---- */

static const struct memo_detect *detect_under(struct memo *m, const struct module *of)
{
	const struct memo_detect *x = atomic_load_explicit(&m->detects, memory_order_acquire);
	while (x && (x->trainer != of->trainer || x->project != of->home))
		x = x->next;
	return x;
}

static const struct memo_detect *new_detect(struct memo *m, struct facts *f, const struct module *of)
{
	pthread_mutex_lock(&m->lock);
	const struct memo_detect *there = detect_under(m, of);
	struct memo_detect *x = there || m->ndetects == RULES_MAX ? NULL : arena_new(&m->arena, struct memo_detect);
	if (x) {
		*x = (struct memo_detect){ of->trainer, of->home,
					   dialect_deps(&m->places, &m->rs->dialects, f, of->trainer),
					   atomic_load(&m->detects) };
		m->ndetects++;
		atomic_store_explicit(&m->detects, x, memory_order_release);
	}
	pthread_mutex_unlock(&m->lock);
	return x ? x : there;
}

const struct dialect *memo_dialect(struct memo *m, struct facts *f, struct spots_seen *seen, const struct module *of)
{
	const struct memo_detect *x = detect_under(m, of);
	struct memo_key key;
	if (!x)
		x = new_detect(m, f, of);
	bool keyed = x && key_of(&key, x, seen, f, &x->deps);
	const struct dialect *found = keyed ? find_entry(m, &key) : NULL;
	if (found)
		return found;
	found = dialect_detect(&m->rs->dialects, of, NULL);
	if (keyed && found)
		store(m, &key, found);
	return found;
}

/* ---- rules under a dialect and settings ---- */

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
		x->plan = arena_array(&m->arena, struct rule_plan, m->rs->n + 1);
		x->rule = arena_array(&m->arena, struct memo_rule, m->rs->n + 1);
		for (uint32_t i = 0; i < m->rs->n; i++)
			x->plan[i] = rule_plan_of(&m->arena, m->rs, m->rs->at[i], d, st, m->mode);
		atomic_store(&m->rules, x);
	}
	pthread_mutex_unlock(&m->lock);
	return x;
}

/* ---- where a rule looks ---- */

VEC(names_bound, const struct str *);

/* Names that n binds at or below it: variables of comprehensions and lambdas, :=. */
static void bind_below(struct names_bound *bound, const struct node *n, bool target)
{
	if (n->kind == NODE_PARAM && n->text)
		vec_push(bound, n->text);
	if (target && n->kind == NODE_NAME)
		vec_push(bound, n->text);
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			bind_below(bound, n->kid[i],
				   (target && n->kind == NODE_TUPLE) ||
					   (!i && (n->kind == NODE_CFOR || n->kind == NODE_WALRUS)));
}

static struct names_bound bound_in(const struct rule *r)
{
	struct names_bound bound = { 0 };
	if (r->each)
		bind_below(&bound, r->each, false);
	for (uint32_t i = 0; i < r->nlets; i++)
		bind_below(&bound, r->let[i].expr, false);
	for (uint32_t i = 0; i < r->ncases; i++)
		bind_below(&bound, r->cas[i].when, false);
	return bound;
}

struct parts {
	const struct deps_of *o;
	const struct node *at[PARTS_MAX];
	uint32_t n;
};

/* What must all be True for n to be: a and b, also behind lets. */
static void split(struct parts *p, const struct node *n, unsigned depth)
{
	const struct names *names = p->o->names;
	const struct node *let = n->kind == NODE_NAME ? names->expr(names->ctx, n->text) : NULL;
	bool both = n->kind == NODE_BOOL && n->op == OP_AND;
	bool more = let && (let->kind == NODE_NAME || (let->kind == NODE_BOOL && let->op == OP_AND));
	if (depth < SPLIT_DEEP && both) {
		split(p, n->kid[0], depth + 1);
		split(p, n->kid[1], depth + 1);
	} else if (depth < SPLIT_DEEP && more) {
		split(p, let, depth + 1);
	} else if (p->n < PARTS_MAX) {
		p->at[p->n++] = n;
	}
}

/* Cases often share parts: an entry of one serves all. */
static const struct memo_part *plan_part(struct memo *m, const struct deps_of *o, const struct node *expr,
					 const struct memo_element *e, uint32_t ncases)
{
	for (uint32_t k = 0; k <= ncases; k++)
		for (uint32_t i = 0; i < e->cas[k].n; i++)
			if (e->cas[k].part[i]->expr == expr)
				return e->cas[k].part[i];
	struct memo_part *p = arena_new(&m->arena, struct memo_part);
	*p = (struct memo_part){ expr, deps_of(o, expr) };
	return p;
}

static bool never_holds(const struct deps_of *o, const struct parts *p)
{
	struct value v;
	for (uint32_t i = 0; i < p->n; i++)
		if (deps_constant(o, p->at[i], &v) && value_truth(v) == FALSE3)
			return true;
	return false;
}

/* Case k, after those before it. false: none of its parts has an entry. */
static bool plan_case(struct memo *m, const struct deps_of *o, const struct node *when, struct memo_element *e,
		      uint32_t k)
{
	struct memo_case *c = &e->cas[k];
	struct parts p = { .o = o };
	struct deps all = { .known = true };
	split(&p, when, 0);
	c->whole = p.n < PARTS_MAX;
	if (never_holds(o, &p))
		return c->whole = true;
	c->part = arena_array(&m->arena, const struct memo_part *, p.n + 1);
	for (uint32_t i = 0; i < p.n; i++) {
		const struct memo_part *part = plan_part(m, o, p.at[i], e, k);
		c->whole &= part->deps.known;
		if (!part->deps.known)
			continue;
		c->part[c->n++] = part;
		all = deps_join(o->all, &all, &part->deps);
	}
	c->whole &= all.known;
	if (c->whole && c->n > 1) {
		struct memo_part *condition = arena_new(&m->arena, struct memo_part);
		*condition = (struct memo_part){ when, all };
		c->part[c->n++] = condition;
	}
	return c->n;
}

/* Adds to *deps where it looks. */
static void plan_element(struct memo *m, const struct deps_of *o, const struct rule *r, struct memo_element *out,
			 struct deps *deps)
{
	out->known = true;
	out->cas = arena_array(&m->arena, struct memo_case, r->ncases + 1);
	for (uint32_t i = 0; i < r->ncases; i++) {
		struct memo_case *c = &out->cas[i];
		out->known &= plan_case(m, o, r->cas[i].when, out, i);
		for (uint32_t k = 0; k < c->n; k++)
			*deps = deps_join(o->all, deps, &c->part[k]->deps);
	}
	deps->known &= out->known;
}

/* The elements where they are the same in all configs; else n is 0. */
static struct value fixed_elements(const struct deps_of *o, struct trial *t)
{
	struct value v, none = value_list(t->j->a, VALUE_LIST, 0, (struct span){ 0 });
	if (t->rule->each && !deps_constant(o, t->rule->each, &v))
		return none;
	v = trial_elements(t);
	bool few = v.kind == VALUE_LIST && !v.as.list->open && v.as.list->n <= FIXED_MAX;
	for (uint32_t i = 0; few && i < v.as.list->n; i++)
		few = v.as.list->at[i].val.kind == VALUE_STR || !t->rule->each;
	return few ? v : none;
}

static void make(struct memo *m, struct memo_rule *x, struct trial *t)
{
	const struct rule *r = t->rule;
	struct names_bound bound = bound_in(r);
	struct deps each;
	struct deps_of o = {
		.all = &m->places, .f = t->j->facts, .names = &t->names, .bound = bound.at, .nbound = (uint32_t)bound.n
	};
	const struct list *l = fixed_elements(&o, t).as.list;
	x->fixed = l->n;
	x->n = l->n ? l->n : 1;
	x->element = arena_array(&m->arena, struct memo_element, x->n);
	x->deps.known = true;
	if (!x->fixed) {
		each = deps_of(&o, r->each);
		x->deps = each;
		o.element = r->each_name;
		o.each = &each;
		vec_push(&bound, r->each_name);
		o.bound = bound.at;
		o.nbound++;
	}
	for (uint32_t i = 0; i < x->n; i++) {
		trial_element(t, x->fixed ? l->at[i].val : (struct value){ 0 });
		plan_element(m, &o, r, &x->element[i], &x->deps);
	}
	trial_element(t, (struct value){ 0 });
	vec_release(&bound);
}

struct memo_rule *memo_rule_at(struct memo *m, const struct memo_rules *all, uint32_t i, struct trial *t)
{
	struct memo_rule *x = &all->rule[i];
	if (atomic_load_explicit(&x->made, memory_order_acquire))
		return atomic_load_explicit(&x->vain, memory_order_relaxed) < VAIN_MAX ? x : NULL;
	if (!atomic_fetch_add(&x->met, 1)) /* a second config may never come */
		return NULL;
	pthread_mutex_lock(&m->lock);
	if (!atomic_load(&x->made))
		make(m, x, t);
	atomic_store_explicit(&x->made, true, memory_order_release);
	pthread_mutex_unlock(&m->lock);
	return x;
}

/* ---- look-up and storing ---- */

static const struct memo_element *element_of(const struct memo_rule *r, uint32_t i)
{
	return &r->element[r->fixed ? i : 0];
}

/* Behind open guards it may hold all the same, and that is counted. */
static bool is_guarded(const struct trial *t, const struct memo_part *p)
{
	const struct machine *hw = &t->j->st->machine;
	return p->deps.guarded && (hw->gpus.kind == VALUE_UNKNOWN || hw->cores.kind == VALUE_UNKNOWN);
}

/* Which parts of a condition may have their own entries; parts behind known() or about the element are covered by the
 * rule's key. */
static bool part_key(const struct memo_rule *r, struct trial *t, const struct memo_part *p, struct memo_key *key)
{
	if (p->deps.placed || (p->deps.scoped && part_scoped(t->j->facts)) || is_guarded(t, p) ||
	    !key_of(key, p, t->j->seen, t->j->facts, &p->deps))
		return false;
	return r->fixed || (spot_value(t->j->facts, t->elem, &key->stand[key->n++]) &&
			    (!p->deps.classed || spot_place(t->j->facts, t->elem, &key->stand[key->n++])));
}

/* Entries of it match other configs often enough. */
static bool useful(const atomic_uint *learnt, const atomic_uint *used)
{
	unsigned n = atomic_load_explicit(learnt, memory_order_relaxed);
	return n < LEARNT_ENOUGH || atomic_load_explicit(used, memory_order_relaxed) >= n / 4;
}

static const void *part_stored(const struct memo_rule *r, struct trial *t, const struct memo_part *p)
{
	struct memo_key key;
	return part_key(r, t, p, &key) ? find_entry(t->j->memo, &key) : NULL;
}

static bool shares(const struct memo_case *c, const struct memo_part *p)
{
	for (uint32_t i = 0; p && i < c->n; i++)
		if (c->part[i] == p)
			return true;
	return false;
}

/* true: *held says whether the case holds. no: a part that is False; then that of this case. */
static bool case_stored(const struct memo_rule *r, struct trial *t, struct memo_case *c, const struct memo_part **no,
			bool *held)
{
	uint32_t n = useful(&c->learnt, &c->used) ? c->n : 0;
	uint32_t lately = atomic_load_explicit(&c->lately, memory_order_relaxed);
	const void *answer = NULL;
	if (shares(c, *no))
		return true;
	for (uint32_t i = 0; i < n && !answer; i++) {
		uint32_t at = (lately + i) % n;
		answer = part_stored(r, t, c->part[at]);
		if (!answer)
			continue;
		*no = c->part[at];
		atomic_fetch_add_explicit(&c->used, 1, memory_order_relaxed);
		atomic_store_explicit(&c->lately, at, memory_order_relaxed);
	}
	*held = answer == &holds;
	return answer || (c->whole && !c->n);
}

enum memo_answer memo_element(const struct memo_rule *r, struct trial *t, uint32_t i)
{
	const struct memo_element *e = element_of(r, i);
	const struct memo_part *no = NULL;
	bool held = false;
	for (uint32_t k = 0; k < t->rule->ncases && !held; k++)
		if (!e->known || !case_stored(r, t, &e->cas[k], &no, &held))
			return MEMO_UNKNOWN;
	return held ? MEMO_HELD : MEMO_SILENT;
}

bool memo_silent(struct memo_rule *r, struct trial *t, struct memo_key *key)
{
	key->of = NULL;
	if (!t->rule->each)
		return memo_element(r, t, 0) != MEMO_UNKNOWN;
	if (!useful(&r->learnt, &r->used) || !key_of(key, r, t->j->seen, t->j->facts, &r->deps) ||
	    !find_entry(t->j->memo, key))
		return false;
	atomic_fetch_add_explicit(&r->used, 1, memory_order_relaxed);
	return true;
}

static void learn_part(const struct memo_rule *r, struct trial *t, struct memo_case *c, uint32_t i, const void *answer)
{
	struct memo_key key;
	if (!useful(&c->learnt, &c->used))
		return;
	atomic_fetch_add_explicit(&c->learnt, 1, memory_order_relaxed);
	atomic_store_explicit(&c->lately, i, memory_order_relaxed);
	if (part_key(r, t, c->part[i], &key) && !find_entry(t->j->memo, &key))
		store(t->j->memo, &key, answer ? answer : key.of);
}

/* The case didn't hold: whether the first of its parts that is False, or the whole condition, is reason enough. Where
 * that is of no use to anybody it isn't looked for: it costs as much as judging. */
static bool learn_case(const struct memo_rule *r, struct trial *t, struct memo_case *c, bool is_false)
{
	if (!useful(&c->learnt, &c->used) && !(t->rule->each && useful(&r->learnt, &r->used)))
		return false;
	for (uint32_t i = 0; is_false && i < c->n; i++) {
		if (is_guarded(t, c->part[i]) || value_truth(trial_eval(t, c->part[i]->expr)) != FALSE3)
			continue;
		learn_part(r, t, c, i, NULL);
		return true;
	}
	if (c->whole && c->n)
		learn_part(r, t, c, c->n - 1, NULL);
	return c->whole;
}

bool memo_learn_element(const struct memo_rule *r, struct trial *t, uint32_t i, const struct element_result *v)
{
	const struct memo_element *e = element_of(r, i);
	bool decided = e->known;
	for (uint32_t k = 0; decided && k < v->held; k++)
		decided = learn_case(r, t, &e->cas[k], k >= 64 || v->is_false >> k & 1);
	if (decided && v->held < t->rule->ncases) {
		struct memo_case *c = &e->cas[v->held];
		decided = c->whole && c->n;
		if (decided)
			learn_part(r, t, c, c->n - 1, &holds);
	}
	return decided;
}

void memo_learn(struct memo *m, struct memo_rule *r, const struct memo_key *key, bool decided)
{
	if (!decided)
		atomic_fetch_add_explicit(&r->vain, 1, memory_order_relaxed);
	else if (atomic_load_explicit(&r->vain, memory_order_relaxed))
		atomic_store_explicit(&r->vain, 0, memory_order_relaxed);
	if (!decided || !key->of)
		return;
	atomic_fetch_add_explicit(&r->learnt, 1, memory_order_relaxed);
	store(m, key, key->of);
}

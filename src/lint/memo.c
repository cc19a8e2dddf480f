// SPDX-License-Identifier: MIT
/* A direct-mapped table per rule, dialect and settings: the config that was silent stands for the values that it had there. A hash
 * only chooses the slot; a hit compares every value. */
#include "lint/memo.h"
#include "config/comment.h"
#include "config/filetag.h"
#include "lint/depends.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { RULE_SLOTS = 128, ELEMENT_SLOTS = 2048 };

struct silent {
	const struct module *m; /* NULL: free */
	const struct str *elem;
};
struct remembered {
	const struct rule *r;
	const struct dialect *d;
	const struct settings *st;
	struct depends rule, element;
	struct silent *slot; /* NULL: none yet */
	uint32_t nslots;
};
struct memo {
	pthread_mutex_t lock; /* guards what follows, slots included */
	struct remembered **at; /* open addressing by rule, dialect and settings */
	uint32_t n, cap;
	struct arena arena;
};

struct memo *memo_new(void)
{
	struct memo *m = xcalloc(1, sizeof *m);
	pthread_mutex_init(&m->lock, NULL);
	return m;
}

void memo_free(struct memo *m)
{
	for (uint32_t i = 0; i < m->cap; i++)
		if (m->at[i]) {
			free(m->at[i]->slot);
			free(m->at[i]);
		}
	free(m->at);
	arena_release(&m->arena);
	pthread_mutex_destroy(&m->lock);
	free(m);
}

/* ---- rules ---- */

static uint64_t mix(uint64_t h, uint64_t x)
{
	h = (h ^ x) * 0x9E3779B97F4A7C15ull;
	return h ^ h >> 29;
}

static struct remembered **remembered_slot(const struct memo *m, const struct rule *r, const struct dialect *d,
					   const struct settings *st)
{
	for (uint64_t h = mix(mix((uintptr_t)r, (uintptr_t)d), (uintptr_t)st);; h++) {
		struct remembered **x = &m->at[h & (m->cap - 1)];
		if (!*x || ((*x)->r == r && (*x)->d == d && (*x)->st == st))
			return x;
	}
}

static void grow(struct memo *m)
{
	struct remembered **old = m->at;
	uint32_t cap = m->cap;
	m->cap = cap ? cap * 2 : 256;
	m->at = xcalloc(m->cap, sizeof *m->at);
	for (uint32_t i = 0; i < cap; i++)
		if (old[i])
			*remembered_slot(m, old[i]->r, old[i]->d, old[i]->st) = old[i];
	free(old);
}

static struct remembered *remembered_get(struct memo *m, const struct judge *j, const struct rule *r)
{
	const struct dialect *d = facts_dialect(j->facts);
	const struct vocab *v = j->rs->dialects.vocab;
	pthread_mutex_lock(&m->lock);
	if (m->n * 2 >= m->cap)
		grow(m);
	struct remembered **x = remembered_slot(m, r, d, j->st);
	if (!*x) {
		*x = xcalloc(1, sizeof **x);
		(*x)->r = r;
		(*x)->d = d;
		(*x)->st = j->st;
		(*x)->rule = depends_of(&m->arena, r, v, d, true);
		(*x)->element = depends_of(&m->arena, r, v, d, false);
		(*x)->nslots = (*x)->rule.whole ? ELEMENT_SLOTS : RULE_SLOTS;
		m->n++;
	}
	struct remembered *found = *x;
	pthread_mutex_unlock(&m->lock);
	return found;
}

/* ---- values ---- */

static const struct entry *entry_of(struct value root, const struct str *key)
{
	return root.kind == VALUE_DICT ? dict_find_str(root.as.dict, key) : NULL;
}

static bool same_span(struct span a, struct span b)
{
	return a.file == b.file && a.lo == b.lo && a.hi == b.hi;
}

/* The same object from the same place; equal ones from elsewhere don't count. Containers are frozen: an address tells. */
static bool same_value(struct value a, struct value b)
{
	return a.kind == b.kind && a.flags == b.flags && a.as.i == b.as.i && same_span(a.at, b.at);
}

static bool same_entry(const struct entry *a, const struct entry *b)
{
	if (a == b || !a || !b)
		return a == b;
	return same_value(a->val, b->val) && same_span(a->use, b->use) && same_span(a->key.at, b->key.at) &&
	       !((a->flags ^ b->flags) & EF_MAYBE);
}

static uint64_t hash_entry(uint64_t h, const struct entry *e)
{
	return e ? mix(mix(h, (uint64_t)e->val.as.i), (uint64_t)e->use.file << 32 | e->use.lo) : mix(h, 1);
}

/* Of the dict itself: what a key that it lacks means. */
static bool same_root(struct value a, struct value b)
{
	return a.kind == b.kind && (a.kind != VALUE_DICT || a.as.dict->open == b.as.dict->open);
}

static bool same_key(const struct depends *on, const struct module *a, const struct module *b, const struct str *key)
{
	return same_entry(entry_of(a->merged, key), entry_of(b->merged, key)) &&
	       (!on->levels || (same_entry(entry_of(a->own, key), entry_of(b->own, key)) &&
				same_entry(entry_of(a->inherited, key), entry_of(b->inherited, key))));
}

/* Neither has a comment for us, and what the names say is the same. */
static bool same_file(const struct module *a, const struct module *b)
{
	struct filetag s, t;
	bool tagged = filetag_find(a->path, &s);
	if (tagged != filetag_find(b->path, &t) || directives_present(a) || directives_present(b))
		return false;
	return !tagged || (s.gpus == t.gpus && s.batch == t.batch);
}

static bool same_values(const struct memo_query *q, const struct module *a, const struct module *b)
{
	const struct depends *on = q->on;
	if (a->root != b->root || (on->file && !same_file(a, b)) || !same_root(a->merged, b->merged) ||
	    (on->levels && !(same_root(a->own, b->own) && same_root(a->inherited, b->inherited))))
		return false;
	for (uint32_t i = 0; i < on->n; i++)
		if (!same_key(on, a, b, on->key[i]))
			return false;
	return !q->elem || same_key(on, a, b, q->elem);
}

static uint64_t hash_key(uint64_t h, const struct depends *on, const struct module *m, const struct str *key)
{
	h = hash_entry(h, entry_of(m->merged, key));
	return on->levels ? hash_entry(h, entry_of(m->own, key)) : h;
}

/* ---- asking ---- */

static bool ask(struct memo *m, const struct judge *j, struct memo_query *q)
{
	q->hash = mix((uintptr_t)q->elem, 1);
	for (uint32_t i = 0; i < q->on->n; i++)
		q->hash = hash_key(q->hash, q->on, j->m, q->on->key[i]);
	if (q->elem)
		q->hash = hash_key(q->hash, q->on, j->m, q->elem);
	pthread_mutex_lock(&m->lock);
	struct silent was = { 0 };
	if (q->in->slot)
		was = q->in->slot[q->hash % q->in->nslots];
	pthread_mutex_unlock(&m->lock);
	return was.m && was.elem == q->elem && same_values(q, was.m, j->m);
}

bool memo_rule(struct memo *m, const struct judge *j, const struct rule *r, struct memo_query *q)
{
	struct remembered *x = remembered_get(m, j, r);
	/* what training code does with a key is no value of the config */
	*q = (struct memo_query){ .in = x, .on = x->rule.whole || !j->st->code_off ? NULL : &x->rule };
	return q->on && ask(m, j, q);
}

bool memo_element(struct memo *m, const struct judge *j, const struct rule *r, struct value elem, struct memo_query *q)
{
	struct remembered *x = q->in;
	struct keypath p;
	*q = (struct memo_query){ .in = x };
	if (x->element.whole || !j->st->code_off || !r->each || elem.kind != VALUE_STR)
		return false;
	if (facts_marked(j->facts, elem, &p) && (p.n != 1 || p.part[0].kind != VALUE_STR || p.part[0].as.s != elem.as.s))
		return false; /* a key further down */
	q->on = &x->element;
	q->elem = elem.as.s;
	return ask(m, j, q);
}

void memo_silent(struct memo *m, const struct judge *j, const struct memo_query *q)
{
	if (!q->on)
		return;
	pthread_mutex_lock(&m->lock);
	if (!q->in->slot)
		q->in->slot = xcalloc(q->in->nslots, sizeof *q->in->slot);
	q->in->slot[q->hash % q->in->nslots] = (struct silent){ j->m, q->elem };
	pthread_mutex_unlock(&m->lock);
}

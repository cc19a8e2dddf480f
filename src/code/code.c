// SPDX-License-Identifier: MIT
/* Queries about a project's code. The store answers if it has the answer; else the index does, which is built for
 * the first query that needs it. A query is a line of text, "key data.train.type"; code/answer.h describes the
 * format of an answer. */
#include "code/code.h"
#include "base/near.h"
#include "code/answer.h"
#include "code/choices.h"
#include "code/defaults.h"
#include "code/hand.h"
#include "code/index.h"
#include "code/code_know.h"
#include "code/nested.h"
#include "code/priv.h"
#include "code/code_reach.h"
#include "code/registry.h"
#include "code/registry_scope.h"
#include "code/same_answers.h"
#include "code/store.h"
#include "code/tables.h"
#include "code/unimported.h"
#include "config/graph.h"
#include <stdlib.h>
#include <string.h>

struct span code_span(const struct graph *g, struct code_place p)
{
	if (!p.file)
		return (struct span){ 0 };
	return (struct span){ graph_adopt(g, p.file->path, p.file->bytes, p.file->len), p.lo, p.hi };
}

/* ---- queries ---- */

typedef const struct code_params *params_fn(struct index *x, struct code_query *q);

/* Under the lock. */
static void build(const struct code *c)
{
	struct buf b = { 0 };
	index_build(c->index);
	if (store_keeps(c->store)) {
		tables_write(c->index, &b);
		store_put_tables(c->store, buf_str(&b), b.n);
	}
	buf_release(&b);
}

struct index *code_built(const struct code *c, const struct code_query *q)
{
	(void)q;
	pthread_mutex_lock(&c->known->lock);
	if (!index_is_built(c->index))
		build(c);
	pthread_mutex_unlock(&c->known->lock);
	return c->index;
}

struct index *code_tables(const struct code *c, const struct code_query *q)
{
	struct remembered *t = c->known;
	size_t n;
	(void)q;
	pthread_mutex_lock(&t->lock);
	const char *stored = t->tables ? NULL : store_tables(c->store, &n);
	if (stored && !index_is_built(c->index))
		t->tables = tables_read(c->index, stored, n);
	if (!t->tables) {
		if (!index_is_built(c->index))
			build(c);
		t->tables = c->index;
	}
	pthread_mutex_unlock(&t->lock);
	return t->tables;
}

static struct index *tables(const struct code *c)
{
	return code_tables(c, NULL);
}

/* For queries about texts: all files are read. */
static struct index *read_all(const struct code *c, const struct code_query *q)
{
	(void)q;
	pthread_mutex_lock(&c->known->lock);
	pymodel_read(&c->index->m);
	pthread_mutex_unlock(&c->known->lock);
	return c->index;
}

/* If the project has no class of that type, it has no methods of it either. */
static struct index *unless_class(const struct code *c, const struct code_query *q)
{
	return index_class(tables(c), q->name) ? code_built(c, q) : tables(c);
}

struct index *code_unless_known(const struct code *c, const struct code_query *q)
{
	uint32_t n = q->words ? q->words->ntypes : 1;
	for (uint32_t i = 0; i < n; i++)
		if (index_knows_type(tables(c), q->words ? q->words->type[i] : q->type))
			return code_built(c, q);
	return tables(c);
}

static struct index *index_for(const struct code *c, const struct code_query *q)
{
	return q->of ? q->of(c, q) : code_built(c, q);
}

/* Converts the place of an answer for the caller. */
static struct code_place placed(const struct code *c, struct code_place p)
{
	pthread_mutex_lock(&c->known->lock);
	p = pymodel_place(&c->index->m, p);
	pthread_mutex_unlock(&c->known->lock);
	return p;
}

static const struct str *line_of(const struct code_query *q)
{
	struct buf b = { 0 };
	buf_puts(&b, q->kind); /* not printf: so frequent that it would be measurable */
	buf_putc(&b, ' ');
	if (q->name)
		buf_add(&b, q->name->s, q->name->len);
	else
		keypath_print(&b, q->path);
	const struct str *s = str_of(buf_str(&b), b.n);
	buf_release(&b);
	return s;
}

const char *code_ask(const struct code *c, struct code_query q, text_fn *answer)
{
	const struct str *line = line_of(&q);
	uint32_t n;
	const char *const *f = store_get(c->store, line, &n);
	if (!f || n != 1) {
		struct arena a = { 0 };
		const char *field = answer_text(&a, answer(index_for(c, &q), &q));
		f = store_put(c->store, line, &field, 1);
		arena_release(&a);
	}
	return answer_text_read(f[0]);
}

/* ---- keys ---- */

struct code_answer code_key(const struct code *c, struct arena *a, struct keypath p)
{
	struct code_answer x = index_key(tables(c), a, p);
	x.at = placed(c, x.at);
	return x;
}

static const char *reader(struct index *x, const struct code_query *q)
{
	return index_reader(x, q->a, q->path);
}

const char *code_reader(const struct code *c, struct arena *a, struct keypath container)
{
	return code_ask(c, (struct code_query){ .kind = "reader", .path = container, .of = code_tables, .a = a },
			reader);
}

bool code_reads_elsewhere(const struct code *c, struct keypath p)
{
	return index_reads_elsewhere(tables(c), p) ||
	       (p.n == 1 && p.part[0].kind == VALUE_STR && nested_reads(c->index, p.part[0].as.s));
}

bool code_trains(const struct code *c)
{
	return index_trains(tables(c));
}

size_t code_uses(const struct code *c, struct arena *a, struct keypath p, struct code_use **out)
{
	size_t all = index_uses(tables(c), a, p, out), n = 0;
	for (size_t i = 0; i < all; i++) {
		struct code_use *use = *out + i;
		use->at = placed(c, use->at);
		if (use->at.file)
			(*out)[n++] = *use;
	}
	return n;
}

/* ---- classes ---- */

/* Computes the answer from the index and also stores it. The lock is held, and still held on return. */
static struct answer_params *work_out(const struct code *c, const struct str *line, struct code_query *q,
				      params_fn *answer)
{
	static const char *const none[] = { "none" };
	const struct code_params *p = answer(index_for(c, q), q);
	struct arena a = { 0 };
	uint32_t n = 1;
	const char *const *f = p ? answer_params(&a, p, q->empty, &n) : none;
	store_put(c->store, line, f, n);
	arena_release(&a);
	pthread_mutex_lock(&c->known->lock);
	struct answer_params *k = arena_new(&c->known->arena, struct answer_params);
	*k = (struct answer_params){ .none = !p, .empty = q->empty };
	if (p)
		k->p = *p;
	return k;
}

/* Under the lock. NULL: the store has no answer. */
static struct answer_params *from_store(const struct code *c, const struct str *line)
{
	uint32_t n;
	const char *const *f = store_get(c->store, line, &n);
	if (!f || n != 1)
		return f ? answer_params_read(c->index, &c->known->arena, f, n) : NULL;
	struct answer_params *k = arena_new(&c->known->arena, struct answer_params);
	k->none = true;
	return k;
}

static const struct code_params *query_params(const struct code *c, struct code_query *q, params_fn *answer)
{
	struct remembered *t = c->known;
	const struct str *line = line_of(q);
	pthread_mutex_lock(&t->lock);
	struct answer_params *k = map_get(&t->params, line);
	k = k ? k : from_store(c, line);
	if (!k) {
		pthread_mutex_unlock(&t->lock);
		k = work_out(c, line, q, answer);
	}
	map_put(&t->arena, &t->params, line, k);
	pthread_mutex_unlock(&t->lock);
	q->empty = k->empty;
	return k->none ? NULL : &k->p;
}

struct code_place code_params_at(const struct code *c, const struct code_params *p, bool twice)
{
	return placed(c, twice ? p->twice_at : p->at);
}

const struct code_params *code_type(const struct code *c, const struct str *type)
{
	return index_type(tables(c), type);
}

/* kind: "method NAME" */
static const struct code_params *method_params(struct index *x, struct code_query *q)
{
	return index_method(x, q->name, strchr(q->kind, ' ') + 1, &q->empty);
}

const struct code_params *code_method(const struct code *c, const struct str *type, const char *method, bool *empty)
{
	struct arena a = { 0 };
	struct code_query q = { .kind = arena_printf(&a, "method %s", method), .name = type, .of = unless_class };
	const struct code_params *p = query_params(c, &q, method_params);
	arena_release(&a);
	if (empty)
		*empty = q.empty;
	return p;
}

static const struct code_params *hooks_params(struct index *x, struct code_query *q)
{
	(void)q;
	return index_hooks(x);
}

const struct code_params *code_hooks(const struct code *c)
{
	struct code_query q = { .kind = "hooks", .name = str_lit("") };
	return query_params(c, &q, hooks_params);
}

/* ---- types and names ---- */

bool code_knows_type(const struct code *c, const struct str *type)
{
	return index_knows_type(tables(c), type);
}

static const char *modules(struct index *x, const struct code_query *q)
{
	pthread_mutex_lock(&x->lock); /* of names */
	const char *s = registry_modules(x, q->a, q->name, q->ctx);
	pthread_mutex_unlock(&x->lock);
	return s;
}

/* The tables contain neither the registry of a class nor the code that passes an unregistered one on. */
static struct index *unless_listed(const struct code *c, const struct code_query *q)
{
	const struct str *scope = q->ctx;
	return !scope->len && map_get(&tables(c)->type, q->type) ? tables(c) : code_unless_known(c, q);
}

const char *code_modules(const struct code *c, const struct str *type, const struct str *scope)
{
	struct arena a = { 0 };
	struct code_query q = { .kind = "modules", .name = type, .of = code_tables, .ctx = scope, .a = &a };
	if (scope) {
		q.kind = arena_printf(&a, "modules by %s", scope->s);
		q.type = type;
		q.of = unless_listed;
	}
	const char *s = code_ask(c, q, modules);
	arena_release(&a);
	return s;
}

static const char *parent(struct index *x, const struct code_query *q)
{
	pthread_mutex_lock(&x->lock); /* of names */
	const struct str *of = registry_parent(x, q->name);
	pthread_mutex_unlock(&x->lock);
	return of ? of->s : NULL;
}

const char *code_parent(const struct code *c, const struct str *package)
{
	struct arena a = { 0 };
	const char *s = code_ask(c, (struct code_query){ .kind = "parent", .name = package, .a = &a }, parent);
	arena_release(&a);
	return s;
}

static const char *choices(struct index *x, const struct code_query *q)
{
	const char *method = strchr(q->kind, ' ') + 1, *name = strchr(method, ' '); /* "choices METHOD NAME" */
	pthread_mutex_lock(&x->lock);						    /* of bases */
	const char *s = choices_of(x, q->a, q->name, str_of(method, (size_t)(name - method)), str_lit(name + 1));
	pthread_mutex_unlock(&x->lock);
	return s;
}

const char *code_choices(const struct code *c, const struct str *type, const char *method, const struct str *name)
{
	struct arena a = { 0 };
	struct code_query q = { .kind = arena_printf(&a, "choices %s %s", method, name->s),
				.name = type,
				.of = code_unless_known,
				.type = type,
				.a = &a };
	const char *s = code_ask(c, q, choices);
	arena_release(&a);
	return s;
}

static const char *near_type(struct index *x, const struct code_query *q)
{
	const struct str *const *all;
	size_t n = index_types(x, &all);
	const char **text = xcalloc(n + 1, sizeof *text);
	for (size_t i = 0; i < n; i++)
		text[i] = all[i]->s;
	const char *near = near_find(q->name->s, text, n);
	free(text);
	return near;
}

const char *code_near_type(const struct code *c, const struct str *type)
{
	return code_ask(c, (struct code_query){ .kind = "near", .name = type, .of = code_tables }, near_type);
}

const char *code_types_open(const struct code *c)
{
	return index_types_open(tables(c));
}

/* The name is both, with a space between. */
static const char *framework_type(struct index *x, const struct code_query *q)
{
	const char *space = strchr(q->name->s, ' ');
	const struct str *around = str_of(q->name->s, (size_t)(space - q->name->s));
	return index_is_framework_type(x, str_lit(space + 1), around) ? "yes" : NULL;
}

bool code_is_framework_type(const struct code *c, const struct str *type, const struct str *around)
{
	struct buf both = { 0 };
	buf_add(&both, around->s, around->len);
	buf_putc(&both, ' ');
	buf_add(&both, type->s, type->len);
	struct code_query q = { .kind = "framework", .name = str_of(both.s, both.n), .of = code_tables };
	bool yes = !strchr(around->s, ' ') && code_ask(c, q, framework_type);
	buf_release(&both);
	return yes;
}

bool code_mentions(const struct code *c, const struct str *key)
{
	return index_mentions(tables(c), key);
}

bool code_takes(const struct code *c, struct keypath p)
{
	const struct value *in = path_holder(p);
	return index_takes(tables(c), in ? in->as.s : NULL, p.part[p.n - 1].as.s);
}

static const char *says(struct index *x, const struct code_query *q)
{
	return reach_says(x, q->name) ? "yes" : NULL;
}

bool code_says(const struct code *c, const struct str *word)
{
	return code_ask(c, (struct code_query){ .kind = "says", .name = word, .of = read_all }, says);
}

/* "=True", nothing, "-" or "?". The function's name is the query's kind behind a blank. */
static const char *default_text(struct index *x, const struct code_query *q)
{
	struct code_default d = defaults_of(x, q->a, str_lit(strchr(q->kind, ' ') + 1), q->name);
	return d.is == CODE_DEFAULT_KNOWN    ? arena_printf(q->a, "=%s", d.text)
	       : d.is == CODE_DEFAULT_NONE   ? NULL
	       : d.is == CODE_DEFAULT_PASSED ? "-"
					     : "?";
}

struct code_default code_default(const struct code *c, struct arena *a, const struct str *function,
				 const struct str *parameter)
{
	struct code_query q = { .kind = arena_printf(a, "default %s", function->s), .name = parameter, .a = a };
	const char *s = code_ask(c, q, default_text);
	if (!s)
		return (struct code_default){ .is = CODE_DEFAULT_NONE };
	return *s == '=' ? (struct code_default){ CODE_DEFAULT_KNOWN, s + 1 }
			 : (struct code_default){ .is = *s == '-' ? CODE_DEFAULT_PASSED : CODE_DEFAULT_UNKNOWN };
}

/* "named", nothing, or "?" and the reason. */
static const char *named(struct index *x, const struct code_query *q)
{
	struct code_named r = reach_named(x, q->words);
	return r.is == CODE_NAMED ? "named" : r.is == CODE_NAMED_UNKNOWN ? arena_printf(q->a, "?%s", r.why) : NULL;
}

static void put_words(struct buf *b, char before, const struct str *const *word, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		buf_putc(b, before);
		buf_add(b, word[i]->s, word[i]->len);
	}
}

/* The query's words as a name: equal queries are answered once. */
static const char *query_words(const struct code *c, const char *kind, struct arena *a, const struct code_words *words,
			       const char *(*answer)(struct index *x, const struct code_query *q))
{
	struct buf b = { 0 };
	put_words(&b, ' ', words->type, words->ntypes);
	put_words(&b, '/', words->word, words->nwords);
	put_words(&b, '-', words->skip, words->nskip);
	put_words(&b, '+', words->package, words->npackages);
	struct code_query q = {
		.kind = kind, .name = str_lit(buf_str(&b)), .of = code_unless_known, .words = words, .a = a
	};
	buf_release(&b);
	return code_ask(c, q, answer);
}

struct code_named code_named(const struct code *c, struct arena *a, const struct code_words *words)
{
	const char *s = query_words(c, words->spelt ? "spelt" : "named", a, words, named);
	if (s && *s == '?')
		return (struct code_named){ CODE_NAMED_UNKNOWN, s + 1 };
	return (struct code_named){ s ? CODE_NAMED : CODE_NAMED_NOT, NULL };
}

static const char *asserts(struct index *x, const struct code_query *q)
{
	return reach_asserts(x, q->a, q->words);
}

const char *code_asserts(const struct code *c, struct arena *a, const struct code_words *words)
{
	static const char *const kind[] = { "", "asserts one", "asserts divides", "asserts about" };
	return query_words(c, kind[words->asserts], a, words, asserts);
}

static bool early_at(struct index *x, const struct code_query *q, struct code_place *at)
{
	(void)q;
	return index_early_hook(x, at);
}

bool code_ask_place(const struct code *c, const struct code_query *q, place_fn *find, struct code_place *at)
{
	const struct str *line = line_of(q);
	uint32_t n;
	const char *const *f = store_get(c->store, line, &n);
	if (!f || n != ANSWER_PLACE) {
		struct arena a = { 0 };
		const char *field[ANSWER_PLACE];
		*at = (struct code_place){ 0 };
		bool there = find(index_for(c, q), q, at);
		answer_place(&a, field, *at);
		store_put(c->store, line, field, ANSWER_PLACE);
		arena_release(&a);
		return there;
	}
	if (!*f[0])
		return false;
	*at = placed(c, answer_place_read(c->index, f));
	return at->file != NULL;
}

bool code_special(const struct code *c, const struct str *type, struct code_place *at)
{
	bool is = index_special(tables(c), type, at);
	if (is)
		*at = placed(c, *at);
	return is;
}

bool code_early_hook(const struct code *c, struct code_place *at)
{
	return code_ask_place(c, &(struct code_query){ .kind = "early" }, early_at, at);
}

bool code_has_package(const struct code *c, const struct str *dotted)
{
	return index_has_package(c->index, dotted);
}

const char *code_foreign(const struct code *c)
{
	return index_foreign(tables(c));
}

const char *code_left_aside(const struct code *c)
{
	return index_apart(tables(c));
}

const char *code_stranger(const struct code *c)
{
	return index_stranger(tables(c));
}

/* The whole index, and the texts of all files. */
static struct index *built_and_read(const struct code *c, const struct code_query *q)
{
	struct index *x = code_built(c, q);
	read_all(c, q);
	return x;
}

static const char *unimported(struct index *x, const struct code_query *q)
{
	pthread_mutex_lock(&x->lock); /* of tables of packages outside */
	const char *s = unimported_types(x, q->a);
	pthread_mutex_unlock(&x->lock);
	return s;
}

const char *code_unimported(const struct code *c)
{
	struct arena a = { 0 };
	struct code_query q = { .kind = "unimported", .name = str_lit(""), .of = built_and_read, .a = &a };
	const char *s = code_ask(c, q, unimported);
	arena_release(&a);
	return s;
}

/* ---- for edits of the code: rare, and never cached ---- */

struct code_handed code_handed(const struct code *c, struct arena *a, struct code_place call, const struct str *keyword)
{
	struct index *x = code_built(c, NULL);
	pthread_mutex_lock(&x->lock); /* of params of classes outside */
	struct code_handed out = hand_follow(x, a, call, keyword);
	pthread_mutex_unlock(&x->lock);
	return out;
}

const char *code_differs(const struct code *was, const struct code *is, struct arena *a, const struct code_apart *q)
{
	return index_differs(code_built(was, NULL), code_built(is, NULL), a, q);
}

bool code_is_builders(const struct code *c, struct keypath p)
{
	return knowledge_is_builders(c->know, p);
}

const struct code_habits *code_habits(const struct code *c)
{
	return &c->know->habits;
}

// SPDX-License-Identifier: MIT
/* What is asked about a project: from the store when it is known there, else from the index, which is built for
 * the first question that needs it. A question is a line of text, "key data.train.type"; code/answer.h tells what an
 * answer is. */
#include "code/code.h"
#include "base/near.h"
#include "code/answer.h"
#include "code/choices.h"
#include "code/defaults.h"
#include "code/hand.h"
#include "code/index.h"
#include "code/know.h"
#include "code/priv.h"
#include "code/reach.h"
#include "code/registry.h"
#include "code/same.h"
#include "code/store.h"
#include "config/graph.h"
#include <stdlib.h>
#include <string.h>

struct span code_span(const struct graph *g, struct code_place p)
{
	if (!p.file)
		return (struct span){ 0 };
	return (struct span){ graph_adopt(g, p.file->path, p.file->bytes, p.file->len), p.lo, p.hi };
}

/* ---- asking ---- */

typedef const struct code_params *params_fn(struct index *x, struct code_query *q);

static struct index *built(const struct code *c)
{
	pthread_mutex_lock(&c->known->lock);
	if (!index_is_built(c->index))
		index_build(c->index);
	pthread_mutex_unlock(&c->known->lock);
	return c->index;
}

static const struct str *line_of(const struct code_query *q)
{
	struct buf b = { 0 };
	buf_puts(&b, q->kind); /* asked so often that printf would show */
	buf_putc(&b, ' ');
	if (q->name)
		buf_add(&b, q->name->s, q->name->len);
	else
		keypath_print(&b, q->path);
	const struct str *s = str_of(buf_str(&b), b.n);
	buf_release(&b);
	return s;
}

static const char *ask_line(const struct code *c, const struct str *line, const struct code_query *q, text_fn *answer)
{
	uint32_t n;
	const char *const *f = store_get(c->store, line, &n);
	if (!f || n != 1) {
		struct arena a = { 0 };
		const char *field = answer_text(&a, answer(built(c), q));
		f = store_put(c->store, line, &field, 1);
		arena_release(&a);
	}
	return answer_text_read(f[0]);
}

const char *code_ask(const struct code *c, struct code_query q, text_fn *answer)
{
	return ask_line(c, line_of(&q), &q, answer);
}

static struct code_place place_read(const struct code *c, const char *const *kept)
{
	pthread_mutex_lock(&c->known->lock);
	struct code_place p = answer_place_read(c->index, kept);
	pthread_mutex_unlock(&c->known->lock);
	return p;
}

/* ---- keys ---- */

enum { KEY_TEXTS = 2 + ANSWER_PLACE };

static struct code_answer find_key(const struct code *c, struct arena *a, struct keypath p)
{
	const struct str *line = line_of(&(struct code_query){ .kind = "key", .path = p });
	uint32_t n;
	const char *const *f = store_get(c->store, line, &n);
	if (f && n == KEY_TEXTS)
		return (struct code_answer){ .fate = (enum code_fate)atoi(f[0]),
					     .why = answer_text_read(f[1]),
					     .at = place_read(c, f + 2) };
	struct code_answer x = index_key(built(c), a, p);
	const char *field[KEY_TEXTS] = { arena_printf(a, "%d", (int)x.fate), answer_text(a, x.why) };
	answer_place(a, field + 2, x.at);
	x.why = answer_text_read(store_put(c->store, line, field, KEY_TEXTS)[1]);
	return x;
}

/* Keys of the top level are asked for in every config. */
struct code_answer code_key(const struct code *c, struct arena *a, struct keypath p)
{
	struct remembered *t = c->known;
	if (p.n != 1 || p.part[0].kind != VALUE_STR)
		return find_key(c, a, p);
	const struct str *top = p.part[0].as.s;
	pthread_mutex_lock(&t->lock);
	const struct code_answer *known = map_get(&t->top, top);
	pthread_mutex_unlock(&t->lock);
	if (known)
		return *known;
	struct code_answer x = find_key(c, a, p);
	pthread_mutex_lock(&t->lock);
	struct code_answer *kept = arena_new(&t->arena, struct code_answer);
	*kept = x;
	map_put(&t->arena, &t->top, top, kept);
	pthread_mutex_unlock(&t->lock);
	return x;
}

static const char *reader(struct index *x, const struct code_query *q)
{
	return index_reader(x, q->a, q->path);
}

const char *code_reader(const struct code *c, struct arena *a, struct keypath container)
{
	return code_ask(c, (struct code_query){ .kind = "reader", .path = container, .a = a }, reader);
}

static const char *elsewhere(struct index *x, const struct code_query *q)
{
	return index_reads_elsewhere(x, q->path) ? "yes" : NULL;
}

bool code_reads_elsewhere(const struct code *c, struct keypath p)
{
	return code_ask(c, (struct code_query){ .kind = "elsewhere", .path = p }, elsewhere);
}

static const char *trains(struct index *x, const struct code_query *q)
{
	(void)q;
	return index_trains(x) ? "yes" : NULL;
}

bool code_trains(const struct code *c)
{
	return ask_line(c, str_lit("trains"), NULL, trains);
}

enum { USE_HOW = ANSWER_PLACE, USE_WHERE, USE_TRAINING, USE_SETS, USE_TEXTS };

/* A number, then USE_TEXTS for each. */
static const char **uses_kept(struct arena *a, const struct code_use *use, size_t n)
{
	const char **f = arena_array(a, const char *, 1 + n * USE_TEXTS);
	f[0] = arena_printf(a, "%zu", n);
	for (size_t i = 0; i < n; i++) {
		const char **one = f + 1 + i * USE_TEXTS;
		answer_place(a, one, use[i].at);
		one[USE_HOW] = use[i].how;
		one[USE_WHERE] = use[i].where;
		one[USE_TRAINING] = use[i].training ? "training" : "";
		one[USE_SETS] = use[i].sets ? "sets" : "";
	}
	return f;
}

/* false: what is kept makes no sense. */
static bool uses_read(const struct code *c, struct arena *a, const char *const *f, size_t n, struct code_use **out)
{
	*out = arena_array(a, struct code_use, n + 1);
	for (size_t i = 0; i < n; i++) {
		const char *const *one = f + 1 + i * USE_TEXTS;
		(*out)[i] = (struct code_use){ .at = place_read(c, one),
					       .how = one[USE_HOW],
					       .where = one[USE_WHERE],
					       .training = *one[USE_TRAINING],
					       .sets = *one[USE_SETS] };
		if (!(*out)[i].at.file)
			return false;
	}
	return true;
}

size_t code_uses(const struct code *c, struct arena *a, struct keypath p, struct code_use **out)
{
	const struct str *line = line_of(&(struct code_query){ .kind = "uses", .path = p });
	uint32_t nfields;
	const char *const *f = store_get(c->store, line, &nfields);
	size_t n = f && nfields ? (nfields - 1) / USE_TEXTS : 0;
	if (f && nfields == 1 + n * USE_TEXTS && strtoul(f[0], NULL, 10) == n && uses_read(c, a, f, n, out))
		return n;
	n = index_uses(built(c), a, p, out);
	store_put(c->store, line, uses_kept(a, *out, n), (uint32_t)(1 + n * USE_TEXTS));
	return n;
}

/* ---- classes ---- */

/* What the index says, kept in the store as well; made under the lock, which is held on return. */
static struct answer_params *work_out(const struct code *c, const struct str *line, struct code_query *q,
				      params_fn *answer)
{
	static const char *const none[] = { "none" };
	const struct code_params *p = answer(built(c), q);
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

/* Under the lock. NULL: it was never asked. */
static struct answer_params *from_store(const struct code *c, const struct str *line)
{
	uint32_t n;
	const char *const *f = store_get(c->store, line, &n);
	if (!f || n != 1)
		return f ? answer_params_read(&c->known->arena, f, n) : NULL;
	struct answer_params *k = arena_new(&c->known->arena, struct answer_params);
	k->none = true;
	return k;
}

/* key: what is asked, as a pointer that doesn't change. */
static const struct code_params *ask_params(const struct code *c, const void *key, struct code_query *q,
					    params_fn *answer)
{
	struct remembered *t = c->known;
	pthread_mutex_lock(&t->lock);
	struct answer_params *k = map_get(&t->params, key);
	if (!k) {
		const struct str *line = line_of(q);
		k = from_store(c, line);
		if (!k) {
			pthread_mutex_unlock(&t->lock);
			k = work_out(c, line, q, answer);
		}
		map_put(&t->arena, &t->params, key, k);
	}
	pthread_mutex_unlock(&t->lock);
	q->empty = k->empty;
	return k->none ? NULL : &k->p;
}

struct code_place code_params_at(const struct code *c, const struct code_params *p, bool twice)
{
	const struct answer_params *k = (const struct answer_params *)(const void *)p; /* all that are given away are */
	const char *const *kept = twice ? k->twice_at : k->at;
	if (kept)
		return place_read(c, kept);
	return twice ? p->twice_at : p->at;
}

static const struct code_params *type_params(struct index *x, struct code_query *q)
{
	return index_type(x, q->name);
}

const struct code_params *code_type(const struct code *c, const struct str *type)
{
	struct code_query q = { .kind = "type", .name = type };
	return ask_params(c, type, &q, type_params);
}

/* kind: "method NAME" */
static const struct code_params *method_params(struct index *x, struct code_query *q)
{
	return index_method(x, q->name, strchr(q->kind, ' ') + 1, &q->empty);
}

const struct code_params *code_method(const struct code *c, const struct str *type, const char *method, bool *empty)
{
	struct arena a = { 0 };
	struct code_query q = { .kind = arena_printf(&a, "method %s", method), .name = type };
	const struct code_params *p = ask_params(c, line_of(&q), &q, method_params);
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
	return ask_params(c, &c->known->params, &q, hooks_params);
}

/* ---- types and names ---- */

static const char *ask_about(const struct code *c, const char *kind, const struct str *name, text_fn *answer)
{
	return code_ask(c, (struct code_query){ .kind = kind, .name = name }, answer);
}

static const char *knows_type(struct index *x, const struct code_query *q)
{
	return index_knows_type(x, q->name) ? "yes" : NULL;
}

bool code_knows_type(const struct code *c, const struct str *type)
{
	return ask_about(c, "knows", type, knows_type);
}

static const char *modules(struct index *x, const struct code_query *q)
{
	return registry_modules(x, q->a, q->name);
}

const char *code_modules(const struct code *c, const struct str *type)
{
	struct arena a = { 0 };
	const char *s = code_ask(c, (struct code_query){ .kind = "modules", .name = type, .a = &a }, modules);
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
	struct code_query q = { .kind = arena_printf(&a, "choices %s %s", method, name->s), .name = type, .a = &a };
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
	return ask_about(c, "near", type, near_type);
}

static const char *types_open(struct index *x, const struct code_query *q)
{
	(void)q;
	return index_types_open(x);
}

const char *code_types_open(const struct code *c)
{
	return ask_line(c, str_lit("types_open"), NULL, types_open);
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
	bool yes = !strchr(around->s, ' ') && ask_about(c, "framework", str_of(both.s, both.n), framework_type);
	buf_release(&both);
	return yes;
}

static const char *mentions(struct index *x, const struct code_query *q)
{
	return index_mentions(x, q->name) ? "yes" : NULL;
}

bool code_mentions(const struct code *c, const struct str *key)
{
	return ask_about(c, "mentions", key, mentions);
}

static const char *takes(struct index *x, const struct code_query *q)
{
	const struct str *in = q->path.n > 1 ? q->path.part[0].as.s : NULL;
	return index_takes(x, in, q->path.part[q->path.n - 1].as.s) ? "yes" : NULL;
}

bool code_takes(const struct code *c, struct keypath p)
{
	const struct value *in = path_holder(p);
	struct value part[2] = { in ? *in : p.part[p.n - 1], p.part[p.n - 1] };
	return code_ask(c, (struct code_query){ .kind = "takes", .path = { in ? part : part + 1, in ? 2 : 1 } }, takes);
}

static const char *says(struct index *x, const struct code_query *q)
{
	return reach_says(x, q->name) ? "yes" : NULL;
}

bool code_says(const struct code *c, const struct str *word)
{
	return ask_about(c, "says", word, says);
}

/* "=True", nothing, or "?". The function's name is the query's kind behind a blank. */
static const char *default_text(struct index *x, const struct code_query *q)
{
	struct code_default d = defaults_of(x, q->a, str_lit(strchr(q->kind, ' ') + 1), q->name);
	return d.is == CODE_DEFAULT_KNOWN ? arena_printf(q->a, "=%s", d.text) : d.is == CODE_DEFAULT_NONE ? NULL : "?";
}

struct code_default code_default(const struct code *c, struct arena *a, const struct str *function,
				 const struct str *parameter)
{
	struct code_query q = { .kind = arena_printf(a, "default %s", function->s), .name = parameter, .a = a };
	const char *s = code_ask(c, q, default_text);
	if (!s)
		return (struct code_default){ .is = CODE_DEFAULT_NONE };
	return *s == '=' ? (struct code_default){ CODE_DEFAULT_KNOWN, s + 1 }
			 : (struct code_default){ .is = CODE_DEFAULT_UNKNOWN };
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

/* The question as a name: equal ones are asked once. */
static const char *ask_words(const struct code *c, const char *kind, struct arena *a, const struct code_words *words,
			     const char *(*answer)(struct index *x, const struct code_query *q))
{
	struct buf b = { 0 };
	put_words(&b, ' ', words->type, words->ntypes);
	put_words(&b, '/', words->word, words->nwords);
	put_words(&b, '-', words->skip, words->nskip);
	put_words(&b, '+', words->package, words->npackages);
	struct code_query q = { .kind = kind, .name = str_lit(buf_str(&b)), .words = words, .a = a };
	buf_release(&b);
	return code_ask(c, q, answer);
}

struct code_named code_named(const struct code *c, struct arena *a, const struct code_words *words)
{
	const char *s = ask_words(c, words->spelt ? "spelt" : "named", a, words, named);
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
	return ask_words(c, kind[words->asserts], a, words, asserts);
}

static bool special_at(struct index *x, const struct code_query *q, struct code_place *at)
{
	return index_special(x, q->name, at);
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
		bool there = find(built(c), q, at);
		answer_place(&a, field, *at);
		store_put(c->store, line, field, ANSWER_PLACE);
		arena_release(&a);
		return there;
	}
	if (!*f[0])
		return false;
	*at = place_read(c, f);
	return at->file != NULL;
}

bool code_special(const struct code *c, const struct str *type, struct code_place *at)
{
	return code_ask_place(c, &(struct code_query){ .kind = "special", .name = type }, special_at, at);
}

bool code_early_hook(const struct code *c, struct code_place *at)
{
	return code_ask_place(c, &(struct code_query){ .kind = "early" }, early_at, at);
}

static const char *has_package(struct index *x, const struct code_query *q)
{
	return index_has_package(x, q->name) ? "yes" : NULL;
}

bool code_has_package(const struct code *c, const struct str *dotted)
{
	return ask_about(c, "package", dotted, has_package);
}

static const char *foreign(struct index *x, const struct code_query *q)
{
	(void)q;
	return index_foreign(x);
}

const char *code_foreign(const struct code *c)
{
	return ask_line(c, str_lit("foreign"), NULL, foreign);
}

static const char *stranger(struct index *x, const struct code_query *q)
{
	(void)q;
	return index_stranger(x);
}

const char *code_stranger(const struct code *c)
{
	return ask_line(c, str_lit("stranger"), NULL, stranger);
}

/* ---- for who changes the code: asked seldom, and never kept ---- */

struct code_handed code_handed(const struct code *c, struct arena *a, struct code_place call, const struct str *keyword)
{
	struct index *x = built(c);
	pthread_mutex_lock(&x->lock); /* of what classes outside take */
	struct code_handed out = hand_follow(x, a, call, keyword);
	pthread_mutex_unlock(&x->lock);
	return out;
}

const char *code_differs(const struct code *was, const struct code *is, struct arena *a, const struct code_apart *q)
{
	return index_differs(built(was), built(is), a, q);
}

bool code_is_builders(const struct code *c, struct keypath p)
{
	return knowledge_is_builders(c->know, p);
}

const struct code_habits *code_habits(const struct code *c)
{
	return &c->know->habits;
}

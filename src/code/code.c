// SPDX-License-Identifier: MIT
/* Projects and what is asked about them: from the store when it is known there, else from the index, which is built for
 * the first question that needs it. An answer is a few texts: flags, places as path and two offsets, names. */
#include "code/code.h"
#include "base/near.h"
#include "base/path.h"
#include "code/budget.h"
#include "code/index.h"
#include "code/store.h"
#include "config/graph.h"
#include "base/hash.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

struct code {
	pthread_mutex_t lock;
	struct index *index; /* list of its files; all of it once it is built */
	struct store *store;
	struct arena arena; /* of what is read from the store */
	struct map params;  /* type (interned) or query -> struct known */
	struct map top;	    /* key of the top level -> struct code_answer */
};
struct project {
	const char *key, *why;
	struct code *code;
};
struct code_cache {
	pthread_mutex_t lock;
	const struct vfs *fs;
	const struct classes *classes;
	const char *dir;
	struct arena arena;
	struct knowledge know;
	VEC(, struct project) project;
};

struct span code_span(const struct graph *g, struct code_place p)
{
	if (!p.file)
		return (struct span){ 0 };
	return (struct span){ graph_adopt(g, p.file->path, p.file->bytes, p.file->len), p.lo, p.hi };
}

/* ---- what answers depend on ---- */

static void stamp_file(struct buf *b, const char *path, const struct stat *st)
{
	buf_printf(b, "%s %llu %lld.%09ld %lld.%09ld %llu\n", path, (unsigned long long)st->st_size,
		   (long long)st->st_mtim.tv_sec, st->st_mtim.tv_nsec, (long long)st->st_ctim.tv_sec,
		   st->st_ctim.tv_nsec, (unsigned long long)st->st_ino);
}

/* Size, times and inode of every file and of this program, and what the list of files itself told. false: a file is so
 * new that another change of it might not show. */
static bool stamp_of(const struct index *x, char *out, size_t size)
{
	struct buf b = { 0 };
	struct stat st;
	time_t now = time(NULL);
	bool good = !stat("/proc/self/exe", &st);
	if (good)
		stamp_file(&b, x->types_open ? x->types_open : "", &st);
	for (uint32_t i = 0; i < x->nfiles && good; i++) {
		const struct stat *file = &x->file[i]->st;
		good = S_ISREG(file->st_mode) && file->st_mtime < now - 1;
		if (good)
			stamp_file(&b, x->file[i]->path, file);
	}
	snprintf(out, size, STORE_MARK "1 %016llx%016llx", (unsigned long long)hash_bytes(HASH_BYTES, b.s, b.n),
		 (unsigned long long)hash_bytes(HASH_GOLDEN, b.s, b.n));
	buf_release(&b);
	return good;
}

/* ---- many projects ---- */

struct code_cache *code_cache_new(const struct vfs *fs, const struct classes *known, const char *dir)
{
	struct code_cache *c = xcalloc(1, sizeof *c);
	pthread_mutex_init(&c->lock, NULL);
	c->fs = fs;
	c->classes = known;
	c->dir = dir ? arena_strdup(&c->arena, dir) : NULL;
	return c;
}

static void code_free(struct code *c)
{
	store_close(c->store);
	index_free(c->index);
	arena_release(&c->arena);
	pthread_mutex_destroy(&c->lock);
	free(c);
}

void code_cache_free(struct code_cache *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->project.n; i++)
		if (c->project.at[i].code)
			code_free(c->project.at[i].code);
	vec_release(&c->project);
	pthread_mutex_destroy(&c->lock);
	arena_release(&c->arena);
	free(c);
}

static struct index *index_new(struct code_cache *cache, const char *root)
{
	struct index *x = xcalloc(1, sizeof *x);
	x->root = arena_strdup(&x->arena, root);
	x->fs = cache->fs;
	x->classes = cache->classes;
	x->know = &cache->know;
	x->sources = sources_new();
	pthread_mutex_init(&x->lock, NULL);
	return x;
}

static struct code *code_new(struct code_cache *cache, const char *root, const char *key, const char *const *more,
			     const char **why)
{
	struct index *x = index_new(cache, root);
	char stamp[64];
	if (!files_gather(x, more, why)) {
		index_free(x);
		return NULL;
	}
	struct code *c = xcalloc(1, sizeof *c);
	pthread_mutex_init(&c->lock, NULL);
	c->index = x;
	bool kept = cache->dir && stamp_of(x, stamp, sizeof stamp);
	c->store = store_open(kept ? cache->dir : NULL, key, kept ? stamp : "");
	return c;
}

static const struct project *project_of(struct code_cache *cache, const char *root, const char *const *more)
{
	const char *key = root;
	for (uint32_t i = 0; more && more[i]; i++)
		key = arena_printf(&cache->arena, "%s\n%s", key, more[i]);
	for (size_t i = 0; i < cache->project.n; i++)
		if (!strcmp(cache->project.at[i].key, key))
			return &cache->project.at[i];
	struct project p = { .key = arena_strdup(&cache->arena, key) };
	p.code = code_new(cache, root, key, more, &p.why);
	vec_push(&cache->project, p);
	return &cache->project.at[cache->project.n - 1];
}

const struct code *code_get(struct code_cache *cache, const char *home, const char *const *more, const char **why)
{
	pthread_mutex_lock(&cache->lock);
	if (!cache->know.ncalls)
		knowledge_load(&cache->arena, &cache->know);
	const struct project *p = project_of(cache, home, more);
	const struct code *c = p->code;
	if (why)
		*why = p->why;
	pthread_mutex_unlock(&cache->lock);
	return c;
}

/* ---- asking ---- */

static struct code *mutable(const struct code *c)
{
	return (struct code *)(uintptr_t)c; /* what is remembered changes, what is known does not */
}

static const struct index *built(const struct code *code)
{
	struct code *c = mutable(code);
	pthread_mutex_lock(&c->lock);
	if (!c->index->built)
		index_build(c->index);
	pthread_mutex_unlock(&c->lock);
	return c->index;
}

static const struct str *query(const char *kind, const char *text)
{
	struct buf b = { 0 };
	buf_puts(&b, kind);
	buf_putc(&b, ' ');
	buf_puts(&b, text);
	const struct str *q = str_of(buf_str(&b), b.n);
	buf_release(&b);
	return q;
}

static const struct str *query_path(const char *kind, struct keypath p)
{
	struct buf b = { 0 };
	buf_puts(&b, kind);
	buf_putc(&b, ' ');
	keypath_print(&b, p);
	const struct str *q = str_of(buf_str(&b), b.n);
	buf_release(&b);
	return q;
}

/* A text or nothing, on the wire: "=text" or "". */
static const char *wrap(struct arena *a, const char *s)
{
	return s ? arena_printf(a, "=%s", s) : "";
}

static const char *unwrap(const char *s)
{
	return *s ? s + 1 : NULL;
}

enum { PLACE_FIELDS = 3 };

static void wrap_place(struct arena *a, const char **f, struct code_place p)
{
	f[0] = wrap(a, p.file ? p.file->path : NULL);
	f[1] = arena_printf(a, "%u", p.lo);
	f[2] = arena_printf(a, "%u", p.hi);
}

/* Under the lock: the file may have to be read. */
static struct code_place unwrap_place(struct code *c, const char *const *f)
{
	struct code_place p = { 0 };
	if (!*f[0])
		return p;
	p.file = files_source(c->index, f[0] + 1);
	p.lo = (uint32_t)strtoul(f[1], NULL, 10);
	p.hi = (uint32_t)strtoul(f[2], NULL, 10);
	bool inside = p.file && p.lo <= p.hi && p.hi <= p.file->len;
	return inside ? p : (struct code_place){ 0 };
}

/* One text, or none. */
static const char *ask_text(const struct code *c, const struct str *q,
			    const char *(*answer)(const struct index *x, void *ctx), void *ctx)
{
	uint32_t n;
	const char *const *f = store_get(c->store, q, &n);
	if (!f || n != 1) {
		struct arena a = { 0 };
		const char *field = wrap(&a, answer(built(c), ctx));
		f = store_put(c->store, q, &field, 1);
		arena_release(&a);
	}
	return unwrap(f[0]);
}

/* ---- keys ---- */

enum { KEY_FIELDS = 2 + PLACE_FIELDS };

static struct code_answer find_key(const struct code *c, struct arena *a, struct keypath p)
{
	const struct str *q = query_path("key", p);
	uint32_t n;
	const char *const *f = store_get(c->store, q, &n);
	if (f && n == KEY_FIELDS) {
		struct code_answer x = { .fate = (enum code_fate)atoi(f[0]), .why = unwrap(f[1]) };
		pthread_mutex_lock(&mutable(c)->lock);
		x.at = unwrap_place(mutable(c), f + 2);
		pthread_mutex_unlock(&mutable(c)->lock);
		return x;
	}
	struct code_answer x = index_key(built(c), a, p);
	const char *field[KEY_FIELDS] = { arena_printf(a, "%d", (int)x.fate), wrap(a, x.why) };
	wrap_place(a, field + 2, x.at);
	x.why = unwrap(store_put(c->store, q, field, KEY_FIELDS)[1]);
	return x;
}

/* Keys of the top level are asked for in every config. */
struct code_answer code_key(const struct code *code, struct arena *a, struct keypath p)
{
	struct code *c = mutable(code);
	if (p.n != 1 || p.part[0].kind != VALUE_STR)
		return find_key(c, a, p);
	const struct str *top = p.part[0].as.s;
	pthread_mutex_lock(&c->lock);
	const struct code_answer *known = map_get(&c->top, top);
	pthread_mutex_unlock(&c->lock);
	if (known)
		return *known;
	struct code_answer x = find_key(c, a, p);
	pthread_mutex_lock(&c->lock);
	struct code_answer *kept = arena_new(&c->arena, struct code_answer);
	*kept = x;
	map_put(&c->arena, &c->top, top, kept);
	pthread_mutex_unlock(&c->lock);
	return x;
}

struct path_ctx {
	struct arena *a;
	struct keypath p;
};

static const char *reader_of(const struct index *x, void *ctx)
{
	struct path_ctx *p = ctx;
	return index_reader(x, p->a, p->p);
}

const char *code_reader(const struct code *c, struct arena *a, struct keypath container)
{
	struct path_ctx ctx = { a, container };
	return ask_text(c, query_path("reader", container), reader_of, &ctx);
}

static const char *elsewhere(const struct index *x, void *ctx)
{
	struct path_ctx *p = ctx;
	return index_reads_elsewhere(x, p->p) ? "yes" : NULL;
}

bool code_reads_elsewhere(const struct code *c, struct keypath p)
{
	struct path_ctx ctx = { NULL, p };
	return ask_text(c, query_path("elsewhere", p), elsewhere, &ctx);
}

static const char *trains(const struct index *x, void *ctx)
{
	(void)ctx;
	return index_trains(x) ? "yes" : NULL;
}

bool code_trains(const struct code *c)
{
	return ask_text(c, str_lit("trains"), trains, NULL);
}

size_t code_uses(const struct code *c, struct arena *a, struct keypath p, struct code_use **out)
{
	return index_uses(built(c), a, p, out);
}

/* ---- classes ---- */

struct known { /* of a class or a method */
	struct code_params p;
	const char *const *at, *const *twice_at; /* as kept: not looked up yet */
	bool none, empty;
};
enum { PARAM_HEAD = 9 + 2 * PLACE_FIELDS };

static const struct str *const *names_from(struct code *c, const char *const *f, uint32_t n)
{
	const struct str **out = arena_array(&c->arena, const struct str *, n + 1);
	for (uint32_t i = 0; i < n; i++)
		out[i] = str_lit(f[i]);
	return out;
}

/* Under the lock. */
static struct known *params_from(struct code *c, const char *const *f, uint32_t n)
{
	struct known *k = arena_new(&c->arena, struct known);
	uint32_t names = n >= PARAM_HEAD ? (uint32_t)atoi(f[6]) : 0, twice = n >= PARAM_HEAD ? (uint32_t)atoi(f[7]) : 0;
	if (n < PARAM_HEAD || n - PARAM_HEAD != (uint64_t)names + twice)
		return NULL;
	k->p = (struct code_params){
		.open = *f[1], .swallows = *f[2], .why = unwrap(f[4]), .by = unwrap(f[5]), .n = names, .ntwice = twice
	};
	k->empty = *f[3];
	k->at = f + 9;
	k->twice_at = f + 9 + PLACE_FIELDS;
	k->p.name = names_from(c, f + PARAM_HEAD, names);
	k->p.twice = names_from(c, f + PARAM_HEAD + names, twice);
	return k;
}

static void keep_params(const struct code *c, const struct str *q, const struct code_params *p, bool empty)
{
	struct arena a = { 0 };
	uint32_t n = PARAM_HEAD;
	const char **f = arena_array(&a, const char *, PARAM_HEAD + p->n + p->ntwice);
	f[0] = "params";
	f[1] = p->open ? "open" : "";
	f[2] = p->swallows ? "swallows" : "";
	f[3] = empty ? "empty" : "";
	f[4] = wrap(&a, p->why);
	f[5] = wrap(&a, p->by);
	f[6] = arena_printf(&a, "%u", p->n);
	f[7] = arena_printf(&a, "%u", p->ntwice);
	f[8] = "";
	wrap_place(&a, f + 9, p->at);
	wrap_place(&a, f + 9 + PLACE_FIELDS, p->twice_at);
	for (uint32_t i = 0; i < p->n; i++)
		f[n++] = p->name[i]->s;
	for (uint32_t i = 0; i < p->ntwice; i++)
		f[n++] = p->twice[i]->s;
	store_put(c->store, q, f, n);
	arena_release(&a);
}

struct params_ctx {
	const struct str *type;
	const char *method;
	bool empty;
};
typedef const struct code_params *params_fn(const struct index *x, struct params_ctx *ctx);

/* What the index says, kept in the store as well. */
static struct known *work_out(struct code *c, const struct str *q, struct params_ctx *ctx, params_fn *answer)
{
	static const char *const none[] = { "none" };
	const struct code_params *p = answer(built(c), ctx);
	if (p)
		keep_params(c, q, p, ctx->empty);
	else
		store_put(c->store, q, none, 1);
	pthread_mutex_lock(&c->lock);
	struct known *k = arena_new(&c->arena, struct known);
	k->none = !p;
	if (p)
		k->p = *p;
	k->empty = ctx->empty;
	return k; /* locked */
}

/* key: what is asked, as a pointer that doesn't change; q makes the query's text. */
static const struct code_params *ask_params(const struct code *code, const void *key, const char *kind,
					    struct params_ctx *ctx, params_fn *answer)
{
	struct code *c = mutable(code);
	uint32_t n;
	pthread_mutex_lock(&c->lock);
	struct known *k = map_get(&c->params, key);
	if (!k) {
		const struct str *q = query(kind, ctx->type ? ctx->type->s : "");
		const char *const *f = store_get(c->store, q, &n);
		k = f && n == 1 ? arena_new(&c->arena, struct known) : f ? params_from(c, f, n) : NULL;
		if (k)
			k->none = n == 1;
		else {
			pthread_mutex_unlock(&c->lock);
			k = work_out(c, q, ctx, answer);
		}
		map_put(&c->arena, &c->params, key, k);
	}
	pthread_mutex_unlock(&c->lock);
	ctx->empty = k->empty;
	return k->none ? NULL : &k->p;
}

struct code_place code_params_at(const struct code *code, const struct code_params *p, bool twice)
{
	struct code *c = mutable(code);
	const struct known *k = (const struct known *)(const void *)p; /* all that are given away are */
	const char *const *kept = twice ? k->twice_at : k->at;
	if (!kept)
		return twice ? p->twice_at : p->at;
	pthread_mutex_lock(&c->lock);
	struct code_place at = unwrap_place(c, kept);
	pthread_mutex_unlock(&c->lock);
	return at;
}

static const struct code_params *type_params(const struct index *x, struct params_ctx *ctx)
{
	return index_type(x, ctx->type);
}

const struct code_params *code_type(const struct code *c, const struct str *type)
{
	struct params_ctx ctx = { .type = type };
	return ask_params(c, type, "type", &ctx, type_params);
}

static const struct code_params *method_of(const struct index *x, struct params_ctx *ctx)
{
	return index_method(x, ctx->type, ctx->method, &ctx->empty);
}

const struct code_params *code_method(const struct code *c, const struct str *type, const char *method, bool *empty)
{
	struct params_ctx ctx = { .type = type, .method = method };
	struct buf b = { 0 };
	buf_printf(&b, "method %s", method);
	const struct code_params *p = ask_params(c, query(buf_str(&b), type->s), buf_str(&b), &ctx, method_of);
	buf_release(&b);
	if (empty)
		*empty = ctx.empty;
	return p;
}

static const struct code_params *hooks_of(const struct index *x, struct params_ctx *ctx)
{
	(void)ctx;
	return index_hooks(x);
}

const struct code_params *code_hooks(const struct code *c)
{
	struct params_ctx ctx = { 0 };
	return ask_params(c, &c->params, "hooks", &ctx, hooks_of);
}

/* ---- types and names ---- */

/* A question about one name; the answer's function gets it as its context. */
static const char *ask_about(const struct code *c, const char *kind, const struct str *name,
			     const char *(*answer)(const struct index *x, void *name))
{
	return ask_text(c, query(kind, name->s), answer, (void *)(uintptr_t)name);
}

static const char *knows_type(const struct index *x, void *type)
{
	return index_knows_type(x, type) ? "yes" : NULL;
}

bool code_knows_type(const struct code *c, const struct str *type)
{
	return ask_about(c, "knows", type, knows_type);
}

static const char *near_type(const struct index *x, void *type)
{
	const struct str *const *all, *word = type;
	size_t n = index_types(x, &all);
	const char **text = xcalloc(n + 1, sizeof *text);
	for (size_t i = 0; i < n; i++)
		text[i] = all[i]->s;
	const char *near = near_find(word->s, text, n);
	free(text);
	return near;
}

const char *code_near_type(const struct code *c, const struct str *type)
{
	return ask_about(c, "near", type, near_type);
}

static const char *types_open(const struct index *x, void *ctx)
{
	(void)ctx;
	return index_types_open(x);
}

const char *code_types_open(const struct code *c)
{
	return ask_text(c, str_lit("types_open"), types_open, NULL);
}

static const char *mentions(const struct index *x, void *key)
{
	return index_mentions(x, key) ? "yes" : NULL;
}

bool code_mentions(const struct code *c, const struct str *key)
{
	return ask_about(c, "mentions", key, mentions);
}

static const char *says(const struct index *x, void *word)
{
	return index_says(x, word) ? "yes" : NULL;
}

bool code_says(const struct code *c, const struct str *word)
{
	return ask_about(c, "says", word, says);
}

struct named_ctx {
	struct arena *a;
	const struct str *const *type, *const *word;
	uint32_t n, nwords;
};

/* "named", nothing, or "?" and the reason. */
static const char *named(const struct index *x, void *ctx)
{
	struct named_ctx *q = ctx;
	struct code_named r = index_named(x, q->type, q->n, q->word, q->nwords);
	return r.is == CODE_NAMED ? "named" : r.is == CODE_NAMED_UNKNOWN ? arena_printf(q->a, "?%s", r.why) : NULL;
}

struct code_named code_named(const struct code *c, struct arena *a, const struct str *const *type, uint32_t n,
			     const struct str *const *word, uint32_t nwords)
{
	struct named_ctx ctx = { a, type, word, n, nwords };
	struct buf b = { 0 };
	for (uint32_t i = 0; i < n; i++)
		buf_printf(&b, "%s ", type[i]->s);
	for (uint32_t i = 0; i < nwords; i++)
		buf_printf(&b, "/%s", word[i]->s);
	const char *s = ask_text(c, query("named", buf_str(&b)), named, &ctx);
	buf_release(&b);
	if (s && *s == '?')
		return (struct code_named){ CODE_NAMED_UNKNOWN, s + 1 };
	return (struct code_named){ s ? CODE_NAMED : CODE_NAMED_NOT, NULL };
}

bool code_special(const struct code *code, const struct str *type, struct code_place *at)
{
	struct code *c = mutable(code);
	const struct str *q = query("special", type->s);
	uint32_t n;
	const char *const *f = store_get(c->store, q, &n);
	if (!f || n != PLACE_FIELDS) {
		struct arena a = { 0 };
		const char *field[PLACE_FIELDS];
		struct code_place p = { 0 };
		bool special = index_special(built(c), type, &p);
		wrap_place(&a, field, p);
		store_put(c->store, q, field, PLACE_FIELDS);
		arena_release(&a);
		*at = p;
		return special;
	}
	if (!*f[0])
		return false;
	pthread_mutex_lock(&c->lock);
	*at = unwrap_place(c, f);
	pthread_mutex_unlock(&c->lock);
	return at->file != NULL;
}

static const char *has_package(const struct index *x, void *dotted)
{
	return index_has_package(x, dotted) ? "yes" : NULL;
}

bool code_has_package(const struct code *c, const struct str *dotted)
{
	return ask_about(c, "package", dotted, has_package);
}

static const char *foreign(const struct index *x, void *ctx)
{
	(void)ctx;
	return index_foreign(x);
}

const char *code_foreign(const struct code *c)
{
	return ask_text(c, str_lit("foreign"), foreign, NULL);
}

bool code_is_builders(const struct code *c, const struct str *key)
{
	return map_get(&c->index->know->builders, key);
}

const struct code_habits *code_habits(const struct code *c)
{
	return &c->index->know->habits;
}

// SPDX-License-Identifier: MIT
/* Reachability over code: a worklist that begins with the classes of a config's types. What code names (classes,
 * functions, variables of modules, registered types) is added once; the search ends at the first hit.
 *
 * Invariant: where code names something that isn't known, the result is unclear, not false. The names of a function
 * or class are gathered once, whichever words are searched, and cached in the index (things_of).
 *
 *	type Net, word `flip_test`:
 *	class Net(Base): head = Head()		Base and Head are added
 *	def forward(self): ...flip_test...	found */
#include "code/code_reach.h"
#include "python/syntax/treewalk.h"
#include "base/path.h"
#include "code/priv.h"
#include "code/registry.h"
#include "project/stdlib.h"
#include <string.h>

struct reach_part { /* code to be visited */
	struct fn *scope;
	const struct node *node;
};
struct reach_ctx {
	struct index *c;
	const struct code_words *q;
	struct map seen; /* classes, functions, modules' top levels */
	VEC(, struct reach_part) todo;
	struct arena arena;
	bool found;
	struct fn *asserted_in; /* where the assertion was found, and what it is */
	const struct node *asserted;
	const char *why; /* something can't be seen */
};

static const char too_deep[] = "code is nested too deeply";

static void unclear(struct reach_ctx *r, const char *why)
{
	if (!r->why)
		r->why = why;
}

static bool first_time(struct reach_ctx *r, const void *what)
{
	if (map_get(&r->seen, what))
		return false;
	map_put(&r->arena, &r->seen, what, r);
	return true;
}

/* "timm.models.layers.DropPath" lies in timm.models.layers. */
static bool lies_in_known(const struct reach_ctx *r, const struct str *dotted)
{
	for (uint32_t i = 0; i < r->q->npackages; i++) {
		const struct str *p = r->q->package[i];
		if (!strncmp(dotted->s, p->s, p->len) && (dotted->s[p->len] == '.' || !dotted->s[p->len]))
			return true;
	}
	return false;
}

static void outside(struct reach_ctx *r, const struct str *dotted)
{
	const struct str *top = str_of(dotted->s, strcspn(dotted->s, "."));
	bool known = r->q->spelt ? lies_in_known(r, dotted) : texts_have(&r->c->know->neutral_package, top->s);
	if (!stdlib_has(top->s) && !known)
		unclear(r, arena_printf(&r->c->m.arena, "%s lies outside the project", dotted->s));
}

static void add_fn(struct reach_ctx *r, struct fn *f)
{
	if (first_time(r, f))
		vec_push(&r->todo, ((struct reach_part){ f, f->node }));
}

static void add_class(struct reach_ctx *r, struct cls *k)
{
	if (!first_time(r, k))
		return;
	class_bases(&r->c->m, k);
	if (k->open_bases)
		unclear(r, k->open_why);
	for (uint32_t i = 0; i < k->nmro; i++)
		if (k->mro[i] == k || first_time(r, k->mro[i]))
			vec_push(&r->todo, ((struct reach_part){ k->mro[i]->in, k->mro[i]->node }));
	for (uint32_t i = 0; i < k->nabroad; i++)
		outside(r, k->abroad[i]);
}

static void add_one(struct reach_ctx *r, const struct registered *of)
{
	if (of->cls)
		add_class(r, of->cls);
	else if (of->fn)
		add_fn(r, of->fn);
	else
		unclear(r, arena_printf(&r->c->m.arena, "what is registered as %s is not followed", of->name->s));
}

static void add_registered(struct reach_ctx *r, const struct registered *of)
{
	for (; of; of = of->next)
		add_one(r, of);
}

/* A variable of a module: adds the module's top level. */
static void add_top(struct reach_ctx *r, struct fn *top)
{
	if (!first_time(r, top))
		return;
	for (uint32_t i = 0; i < top->node->n; i++)
		if (top->node->kid[i]->kind == NODE_ASSIGN || top->node->kid[i]->kind == NODE_ANNASSIGN)
			vec_push(&r->todo, ((struct reach_part){ top, top->node->kid[i] }));
}

static void add_found(struct reach_ctx *r, struct found x)
{
	switch (x.kind) {
	case F_CLASS:
		add_class(r, x.cls);
		break;
	case F_FUNC:
		add_fn(r, x.fn);
		break;
	case F_EXT:
		outside(r, x.dotted);
		break;
	case F_VAR:
		if (x.fn->node->kind == NODE_MODULE)
			add_top(r, x.fn);
		break;
	case F_NONE:
	case F_MODULE:
		break;
	}
	for (struct name_sym *also = x.sym ? x.sym->also : NULL; also; also = also->also) {
		if (also->kind == SYM_CLASS)
			add_class(r, also->cls);
		else if (also->kind == SYM_FUNC)
			add_fn(r, also->fn);
		else
			unclear(r, "a name is bound more than once");
	}
}

/* A text that may be anything names code. */
static bool is_loose(const struct str *name)
{
	static const char *const names[] = { "eval", "exec", "__import__", "import_module", "globals" };
	return texts_have(&(struct code_texts){ names, ARRAY_SIZE(names) }, name->s);
}

static void loose_name(struct reach_ctx *r, const struct str *name)
{
	unclear(r, arena_printf(&r->c->m.arena, "%s() may bring any code", name->s));
}

static void see_name(struct reach_ctx *r, struct fn *scope, const struct node *n)
{
	if (is_loose(n->text))
		loose_name(r, n->text);
	add_found(r, names_of(scope, n));
}

static bool says_skip(const struct reach_ctx *r, const char *text, size_t n)
{
	for (uint32_t i = 0; i < r->q->nskip; i++)
		if (memmem(text, n, r->q->skip[i]->s, r->q->skip[i]->len))
			return true;
	return false;
}

/* `def simple_test`, and the block under `if torch.onnx.is_in_onnx_export():`. */
static bool is_left_out(const struct reach_ctx *r, const struct fn *scope, const struct node *up, const struct node *n)
{
	const struct source *s = scope->file->src;
	if (n->kind == NODE_DEF && n->text)
		return says_skip(r, n->text->s, n->text->len);
	return up && up->kind == NODE_IF && up->n > 1 && up->kid[1] == n && s &&
	       says_skip(r, s->bytes + up->kid[0]->lo, up->kid[0]->hi - up->kid[0]->lo);
}

/* One of the words, or its len(). */
static bool is_word(const struct reach_ctx *r, const struct node *n)
{
	if (n->kind == NODE_CALL && n->n == 2 && n->kid[0]->kind == NODE_NAME && !strcmp(n->kid[0]->text->s, "len"))
		n = n->kid[1];
	for (uint32_t i = 0; i < r->q->nwords && n->kind == NODE_NAME; i++)
		if (r->q->word[i] == n->text)
			return true;
	return false;
}

static bool is_part_of_word(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

/* `assert len(points[0]) == 1, 'only support batch_size=1'` is about the batch, too. */
static bool says_word(const struct reach_ctx *r, const struct node *message)
{
	if (!message || message->kind != NODE_STR || (message->flags & NF_BYTES))
		return false;
	for (uint32_t i = 0; i < r->q->nwords; i++)
		for (const char *at = message->text->s; (at = strstr(at, r->q->word[i]->s)); at++)
			if ((at == message->text->s || !is_part_of_word(at[-1])) &&
			    !is_part_of_word(at[r->q->word[i]->len]))
				return true;
	return false;
}

/* `bs == 1`, `queue % bs == 0` */
static bool is_asserted(const struct reach_ctx *r, const struct node *n, const struct node *number,
			const struct node *message)
{
	bool divides = r->q->asserts == ASSERTS_DIVIDES;
	if (number->kind != NODE_INT || strcmp(number->text->s, divides ? "0" : "1") != 0)
		return false;
	if (!divides)
		return is_word(r, n) || says_word(r, message);
	return n->kind == NODE_BINARY && n->op == OP_MOD && is_word(r, n->kid[1]);
}

static bool stands_in(const struct node *in, const struct str *word)
{
	struct walk w;
	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));)
		if ((n->kind == NODE_NAME || n->kind == NODE_ATTR || n->kind == NODE_STR) && n->text == word)
			return true;
	return false;
}

static bool is_about(const struct reach_ctx *r, const struct node *condition)
{
	for (uint32_t i = 0; i < r->q->nwords; i++)
		if (!stands_in(condition, r->q->word[i]))
			return false;
	return true;
}

static bool is_meant(const struct reach_ctx *r, const struct node *n)
{
	const struct node *what = n->kid[0];
	if (r->q->asserts == ASSERTS_ABOUT)
		return what && is_about(r, what);
	return what && what->kind == NODE_COMPARE && what->n == 2 && what->kid[1]->op == OP_EQ &&
	       is_asserted(r, what->kid[0], what->kid[1]->kid[0], n->n > 1 ? n->kid[1] : NULL);
}

static void see_assert(struct reach_ctx *r, struct fn *scope, const struct node *n)
{
	if (!is_meant(r, n))
		return;
	r->found = true;
	r->asserted = n;
	r->asserted_in = scope;
}

static void walk(struct reach_ctx *r, struct fn *scope, const struct node *n, unsigned depth)
{
	if (depth > NEST_MAX) {
		unclear(r, too_deep);
		return;
	}
	if (n->kind == NODE_ASSERT)
		see_assert(r, scope, n);
	if (n->kind == NODE_NAME || n->kind == NODE_ATTR)
		see_name(r, scope, n);
	else if (n->kind == NODE_STR && n->text && !(n->flags & NF_BYTES))
		add_registered(r, map_get(&r->c->type, n->text));
	struct fn *inner = n->kind == NODE_DEF || n->kind == NODE_LAMBDA ? map_get(&scope->inner, n) : NULL;
	for (uint32_t i = 0; i < n->n && !r->found; i++)
		if (n->kid[i] && !is_left_out(r, scope, n, n->kid[i]))
			walk(r, inner ? inner : scope, n->kid[i], depth + 1);
}

/* ---- queries about names and texts only: the content of a part is gathered once for all queries ---- */

struct reach_thing { /* one of them */
	struct found found;
	const struct registered *built;
	const struct str *loose;
	bool method; /* `layer.eval()` */
};
struct reach_texts { /* each once */
	const struct str **at;
	uint32_t n, cap;
	struct map seen; /* while they are gathered */
};
struct reach_things { /* in their order in the code */
	struct reach_thing *at;
	uint32_t n, cap;
	struct reach_texts name;
	struct reach_texts text; /* and parameters, keywords, strings: anything that may become an attribute's name */
	bool deep;		 /* code is nested too deeply to visit */
};
struct text_gatherer {
	struct index *c;
	struct reach_things *out;
	struct arena arena; /* of what is visited */
};

static void gather_thing(struct text_gatherer *g, struct reach_thing t)
{
	struct reach_things *out = g->out;
	out->at = arena_one_more(&g->c->m.arena, struct reach_thing, out->at, out->n, out->cap, 4);
	out->at[out->n++] = t;
}

static void gather_text(struct text_gatherer *g, struct reach_texts *out, const struct str *text)
{
	if (map_get(&out->seen, text))
		return;
	map_put(&g->arena, &out->seen, text, g);
	out->at = arena_one_more(&g->c->m.arena, const struct str *, out->at, out->n, out->cap, 8);
	out->at[out->n++] = text;
}

static void gather_name(struct text_gatherer *g, struct fn *scope, const struct node *n)
{
	struct reach_thing t = { .found = names_of(scope, n),
				 .loose = is_loose(n->text) ? n->text : NULL,
				 .method = n->kind == NODE_ATTR };
	bool module = t.found.kind == F_VAR && t.found.fn->node->kind == NODE_MODULE;
	bool more = t.found.kind == F_CLASS || t.found.kind == F_FUNC || t.found.kind == F_EXT || module;
	if (more || t.loose || (t.found.sym && t.found.sym->also))
		gather_thing(g, t);
	gather_text(g, &g->out->name, n->text);
}

static void gather(struct text_gatherer *g, struct fn *scope, const struct node *n, unsigned depth)
{
	const struct registered *built = NULL;
	if (depth > NEST_MAX) {
		g->out->deep = true;
		return;
	}
	if (n->text)
		gather_text(g, &g->out->text, n->text);
	if (n->kind == NODE_NAME || n->kind == NODE_ATTR)
		gather_name(g, scope, n);
	else if (n->kind == NODE_STR && n->text && !(n->flags & NF_BYTES))
		built = map_get(&g->c->type, n->text);
	if (built)
		gather_thing(g, (struct reach_thing){ .built = built });
	struct fn *inner = n->kind == NODE_DEF || n->kind == NODE_LAMBDA ? map_get(&scope->inner, n) : NULL;
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			gather(g, inner ? inner : scope, n->kid[i], depth + 1);
}

static const struct reach_things *things_of(struct index *c, struct fn *scope, const struct node *part)
{
	struct reach_things *known = map_get(&c->reached, part);
	if (known)
		return known;
	struct text_gatherer g = { .c = c, .out = arena_new(&c->m.arena, struct reach_things) };
	gather(&g, scope, part, 0);
	g.out->name.seen = g.out->text.seen = (struct map){ 0 };
	arena_release(&g.arena);
	map_put(&c->m.arena, &c->reached, part, g.out);
	return g.out;
}

static bool is_spelt(const struct str *word, const struct reach_texts *in)
{
	for (uint32_t i = 0; i < in->n; i++)
		if (strstr(in->at[i]->s, word->s))
			return true;
	return false;
}

/* `layer.eval()` adds no names, but eval() may. */
static bool matters(const struct reach_ctx *r, const struct reach_thing *loose)
{
	return !r->q->spelt || !loose->method || !strcmp(loose->loose->s, "import_module");
}

static void see_things(struct reach_ctx *r, const struct reach_things *t)
{
	for (uint32_t i = 0; i < r->q->nwords && !r->found; i++)
		r->found = r->q->spelt ? is_spelt(r->q->word[i], &t->text)
				       : str_among(r->q->word[i], t->name.at, t->name.n);
	for (uint32_t i = 0; i < t->n && !r->found; i++) {
		if (t->at[i].loose && matters(r, &t->at[i]))
			loose_name(r, t->at[i].loose);
		add_found(r, t->at[i].found);
		add_registered(r, t->at[i].built);
	}
	if (t->deep)
		unclear(r, too_deep);
}

/* The lock is held, because bases are computed. */
static void reach_all(struct reach_ctx *r)
{
	for (uint32_t i = 0; i < r->q->ntypes; i++) {
		const struct registered *of = registered_next(r->c, r->q->type[i], NULL);
		if (!of)
			unclear(r, arena_printf(&r->c->m.arena, "%s lies outside the project", r->q->type[i]->s));
		for (; of; of = registered_next(r->c, r->q->type[i], of))
			add_one(r, of);
	}
	while (r->todo.n && !r->found) {
		struct reach_part p = vec_pop(&r->todo);
		if (r->q->asserts)
			walk(r, p.scope, p.node, 0);
		else
			see_things(r, things_of(r->c, p.scope, p.node));
	}
}

const char *reach_asserts(struct index *c, struct arena *a, const struct code_words *q)
{
	pthread_mutex_lock(&c->lock);
	struct reach_ctx r = { .c = c, .q = q };
	reach_all(&r);
	const struct source *s = r.asserted ? r.asserted_in->file->src : NULL;
	const char *out =
		s ? arena_printf(a, "%s:%u", path_base(s->path), source_point(s, r.asserted->lo).line + 1) : NULL;
	vec_release(&r.todo);
	arena_release(&r.arena);
	pthread_mutex_unlock(&c->lock);
	return out;
}

struct code_named reach_named(struct index *c, const struct code_words *q)
{
	pthread_mutex_lock(&c->lock);
	struct reach_ctx r = { .c = c,
			       .q = q,
			       .why = c->incomplete ? "a file of the project can't be followed" : NULL };
	reach_all(&r);
	struct code_named out = { r.found ? CODE_NAMED : r.why ? CODE_NAMED_UNKNOWN : CODE_NAMED_NOT, r.why };
	vec_release(&r.todo);
	arena_release(&r.arena);
	pthread_mutex_unlock(&c->lock);
	return out;
}

static bool has_text(const struct source *s, const char *text)
{
	return memmem(s->bytes, s->len, text, strlen(text));
}

/* A config in the code says what it requests, not what exists. It is recognized by its text, because answers must
 * not depend on which files were parsed. */
static bool is_config(const struct source *s)
{
	static const char bases[] = "\n_base_";
	const char *at = memmem(s->bytes, s->len, bases, sizeof bases - 1);
	const char *behind = at						       ? at + sizeof bases - 1
			     : !strncmp(s->bytes, bases + 1, sizeof bases - 2) ? s->bytes + sizeof bases - 2
									       : "";

	return behind[strspn(behind, " \t")] == '=' && !has_text(s, "\nclass ") && !has_text(s, "\ndef ");
}

bool reach_says(const struct index *c, const struct str *word)
{
	for (uint32_t i = 0; i < c->m.nfiles; i++) {
		const struct source *s = c->m.file[i]->src;

		if (!s || (has_text(s, word->s) && !is_config(s)))
			return true;
	}
	return false;
}

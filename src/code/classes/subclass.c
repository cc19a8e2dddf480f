// SPDX-License-Identifier: MIT
/* What subclasses change of a base, by the syntax of their bodies. A constructor passes its arguments on plainly if it
 * calls super().__init__ once, as a statement of its own: parameters under their own names, the rest as **rest. Its
 * other statements don't matter.
 *
 * Invariant: what isn't understood is a change: `*` says that nothing is certain.
 *
 *	class My(Base):				changes of My before Base, by the marks of subclass.h:
 *	    def __init__(self, n, **rest):	  "~n"
 *	        super().__init__(n=n + 1, **rest)
 *	    def forward(self, x): ...		  "forward" */
#include "code/classes/subclass.h"
#include "code/priv.h"
#include "python/syntax/treewalk.h"
#include <string.h>

struct override_ctx {
	struct index *c;
	struct arena *a;
	struct buf out;
	struct cls *whole; /* the class whose resolution order it is */
	struct cls *k;	   /* whose body is analysed */
	uint32_t at;	   /* its position in the resolution order */
	struct cls *next;  /* the next class in the order; NULL: it lies outside */
	const char *words; /* "cls_seg num_classes" */
	const char *ancestor;
};
struct super_call {
	const struct node *call; /* the last one */
	uint32_t n;		 /* all of them */
	uint32_t from;		 /* its first argument; 0: of another object, or of a base's base by position */
	struct cls *base;	 /* Base.__init__(self, ...) of the project; NULL: super's, or outside */
};

static void add_text(struct override_ctx *t, const char *mark, const char *name, size_t len)
{
	buf_printf(&t->out, "'%s%.*s', ", mark, (int)len, name);
}

static void add_change(struct override_ctx *t, const char *mark, const struct str *name)
{
	add_text(t, mark, name->s, name->len);
}

static bool is_name(const struct node *n, const struct str *name)
{
	return n && n->kind == NODE_NAME && n->text == name;
}

/* ---- constructors ---- */

static bool has_positional(const struct node *call)
{
	for (uint32_t i = 1; i < call->n; i++)
		if (call->kid[i]->kind != NODE_KW && call->kid[i]->kind != NODE_DSTAR &&
		    call->kid[i]->kind != NODE_STAR)
			return true;
	return false;
}

static bool same_folder(const char *a, const char *b)
{
	const char *x = strrchr(a, '.'), *y = strrchr(b, '.');
	return x && y && x - a == y - b && !strncmp(a, b, (size_t)(x - a));
}

/* Its objects are initialized like those of the ancestor: it is the ancestor or a subclass, or both are in one
 * folder outside. */
static bool is_like_ancestor(const struct override_ctx *t, const struct found *base)
{
	const struct cls *k = base->kind == F_CLASS ? base->cls : NULL;
	bool like = base->kind == F_EXT && same_folder(base->dotted->s, t->ancestor);
	for (uint32_t i = 0; k && i < k->nmro && !like; i++)
		like = !strcmp(arena_printf(t->a, "%s.%s", k->mro[i]->file->dotted->s, k->mro[i]->name->s),
			       t->ancestor);
	for (uint32_t i = 0; k && i < k->nabroad && !like; i++)
		like = same_folder(k->abroad[i]->s, t->ancestor);
	return like;
}

/* Base.__init__(self, ...) */
static bool is_base_init(const struct override_ctx *t, const struct node *n, struct cls **base)
{
	const struct node *of = n->kid[0]->kid[0];
	bool named = false;
	for (uint32_t i = 1; i + t->k->node->op < t->k->node->n; i++)
		named |= of->kind == NODE_NAME && is_name(t->k->node->kid[i], of->text);
	if (!named || n->n < 2 || !is_name(n->kid[1], str_lit("self")))
		return false;
	struct found f = names_of(t->k->in, of);
	*base = f.kind == F_CLASS ? f.cls : NULL;
	return is_like_ancestor(t, &f);
}

/* super().__init__, super(K, self).__init__. If K is another class, K's own constructor is skipped; then only the
 * base knows which parameter is at which position. */
static void see_super_init(const struct override_ctx *t, const struct node *n, struct super_call *s)
{
	if (n->kind != NODE_CALL || n->kid[0]->kind != NODE_ATTR || strcmp(n->kid[0]->text->s, "__init__"))
		return;
	const struct node *of = n->kid[0]->kid[0];
	bool own = of->kind == NODE_CALL && is_name(of->kid[0], str_lit("super")) &&
		   (of->n == 1 || (of->n == 3 && (is_name(of->kid[1], t->k->name) ||
						  (of->kid[1]->kind == NODE_NAME && !has_positional(n)))));
	s->call = n;
	s->base = NULL;
	s->from = own ? 1 : is_base_init(t, n, &s->base) ? 2 : 0;
	s->n++;
}

static void find_super(const struct override_ctx *t, const struct node *body, struct super_call *s)
{
	struct walk w;
	walk_begin(&w, body);
	for (const struct node *n; (n = walk_next(&w));)
		see_super_init(t, n, s);
	if (w.too_deep)
		s->n = 2;
}

static bool is_statement_of(const struct node *body, const struct node *call)
{
	for (uint32_t i = 0; i < body->n; i++)
		if (body->kid[i]->kind == NODE_EXPR && body->kid[i]->kid[0] == call)
			return true;
	return false;
}

/* The i-th parameter after self; NULL: it has none, or takes them all as *args. */
static const struct str *param_at(const struct fn *f, uint32_t i)
{
	const struct node *params = f->node->kid[0];
	return i + 1 < params->n && !params->kid[i + 1]->op ? params->kid[i + 1]->text : NULL;
}

static const struct str *rest_of(const struct fn *f, char op)
{
	const struct node *params = f->node->kid[0];
	for (uint32_t i = 1; i < params->n; i++)
		if (params->kid[i]->op == op)
			return params->kid[i]->text;
	return NULL;
}

static struct fn *constructor(const struct cls *k)
{
	return map_get(&k->method, str_lit("__init__"));
}

/* The constructor whose parameters the call fills: that of the next class in the order that has one; NULL: it lies
 * outside. */
static struct fn *constructor_behind(const struct override_ctx *t, const struct super_call *s)
{
	for (uint32_t i = 0; s->base && i < s->base->nmro; i++)
		if (constructor(s->base->mro[i]))
			return constructor(s->base->mro[i]);
	if (s->from > 1)
		return NULL;
	for (uint32_t i = 1; t->next && i < t->k->nmro; i++)
		if (constructor(t->k->mro[i]))
			return constructor(t->k->mro[i]);
	return NULL;
}

/* Records the call's argument for each parameter that it fills by position; false: unknown. */
static bool by_position(struct override_ctx *t, const struct fn *f, const struct super_call *s)
{
	struct fn *to = constructor_behind(t, s);
	bool all = true;
	for (uint32_t i = s->from; i < s->call->n && all; i++) {
		const struct node *x = s->call->kid[i];
		if (x->kind == NODE_KW || x->kind == NODE_DSTAR)
			continue;
		const struct str *wanted = param_at(to ? to : f, i - s->from);
		bool another = x->kind != NODE_STAR && to && wanted && !is_name(x, wanted);
		if (another)
			add_change(t, "~", wanted);
		all = another ||
		      (x->kind == NODE_STAR ? is_name(x->kid[0], rest_of(f, '*')) : wanted && is_name(x, wanted));
	}
	return all;
}

static bool gives(const struct node *call, const struct str *name)
{
	for (uint32_t i = 1; i < call->n; i++)
		if (is_name(call->kid[i], name) ||
		    (call->kid[i]->kind == NODE_KW && is_name(call->kid[i]->kid[0], name)))
			return true;
	return false;
}

static void add_keyword(struct override_ctx *t, const struct node *kw)
{
	const struct node *v = kw->kid[0];
	const struct str *both;
	if (is_name(v, kw->text))
		return;
	add_change(t, "~", kw->text);
	if (v->kind != NODE_STR || strpbrk(v->text->s, "'\\\n"))
		return;
	both = str_lit(arena_printf(t->a, "%s %s", kw->text->s, v->text->s));
	add_change(t, "=", both);
}

/* rest['k'], rest.pop('k'), 'k' in rest: *key; false: another use than **rest of the call. */
static bool touches(const struct node *n, const struct str *rest, const struct str **key)
{
	const struct node *k = NULL;
	if (n->kind == NODE_INDEX && is_name(n->kid[0], rest))
		k = n->kid[1];
	else if (n->kind == NODE_CALL && n->n > 1 && n->kid[0]->kind == NODE_ATTR && is_name(n->kid[0]->kid[0], rest))
		k = n->kid[1];
	else if (n->kind == NODE_COMPARE && n->n == 2 && is_name(n->kid[1]->kid[0], rest))
		k = n->kid[0];
	*key = k && k->kind == NODE_STR ? k->text : NULL;
	return *key;
}

/* Records names to which the constructor assigns another value; false: **rest is used in a way that isn't followed. */
static bool see_uses(struct override_ctx *t, const struct fn *f, const struct node *n, const struct node *call,
		     uint32_t depth)
{
	const struct str *rest = rest_of(f, '2'), *key;
	bool plain = depth <= NEST_MAX && !(rest && is_name(n, rest));
	if (rest && touches(n, rest, &key)) {
		add_change(t, "~", key);
		return true;
	}
	uint32_t from = n->kind == NODE_ASSIGN ? 1 : 0, to = n->kind == NODE_ASSIGN ? n->n : 1;
	bool assigns = n->kind == NODE_ASSIGN || n->kind == NODE_AUGASSIGN || n->kind == NODE_ANNASSIGN;
	for (uint32_t i = from; assigns && i < to; i++)
		if (n->kid[i]->kind == NODE_NAME)
			add_change(t, "~", n->kid[i]->text);
	for (uint32_t i = 0; i < n->n && plain; i++)
		if (n->kid[i] && !(n == call && n->kid[i]->kind == NODE_DSTAR && is_name(n->kid[i]->kid[0], rest)))
			plain = see_uses(t, f, n->kid[i], call, depth + 1);
	return plain;
}

static bool hands_on(struct override_ctx *t, const struct fn *f)
{
	const struct node *body = f->node->kid[1], *params = f->node->kid[0];
	const struct str *rest = rest_of(f, '2');
	struct super_call s = { 0 };
	bool passes = !rest;
	find_super(t, body, &s);
	if (s.n != 1 || !s.from || !is_statement_of(body, s.call) || !by_position(t, f, &s))
		return false;
	for (uint32_t i = 1; i < s.call->n; i++)
		if (s.call->kid[i]->kind == NODE_KW)
			add_keyword(t, s.call->kid[i]);
		else if (s.call->kid[i]->kind == NODE_DSTAR && !is_name(s.call->kid[i]->kid[0], rest))
			return false;
		else
			passes |= s.call->kid[i]->kind == NODE_DSTAR;
	for (uint32_t i = 1; i < params->n; i++)
		if (!params->kid[i]->op && params->kid[i]->text && !gives(s.call, params->kid[i]->text))
			add_change(t, "~", params->kid[i]->text);
	return passes && see_uses(t, f, body, s.call, 0);
}

/* What a constructor passes for one parameter of its base: f(..., name=x, ...), rest['name'] = x */
struct argument_search {
	const struct str *name, *args;	 /* args: its own *args, which a config never fills */
	const struct node *value, *call; /* of the last __init__ that is called: the keyword's value, and the call */
	uint32_t n, inits, positions;	 /* uses of the name; calls of __init__; its positional arguments, at most */
};

static void see_init(struct argument_search *g, const struct node *call)
{
	uint32_t n = 0;
	g->inits++;
	g->call = call;
	g->value = NULL;
	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *x = call->kid[i];
		if (x->kind == NODE_KW)
			g->value = x->text == g->name ? x->kid[0] : g->value;
		else if (x->kind == NODE_STAR)
			n = is_name(x->kid[0], g->args) ? n : UINT32_MAX / 2;
		else
			n += x->kind != NODE_DSTAR && !(i == 1 && is_name(x, str_lit("self")));
	}
	g->positions = n > g->positions ? n : g->positions;
}

/* rest.get('name'): the value stays in rest, and the base gets it */
static bool only_reads(const struct node *n)
{
	return n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR && !strcmp(n->kid[0]->text->s, "get");
}

/* super().__init__(loader={'name': x}): an entry of another argument's value */
static bool is_others_dict(const struct argument_search *g, const struct node *call, const struct node *arg)
{
	const struct node *v = call == g->call && arg->kind == NODE_KW && arg->text != g->name ? arg->kid[0] : NULL;
	return v && (v->kind == NODE_DICT || (v->kind == NODE_CALL && is_name(v->kid[0], str_lit("dict"))));
}

static void find_given(struct argument_search *g, const struct node *body)
{
	struct walk w;
	uint32_t kid = 0;
	walk_begin(&w, body);
	for (const struct node *n; (n = walk_next(&w));) {
		const struct node *up = walk_parent(&w, &kid);
		if (up && is_others_dict(g, up, n)) {
			walk_skip(&w);
			continue;
		}
		if (n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR && !strcmp(n->kid[0]->text->s, "__init__"))
			see_init(g, n);
		g->n += (n->kind == NODE_KW || n->kind == NODE_STR) && n->text == g->name;
		if (only_reads(n))
			walk_skip(&w);
	}
	if (w.too_deep)
		g->n = g->inits = 2;
}

bool constructor_gives(const struct fn *f, const struct str *name, const struct node **value, uint32_t *positions)
{
	const struct node *body = f->node->kid[1];
	struct argument_search g = { .name = name, .args = rest_of(f, '*') };
	find_given(&g, body);
	const struct node *v = g.n == 1 && g.inits == 1 && is_statement_of(body, g.call) ? g.value : NULL;
	*value = v && (v->kind == NODE_CONST || v->kind == NODE_INT || v->kind == NODE_STR) ? v : NULL;
	*positions = g.positions;
	return g.n > 0;
}

/* ---- bodies ---- */

static void add_target(struct override_ctx *t, const struct node *target)
{
	if (target->kind == NODE_NAME)
		add_change(t, "", target->text);
	else if (target->kind != NODE_ATTR && target->kind != NODE_INDEX)
		for (uint32_t i = 0; i < target->n; i++)
			add_target(t, target->kid[i]);
}

static void add_defined(struct override_ctx *t)
{
	const struct node *body = t->k->node->kid[0];
	for (uint32_t i = 0; i < body->n; i++) {
		const struct node *n = body->kid[i];
		if (n->kind == NODE_DEF && !strcmp(n->text->s, "__init__")) {
			struct fn *f = constructor(t->k);
			if (!f || f->node != n || n->n > 2 || !hands_on(t, f))
				add_change(t, "", n->text);
		} else if (n->kind == NODE_DEF || n->kind == NODE_CLASS)
			add_change(t, "", n->text);
		else if (n->kind == NODE_ANNASSIGN)
			add_target(t, n->kid[0]);
		else if (n->kind == NODE_IF || n->kind == NODE_TRY || n->kind == NODE_FOR || n->kind == NODE_WITH)
			add_text(t, "*", "", 0);
		for (uint32_t j = 1; n->kind == NODE_ASSIGN && j < n->n; j++)
			add_target(t, n->kid[j]);
	}
}

static bool names_attr(const struct node *in, const char *word, size_t len)
{
	struct walk w;
	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));)
		if (n->kind == NODE_ATTR && n->text->len == len && !memcmp(n->text->s, word, len))
			return true;
	return false;
}

/* Adds the methods that name the word themselves, if an object has them; "@": some method other than constructors
 * does. */
static void add_methods(struct override_ctx *t, const char *word, size_t len)
{
	const struct node *body = t->k->node->kid[0];
	bool some = false;
	for (uint32_t i = 0; i < body->n; i++) {
		const struct node *n = body->kid[i];
		if (n->kind != NODE_DEF || !strcmp(n->text->s, "__init__") || !names_attr(n, word + 1, len - 1))
			continue;
		bool own = true;
		for (uint32_t j = 0; j < t->at && own; j++)
			own = !map_get(&t->whole->mro[j]->method, n->text);
		if (*word == ':' && own)
			add_text(t, n->text->s, word, len);
		some = true;
	}
	if (*word == '@' && some)
		add_text(t, "", word, len);
}

/* Conv2d(channels, num_classes, 1), nn.Linear(channels, num_classes): the argument itself is passed to a callee that
 * is named like a class. */
static bool makes_with(const struct node *in, const char *word, size_t len)
{
	struct walk w;
	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));) {
		const struct node *of = n->kind == NODE_CALL ? n->kid[0] : NULL;
		bool call = of && (of->kind == NODE_NAME || of->kind == NODE_ATTR) && *of->text->s >= 'A' &&
			    *of->text->s <= 'Z';
		for (uint32_t i = 1; call && i < n->n; i++) {
			const struct node *x = n->kid[i]->kind == NODE_KW ? n->kid[i]->kid[0] : n->kid[i];
			if (x->kind == NODE_NAME && x->text->len == len && !memcmp(x->text->s, word, len))
				return true;
		}
	}
	return false;
}

static void add_words(struct override_ctx *t)
{
	struct fn *f = constructor(t->k);
	for (const char *w = t->words; *w; w += strcspn(w, " "), w += *w == ' ') {
		size_t len = strcspn(w, " ");
		if (*w == '+' && f && makes_with(f->node->kid[1], w + 1, len - 1))
			add_text(t, "", w, len);
		else if (*w == ':' || *w == '@')
			add_methods(t, w, len);
		else if (names_attr(t->k->node, w, len))
			add_text(t, ".", w, len);
	}
}

/* ---- the resolution order ---- */

static bool has_abroad(const struct cls *k, const struct str *dotted)
{
	return k && str_among(dotted, k->abroad, k->nabroad);
}

/* Another base from outside is before the ancestor, or may be. */
static bool mixes_in(const struct cls *k, const struct cls *ancestor, const char *dotted)
{
	for (uint32_t i = 0; i < k->nabroad; i++) {
		if (!ancestor && !strcmp(k->abroad[i]->s, dotted))
			return false; /* those after it are searched later */
		if (!has_abroad(ancestor, k->abroad[i]))
			return true;
	}
	return false;
}

const char *subclass_changes(struct index *c, struct arena *a, struct cls *k, const char *ancestor, const char *words)
{
	struct override_ctx t = { .c = c, .a = a, .words = words, .ancestor = ancestor, .whole = k };
	struct cls *up = NULL;
	uint32_t n = k->nmro;
	for (uint32_t i = 0; i < k->nmro && !up; i++)
		if (!strcmp(arena_printf(a, "%s.%s", k->mro[i]->file->dotted->s, k->mro[i]->name->s), ancestor)) {
			up = k->mro[i];
			n = i;
		}
	if (!up && !has_abroad(k, str_lit(ancestor)))
		return NULL;
	buf_puts(&t.out, "[");
	if (mixes_in(k, up, ancestor))
		add_text(&t, "*", "", 0);
	for (uint32_t i = 0; i < n; i++) {
		t.k = k->mro[i];
		t.at = i;
		t.next = i + 1 < k->nmro ? k->mro[i + 1] : NULL;
		class_bases(&c->m, t.k);
		if (t.k->decorated || t.k->chosen)
			add_text(&t, "*", "", 0);
		add_defined(&t);
		add_words(&t);
	}
	buf_puts(&t.out, "]");
	const char *out = arena_strdup(a, buf_str(&t.out));
	buf_release(&t.out);
	return out;
}

/* ---- copies ---- */

static bool same_text(const struct cfile *x, const struct cfile *y)
{
	return x == y ||
	       (x->src && y->src && x->src->len == y->src->len && !memcmp(x->src->bytes, y->src->bytes, x->src->len));
}

bool classes_are_copies(struct index *c, struct cls *x, struct cls *y)
{
	class_bases(&c->m, x);
	class_bases(&c->m, y);
	bool same = !x->open_bases && !y->open_bases && x->nmro == y->nmro && x->nabroad == y->nabroad;
	for (uint32_t i = 0; same && i < x->nmro; i++)
		same = x->mro[i]->name == y->mro[i]->name && same_text(x->mro[i]->file, y->mro[i]->file);
	for (uint32_t i = 0; same && i < x->nabroad; i++)
		same = x->abroad[i] == y->abroad[i];
	return same;
}

bool subclass_passes_on(struct index *c, struct arena *a, struct cls *k, uint32_t i, const struct str *name)
{
	const struct cls *to = k->mro[i];
	const char *all = subclass_changes(c, a, k, arena_printf(a, "%s.%s", to->file->dotted->s, to->name->s), "");
	return all && !strstr(all, "'*'") && !strstr(all, "'__init__'") &&
	       !strstr(all, arena_printf(a, "'~%s'", name->s));
}

struct fn *class_find_method(const struct cls *k, const struct str *name)
{
	struct fn *f = NULL;
	for (uint32_t i = 0; i < k->nmro && !f; i++)
		f = map_get(&k->mro[i]->method, name);
	return f;
}

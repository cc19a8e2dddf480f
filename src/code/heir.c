// SPDX-License-Identifier: MIT
/* A constructor hands on plainly if it calls super().__init__ once, as a statement of its own: parameters under their
 * own names, the rest as **rest. What it does besides is its own business. */
#include "code/heir.h"
#include "code/priv.h"
#include "python/syntax/treewalk.h"
#include <string.h>

struct telling {
	struct index *c;
	struct arena *a;
	struct buf out;
	struct cls *whole; /* whose line it is */
	struct cls *k;	   /* whose body is looked at */
	uint32_t at;	   /* where it stands in the line */
	struct cls *next;  /* behind it in the line; NULL: lies outside */
	const char *words; /* "cls_seg num_classes" */
	const char *ancestor;
};
struct super_call {
	const struct node *call; /* the last one */
	uint32_t n;		 /* all of them */
	uint32_t from;		 /* its first argument; 0: of another object, or of a base's base by position */
	struct cls *base;	 /* Base.__init__(self, ...) of the project; NULL: super's, or outside */
};

static void tell(struct telling *t, const char *mark, const char *name, size_t len)
{
	buf_printf(&t->out, "'%s%.*s', ", mark, (int)len, name);
}

static void tell_str(struct telling *t, const char *mark, const struct str *name)
{
	tell(t, mark, name->s, name->len);
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

/* Its objects are initialized as those of the ancestor are: it is one of them, or both are of one folder outside. */
static bool is_like_ancestor(const struct telling *t, const struct found *base)
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
static bool is_base_init(const struct telling *t, const struct node *n, struct cls **base)
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

/* super().__init__, super(K, self).__init__; another class than K: its own constructor is left out, so that what
 * stands at which position is its base's business. */
static void see_super_init(const struct telling *t, const struct node *n, struct super_call *s)
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

static void find_super(const struct telling *t, const struct node *body, struct super_call *s)
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

/* The i-th parameter behind self; NULL: it has none, or takes them all as *args. */
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

/* Whose parameters the call fills: of the next class of the line that has a constructor; NULL: it lies outside. */
static struct fn *constructor_behind(const struct telling *t, const struct super_call *s)
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

/* What the call gives for each parameter that it fills by position; false: can't be told. */
static bool by_position(struct telling *t, const struct fn *f, const struct super_call *s)
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
			tell_str(t, "~", wanted);
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

static void tell_keyword(struct telling *t, const struct node *kw)
{
	const struct node *v = kw->kid[0];
	const struct str *both;
	if (is_name(v, kw->text))
		return;
	tell_str(t, "~", kw->text);
	if (v->kind != NODE_STR || strpbrk(v->text->s, "'\\\n"))
		return;
	both = str_lit(arena_printf(t->a, "%s %s", kw->text->s, v->text->s));
	tell_str(t, "=", both);
}

/* rest['k'], rest.pop('k'), 'k' in rest: *key; other uses than **rest of the call: false. */
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

/* Names that the constructor gives another value; false: **rest is used in a way that isn't followed. */
static bool see_uses(struct telling *t, const struct fn *f, const struct node *n, const struct node *call,
		     uint32_t depth)
{
	const struct str *rest = rest_of(f, '2'), *key;
	bool plain = depth <= NEST_MAX && !(rest && is_name(n, rest));
	if (rest && touches(n, rest, &key)) {
		tell_str(t, "~", key);
		return true;
	}
	uint32_t from = n->kind == NODE_ASSIGN ? 1 : 0, to = n->kind == NODE_ASSIGN ? n->n : 1;
	bool assigns = n->kind == NODE_ASSIGN || n->kind == NODE_AUGASSIGN || n->kind == NODE_ANNASSIGN;
	for (uint32_t i = from; assigns && i < to; i++)
		if (n->kid[i]->kind == NODE_NAME)
			tell_str(t, "~", n->kid[i]->text);
	for (uint32_t i = 0; i < n->n && plain; i++)
		if (n->kid[i] && !(n == call && n->kid[i]->kind == NODE_DSTAR && is_name(n->kid[i]->kid[0], rest)))
			plain = see_uses(t, f, n->kid[i], call, depth + 1);
	return plain;
}

static bool hands_on(struct telling *t, const struct fn *f)
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
			tell_keyword(t, s.call->kid[i]);
		else if (s.call->kid[i]->kind == NODE_DSTAR && !is_name(s.call->kid[i]->kid[0], rest))
			return false;
		else
			passes |= s.call->kid[i]->kind == NODE_DSTAR;
	for (uint32_t i = 1; i < params->n; i++)
		if (!params->kid[i]->op && params->kid[i]->text && !gives(s.call, params->kid[i]->text))
			tell_str(t, "~", params->kid[i]->text);
	return passes && see_uses(t, f, body, s.call, 0);
}

/* What a constructor says of one parameter of its base: f(..., name=x, ...), rest['name'] = x */
struct giving {
	const struct str *name, *args;	 /* args: its own *args, which a config never fills */
	const struct node *value, *call; /* of the last __init__ that is called: what the keyword gives, and the call */
	uint32_t n, inits, positions;	 /* it is named; __init__ is called; arguments by position of that, at most */
};

static void see_init(struct giving *g, const struct node *call)
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

/* rest.get('name'): it stays there, and the base gets it */
static bool only_reads(const struct node *n)
{
	return n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR && !strcmp(n->kid[0]->text->s, "get");
}

/* super().__init__(loader={'name': x}): an entry of another argument's value */
static bool is_others_dict(const struct giving *g, const struct node *call, const struct node *arg)
{
	const struct node *v = call == g->call && arg->kind == NODE_KW && arg->text != g->name ? arg->kid[0] : NULL;
	return v && (v->kind == NODE_DICT || (v->kind == NODE_CALL && is_name(v->kid[0], str_lit("dict"))));
}

static void find_given(struct giving *g, const struct node *body)
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

bool heir_gives(const struct fn *f, const struct str *name, const struct node **value, uint32_t *positions)
{
	const struct node *body = f->node->kid[1];
	struct giving g = { .name = name, .args = rest_of(f, '*') };
	find_given(&g, body);
	const struct node *v = g.n == 1 && g.inits == 1 && is_statement_of(body, g.call) ? g.value : NULL;
	*value = v && (v->kind == NODE_CONST || v->kind == NODE_INT || v->kind == NODE_STR) ? v : NULL;
	*positions = g.positions;
	return g.n > 0;
}

/* ---- bodies ---- */

static void tell_target(struct telling *t, const struct node *target)
{
	if (target->kind == NODE_NAME)
		tell_str(t, "", target->text);
	else if (target->kind != NODE_ATTR && target->kind != NODE_INDEX)
		for (uint32_t i = 0; i < target->n; i++)
			tell_target(t, target->kid[i]);
}

static void tell_defined(struct telling *t)
{
	const struct node *body = t->k->node->kid[0];
	for (uint32_t i = 0; i < body->n; i++) {
		const struct node *n = body->kid[i];
		if (n->kind == NODE_DEF && !strcmp(n->text->s, "__init__")) {
			struct fn *f = constructor(t->k);
			if (!f || f->node != n || n->n > 2 || !hands_on(t, f))
				tell_str(t, "", n->text);
		} else if (n->kind == NODE_DEF || n->kind == NODE_CLASS)
			tell_str(t, "", n->text);
		else if (n->kind == NODE_ANNASSIGN)
			tell_target(t, n->kid[0]);
		else if (n->kind == NODE_IF || n->kind == NODE_TRY || n->kind == NODE_FOR || n->kind == NODE_WITH)
			tell(t, "*", "", 0);
		for (uint32_t j = 1; n->kind == NODE_ASSIGN && j < n->n; j++)
			tell_target(t, n->kid[j]);
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

/* Methods that name it themselves, if they are what an object has; "@": some of them does, besides constructors. */
static void tell_methods(struct telling *t, const char *word, size_t len)
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
			tell(t, n->text->s, word, len);
		some = true;
	}
	if (*word == '@' && some)
		tell(t, "", word, len);
}

/* Conv2d(channels, num_classes, 1), nn.Linear(channels, num_classes): the argument itself, to what is called like a
 * class. */
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

static void tell_words(struct telling *t)
{
	struct fn *f = constructor(t->k);
	for (const char *w = t->words; *w; w += strcspn(w, " "), w += *w == ' ') {
		size_t len = strcspn(w, " ");
		if (*w == '+' && f && makes_with(f->node->kid[1], w + 1, len - 1))
			tell(t, "", w, len);
		else if (*w == ':' || *w == '@')
			tell_methods(t, w, len);
		else if (names_attr(t->k->node, w, len))
			tell(t, ".", w, len);
	}
}

/* ---- the line ---- */

static bool has_abroad(const struct cls *k, const struct str *dotted)
{
	return k && str_among(dotted, k->abroad, k->nabroad);
}

/* Another base from outside, in front of the ancestor or perhaps so. */
static bool mixes_in(const struct cls *k, const struct cls *ancestor, const char *dotted)
{
	for (uint32_t i = 0; i < k->nabroad; i++) {
		if (!ancestor && !strcmp(k->abroad[i]->s, dotted))
			return false; /* those behind it are searched later */
		if (!has_abroad(ancestor, k->abroad[i]))
			return true;
	}
	return false;
}

const char *heir_changes(struct index *c, struct arena *a, struct cls *k, const char *ancestor, const char *words)
{
	struct telling t = { .c = c, .a = a, .words = words, .ancestor = ancestor, .whole = k };
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
		tell(&t, "*", "", 0);
	for (uint32_t i = 0; i < n; i++) {
		t.k = k->mro[i];
		t.at = i;
		t.next = i + 1 < k->nmro ? k->mro[i + 1] : NULL;
		class_bases(&c->m, t.k);
		if (t.k->decorated || t.k->chosen)
			tell(&t, "*", "", 0);
		tell_defined(&t);
		tell_words(&t);
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

bool heir_twins(struct index *c, struct cls *x, struct cls *y)
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

bool heir_reaches(struct index *c, struct arena *a, struct cls *k, uint32_t i, const struct str *name)
{
	const struct cls *to = k->mro[i];
	const char *all = heir_changes(c, a, k, arena_printf(a, "%s.%s", to->file->dotted->s, to->name->s), "");
	return all && !strstr(all, "'*'") && !strstr(all, "'__init__'") &&
	       !strstr(all, arena_printf(a, "'~%s'", name->s));
}

struct fn *heir_method(const struct cls *k, const struct str *name)
{
	struct fn *f = NULL;
	for (uint32_t i = 0; i < k->nmro && !f; i++)
		f = map_get(&k->mro[i]->method, name);
	return f;
}

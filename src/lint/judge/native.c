// SPDX-License-Identifier: MIT
/* Native rules about facts of the syntax tree that values no longer show: an assignment that the next one overwrites, a
 * tuple made by a stray comma, a key that is written twice in one literal.
 *
 *	lr = 0.1, 	a tuple by a stray comma */
#include "lint/judge/native.h"
#include "config/config_subject.h"
#include "lint/judge/inherit.h"
#include "lint/judge/judge.h"
#include "base/vec.h"
#include "base/map.h"
#include "text/edit.h"
#include "lint/finding/suppress.h"
#include <stdlib.h>
#include <string.h>

struct native_ctx native_ctx(const struct judge *j, const struct rule *r, struct diags *out)
{
	const struct module *m = subject_config(j->s);
	return (struct native_ctx){ .a = j->a,
				    .subject = j->s,
				    .g = m ? subject_graph(j->s->set) : NULL,
				    .m = m,
				    .rs = j->rs,
				    .st = j->st,
				    .facts = j->facts,
				    .code = j->code,
				    .rule = r,
				    .out = out,
				    .stats = j->stats };
}

struct diag *native_add(struct native_ctx *c, enum severity sev, struct span at, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	struct diag *d = vec_add(c->out);
	*d = (struct diag){ .rule = c->rule, .severity = sev, .at = at, .msg = arena_vprintf(c->a, fmt, ap) };
	va_end(ap);
	return d;
}

/* The same for rules that read only the text of their file: the finding depends on the places that it lists. */
static struct diag *add_of_file(struct native_ctx *c, enum severity sev, struct span at, const char *msg)
{
	struct diag *d = native_add(c, sev, at, "%s", msg);
	diag_rest_on_place(c->a, d);
	return d;
}

static struct span span_of(const struct native_ctx *c, const struct node *n)
{
	return (struct span){ c->m->src->id, n->lo, n->hi };
}

static unsigned line_of(const struct native_ctx *c, uint32_t offset)
{
	return source_point(c->m->src, offset).line + 1;
}

void native_related(struct native_ctx *c, struct diag *d, struct span at, const char *text)
{
	struct related *rel = arena_array(c->a, struct related, d->nrel + 1);
	for (uint32_t i = 0; i < d->nrel; i++)
		rel[i] = d->rel[i];
	rel[d->nrel++] = (struct related){ at, text };
	d->rel = rel;
}

/* A fix that deletes these bytes. */
static void add_deletion(struct native_ctx *c, struct diag *d, enum safety safety, uint32_t lo, uint32_t hi,
			 const char *title)
{
	struct fixplan *fix = arena_new(c->a, struct fixplan);
	struct edit *edit = arena_new(c->a, struct edit);
	*edit = (struct edit){ .at = { c->m->src->id, lo, hi }, .text = "" };
	*fix = (struct fixplan){ .safety = safety, .title = title, .edit = edit, .nedits = 1 };
	d->fix = fix;
	d->nfixes = 1;
}

/* ---- walking ---- */

VEC(nodes, const struct node *);

/* Calls back for every node below (and with) root (NULL: none, the config is no Python); explicit stack. */
static void walk(const struct node *root, void (*see)(void *ctx, const struct node *n), void *ctx)
{
	struct nodes todo = { 0 };
	if (root)
		vec_push(&todo, root);
	while (todo.n) {
		const struct node *n = vec_pop(&todo);
		see(ctx, n);
		for (uint32_t i = n->n; i-- > 0;)
			if (n->kid[i])
				vec_push(&todo, n->kid[i]);
	}
	vec_release(&todo);
}

/* ---- CFG009: assigned twice, never read in between ---- */

struct pending_assignment {
	const struct node *stmt; /* a plain assignment that has not been read yet; NULL: it was read */
};
struct twice {
	struct native_ctx *c;
	struct map pending; /* by name */
	bool blind;	    /* the file reads names in ways that can't be followed */
};

static void forget(struct twice *t, const struct str *name)
{
	struct pending_assignment *p = map_get(&t->pending, name);
	if (p)
		p->stmt = NULL;
}

static void see_name(void *ctx, const struct node *n)
{
	if (n->kind == NODE_NAME || n->kind == NODE_GLOBAL || n->kind == NODE_NONLOCAL)
		forget(ctx, n->text ? n->text : str_lit(""));
}

static void see_blinding(void *ctx, const struct node *n)
{
	static const char *const names[] = { "globals", "locals", "vars", "eval", "exec", "dir" };
	struct twice *t = ctx;
	t->blind |= n->kind == NODE_DEF || n->kind == NODE_LAMBDA ||
		    n->kind == NODE_CLASS; /* they read names when called */
	for (size_t i = 0; n->kind == NODE_NAME && i < ARRAY_SIZE(names); i++)
		t->blind |= !strcmp(n->text->s, names[i]);
}

static void see_effect(void *ctx, const struct node *n)
{
	static const char *const pure[] = { "dict",  "list", "tuple", "set", "int",
					    "float", "str",  "bool",  "len", "range" };
	bool *effect = ctx;
	if (n->kind == NODE_WALRUS || n->kind == NODE_OPAQUE)
		*effect = true;
	if (n->kind != NODE_CALL)
		return;
	bool known = false;
	for (size_t i = 0; n->kid[0]->kind == NODE_NAME && i < ARRAY_SIZE(pure); i++)
		known |= !strcmp(n->kid[0]->text->s, pure[i]);
	*effect |= !known;
}

/* The statement's whole lines, when nothing else stands on them. */
static bool whole_lines(const struct source *s, const struct node *stmt, uint32_t *lo, uint32_t *hi)
{
	*lo = source_line_start(s, stmt->lo);
	*hi = stmt->hi;
	if (*lo != stmt->lo)
		return false;
	while (*hi < s->len && (s->bytes[*hi] == ' ' || s->bytes[*hi] == '\t'))
		++*hi;
	if (*hi < s->len && s->bytes[*hi] == '#')
		while (*hi < s->len && s->bytes[*hi] != '\n')
			++*hi;
	if (*hi < s->len && s->bytes[*hi] == '\r')
		++*hi;
	if (*hi < s->len && s->bytes[*hi] != '\n')
		return false;
	*hi += *hi < s->len;
	return true;
}

static bool same_node(const struct node *a, const struct node *b)
{
	if (!a || !b)
		return a == b;
	bool same = a->kind == b->kind && a->op == b->op && a->n == b->n && a->text == b->text &&
		    (a->flags & NF_BYTES) == (b->flags & NF_BYTES);
	for (uint32_t i = 0; i < a->n && same; i++)
		same = same_node(a->kid[i], b->kid[i]);
	return same;
}

/* Entry i of a dict that is written out, {'a': 1} or dict(a=1); false: it is none with a name. */
static bool entry_of(const struct node *dict, uint32_t i, const struct str **key, const struct node **val)
{
	const struct node *n = dict->kid[i];
	if (dict->kind == NODE_CALL && n->kind == NODE_KW) {
		*key = n->text;
		*val = n->kid[0];
		return true;
	}
	if (dict->kind != NODE_DICT || n->kind != NODE_PAIR || n->kid[0]->kind != NODE_STR)
		return false;
	*key = n->kid[0]->text;
	*val = n->kid[1];
	return true;
}

static bool is_dict(const struct node *n)
{
	if (n->kind == NODE_DICT)
		return true;
	return n->kind == NODE_CALL && n->kid[0]->kind == NODE_NAME && !strcmp(n->kid[0]->text->s, "dict");
}

static uint32_t first_entry(const struct node *dict)
{
	return dict->kind == NODE_CALL; /* kid 0 is the callee */
}

/* Whether b can replace a without loss: it is the same, or a dict with all of a's entries; with `keys` regardless of
 * their values. */
static bool says_all(const struct node *b, const struct node *a, bool keys)
{
	const struct str *x, *y;
	const struct node *va, *vb = NULL;
	if (same_node(a, b) || (keys && !is_dict(a)))
		return true;
	if (!is_dict(a) || !is_dict(b) || a->n > 200 || b->n > 200) /* pairs are compared with each other */
		return false;
	for (uint32_t i = first_entry(a); i < a->n; i++) {
		bool found = false;
		if (!entry_of(a, i, &x, &va))
			return false;
		for (uint32_t k = first_entry(b); k < b->n && !found; k++)
			found = entry_of(b, k, &y, &vb) && x == y;
		if (!found || !says_all(vb, va, keys))
			return false;
	}
	return true;
}

/* A placeholder value: it can be lost. */
static bool is_placeholder(const struct node *a)
{
	return (a->kind == NODE_CONST && a->op != CONST_TRUE) || a->kind == NODE_NAME || a->kind == NODE_ATTR ||
	       ((a->kind == NODE_LIST || a->kind == NODE_TUPLE) && a->n == 0);
}

/* Whether the first is not needed: it is a placeholder, the value of another name, a dict whose keys are all repeated,
 * or both stand close together, unless keys are lost; or the second sets None. */
static bool replaced_openly(struct native_ctx *c, const struct node *first, const struct node *second)
{
	enum { GLANCE = 3 }; /* lines */
	const struct node *a = first->kid[0], *b = second->kid[0];
	bool none = b->kind == NODE_CONST && b->op == CONST_NONE;
	bool near = line_of(c, second->lo) - line_of(c, first->lo) <= GLANCE;
	return none || (says_all(b, a, true) && (is_placeholder(a) || near || is_dict(a)));
}

/* "train, val.pipeline": what the first dict has and the second has not, in the dicts of both. */
struct lost_keys {
	struct arena *a;
	const char *text; /* "": none */
	uint32_t n;
};

static void look_for_lost(struct lost_keys *l, const struct node *a, const struct node *b, const char *up,
			  unsigned depth)
{
	enum { SHOWN = 4, DEPTH = 4, MOST = 200 /* entries of either */ };
	const struct str *x, *y;
	const struct node *v, *w;
	if (!is_dict(a) || !is_dict(b) || a->n > MOST || b->n > MOST || depth > DEPTH)
		return;
	for (uint32_t i = first_entry(a); i < a->n; i++) {
		bool named = entry_of(a, i, &x, &v), found = false;
		for (uint32_t k = first_entry(b); named && k < b->n && !found; k++)
			found = entry_of(b, k, &y, &w) && x == y;
		if (found)
			look_for_lost(l, v, w, arena_printf(l->a, "%s%s.", up, x->s), depth + 1);
		else if (named && ++l->n <= SHOWN)
			l->text = arena_printf(l->a, "%s%s%s%s", l->text, *l->text ? ", " : "", up, x->s);
	}
	if (!depth && l->n > SHOWN)
		l->text = arena_printf(l->a, "%s and %u more", l->text, l->n - SHOWN);
}

/* Which of two different values was meant is only known to the author: the first is removed if it adds nothing. */
static void delete_first(struct native_ctx *c, struct diag *d, const struct node *first, const struct node *second,
			 bool all)
{
	const char *name = first->kid[1]->text->s;
	bool effect = false;
	uint32_t lo, hi;

	if (!all && !is_placeholder(first->kid[0])) {
		struct lost_keys l = { .a = c->a, .text = "" };
		look_for_lost(&l, first->kid[0], second->kid[0], "", 0);
		if (l.n)
			d->hint =
				arena_printf(c->a,
					     "%s of this dict %s lost: put what is meant into the one in line %u, and "
					     "delete this one",
					     l.text, l.n > 1 ? "are" : "is", line_of(c, second->lo));
		else
			d->hint = arena_printf(c->a, "delete the line that was not meant: %u or %u",
					       line_of(c, first->lo), line_of(c, second->lo));
		return;
	}
	walk(first->kid[0], see_effect, &effect);
	if (!effect && whole_lines(c->m->src, first, &lo, &hi))
		add_deletion(c, d, all ? SAFETY_SAFE : SAFETY_UNSAFE, lo, hi,
			     arena_printf(c->a, "delete the first '%s'", name));
}

static void report_twice(struct native_ctx *c, const struct node *first, const struct node *second)
{
	const struct str *name = first->kid[1]->text;
	bool all = says_all(second->kid[0], first->kid[0], false);
	bool mild = all || replaced_openly(c, first, second);
	const char *msg = arena_printf(c->a, "'%s' is assigned again in line %u before anything reads this value%s",
				       name->s, line_of(c, second->lo), all ? ", with all that stands here" : "");
	struct diag *d = add_of_file(c, mild ? SEV_INFO : c->rule->severity, span_of(c, first->kid[1]), msg);
	d->path = d->cause = name->s; /* copied files have it in other lines */
	native_related(c, d, span_of(c, second->kid[1]), "assigned again here");
	delete_first(c, d, first, second, all);
}

bool native_assignment(const struct node *n)
{
	return n->kind == NODE_ASSIGN && n->n == 2 && n->kid[1]->kind == NODE_NAME && n->kid[1]->text->s[0] != '_';
}

/* Whether a name is assigned twice at all: hardly a file has one. */
static bool any_twice(const struct node *root)
{
	enum { COMPARED = 64 };
	const struct str *seen[COMPARED];
	uint32_t n = 0;
	for (uint32_t i = 0; root && i < root->n; i++) {
		if (!native_assignment(root->kid[i]))
			continue;
		const struct str *name = root->kid[i]->kid[1]->text;
		for (uint32_t k = 0; k < n; k++)
			if (seen[k] == name)
				return true;
		if (n == COMPARED)
			return true; /* may be */
		seen[n++] = name;
	}
	return false;
}

static void duplicate_assignment(struct native_ctx *c)
{
	struct twice t = { .c = c };
	const struct node *root = c->m->tree.root;
	if (!any_twice(root))
		return;
	walk(root, see_blinding, &t);
	for (uint32_t i = 0; root && !t.blind && i < root->n; i++) {
		const struct node *n = root->kid[i];
		if (!native_assignment(n)) {
			walk(n, see_name, &t);
			continue;
		}
		walk(n->kid[0], see_name, &t);
		const struct str *name = n->kid[1]->text;
		struct pending_assignment *p = map_get(&t.pending, name);
		if (p && p->stmt)
			report_twice(c, p->stmt, n);
		if (!p)
			map_put(c->a, &t.pending, name, p = arena_new(c->a, struct pending_assignment));
		p->stmt = n;
	}
}

/* ---- CFG010: a key twice in one {...} ---- */

static bool constant_key(const struct node *n)
{
	return n->kind == NODE_STR || n->kind == NODE_INT;
}

static bool same_key(const struct node *a, const struct node *b)
{
	return a->kind == b->kind && a->text == b->text && (a->flags & NF_BYTES) == (b->flags & NF_BYTES);
}

static bool same_text(const struct native_ctx *c, const struct node *a, const struct node *b)
{
	return a->hi - a->lo == b->hi - b->lo &&
	       !memcmp(c->m->src->bytes + a->lo, c->m->src->bytes + b->lo, a->hi - a->lo);
}

/* The key as it is written, cut when it is long. */
static const char *key_text(struct native_ctx *c, const struct node *key)
{
	enum { SHOWN = 60 };
	uint32_t n = key->hi - key->lo;
	return arena_printf(c->a, "%.*s%s", (int)(n < SHOWN ? n : SHOWN), c->m->src->bytes + key->lo,
			    n > SHOWN ? "..." : "");
}

/* Entry k, which repeats an earlier one. The earlier one stays: the order of keys is that of their first entries.
 */
static void delete_entry(struct native_ctx *c, struct diag *d, const struct node *dict, uint32_t k)
{
	const struct node *e = dict->kid[k];
	bool last = k + 1 == dict->n, effect = false;
	uint32_t lo = last ? dict->kid[k - 1]->hi : e->lo, hi = last ? e->hi : dict->kid[k + 1]->lo;

	walk(e->kid[1], see_effect, &effect);
	if (!effect && !memchr(c->m->src->bytes + lo, '#', hi - lo)) /* a comment may be its neighbour's */
		add_deletion(c, d, SAFETY_SAFE, lo, hi, "delete the second entry");
}

static void see_dict(void *ctx, const struct node *n)
{
	struct native_ctx *c = ctx;
	if (n->kind != NODE_DICT || n->n > 2000) /* pairs are compared with each other */
		return;
	for (uint32_t i = 0; i < n->n; i++)
		for (uint32_t k = i + 1; k < n->n; k++) {
			const struct node *a = n->kid[i], *b = n->kid[k];
			if (a->kind != NODE_PAIR || b->kind != NODE_PAIR || !constant_key(a->kid[0]) ||
			    !same_key(a->kid[0], b->kid[0]))
				continue;
			bool same = same_text(c, a->kid[1], b->kid[1]);
			const char *msg =
				arena_printf(c->a, "the key %s is given again in line %u; %s", key_text(c, a->kid[0]),
					     line_of(c, b->lo), same ? "the value is the same" : "that value wins");
			struct diag *d =
				add_of_file(c, same ? SEV_INFO : c->rule->severity, span_of(c, a->kid[0]), msg);
			d->cause = key_text(c, a->kid[0]);
			native_related(c, d, span_of(c, b->kid[0]), "given again here");
			if (same)
				delete_entry(c, d, n, k);
			else
				d->hint = "delete the entry that was not meant";
			break;
		}
}

static void duplicate_dict_key(struct native_ctx *c)
{
	if (c->m->src && memchr(c->m->src->bytes, '{', c->m->src->len)) /* dict(...) can't have one twice */
		walk(c->m->tree.root, see_dict, c);
}

/* ---- CFG011: name = dict(...), ---- */

/* The value of the name without the comma: the dict itself. */
static void promise_dict(struct native_ctx *c, struct diag *d, const struct str *name)
{
	struct promise *p = arena_new(c->a, struct promise);
	struct fixplan *fix = arena_new(c->a, struct fixplan);
	struct value *part = arena_new(c->a, struct value);
	*part = value_str(name, (struct span){ 0 });
	struct slot s = keypath_get(c->a, c->subject->tree, (struct keypath){ part, 1 });
	if (s.found != 1 || s.val.kind != VALUE_TUPLE || s.val.as.list->n != 1)
		return;
	*p = (struct promise){ .kind = PROMISE_BECOMES, .path = { part, 1 }, .want = s.val.as.list->at[0].val };
	*fix = d->fix[0];
	fix->promise = p;
	fix->n = 1;
	d->fix = fix;
}

/* Only for names that the training code looks up: a helper may well be a tuple of one. */
static void accidental_tuple(struct native_ctx *c)
{
	const struct dialect *dialect = facts_dialect(c->facts);
	const struct node *root = c->m->tree.root;
	const struct source *s = c->m->src;
	for (uint32_t i = 0; root && i < root->n; i++) {
		const struct node *n = root->kid[i], *v = n->kind == NODE_ASSIGN && n->n == 2 ? n->kid[0] : NULL;
		if (!v || v->kind != NODE_TUPLE || v->n != 1 || !is_dict(v->kid[0]) || n->kid[1]->kind != NODE_NAME)
			continue;
		uint32_t comma = v->kid[0]->hi;
		while (comma < s->len && strchr(" \t", s->bytes[comma]))
			comma++;
		if (!dialect || !dialect_knows_key(dialect, n->kid[1]->text))
			continue;
		if (s->bytes[v->lo] == '(' || comma >= s->len || s->bytes[comma] != ',')
			continue; /* written as a tuple on purpose */
		struct span at = { s->id, comma, comma + 1 };
		const char *msg =
			arena_printf(c->a, "the comma makes '%s' a tuple that holds the dict", n->kid[1]->text->s);
		struct diag *d = add_of_file(c, c->rule->severity, at, msg);
		d->path = n->kid[1]->text->s;
		add_deletion(c, d, SAFETY_SAFE, comma, comma + 1, "remove the comma");
		promise_dict(c, d, n->kid[1]->text);
	}
}

/* ---- CFG021: a comment of ours that names no rule ---- */

static void see_bad_word(void *ctx, const struct bad_word *w)
{
	struct native_ctx *c = ctx;
	if (w->others)
		native_add(c, c->rule->severity, w->at,
			   "'%s' and %u words after it are not rules: the comments have no effect", w->word, w->others);
	else if (w->nearest)
		native_add(c, c->rule->severity, w->at,
			   "'%s' is not a rule: the comment has no effect (did you mean %s?)", w->word, w->nearest);
	else
		native_add(c, c->rule->severity, w->at, "'%s' is not a rule: the comment has no effect", w->word);
}

static void unknown_suppression(struct native_ctx *c)
{
	suppress_check(&c->m->subject, c->rs, see_bad_word, c);
}

/* ---- table ---- */

static const struct {
	const char *id;
	native_fn *fn;
} table[] = {
	{ "CFG007", native_stale_variable },	  { "CFG008", native_always_overridden },
	{ "CFG009", duplicate_assignment },	  { "CFG010", duplicate_dict_key },
	{ "CFG011", accidental_tuple },		  { "CFG013", native_unevaluable_base },
	{ "CFG014", native_fragment_as_runtime }, { "CFG021", unknown_suppression },
};

native_fn *native_find(const char *id)
{
	for (size_t i = 0; i < ARRAY_SIZE(table); i++)
		if (!strcmp(table[i].id, id))
			return table[i].fn;
	return NULL;
}

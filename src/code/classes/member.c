// SPDX-License-Identifier: MIT
/* Evaluates expressions of class bodies and signatures like those of configs. Names are those of class and module. */
#include "code/classes/member.h"
#include "code/apart.h"
#include "code/classes/class_attribute.h"
#include "code/classes/subclass.h"
#include "pymodel/imports.h"
#include "code/priv.h"
#include "code/registry.h"
#include "code/registry_scope.h"
#include "code/classes/sample_keys.h"
#include "code/unregistered.h"
#include "code/classes/wired.h"
#include "python/eval/eval.h"
#include "python/syntax/treewalk.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include <string.h>

enum { LOOKUPS_MAX = 12 /* names that stand for names, attributes of classes that name others' */ };
static const struct span nowhere;
static const char several[] = "several classes have this name";

struct answer {
	enum code_member_is is;
	const char *text; /* UNKNOWN: why, one clause */
};
struct value_lookup { /* for the value of an expression */
	struct index *c;
	struct arena *a;
	struct cfile *file;
	struct cls *cls; /* whose body contains it; NULL: none */
	const struct str *trusted;
	uint32_t depth;
};

static struct answer not_known(const char *why)
{
	return (struct answer){ CODE_MEMBER_UNKNOWN, why };
}

/* ---- which class ---- */

/* A class that the type doesn't mean, because it is in another package: the config names the package, and the class
 * is registered elsewhere; or nothing imports its folder, and the package itself has a class of the name. */
static bool is_another(const struct index *c, const struct code_class_name *q, const struct registered *all,
		       const struct registered *r)
{
	if (q->explicit_package || q->scope)
		return !registered_in(r, q->package, true);
	for (; all; all = all->next)
		if (all->cls && registry_lies_in(all->cls, q->package))
			return !q->plugged && !file_imported_outside(c, r->cls->file);
	return false;
}

static bool lies_there(const struct code_class_name *q, const struct registered *r)
{
	return registry_lies_in(r->cls, q->package) || (q->entered && registered_in(r, q->package, false));
}

static bool may_run(struct index *c, const struct cfile *f)
{
	return f->script || file_imported(&c->m, f);
}

/* If some of several classes of one name are imported by another file, only those count. The others are never
 * registered, such as an old version of a file that was left beside it. */
static bool is_dead(struct index *c, const struct code_class_name *q, const struct registered *all,
		    const struct registered *r)
{
	if (q->plugged || !all->next || !r->cls || may_run(c, r->cls->file))
		return false;
	for (; all; all = all->next)
		if (all->cls && may_run(c, all->cls->file))
			return true;
	return false;
}

/* The only class of that name. NULL if another one, elsewhere or no class at all, may be built instead. If several
 * have the same code, any of them will do. */
static struct cls *class_wanted(struct index *c, const struct code_class_name *q, struct answer *why)
{
	static const char own[] = "the project has a class of its own of this name";
	const struct registered *r = map_get(&c->type, q->type);
	struct cls *found = NULL;
	bool unregistered =
		!r && (r = map_get(&c->class_name, q->type)) && q->package && unregistered_class(c, q->type);
	const struct registered *all = r;
	*why = (struct answer){ .is = CODE_MEMBER_NONE };
	for (; r; r = r->next) {
		if (is_dead(c, q, all, r))
			continue;
		if (!r->cls)
			*why = not_known("something that is no class is registered under this name");
		else if (q->package && !lies_there(q, r)) {
			if (!unregistered && !is_another(c, q, all, r))
				*why = not_known(own);
		} else if (q->scope && !registered_in(r, q->package, false)) {
			*why = not_known(own);
		} else if (found && found != r->cls && !classes_are_copies(c, found, r->cls)) {
			*why = not_known(several);
			break;
		} else if (!found) {
			found = r->cls;
		}
	}
	return why->is == CODE_MEMBER_NONE ? found : NULL;
}

/* "mmdet.models.resnet.ResNet ~mmcv.runner.BaseModule" */
static struct answer lineage(struct index *c, struct arena *a, const struct code_class_name *q)
{
	struct answer why;
	struct cls *k = class_wanted(c, q, &why);
	struct buf b = { 0 };
	if (!k)
		return why;
	class_bases(&c->m, k);
	if (k->open_bases)
		return not_known(k->open_why);
	for (uint32_t i = 0; i < k->nmro; i++)
		buf_printf(&b, "%s%s.%s", i ? " " : "", k->mro[i]->file->dotted->s, k->mro[i]->name->s);
	for (uint32_t i = 0; i < k->nabroad; i++)
		buf_printf(&b, " ~%s", k->abroad[i]->s);
	const char *text = arena_strdup(a, buf_str(&b));
	buf_release(&b);
	return (struct answer){ CODE_MEMBER_KNOWN, text };
}

static struct answer by_syntax(struct index *c, struct arena *a, const struct code_class_name *q,
			       enum code_member_kind kind, const char *name)
{
	struct answer why;
	struct cls *k = class_wanted(c, q, &why);
	const char *blank = strchr(name, ' '), *text = NULL;
	if (k)
		class_bases(&c->m, k);
	if (k && kind == CODE_WIRED)
		text = wired(c, a, k, name) ? "True" : NULL;
	else if (k && kind == CODE_KEYS)
		text = sample_keys(a, k, name);
	else if (k && blank)
		text = subclass_changes(c, a, k, arena_strndup(a, name, (size_t)(blank - name)), blank + 1);
	return text ? (struct answer){ CODE_MEMBER_KNOWN, text } : why;
}

/* ---- expressions ---- */

static bool look_up(struct value_lookup *l, const struct str *name, struct value *out);
static bool attribute_of(struct value_lookup *l, struct cls *k, const struct str *name, struct value *out);

static struct value unseen(const struct value_lookup *l, const char *what)
{
	return value_unknown(l->a, WHY_PART, nowhere, what);
}

static bool on_name(struct eval *ev, const struct node *n, struct value *out)
{
	struct value_lookup *l = ev->host->ctx;
	return look_up(l, n->text, out);
}

/* `CocoDataset.METAINFO`, `categories.NAMES` */
static bool on_attr(struct eval *ev, const struct node *n, struct value *out)
{
	struct value_lookup *l = ev->host->ctx, in = *l;
	struct found f = names_of(l->file->top, n->kid[0]);
	if (f.kind == F_CLASS)
		return attribute_of(&in, f.cls, n->text, out);
	in.file = f.file;
	in.cls = NULL;
	return f.kind == F_MODULE && look_up(&in, n->text, out);
}

static struct value evaluate(struct value_lookup *l, const struct node *n)
{
	if (node_has_ellipsis(n)) /* items that the code does not write */
		return unseen(l, "it has a ... in it");
	struct eval_host host = { .ctx = l, .name = on_name, .attr = on_attr };
	struct value_lookup in = *l;
	struct eval ev;
	in.depth++;
	host.ctx = &in;
	if (l->depth > LOOKUPS_MAX)
		return unseen(l, "the chain of names is too long");
	eval_init(&ev, l->a, 0);
	ev.host = &host;
	struct value v = eval_expr(&ev, n);
	if (ev.exc)
		v = unseen(l, "it raises");
	eval_release(&ev);
	return v;
}

/* ---- assignments of a block ---- */

struct assigned {
	const struct str *name;
	const struct node *value; /* of the only assignment */
	bool often;		  /* twice, under a condition, in a loop, in parts */
};

static bool names_it(const struct node *target, const struct str *name)
{
	return target->kind == NODE_NAME && target->text == name;
}

static void see_target(struct assigned *s, const struct node *target, const struct node *value, bool surely)
{
	bool parts = target->kind == NODE_TUPLE || target->kind == NODE_LIST;
	for (uint32_t i = 0; parts && i < target->n; i++)
		see_target(s, target->kid[i], NULL, surely);
	if (target->kind == NODE_INDEX || target->kind == NODE_ATTR) { /* NAME[k] = v changes it */
		while (target->kind == NODE_INDEX || target->kind == NODE_ATTR)
			target = target->kid[0];
		s->often |= names_it(target, s->name);
		return;
	}
	if (!names_it(target, s->name))
		return;
	s->often |= s->value || !value || !surely;
	s->value = value;
}

static void see_block(struct assigned *s, const struct node *block, bool surely, uint32_t depth);

/* `NAME.update(...)` and the like, as a statement */
static void see_call(struct assigned *s, const struct node *call)
{
	const struct node *callee = call->kind == NODE_CALL ? call->kid[0] : NULL;
	if (callee && callee->kind == NODE_ATTR && names_it(callee->kid[0], s->name))
		s->often = true;
}

static void see_statement(struct assigned *s, const struct node *n, bool surely, uint32_t depth)
{
	if (n->kind == NODE_DEF || n->kind == NODE_CLASS)
		s->often |= n->text == s->name && s->value;
	else if (n->kind == NODE_ASSIGN)
		for (uint32_t i = 1; i < n->n; i++)
			see_target(s, n->kid[i], n->kid[0], surely);
	else if (n->kind == NODE_ANNASSIGN && n->kid[2])
		see_target(s, n->kid[0], n->kid[2], surely);
	else if (n->kind == NODE_AUGASSIGN || n->kind == NODE_FOR)
		see_target(s, n->kid[0], NULL, false);
	else if (n->kind == NODE_DEL)
		for (uint32_t i = 0; i < n->n; i++)
			see_target(s, n->kid[i], NULL, false);
	else if (n->kind == NODE_EXPR)
		see_call(s, n->kid[0]);
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i] && (n->kid[i]->kind == NODE_BLOCK || n->kid[i]->kind == NODE_EXCEPT) &&
		    n->kind != NODE_DEF && n->kind != NODE_CLASS)
			see_block(s, n->kid[i], false, depth + 1);
}

static void see_block(struct assigned *s, const struct node *block, bool surely, uint32_t depth)
{
	if (depth > NEST_MAX) {
		s->often = true;
		return;
	}
	for (uint32_t i = 0; i < block->n; i++)
		if (block->kid[i])
			see_statement(s, block->kid[i], surely, depth);
}

static struct assigned assigned_in(const struct node *block, const struct str *name)
{
	struct assigned s = { .name = name };
	see_block(&s, block, true, 0);
	return s;
}

/* ---- names ---- */

static bool take(struct value_lookup *l, const struct assigned *s, struct value *out)
{
	*out = s->often ? unseen(l, "it is assigned more than once, or under a condition") : evaluate(l, s->value);
	return true;
}

static bool global_of(struct value_lookup *l, const struct str *name, struct value *out, uint32_t hops);

static bool imported(struct value_lookup *l, const struct str *module, const struct str *name, struct value *out,
		     uint32_t hops)
{
	struct value_lookup in = *l;
	in.file = names_module(&l->c->m, module, l->file).file;
	return in.file && in.file != l->file && global_of(&in, name, out, hops + 1);
}

/* Whether the file itself binds the name, or may bind it; *known: its value is known too. */
static bool bound_in(struct value_lookup *l, const struct str *name, struct value *out, uint32_t hops, bool *known)
{
	struct cfile *f = l->file;
	*known = false;
	if (f->broken || !f->tree.root)
		return true;
	l->cls = NULL;
	struct assigned s = assigned_in(f->tree.root, name);
	const struct name_sym *sym = f->top ? map_get(&f->top->inner, name) : NULL;
	if (s.value || s.often)
		*known = sym ? (*out = unseen(l, "it is imported and assigned"), true) : take(l, &s, out);
	else if (sym)
		*known = sym->kind == SYM_FROM && !sym->also && imported(l, sym->module, sym->name, out, hops);
	return s.value || s.often || sym;
}

static bool global_of(struct value_lookup *l, const struct str *name, struct value *out, uint32_t hops)
{
	struct cfile *f = l->file;
	bool known = false;
	bool found = hops > HOPS_MAX || bound_in(l, name, out, hops, &known);
	for (uint32_t i = 0; i < f->nthrough && !found; i++) {
		struct value_lookup in = *l;
		in.file = f->through[i];
		found = bound_in(&in, name, out, hops + 1, &known);
	}
	return known;
}

static bool look_up(struct value_lookup *l, const struct str *name, struct value *out)
{
	struct value_lookup in = *l;
	if (l->cls) {
		struct assigned s = assigned_in(l->cls->node->kid[0], name);
		if (s.value || s.often)
			return take(l, &s, out);
	}
	return global_of(&in, name, out, 0);
}

/* ---- attributes of classes ---- */

/* Searches the bases; false: no class of the project has it. */
static bool attribute_of(struct value_lookup *l, struct cls *k, const struct str *name, struct value *out)
{
	class_bases(&l->c->m, k);
	for (uint32_t i = 0; i < k->nmro; i++) {
		struct value_lookup in = *l;
		in.file = k->mro[i]->file;
		in.cls = k->mro[i];
		struct assigned s = assigned_in(in.cls->node->kid[0], name);
		if (!(l->trusted && registry_lies_in(in.cls, l->trusted)) && attribute_assigned(in.cls, name) &&
		    !attribute_argument(l->c, l->a, k, name)) {
			*out = unseen(l, "a method sets it");
			return true;
		}
		if (s.value || s.often)
			return take(&in, &s, out);
	}
	if (k->open_bases)
		*out = unseen(l, k->open_why);
	return k->open_bases;
}

static struct answer as_text(struct arena *a, struct value v)
{
	struct buf b = { 0 };
	struct answer m = not_known("it is computed");
	if (op_repr(&b, v))
		m = (struct answer){ CODE_MEMBER_KNOWN, arena_strdup(a, buf_str(&b)) };
	else if (v.kind == VALUE_UNKNOWN && v.as.cause && v.as.cause->detail)
		m.text = arena_strdup(a, v.as.cause->detail->s);
	buf_release(&b);
	return m;
}

/* v['k'] for each part after the first; unknown if it is no dict with known keys. */
static struct value below(struct value_lookup *l, struct value v, const char *path)
{
	for (const char *dot = strchr(path, '.'); dot; dot = strchr(dot + 1, '.')) {
		const struct str *key = str_of(dot + 1, strcspn(dot + 1, "."));
		const struct entry *e = v.kind == VALUE_DICT && !v.as.dict->open
						? dict_find(v.as.dict, (struct value){ .kind = VALUE_STR, .as.s = key })
						: NULL;
		if (!e || e->flags & EF_MAYBE)
			return unseen(l, "it has no such key");
		v = e->val;
	}
	return v;
}

/* Finds the value of one class. */
typedef bool value_fn(struct value_lookup *l, struct cls *k, const char *name, struct value *out);

static bool attribute_value(struct value_lookup *l, struct cls *k, const char *path, struct value *out)
{
	l->file = k->file;
	bool has = attribute_of(l, k, str_of(path, strcspn(path, ".")), out);
	if (has)
		*out = below(l, *out, path);
	return has;
}

static struct answer value_in(struct index *c, struct arena *a, const struct code_class_name *q, struct cls *k,
			      value_fn *of, const char *name)
{
	struct answer m = { .is = CODE_MEMBER_NONE };
	struct arena own = { 0 };
	struct value_lookup l = { .c = c, .a = &own, .trusted = q->trusted };
	struct value v;
	class_bases(&c->m, k);
	if (of(&l, k, name, &v))
		m = as_text(a, v);
	arena_release(&own);
	return m;
}

/* Copies have the same code, but may import other values. */
static struct answer by_value(struct index *c, struct arena *a, const struct code_class_name *q, value_fn *of,
			      const char *name)
{
	struct answer m;
	struct cls *k = class_wanted(c, q, &m);
	if (k)
		m = value_in(c, a, q, k, of, name);
	const struct registered *r = map_get(&c->type, q->type);
	for (r = r ? r : map_get(&c->class_name, q->type); k && r; r = r->next) {
		if (!r->cls || r->cls == k || !classes_are_copies(c, k, r->cls))
			continue;
		struct answer twin = value_in(c, a, q, r->cls, of, name);
		if (twin.is != m.is || (m.is == CODE_MEMBER_KNOWN && strcmp(twin.text, m.text)))
			return not_known(several);
	}
	return m;
}

/* ---- the default of a parameter ---- */

/* *at: the number of parameters before it, after self. */
static const struct node *parameter_of(const struct fn *f, const struct str *name, bool *rest, uint32_t *at)
{
	const struct node *params = f->node->kid[0];
	*rest = false;
	for (uint32_t i = 1; i < params->n; i++) {
		*at = i - 1;
		*rest |= params->kid[i]->op == '2';
		if (params->kid[i]->text == name && !params->kid[i]->op)
			return params->kid[i];
	}
	return NULL;
}

/* The default in the first constructor that names it; those before pass it on. false: none names it. */
static bool default_of(struct value_lookup *l, struct cls *k, const struct str *name, struct value *out)
{
	static const char another[] = "a constructor passes another value to its base";
	bool rest = true;
	uint32_t at, filled = 0;
	for (uint32_t i = 0; rest && i < k->nmro; i++) {
		struct fn *f = map_get(&k->mro[i]->method, str_lit("__init__"));
		const struct node *p = f ? parameter_of(f, name, &rest, &at) : NULL;
		if (p) {
			l->file = f->file;
			*out = at < filled ? unseen(l, another)
			       : p->kid[0] ? evaluate(l, p->kid[0])
					   : unseen(l, "it is required");
			return true;
		}
		const struct node *given;
		uint32_t positions = 0;
		if (f && constructor_gives(f, name, &given, &positions)) {
			l->file = f->file;
			*out = given ? evaluate(l, given) : unseen(l, another);
			return true;
		}
		filled = positions > filled ? positions : filled;
	}
	if (k->open_bases)
		*out = unseen(l, k->open_why);
	return k->open_bases;
}

static bool parameter_value(struct value_lookup *l, struct cls *k, const char *name, struct value *out)
{
	return default_of(l, k, str_lit(name), out);
}

/* ---- answers ---- */

struct member_query {
	const struct code_class_name *of;
	enum code_member_kind kind;
	const char *name;
};

/* "=" and the text, "?" and why, or nothing */
static const char *compute_member(struct index *x, const struct code_query *q)
{
	const struct member_query *w = q->ctx;
	pthread_mutex_lock(&x->lock); /* of bases */
	struct answer m = w->kind == CODE_LINEAGE     ? lineage(x, q->a, w->of)
			  : w->kind == CODE_ATTRIBUTE ? by_value(x, q->a, w->of, attribute_value, w->name)
			  : w->kind == CODE_GIVEN     ? by_value(x, q->a, w->of, parameter_value, w->name)
						      : by_syntax(x, q->a, w->of, w->kind, w->name);
	pthread_mutex_unlock(&x->lock);
	if (m.is == CODE_MEMBER_NONE)
		return NULL;
	return arena_prefixed(q->a, m.is == CODE_MEMBER_KNOWN ? '=' : '?', m.text);
}

/* Parses the most frequent answer, which may have a thousand names: ['cat', 'dog'] or ('cat', 'dog'), nothing
 * escaped. */
static bool plain_texts(struct arena *a, const char *s, struct value *out)
{
	const char close = *s == '[' ? ']' : ')', *end;
	*out = value_list(a, *s == '[' ? VALUE_LIST : VALUE_TUPLE, 0, nowhere);
	for (s++; *s == '\'' || *s == '"'; s = end + 1 + strspn(end + 1, ", ")) {
		const char ends[] = { *s, '\\', '\0' };
		end = s + 1 + strcspn(s + 1, ends);
		if (*end != *s)
			return false;
		list_push(a, out->as.list, value_str(str_of(s + 1, (size_t)(end - s - 1)), nowhere), nowhere);
	}
	return s[0] == close && !s[1] && out->as.list->n;
}

/* Parses a printed value: literals. */
static struct value value_of(struct remembered *t, const char *text)
{
	struct arena *a = &t->arena;
	struct err e = { 0 };
	struct eval ev;
	struct value v = { 0 };
	if ((*text == '[' || *text == '(') && plain_texts(a, text, &v))
		return value_freeze(a, v);
	t->parser = t->parser ? t->parser : parser_new();
	const struct node *n = parse_expr(t->parser, a, text, (uint32_t)strlen(text), 0, &e);
	if (n) {
		eval_init(&ev, a, 0);
		v = value_freeze(a, eval_expr(&ev, n));
		eval_release(&ev);
	}
	return v;
}

/* A cached answer about the classes of one name. */
struct cached_member {
	enum code_member_kind kind;
	struct code_class_name of;
	const struct str *name;
	struct code_member m;
	struct cached_member *next;
};

static struct cached_member *find_cached(const struct remembered *t, const struct code_class_name *of,
					 enum code_member_kind kind, const struct str *name)
{
	struct cached_member *x = map_get(&t->members, of->type);
	while (x && (x->kind != kind || x->name != name || x->of.package != of->package ||
		     x->of.trusted != of->trusted || x->of.explicit_package != of->explicit_package ||
		     x->of.scope != of->scope || x->of.entered != of->entered || x->of.plugged != of->plugged))
		x = x->next;
	return x;
}

static struct code_member cache_member(struct remembered *t, const struct code_class_name *of,
				       enum code_member_kind kind, const struct str *name, const char *s)
{
	struct cached_member *x = arena_new(&t->arena, struct cached_member);
	*x = (struct cached_member){ kind, *of, name, { 0 }, map_get(&t->members, of->type) };
	x->m.is = !s ? CODE_MEMBER_NONE : *s == '=' ? CODE_MEMBER_KNOWN : CODE_MEMBER_UNKNOWN;
	if (x->m.is == CODE_MEMBER_UNKNOWN)
		x->m.why = arena_strdup(&t->arena, s + 1);
	else if (x->m.is == CODE_MEMBER_KNOWN)
		x->m.val = kind == CODE_LINEAGE ? value_text(str_lit(s + 1)->s, nowhere) : value_of(t, s + 1);
	map_put(&t->arena, &t->members, of->type, x);
	return x->m;
}

struct code_member code_member(const struct code *c, enum code_member_kind kind, const struct code_class_name *of,
			       const struct str *name)
{
	static const char *const kinds[] = { "lineage", "attribute", "given", "changes", "wired", "keys" };
	struct remembered *t = c->known;
	pthread_mutex_lock(&t->lock);
	const struct cached_member *known = find_cached(t, of, kind, name);
	struct code_member m = known ? known->m : (struct code_member){ 0 };
	pthread_mutex_unlock(&t->lock);
	if (known)
		return m;
	struct arena a = { 0 };
	struct member_query w = { of, kind, name ? name->s : "" };
	const char *package = of->package ? of->package->s : "", *trusted = of->trusted ? of->trusted->s : "";
	const struct str *line =
		str_lit(arena_printf(&a, "%s%s%s%s%s %s %s %s %s", kinds[kind], of->explicit_package ? "!" : "",
				     of->scope ? "=" : "", of->entered ? "@" : "", of->plugged ? "+" : "", package,
				     trusted, of->type->s, w.name));
	struct code_query q = { "", line, .type = of->type, .of = code_unless_known, .a = &a, .ctx = &w };
	const char *s = code_ask(c, q, compute_member);
	pthread_mutex_lock(&t->lock);
	m = cache_member(t, of, kind, name, s);
	pthread_mutex_unlock(&t->lock);
	arena_release(&a);
	return m;
}

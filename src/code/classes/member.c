// SPDX-License-Identifier: MIT
/* Questions about one class: which class a type means, then the answer. Answers are texts (code_ask), so that
 * they can be cached; values are printed, and parsed again when they are used.
 *
 * Invariant: a class answers only if no other one may be built instead, or all that may have the same code.
 *
 *	CODE_ATTRIBUTE of CocoDataset, "METAINFO.classes"	KNOWN ('cat', 'dog')
 *	of Net, which two files define differently		UNKNOWN, several classes have this name */
#include "code/classes/member.h"
#include "code/apart.h"
#include "code/classes/class_value.h"
#include "code/classes/subclass.h"
#include "pymodel/imports.h"
#include "code/priv.h"
#include "code/registry.h"
#include "code/registry_scope.h"
#include "code/classes/sample_keys.h"
#include "code/unregistered.h"
#include "code/classes/wired.h"
#include "python/eval/eval.h"
#include "python/value/copy.h"
#include "python/value/repr.h"
#include <string.h>

static const struct span nowhere;
static const char several[] = "several classes have this name";

struct answer {
	enum code_member_is is;
	const char *text; /* UNKNOWN: why, one clause */
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

static struct answer value_in(struct index *c, struct arena *a, const struct code_class_name *q, struct cls *k,
			      class_value_fn *of, const char *name)
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
static struct answer by_value(struct index *c, struct arena *a, const struct code_class_name *q, class_value_fn *of,
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
			  : w->kind == CODE_ATTRIBUTE ? by_value(x, q->a, w->of, class_attribute_value, w->name)
			  : w->kind == CODE_GIVEN     ? by_value(x, q->a, w->of, class_default_value, w->name)
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

// SPDX-License-Identifier: MIT
/* Name resolution. A scope's own names are collected in one pass over its file. Names are resolved on demand,
 * through imports and `import *`, from file to file. Each search has a limit on its depth (pymodel.h), so cycles of
 * imports end.
 *
 * Example: a.py: from b import Net as N    b.py: from c import *    c.py: class Net: ...
 *          names_of(top of a.py, `N`): import N -> b.Net -> star import of c -> class Net
 *          `x.y` with x unbound is not found */
#include "pymodel/names.h"
#include "base/buf.h"
#include "pymodel/alias.h"
#include "pymodel/inheritance.h"
#include "pymodel/pymodel.h"
#include <string.h>

/* ---- collecting ---- */

struct name_collector {
	struct pymodel *m;
	struct cfile *f;
	uint32_t choices; /* number of enclosing if and try statements */
};

static struct name_sym *add_sym(struct pymodel *m, struct map *to, const struct str *name, enum sym_kind kind)
{
	struct name_sym *s = arena_new(&m->arena, struct name_sym);
	s->kind = kind;
	s->also = map_get(to, name);
	map_put(&m->arena, to, name, s);
	return s;
}

static struct fn *new_fn(struct pymodel *m, struct cfile *f, const struct node *n, struct fn *up, struct cls *cls)
{
	struct fn *fn = arena_new(&m->arena, struct fn);
	*fn = (struct fn){ .file = f, .node = n, .up = up, .cls = cls, .name = n->text };
	vec_push(&m->fn, fn);
	return fn;
}

const struct str *names_absolute(const struct cfile *f, const struct str *module, unsigned level)
{
	if (!level)
		return module;
	const char *s = f->dotted->s;
	size_t n = f->dotted->len;
	for (unsigned up = level - (f->package ? 1 : 0); up > 0; up--) {
		while (n && s[n - 1] != '.')
			n--;
		n -= n > 0;
	}
	struct buf b = { 0 };
	buf_add(&b, s, n);
	if (n && module->len)
		buf_putc(&b, '.');
	buf_puts(&b, module->s);
	const struct str *out = str_of(buf_str(&b), b.n);
	buf_release(&b);
	return out;
}

/* Capacity doubles. */
static void add_import(struct name_collector *w, struct import x)
{
	struct cfile *f = w->f;

	if (!(f->nimports & (f->nimports - 1))) {
		struct import *room =
			arena_array(&w->m->arena, struct import, f->nimports ? 2 * (size_t)f->nimports : 1);

		if (f->nimports)
			memcpy(room, f->import, f->nimports * sizeof *room);
		f->import = room;
	}
	f->import[f->nimports++] = x;
	f->stars |= x.name && !strcmp(x.name->s, "*");
}

static void collect_from(struct name_collector *w, struct fn *fn, const struct node *n)
{
	const struct str *module = names_absolute(w->f, n->text, n->op);
	for (uint32_t i = 0; i < n->n; i++) {
		const struct node *alias = n->kid[i];
		add_import(w, (struct import){ module, alias->text, n->op > 0 });
		if (!strcmp(alias->text->s, "*"))
			continue;
		const struct str *bound = alias->n && alias->kid[0] ? alias->kid[0]->text : alias->text;
		struct name_sym *s = add_sym(w->m, &fn->inner, bound, SYM_FROM);
		s->module = module;
		s->name = alias->text;
	}
}

static void collect_import(struct name_collector *w, struct fn *fn, const struct node *n)
{
	for (uint32_t i = 0; i < n->n; i++) {
		const struct node *alias = n->kid[i];
		bool named = alias->n && alias->kid[0];
		const char *dot = strchr(alias->text->s, '.');
		const struct str *first = dot ? str_of(alias->text->s, (size_t)(dot - alias->text->s)) : alias->text;
		add_import(w, (struct import){ alias->text, NULL, false });
		struct name_sym *s = add_sym(w->m, &fn->inner, named ? alias->kid[0]->text : first, SYM_MODULE);
		s->module = named ? alias->text : first;
	}
}

static void collect_node(struct name_collector *w, struct fn *fn, struct cls *cls, const struct node *n,
			 unsigned depth);

static void collect_kids(struct name_collector *w, struct fn *fn, struct cls *cls, const struct node *n, unsigned depth)
{
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			collect_node(w, fn, cls, n->kid[i], depth + 1);
}

/* Adds a function, a method or a lambda: findable by its name and by its node. */
static void collect_def(struct name_collector *w, struct fn *fn, struct cls *cls, const struct node *n, unsigned depth)
{
	struct fn *def = new_fn(w->m, w->f, n, fn, cls);
	for (uint32_t i = 2; n->kind == NODE_DEF && i < n->n; i++) {
		const char *by = n->kid[i]->kind == NODE_NAME ? n->kid[i]->text->s : "";
		def->method_static |= !strcmp(by, "staticmethod");
		def->method_of_class |= !strcmp(by, "classmethod");
	}
	if (n->kind == NODE_LAMBDA)
		map_put(&w->m->arena, &fn->inner, n, def);
	else if (cls) {
		map_put(&w->m->arena, &cls->method, n->text, def);
		struct name_sym *s = add_sym(w->m, &w->m->methods, n->text, SYM_FUNC);
		s->fn = def;
		map_put(&w->m->arena, &fn->inner, n, def);
	} else {
		add_sym(w->m, &fn->inner, n->text, SYM_FUNC)->fn = def;
		map_put(&w->m->arena, &fn->inner, n, def);
	}
	collect_kids(w, def, NULL, n, depth);
}

static void collect_class(struct name_collector *w, struct fn *fn, const struct node *n, unsigned depth)
{
	struct cls *k = arena_new(&w->m->arena, struct cls);
	*k = (struct cls){ .file = w->f, .node = n, .name = n->text, .in = fn, .chosen = w->choices > 0 };
	vec_push(&w->m->cls, k);
	add_sym(w->m, &fn->inner, n->text, SYM_CLASS)->cls = k;
	map_put(&w->m->arena, &fn->inner, n, k);
	collect_node(w, fn, k, n->kid[0], depth + 1);
	for (uint32_t i = 1; i < n->n; i++)
		collect_node(w, fn, NULL, n->kid[i], depth + 1);
}

/* to: the name that it is an alias of; NULL: unknown. */
static void bind_name(struct name_collector *w, const struct str *name, const struct str *to)
{
	struct name_alias *known = map_get(&w->f->alias, name);
	struct name_alias *a = known ? known : arena_new(&w->m->arena, struct name_alias);

	a->to = known || w->choices ? NULL : to;
	map_put(&w->m->arena, &w->f->alias, name, a);
}

static void bind_target(struct name_collector *w, const struct node *target, const struct str *to)
{
	if (target->kind == NODE_NAME)
		bind_name(w, target->text, to);
	for (uint32_t i = 0; i < target->n; i++)
		if (target->kid[i])
			bind_target(w, target->kid[i], NULL);
}

/* Records the names that a top-level statement binds, besides definitions and imports. */
static void collect_bound(struct name_collector *w, const struct node *n)
{
	switch (n->kind) {
	case NODE_ASSIGN:
		for (uint32_t i = 1; i < n->n; i++)
			bind_target(w, n->kid[i], n->kid[0]->kind == NODE_NAME ? n->kid[0]->text : NULL);
		break;
	case NODE_ANNASSIGN:
	case NODE_AUGASSIGN:
	case NODE_FOR:
	case NODE_WALRUS:
		bind_target(w, n->kid[0], NULL);
		break;
	case NODE_DEL:
		for (uint32_t i = 0; i < n->n; i++)
			bind_target(w, n->kid[i], NULL);
		break;
	case NODE_WITHITEM:
		if (n->kid[1])
			bind_target(w, n->kid[1], NULL);
		break;
	case NODE_EXCEPT:
		if (n->text)
			bind_name(w, n->text, NULL);
		break;
	default:
		break;
	}
}

/* Collects definitions and imports only. cls (a method) or else fn owns the name. Names below an `if` or `try` may
 * have another definition (choices). */
static void collect_node(struct name_collector *w, struct fn *fn, struct cls *cls, const struct node *n, unsigned depth)
{
	if (depth > NEST_MAX) {
		if (!w->m->deep_in) {
			w->m->deep_in = w->f;
			w->m->deep_at = n;
		}
		return;
	}
	if (fn == w->f->top && !cls)
		collect_bound(w, n);
	switch (n->kind) {
	case NODE_DEF:
	case NODE_LAMBDA:
		collect_def(w, fn, cls, n, depth);
		break;
	case NODE_CLASS:
		collect_class(w, fn, n, depth);
		break;
	case NODE_FROM:
		collect_from(w, fn, n);
		break;
	case NODE_IMPORT:
		collect_import(w, fn, n);
		break;
	case NODE_GLOBAL:
		for (uint32_t i = 0; i < n->n; i++) {
			map_put(&w->m->arena, &fn->global, n->kid[i]->text, fn);
			bind_name(w, n->kid[i]->text, NULL);
		}
		break;
	case NODE_IF:
	case NODE_TRY:
		w->choices++;
		collect_kids(w, fn, cls, n, depth);
		w->choices--;
		break;
	default:
		collect_kids(w, fn, cls, n, depth);
		break;
	}
}

void names_collect(struct pymodel *m, struct cfile *f)
{
	struct name_collector w = { .m = m, .f = f };
	f->top = new_fn(m, f, f->tree.root, NULL, NULL);
	f->top->name = str_lit("");
	collect_node(&w, f->top, NULL, f->tree.root, 0);
}

/* ---- finding ---- */

static struct found external(const struct str *dotted)
{
	return (struct found){ .kind = F_EXT, .dotted = dotted };
}

const struct str *names_joined(const struct str *a, const struct str *b)
{
	char near[256], *t = near;
	size_t n = (size_t)a->len + 1 + b->len;
	if (n > sizeof near)
		t = xcalloc(n, 1);
	memcpy(t, a->s, a->len);
	t[a->len] = '.';
	memcpy(t + a->len + 1, b->s, b->len);
	const struct str *s = str_of(t, n);
	if (t != near)
		free(t);
	return s;
}

/* The imports of a script search its own folder first. */
struct found names_module(struct pymodel *m, const struct str *dotted, const struct cfile *from)
{
	struct cfile *f = map_get(&m->by_dotted, dotted);
	if (!f && from && from->dotted) {
		const char *last = strrchr(from->dotted->s, '.');
		if (last) {
			const struct str *dir = str_of(from->dotted->s, (size_t)(last - from->dotted->s));
			f = map_get(&m->by_dotted, names_joined(dir, dotted));
		}
	}
	return f ? (struct found){ .kind = F_MODULE, .file = f } : external(dotted);
}

/* Follows an import to its target. */
static struct found of_sym(struct pymodel *m, const struct cfile *at, struct name_sym *s, unsigned depth)
{
	switch (s->kind) {
	case SYM_FUNC:
		return (struct found){ .kind = F_FUNC, .fn = s->fn, .sym = s };
	case SYM_CLASS:
		return (struct found){ .kind = F_CLASS, .cls = s->cls, .sym = s };
	case SYM_MODULE:
	case SYM_FROM:
		break;
	}
	if (s->outside)
		return external(s->outside);
	struct found in = names_module(m, s->module, at);
	if (in.kind != F_MODULE) {
		const struct str *dotted = s->kind == SYM_FROM ? names_joined(in.dotted, s->name) : in.dotted;
		if (!m->shared)
			s->outside = dotted;
		return external(dotted);
	}
	if (s->kind == SYM_MODULE)
		return in;
	struct found sub = names_member(m, in.file, s->name, depth + 1);
	if (sub.kind != F_NONE)
		return sub;
	sub = names_module(m, names_joined(in.file->dotted, s->name), NULL);
	return sub.kind == F_MODULE ? sub : external(names_joined(in.file->dotted, s->name));
}

/* Lists the files whose names f re-exports: depth first, the last import of a file first, because it binds last.
 * Modules that re-export each other form a cycle, so each file is listed once, where it is reached first. */
static void link_stars(struct cfile *of, struct cfile *f, struct cfile **list, uint32_t depth)
{
	const struct str *all = str_lit("*");

	for (uint32_t i = f->nimports; i-- > 0;) {
		if (f->import[i].name != all)
			continue;

		struct found m = names_module(of->of, f->import[i].module, f);
		if (m.kind != F_MODULE || m.file == of || m.file->seen_for == of->seen_for)
			continue;
		if (of->nthrough == STARS_MAX || depth > HOPS_MAX) {
			of->through_more = true;
			return;
		}
		m.file->seen_for = of->seen_for;
		list[of->nthrough++] = m.file;
		if (!m.file->broken) /* names after the syntax error are unknown */
			link_stars(of, m.file, list, depth + 1);
	}
}

void names_link(struct pymodel *m)
{
	struct cfile *list[STARS_MAX];
	for (uint32_t i = 0; i < m->nfiles; i++) {
		struct cfile *f = m->file[i];
		if (f->through || !f->stars)
			continue;
		f->seen_for = i + 1;
		link_stars(f, f, list, 1);
		f->through = arena_array(&m->arena, struct cfile *, f->nthrough + 1);
		if (f->nthrough)
			memcpy(f->through, list, f->nthrough * sizeof *list);
	}
}

/* `B = A`, and no other statement binds B: B is A, if A is a class that is defined unconditionally. */
static struct found of_alias(struct pymodel *m, struct cfile *f, const struct str *name, unsigned depth)
{
	const struct str *end = alias_is(f, name) ? alias_end(f, map_get(&f->alias, name)) : NULL;
	const struct name_alias *other = end ? map_get(&f->alias, end) : NULL;
	struct found x = end ? names_member(m, f, end, depth + 1) : (struct found){ .kind = F_NONE };

	return x.kind == F_CLASS && (!other || other->to) ? x : (struct found){ .kind = F_NONE };
}

/* The binding of the name in the file itself. */
static struct found bound_in(struct pymodel *m, struct cfile *f, const struct str *name, unsigned depth)
{
	if (f->broken)
		return external(names_joined(f->dotted, name));
	struct name_sym *s = map_get(&f->top->inner, name);
	if (s)
		return of_sym(m, f, s, depth);

	struct found alias = of_alias(m, f, name, depth);

	if (alias.kind == F_NONE && map_get(&f->top->var, name))
		return (struct found){ .kind = F_VAR, .fn = f->top, .name = name };
	return alias;
}

struct found names_member(struct pymodel *m, struct cfile *f, const struct str *name, unsigned depth)
{
	if (depth > HOPS_MAX)
		return (struct found){ .kind = F_NONE };

	struct found r = bound_in(m, f, name, depth);
	bool last = alias_is(f, name);

	for (uint32_t i = 0; i < f->nthrough && r.kind == F_NONE && !last; i++) {
		r = bound_in(m, f->through[i], name, depth + 1);
		last = alias_is(f->through[i], name);
	}
	return r.kind == F_NONE && !last && f->through_more ? external(names_joined(f->dotted, name)) : r;
}

struct found names_bound(const struct cfile *f, struct name_sym *s)
{
	return of_sym(f->of, f, s, 0);
}

struct found names_find(struct fn *scope, const struct str *name)
{
	struct pymodel *m = scope->file->of;
	for (struct fn *f = scope; f; f = f->up) {
		if (map_get(&f->global, name)) {
			while (f->up)
				f = f->up;
		}
		struct name_sym *s = map_get(&f->inner, name);
		struct found alias = f->up || s ? (struct found){ .kind = F_NONE } : of_alias(m, f->file, name, 0);
		if (alias.kind == F_CLASS)
			return alias;
		if (map_get(&f->var, name))
			return (struct found){ .kind = F_VAR, .fn = f, .sym = s, .name = name };
		if (s)
			return of_sym(m, f->file, s, 0);
	}
	return names_member(m, scope->file, name, 0);
}

/* Resolves the first name, then each attribute in the result. A chain with more than DOTS_MAX dots is not resolved.
 * */
struct found names_of(struct fn *scope, const struct node *n)
{
	struct pymodel *m = scope->file->of;
	if (n->kind == NODE_NAME)
		return names_find(scope, n->text);
	if (n->kind != NODE_ATTR)
		return (struct found){ .kind = F_NONE };
	const struct node *chain[DOTS_MAX];
	uint32_t depth = 0;
	for (; n->kind == NODE_ATTR && depth < ARRAY_SIZE(chain); n = n->kid[0])
		chain[depth++] = n;
	struct found f = n->kind == NODE_NAME ? names_find(scope, n->text) : (struct found){ .kind = F_NONE };
	while (depth-- > 0) {
		const struct str *name = chain[depth]->text;
		if (f.kind == F_EXT)
			f = external(names_joined(f.dotted, name));
		else if (f.kind == F_MODULE) {
			struct cfile *in = f.file;
			f = names_member(m, in, name, 0);
			if (f.kind == F_NONE)
				f = names_module(m, names_joined(in->dotted, name), NULL);
		} else if (f.kind == F_CLASS) {
			struct fn *method = class_method(m, f.cls, name, NULL);
			f = method ? (struct found){ .kind = F_FUNC, .fn = method } : (struct found){ .kind = F_NONE };
		} else {
			return (struct found){ .kind = F_NONE };
		}
	}
	return f;
}

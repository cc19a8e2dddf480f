// SPDX-License-Identifier: MIT
/* A scope's own names are collected in one pass over its file; what they stand for is looked up on demand, through
 * imports and `import *`, from file to file. */
#include "code/names.h"
#include "code/alias.h"
#include "code/priv.h"
#include "project/stdlib.h"
#include <string.h>

/* ---- collecting ---- */

struct collect {
	struct index *c;
	struct cfile *f;
	uint32_t choices; /* if and try around */
};

static struct name_sym *add_sym(struct index *c, struct map *to, const struct str *name, enum sym_kind kind)
{
	struct name_sym *s = arena_new(&c->arena, struct name_sym);
	s->kind = kind;
	s->also = map_get(to, name);
	map_put(&c->arena, to, name, s);
	return s;
}

static struct fn *new_fn(struct index *c, struct cfile *f, const struct node *n, struct fn *up, struct cls *cls)
{
	struct fn *fn = arena_new(&c->arena, struct fn);
	*fn = (struct fn){
		.file = f, .node = n, .up = up, .cls = cls, .name = n->text, .dirty = true, .ret.kept = true
	};
	vec_push(&c->fn, fn);
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

/* A package outside that might look for configs wherever they are kept. Scripts other than training don't count, nor
 * what lies beside the file. */
static void note_foreign(struct collect *w, const struct str *module)
{
	struct index *c = w->c;
	if ((w->f->script && !w->f->trains) || names_module(c, module, w->f).kind == F_MODULE)
		return;
	size_t n = strcspn(module->s, ".");
	const struct str *top = str_of(module->s, n);
	if ((c->foreign && c->prying && c->apart) || !n || map_get(&c->by_dotted, top) || stdlib_has(top->s) ||
	    texts_have(&c->know->neutral_package, top->s))
		return;
	if (!c->foreign)
		c->foreign = top;
	if (texts_have(&c->know->type_package, top->s))
		return;
	if (w->f->apart && !c->apart)
		c->apart = arena_printf(&c->arena, STRANGER, top->s);
	else if (!w->f->apart && !c->prying)
		c->prying = top;
}

/* One more; the room doubles. */
static const struct str **one_more(struct index *c, const struct str **at, uint32_t n, const struct str *more)
{
	if (!(n & (n - 1))) {
		const struct str **room = arena_array(&c->arena, const struct str *, n ? 2 * (size_t)n : 1);

		if (n)
			memcpy(room, at, n * sizeof *at);
		at = room;
	}
	at[n] = more;
	return at;
}

static void collect_from(struct collect *w, struct fn *fn, const struct node *n)
{
	const struct str *module = names_absolute(w->f, n->text, n->op);
	if (!n->op)
		note_foreign(w, module);
	for (uint32_t i = 0; i < n->n; i++) {
		const struct node *alias = n->kid[i];
		if (!strcmp(alias->text->s, "*")) {
			w->f->star = one_more(w->c, w->f->star, w->f->nstars++, module);
			continue;
		}
		const struct str *bound = alias->n && alias->kid[0] ? alias->kid[0]->text : alias->text;
		struct name_sym *s = add_sym(w->c, &fn->inner, bound, SYM_FROM);
		s->module = module;
		s->name = alias->text;
	}
}

static void collect_import(struct collect *w, struct fn *fn, const struct node *n)
{
	for (uint32_t i = 0; i < n->n; i++) {
		const struct node *alias = n->kid[i];
		bool named = alias->n && alias->kid[0];
		const char *dot = strchr(alias->text->s, '.');
		const struct str *first = dot ? str_of(alias->text->s, (size_t)(dot - alias->text->s)) : alias->text;
		note_foreign(w, alias->text);
		struct name_sym *s = add_sym(w->c, &fn->inner, named ? alias->kid[0]->text : first, SYM_MODULE);
		s->module = named ? alias->text : first;
	}
}

static void collect_node(struct collect *w, struct fn *fn, struct cls *cls, const struct node *n, unsigned depth);

static void collect_kids(struct collect *w, struct fn *fn, struct cls *cls, const struct node *n, unsigned depth)
{
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			collect_node(w, fn, cls, n->kid[i], depth + 1);
}

/* A function, a method or a lambda: found by its name, and by its node. */
static void collect_def(struct collect *w, struct fn *fn, struct cls *cls, const struct node *n, unsigned depth)
{
	struct fn *made = new_fn(w->c, w->f, n, fn, cls);
	for (uint32_t i = 2; n->kind == NODE_DEF && i < n->n; i++)
		made->method_static |= n->kid[i]->kind == NODE_NAME && !strcmp(n->kid[i]->text->s, "staticmethod");
	if (n->kind == NODE_LAMBDA)
		map_put(&w->c->arena, &fn->inner, n, made);
	else if (cls) {
		map_put(&w->c->arena, &cls->method, n->text, made);
		struct name_sym *s = add_sym(w->c, &w->c->methods, n->text, SYM_FUNC);
		s->fn = made;
		map_put(&w->c->arena, &fn->inner, n, made);
	} else {
		add_sym(w->c, &fn->inner, n->text, SYM_FUNC)->fn = made;
		map_put(&w->c->arena, &fn->inner, n, made);
	}
	collect_kids(w, made, NULL, n, depth);
}

static void collect_class(struct collect *w, struct fn *fn, const struct node *n, unsigned depth)
{
	struct cls *k = arena_new(&w->c->arena, struct cls);
	*k = (struct cls){ .file = w->f, .node = n, .name = n->text, .in = fn, .chosen = w->choices > 0 };
	vec_push(&w->c->cls, k);
	add_sym(w->c, &fn->inner, n->text, SYM_CLASS)->cls = k;
	map_put(&w->c->arena, &fn->inner, n, k);
	collect_node(w, fn, k, n->kid[0], depth + 1);
	for (uint32_t i = 1; i < n->n; i++)
		collect_node(w, fn, NULL, n->kid[i], depth + 1);
}

/* to: what another name of it is; NULL: who knows. */
static void bind_name(struct collect *w, const struct str *name, const struct str *to)
{
	struct name_alias *known = map_get(&w->f->alias, name);
	struct name_alias *a = known ? known : arena_new(&w->c->arena, struct name_alias);

	a->to = known || w->choices ? NULL : to;
	map_put(&w->c->arena, &w->f->alias, name, a);
}

static void bind_target(struct collect *w, const struct node *target, const struct str *to)
{
	if (target->kind == NODE_NAME)
		bind_name(w, target->text, to);
	for (uint32_t i = 0; i < target->n; i++)
		if (target->kid[i])
			bind_target(w, target->kid[i], NULL);
}

/* What a statement at a file's top binds beside definitions and imports. */
static void collect_bound(struct collect *w, const struct node *n)
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

/* Definitions and imports only; what they stand in decides whose name it is: cls (a method), else fn. Names below an
 * `if` or `try` may have another definition (choices). */
static void collect_node(struct collect *w, struct fn *fn, struct cls *cls, const struct node *n, unsigned depth)
{
	if (depth > NEST_MAX) {
		if (!w->c->incomplete) {
			w->c->incomplete = "is nested too deeply to be followed";
			w->c->incomplete_at = file_place(w->f, n);
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
			map_put(&w->c->arena, &fn->global, n->kid[i]->text, fn);
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

void names_collect(struct index *c, struct cfile *f)
{
	struct collect w = { .c = c, .f = f };
	f->top = new_fn(c, f, f->tree.root, NULL, NULL);
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

/* A script's imports look beside it first. */
struct found names_module(struct index *c, const struct str *dotted, const struct cfile *from)
{
	struct cfile *f = map_get(&c->by_dotted, dotted);
	if (!f && from && from->dotted) {
		const char *last = strrchr(from->dotted->s, '.');
		if (last) {
			const struct str *dir = str_of(from->dotted->s, (size_t)(last - from->dotted->s));
			f = map_get(&c->by_dotted, names_joined(dir, dotted));
		}
	}
	return f ? (struct found){ .kind = F_MODULE, .file = f } : external(dotted);
}

/* Follows imports to what they import. */
static struct found of_sym(struct index *c, const struct cfile *at, struct name_sym *s, unsigned depth)
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
	struct found m = names_module(c, s->module, at);
	if (m.kind != F_MODULE) {
		const struct str *dotted = s->kind == SYM_FROM ? names_joined(m.dotted, s->name) : m.dotted;
		if (!c->built)
			s->outside = dotted;
		return external(dotted);
	}
	if (s->kind == SYM_MODULE)
		return m;
	struct found sub = names_member(c, m.file, s->name, depth + 1);
	if (sub.kind != F_NONE)
		return sub;
	sub = names_module(c, names_joined(m.file->dotted, s->name), NULL);
	return sub.kind == F_MODULE ? sub : external(names_joined(m.file->dotted, s->name));
}

/* Depth first, the last import of a file first: it binds last. Modules that hand on each other's names are a circle,
 * and a search that went along each way through it would never end: each file counts where it is met first. */
static void link_stars(struct cfile *of, struct cfile *f, struct cfile **list, uint32_t depth)
{
	for (uint32_t i = f->nstars; i-- > 0;) {
		struct found m = names_module(of->of, f->star[i], f);
		if (m.kind != F_MODULE || m.file == of || m.file->seen_for == of->seen_for)
			continue;
		if (of->nthrough == STARS_MAX || depth > HOPS_MAX) {
			of->through_more = true;
			return;
		}
		m.file->seen_for = of->seen_for;
		list[of->nthrough++] = m.file;
		if (!m.file->broken) /* nothing behind it is found */
			link_stars(of, m.file, list, depth + 1);
	}
}

void names_link(struct index *c)
{
	struct cfile *list[STARS_MAX];
	for (uint32_t i = 0; i < c->nfiles; i++) {
		struct cfile *f = c->file[i];
		if (f->through || !f->nstars)
			continue;
		f->seen_for = i + 1;
		link_stars(f, f, list, 1);
		f->through = arena_array(&c->arena, struct cfile *, f->nthrough + 1);
		if (f->nthrough)
			memcpy(f->through, list, f->nthrough * sizeof *list);
	}
}

/* `B = A`, and nothing else binds B: it is what A is, if that is a class, and always. */
static struct found of_alias(struct index *c, struct cfile *f, const struct str *name, unsigned depth)
{
	const struct str *end = alias_is(f, name) ? alias_end(f, map_get(&f->alias, name)) : NULL;
	const struct name_alias *other = end ? map_get(&f->alias, end) : NULL;
	struct found x = end ? names_member(c, f, end, depth + 1) : (struct found){ .kind = F_NONE };

	return x.kind == F_CLASS && (!other || other->to) ? x : (struct found){ .kind = F_NONE };
}

/* What the file itself binds the name to. */
static struct found bound_in(struct index *c, struct cfile *f, const struct str *name, unsigned depth)
{
	if (f->broken)
		return external(names_joined(f->dotted, name));
	struct name_sym *s = map_get(&f->top->inner, name);
	if (s)
		return of_sym(c, f, s, depth);

	struct found alias = of_alias(c, f, name, depth);

	if (alias.kind == F_NONE && map_get(&f->top->var, name))
		return (struct found){ .kind = F_VAR, .fn = f->top, .name = name };
	return alias;
}

struct found names_member(struct index *c, struct cfile *f, const struct str *name, unsigned depth)
{
	if (depth > HOPS_MAX)
		return (struct found){ .kind = F_NONE };

	struct found r = bound_in(c, f, name, depth);
	bool last = alias_is(f, name);

	for (uint32_t i = 0; i < f->nthrough && r.kind == F_NONE && !last; i++) {
		r = bound_in(c, f->through[i], name, depth + 1);
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
	struct index *c = scope->file->of;
	for (struct fn *f = scope; f; f = f->up) {
		if (map_get(&f->global, name)) {
			while (f->up)
				f = f->up;
		}
		struct name_sym *s = map_get(&f->inner, name);
		struct found alias = f->up || s ? (struct found){ .kind = F_NONE } : of_alias(c, f->file, name, 0);
		if (alias.kind == F_CLASS)
			return alias;
		if (map_get(&f->var, name))
			return (struct found){ .kind = F_VAR, .fn = f, .sym = s, .name = name };
		if (s)
			return of_sym(c, f->file, s, 0);
	}
	return names_member(c, scope->file, name, 0);
}

/* From the first name on; each part must be found before the next one is looked up in it. A chain with more than
 * DOTS_MAX dots begins with no name, and is not found. */
struct found names_of(struct fn *scope, const struct node *n)
{
	struct index *c = scope->file->of;
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
			f = names_member(c, in, name, 0);
			if (f.kind == F_NONE)
				f = names_module(c, names_joined(in->dotted, name), NULL);
		} else if (f.kind == F_CLASS) {
			struct fn *m = class_method(c, f.cls, name, NULL);
			f = m ? (struct found){ .kind = F_FUNC, .fn = m } : (struct found){ .kind = F_NONE };
		} else {
			return (struct found){ .kind = F_NONE };
		}
	}
	return f;
}

/* ---- classes ---- */

static void open_bases(struct cls *k, const char *why)
{
	k->open_bases = true;
	if (!k->open_why)
		k->open_why = why;
}

static void add_abroad(struct index *c, struct cls *k, const struct str *dotted)
{
	for (uint32_t i = 0; i < k->nabroad; i++)
		if (k->abroad[i] == dotted)
			return;
	const struct str **more = arena_array(&c->arena, const struct str *, k->nabroad + 1);
	if (k->nabroad)
		memcpy(more, k->abroad, k->nabroad * sizeof *more);
	more[k->nabroad++] = dotted;
	k->abroad = more;
}

/* C3: the first head that stands in nobody's tail, again and again. false: no order fits all bases, or it gets too
 * long. */
static bool merge(struct cls **out, uint32_t *nout, struct cls ***list, uint32_t *len, uint32_t n)
{
	for (;;) {
		struct cls *pick = NULL;
		bool any = false;
		for (uint32_t i = 0; i < n && !pick; i++) {
			if (!len[i])
				continue;
			any = true;
			pick = list[i][0];
			for (uint32_t k = 0; k < n && pick; k++)
				for (uint32_t j = 1; j < len[k] && pick; j++)
					if (list[k][j] == pick)
						pick = NULL;
		}
		if (!pick)
			return !any;
		if (*nout >= MRO_MAX)
			return false;
		out[(*nout)++] = pick;
		for (uint32_t i = 0; i < n; i++)
			if (len[i] && list[i][0] == pick) {
				list[i]++;
				len[i]--;
			}
	}
}

static bool is_type_variable(const struct str *dotted)
{
	static const char *const names[] = { "typing.Generic", "typing.Protocol", "abc.ABC", "object", NULL };
	for (uint32_t i = 0; names[i]; i++)
		if (!strcmp(dotted->s, names[i]))
			return true;
	return false;
}

/* One argument of `class X(...)`. */
static void add_base(struct index *c, struct cls *k, const struct node *arg, struct cls **base, uint32_t *n)
{
	if (arg->kind == NODE_KW)
		return; /* metaclass=ABCMeta */
	if (arg->kind == NODE_INDEX)
		arg = arg->kid[0]; /* Generic[T] */
	if (arg->kind == NODE_NAME && !strcmp(arg->text->s, "object"))
		return;
	struct found f = names_of(k->in, arg);
	if (f.kind == F_CLASS && f.cls != k && *n < BASES_MAX) {
		class_bases(c, f.cls);
		if (f.cls->bases_are == DONE) {
			base[(*n)++] = f.cls;
			if (f.sym && f.sym->also)
				open_bases(k, "a base is defined more than once");
			return;
		}
	}
	if (f.kind == F_EXT && is_type_variable(f.dotted))
		return;
	if (f.kind == F_EXT)
		add_abroad(c, k, f.dotted);
	else
		open_bases(k, "a base class is not found");
}

void class_bases(struct index *c, struct cls *k)
{
	if (k->bases_are != NOT_YET)
		return;
	k->bases_are = UNDER_WAY;
	struct cls *base[BASES_MAX];
	uint32_t n = 0, len[BASES_MAX + 1], nout = 0;
	struct cls **list[BASES_MAX + 1], *out[MRO_MAX + 1];
	if (c->depth++ > NEST_MAX)
		open_bases(k, "its bases are nested too deeply");
	for (uint32_t i = 1; !k->open_bases && i + k->node->op < k->node->n; i++)
		add_base(c, k, k->node->kid[i], base, &n);
	c->depth--;
	for (uint32_t i = 0; i < n; i++) {
		list[i] = base[i]->mro;
		len[i] = base[i]->nmro;
		for (uint32_t j = 0; j < base[i]->nabroad; j++)
			add_abroad(c, k, base[i]->abroad[j]);
		if (base[i]->open_bases)
			open_bases(k, base[i]->open_why);
	}
	list[n] = base;
	len[n] = n;
	out[nout++] = k;
	if (!merge(out, &nout, list, len, n + 1))
		open_bases(k, "its bases have no consistent order");
	k->mro = arena_array(&c->arena, struct cls *, nout);
	memcpy(k->mro, out, nout * sizeof *out);
	k->nmro = nout;
	k->bases_are = DONE;
}

struct fn *class_method(struct index *c, struct cls *k, const struct str *name, const struct cls *after)
{
	class_bases(c, k);
	bool on = !after;
	for (uint32_t i = 0; i < k->nmro; i++) {
		struct fn *m = on ? map_get(&k->mro[i]->method, name) : NULL;
		if (m)
			return m;
		on |= k->mro[i] == after;
	}
	return NULL;
}

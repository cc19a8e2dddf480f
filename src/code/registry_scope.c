// SPDX-License-Identifier: MIT
/* Registries and their scopes, as in MMEngine: `_scope_`, a prefix or default_scope names the registries that are
 * searched first; their parents (parent=) are searched next.
 *
 *   METRICS = Registry('metric', parent=MMENGINE_METRICS, scope='mmdet')
 *   @METRICS.register_module()
 *   class CocoMetric              # home "mmdet": dict(type='CocoMetric', _scope_='mmpose') is another class */
#include "code/registry_scope.h"
#include "code/code_know.h"
#include "code/priv.h"
#include "code/registry.h"
#include "code/unregistered.h"
#include "python/syntax/treewalk.h"
#include <string.h>

/* What a module assigns to a name: the last value, and the number of values. */
struct assigned {
	const struct str *name;
	const struct node *value;
	uint32_t n;
};

static void see_target(struct assigned *s, const struct node *target, const struct node *value)
{
	if (target->kind == NODE_TUPLE || target->kind == NODE_LIST) {
		bool pairs = value && value->kind == NODE_TUPLE && value->n == target->n;
		for (uint32_t i = 0; i < target->n; i++)
			see_target(s, target->kid[i], pairs ? value->kid[i] : NULL);
	} else if (target->kind == NODE_NAME && target->text == s->name) {
		s->value = value;
		s->n++;
	}
}

/* Also in blocks of the module, but not in functions or classes. */
static void see_assigned(struct assigned *s, const struct node *module)
{
	struct walk w;
	walk_begin(&w, module);
	for (const struct node *n; (n = walk_next(&w));) {
		if (n->kind == NODE_ANNASSIGN && n->kid[2])
			see_target(s, n->kid[0], n->kid[2]);
		for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
			see_target(s, n->kid[i], n->kid[0]);
		if (n->kind == NODE_ASSIGN || node_is_scope(n))
			walk_skip(&w);
	}
}

/* What creates a registry: a call in a module of the project, or another package. */
struct maker {
	const struct node *call;
	const struct cfile *file;
	const struct str *outside; /* dotted */
	const struct str *name;	   /* of the call: of the variable */
};

/* Follows its aliases. */
static struct maker maker_of(struct index *c, struct found x, unsigned depth)
{
	if (x.kind == F_EXT) { /* a variable of another module */
		const char *dot = strrchr(x.dotted->s, '.');
		struct found m = { 0 };
		if (dot)
			m = names_module(&c->m, str_of(x.dotted->s, (size_t)(dot - x.dotted->s)), NULL);
		if (m.kind != F_MODULE)
			return (struct maker){ .outside = x.dotted };
		x = (struct found){ .kind = F_VAR, .fn = m.file->top, .name = str_lit(dot + 1) };
	}
	if (x.kind != F_VAR || x.fn->up || depth > HOPS_MAX)
		return (struct maker){ 0 };
	struct assigned s = { .name = x.name };
	see_assigned(&s, x.fn->node);
	if (s.n != 1 || !s.value)
		return (struct maker){ 0 };
	if (s.value->kind == NODE_NAME || s.value->kind == NODE_ATTR)
		return maker_of(c, names_of(x.fn, s.value), depth + 1);
	return (struct maker){ .call = s.value->kind == NODE_CALL ? s.value : NULL,
			       .file = x.fn->file,
			       .name = x.name };
}

static struct maker maker_of_registry(struct index *c, const struct registered *r)
{
	return r->registry ? maker_of(c, names_of(r->at, r->registry), 0) : (struct maker){ 0 };
}

/* Registry(name, build_func, parent, scope), by name or position; NULL: not given. */
enum { PARENT_AT = 3, SCOPE_AT };
static const struct node *given(const struct node *call, const char *name, uint32_t at)
{
	const struct node *by_name = registry_argument(call, name);
	if (by_name || call->n <= at)
		return by_name;
	for (uint32_t i = 1; i <= at; i++)
		if (call->kid[i]->kind == NODE_KW || call->kid[i]->kind == NODE_STAR ||
		    call->kid[i]->kind == NODE_DSTAR)
			return NULL;
	return call->kid[at];
}

/* Without a scope argument: the package of the module that creates it. */
static const struct str *home_made(struct maker m)
{
	const struct node *scope = given(m.call, "scope", SCOPE_AT);
	if (!scope || scope->kind == NODE_CONST)
		return m.file->dotted;
	return scope->kind == NODE_STR ? scope->text : NULL;
}

static void note_scopes(struct index *c, const struct str *home)
{
	for (const char *s = home->s; s; s = strchr(s, '.')) {
		s += *s == '.';
		map_put(&c->m.arena, &c->scopes, str_of(s, strcspn(s, ".")), c);
	}
}

void scope_list(struct index *c)
{
	for (uint32_t i = 0; i < c->type.cap; i++)
		for (const struct registered *r = c->type.at[i].key ? c->type.at[i].val : NULL; r; r = r->next)
			if (r->home && r->made_here)
				note_scopes(c, r->home);
}

/* "HEADS", or of "mmdet.models.HEADS" */
static const struct str *kind_made(struct maker m)
{
	const char *dot = m.outside ? strrchr(m.outside->s, '.') : NULL;
	return m.call ? m.name : dot ? str_lit(dot + 1) : m.outside;
}

void scope_collect(struct index *c)
{
	for (uint32_t i = 0; i < c->type.cap; i++) {
		for (struct registered *r = c->type.at[i].key ? c->type.at[i].val : NULL; r; r = r->next) {
			struct maker m = maker_of_registry(c, r);
			r->home = m.outside ? str_of(m.outside->s, strcspn(m.outside->s, ".")) : NULL;
			r->home = m.call ? home_made(m) : r->home;
			r->kind = kind_made(m);
			r->made_here = m.call;
		}
	}
	scope_list(c);
}

static bool is_scope(const struct str *home, const struct str *scope)
{
	for (const char *s = home->s; s; s = strchr(s, '.')) {
		s += *s == '.';
		if (!strncmp(s, scope->s, scope->len) && (s[scope->len] == '.' || !s[scope->len]))
			return true;
	}
	return false;
}

/* `X = Registry(..., parent=Y)` of a module, X of that scope: the scope of Y. NULL: n is no such statement, or Y is
 * of that scope, too. */
static const struct str *parent_in(struct index *c, const struct cfile *f, const struct node *n,
				   const struct str *scope)
{
	const struct node *call = n->kind == NODE_ASSIGN && n->kid[0]->kind == NODE_CALL ? n->kid[0] : NULL;
	const struct node *of = call ? given(call, "parent", PARENT_AT) : NULL;
	if (!of || (of->kind != NODE_NAME && of->kind != NODE_ATTR))
		return NULL;
	const struct str *home = home_made((struct maker){ .call = call, .file = f });
	if (!home || !is_scope(home, scope))
		return NULL;
	struct maker m = maker_of(c, names_of(f->top, of), 0);
	home = m.call ? home_made(m) : m.outside;
	return home && !is_scope(home, scope) ? str_of(home->s, strcspn(home->s, ".")) : NULL;
}

const struct str *registry_parent(struct index *c, const struct str *scope)
{
	const struct str *found = NULL;
	for (uint32_t i = 0; i < c->m.nfiles; i++) {
		const struct cfile *f = c->m.file[i];
		for (uint32_t k = 0; f->tree.root && k < f->tree.root->n; k++) {
			const struct str *of = parent_in(c, f, f->tree.root->kid[k], scope);
			if (of && found && of != found)
				return NULL;
			found = of ? of : found;
		}
	}
	return found;
}

bool registered_apart(struct index *c, const struct registered *r)
{
	struct maker m = maker_of_registry(c, r);
	return r->apart || (m.call && !given(m.call, "parent", PARENT_AT));
}

bool registry_lies_in(const struct cls *k, const struct str *package)
{
	return is_scope(k->file->dotted, package);
}

bool registered_in(const struct registered *r, const struct str *package, bool maybe)
{
	return r->home ? is_scope(r->home, package) : maybe;
}

/* In a registry of the scope; without one (NULL) in the frameworks' own, which are the parents of all others. */
static bool in_scope(const struct index *c, const struct registered *r, const struct type_query *query)
{
	if (query->anywhere)
		return true;
	return r->home &&
	       (query->scope ? is_scope(r->home, query->scope) : texts_have(&c->know->root_scope, r->home->s));
}

/* In a registry from which training doesn't build there: a backbone is no step of a pipeline. */
static bool is_of_others(const struct registered *r, const struct type_query *query)
{
	return query->among && r->kind && builds_registry(query->among, &query->place, r->kind->s) == BUILD_OTHER;
}

struct type_lookup scope_types(const struct index *c, const struct type_query *query)
{
	const struct cls *k = NULL;
	struct type_lookup out = { 0 };
	struct buf some = { 0 };
	uint32_t n = 0, left_out = 0;
	buf_add(&some, query->name->s, query->name->len);
	for (const struct registered *r = map_get(&c->type, query->name); r; r = r->next, n++) {
		bool other = is_of_others(r, query);
		out.unsure |= !r->home && !other;
		if (other || !in_scope(c, r, query)) {
			left_out++;
			continue;
		}
		buf_printf(&some, "#%u", n);
		out.several |= out.found && r->cls != k;
		out.found = true;
		k = r->cls;
	}
	out.params = k && !out.several ? k->params : NULL;
	out.chosen = left_out && out.found ? str_of(some.s, some.n) : query->name;
	buf_release(&some);
	return out;
}

bool scope_is_ours(const struct index *c, const struct str *scope)
{
	return map_get(&c->scopes, scope);
}

/* One class of the name is in the package, so its registry needs no other. */
static bool has_own(const struct registered *all, const struct str *package)
{
	for (; all; all = all->next)
		if (all->cls && registry_lies_in(all->cls, package) && registered_in(all, package, false))
			return true;
	return false;
}

const char *registry_modules(struct index *c, struct arena *a, const struct str *name, const struct str *scope)
{
	enum { MODULES_MAX = 16 };
	const struct registered *r = map_get(&c->type, name);
	uint32_t n = 0;
	struct buf b = { 0 };
	if (!r && !(scope && unregistered_class(c, name)))
		r = map_get(&c->class_name, name);
	bool own = scope && scope->len && has_own(r, scope);
	for (; r && n < MODULES_MAX; r = r->next) {
		const struct cfile *f = r->cls ? r->cls->file : r->fn ? r->fn->file : NULL;
		if (own && r->cls && !registry_lies_in(r->cls, scope) && !registered_in(r, scope, true))
			continue;
		buf_printf(&b, "%s%s", n++ ? " " : "", f ? f->dotted->s : "?");
	}
	if (r)
		buf_puts(&b, " ?");
	const char *out = n ? arena_strdup(a, buf_str(&b)) : NULL;
	buf_release(&b);
	return out;
}

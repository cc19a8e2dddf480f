// SPDX-License-Identifier: MIT
/* If another package's registry may have a class of that name, the answer is CODE_TYPE_OTHERS. */
#include "code/classes/lookup.h"
#include "code/index.h"
#include "code/code_know.h"
#include "code/priv.h"
#include "code/registry_scope.h"
#include <string.h>

static const struct str *parent_of(const struct code *c, const struct str *scope)
{
	const char *up = code_parent(c, scope);
	return up && strcmp(up, scope->s) ? str_lit(up) : NULL;
}

bool code_scope_is_foreign(const struct code *c, const struct str *scope)
{
	return !code_has_package(c, scope) && !scope_is_ours(code_tables(c, NULL), scope);
}

static struct code_lookup found(struct type_lookup t, const struct str *name)
{
	return (struct code_lookup){ CODE_TYPE_FOUND, name, t.params, t.chosen };
}

static struct code_lookup anywhere(const struct index *x, struct type_query q)
{
	q.anywhere = true;
	struct type_lookup t = scope_types(x, &q);
	return t.found ? found(t, q.name) : (struct code_lookup){ CODE_TYPE_OTHERS, q.name, NULL, NULL };
}

/* A package of the project that creates no registry: the builder uses its own. */
static bool has_no_registry(const struct code *c, const struct str *scope)
{
	return code_has_package(c, scope) && !scope_is_ours(code_tables(c, NULL), scope);
}

/* Searches the registries of the scope, then their parents. */
static struct code_lookup in_scope(const struct code *c, struct type_query q, const struct str *scope)
{
	enum { PARENTS_MAX = 8 };
	const struct index *x = code_tables(c, NULL);
	struct code_lookup out = { CODE_TYPE_OTHERS, q.name, NULL, NULL };
	if (!map_get(&x->type, q.name))
		return (struct code_lookup){ CODE_TYPE_NONE, q.name, NULL, NULL };
	if (!scope || has_no_registry(c, scope))
		return anywhere(x, q);
	q.scope = scope;
	struct type_lookup t = scope_types(x, &q);
	for (uint32_t i = 0; !t.found && q.scope && i < PARENTS_MAX; i++) {
		if (code_scope_is_foreign(c, q.scope))
			return out; /* it may have one of the name itself */
		q.scope = parent_of(c, q.scope);
		t = scope_types(x, &q);
	}
	if (!t.found)
		return t.unsure ? anywhere(x, q) : out;
	return found(t, q.name);
}

static const struct str *part_before(const char *text, const char *end)
{
	const char *from = end;
	while (from > text && from[-1] != '.')
		from--;
	return str_of(from, (size_t)(end - from));
}

/* From the registries of `from` (NULL: of any scope) a prefix reaches those of `to` if they are the same, or
 * children of these or of a framework's. Unknown counts as reached. */
static bool leads_to(const struct code *c, const struct str *from, const struct str *to)
{
	const struct knowledge *know = code_tables(c, NULL)->know;
	const struct str *up = parent_of(c, to);
	return !from || from == to || !up || up == from || texts_have(&know->root_scope, up->s);
}

/* `net.pose.Metric`: from one registry to the next. The parents of each are searched, except the registry that
 * starts the search. */
static struct code_lookup by_prefix(const struct code *c, struct type_query q, const char *type, const char *last,
				    const struct str *scope)
{
	const struct index *x = code_tables(c, NULL);
	const struct str *head = part_before(type, last);
	struct code_lookup out = { CODE_TYPE_OTHERS, q.name, NULL, NULL };
	scope = head->len < (size_t)(last - type) ? part_before(type, last - head->len - 1) : scope;
	if (!map_get(&x->type, q.name) && !code_scope_is_foreign(c, head))
		out.is = CODE_TYPE_NONE;
	if (out.is == CODE_TYPE_NONE || !leads_to(c, scope, head))
		return out;
	q.scope = head;
	struct type_lookup t = scope_types(x, &q);
	if (t.found)
		return found(t, q.name);
	if (code_scope_is_foreign(c, head))
		return out;
	if (t.unsure)
		return anywhere(x, q);
	return scope && scope != head ? in_scope(c, q, head) : out;
}

struct code_lookup code_lookup(const struct code *c, const struct str *type, const struct type_place *by)
{
	const struct index *x = code_tables(c, NULL);
	const char *dot = strchr(type->s, '.'), *last = strrchr(type->s, '.');
	struct type_query q = { .name = last ? str_lit(last + 1) : type };
	if (by->family && by->dict && map_get(&x->type, q.name)) {
		q.among = builds_of(c->know->builds, by->family->s);
		q.place = builds_at(q.among, *by->dict);
	}
	if (!dot)
		return in_scope(c, q, by->scope);
	const struct str *head = str_of(type->s, (size_t)(last - type->s));
	if (code_has_package(c, head) && (dot != last || has_no_registry(c, head))) /* the class by its module */
		return in_scope(c, (struct type_query){ .name = q.name }, NULL);
	return by_prefix(c, q, type->s, last, by->scope);
}

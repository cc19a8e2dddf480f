// SPDX-License-Identifier: MIT
#include "server/server_classes.h"
#include "code/classes/listing.h"
#include "facts/type_scope.h"
#include "python/value/dict.h"
#include <string.h>

const char *class_named(struct arena *a, struct value type)
{
	const struct ref *r = type.kind == VALUE_REF ? type.as.ref : NULL;

	if (type.kind == VALUE_STR)
		return type.as.s->s;
	return r && r->name ? arena_printf(a, "%s.%s", r->module->s, r->name->s) : NULL;
}

const char *class_last(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot ? dot + 1 : name;
}

struct class_use class_use(struct session *s, const struct code *c, struct arena *a, const struct module *m,
			   struct keypath dict)
{
	const struct settings *st = c && m ? settings_for(s->linter.settings, m->path, NULL) : NULL;
	const struct dialect *d = st ? lint_dialect(&s->linter, &(struct judged){ &m->subject, st }, NULL) : NULL;

	return (struct class_use){ c, &s->linter.rules->dialects.vocab->parts, a, m, d ? d->family : NULL, dict };
}

static struct code_lookup look_up(const struct class_use *u, const char *name)
{
	struct scope_said scope = { 0 };

	if (u->m)
		scope = scope_at(u->keys, u->a, u->m->merged, u->dict, scope_of_tree(u->code, u->m->merged));
	const struct type_place by = { scope.name, u->family, u->m ? &u->dict : NULL };
	return scope.unknown ? (struct code_lookup){ 0 } : code_lookup(u->code, str_lit(name), &by);
}

/* Imported, or by the module's name: its package is the project's. */
static bool by_module(const struct code *c, const char *name)
{
	return strchr(name, '.') && code_has_package(c, str_of(name, strcspn(name, "."))) &&
	       code_type(c, str_lit(class_last(name)));
}

const struct str *class_own(const struct class_use *u, const char *name)
{
	struct code_lookup x = look_up(u, name);
	bool module = !u->m || strchr(name, '.') != strrchr(name, '.');

	if (x.is == CODE_TYPE_FOUND && x.params)
		return x.name;
	return module && by_module(u->code, name) ? str_lit(class_last(name)) : NULL;
}

const struct code_params *class_params(const struct class_use *u, const char *name)
{
	struct code_lookup x = u->code && name ? look_up(u, name) : (struct code_lookup){ 0 };
	const struct str *own = u->code && name && !x.params ? class_own(u, name) : NULL;

	return x.params ? x.params : own ? code_type(u->code, own) : NULL;
}

bool class_place(const struct class_use *u, const char *name, struct code_place *at)
{
	const struct code_lookup x = look_up(u, name);
	const struct str *own = x.is == CODE_TYPE_FOUND && x.params ? x.chosen : class_own(u, name);

	return (strchr(name, '.') && code_class_at(u->code, str_lit(name), at)) ||
	       (own && code_class_at(u->code, own, at));
}

const struct code_params *class_taking(const struct class_use *u, struct keypath key)
{
	const struct class_use at = { u->code, u->keys, u->a, u->m, u->family, { key.part, key.n - 1 } };
	struct value in = keypath_get(u->a, u->m->merged, at.dict).val;
	const struct code_params *p = class_params(&at, class_named(u->a, dict_get(in, "type")));

	for (uint32_t i = 0; p && i < p->n; i++)
		if (key.part[key.n - 1].kind == VALUE_STR && p->name[i] == key.part[key.n - 1].as.s)
			return p;
	return NULL;
}

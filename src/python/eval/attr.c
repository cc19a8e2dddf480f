// SPDX-License-Identifier: MIT
/* Attributes. */
#include "python/eval/attr.h"
#include "python/builtin/builtin.h"
#include "python/builtin/module.h"
#include "python/builtin/namedtuple.h"
#include "python/eval/priv.h"
#include "python/value/class.h"
#include "python/value/dict.h"
#include "python/value/truth.h"
#include <string.h>

struct value method_value(struct eval *ev, const struct builtin *b, struct value self, struct span at)
{
	struct bound *m = arena_new(ev->arena, struct bound);
	*m = (struct bound){ b, self };
	return (struct value){ .kind = VALUE_METHOD, .at = at, .as.method = m };
}

/* Attributes of MMEngine's lazy objects themselves; any other name extends the imported path. */
static bool of_lazy(const struct str *name)
{
	return !strcmp(name->s, "build") || !strcmp(name->s, "module") || !strcmp(name->s, "location");
}

static struct value ref_attr(struct eval *ev, struct value ref, const struct str *name, struct span at)
{
	const struct ref *r = ref.as.ref;
	if (of_lazy(name)) /* build() imports */
		return value_unknown(ev->arena, WHY_IMPORT, at, name->s);
	const char *chain = r->name ? arena_printf(ev->arena, "%s.%s", r->name->s, name->s) : name->s;
	return value_ref(ev->arena, REF_ATTR, r->module, str_lit(chain), at);
}

struct value eval_key(struct eval *ev, struct value obj, const struct str *name, struct span at)
{
	obj = eval_seen(ev, obj);
	if (obj.kind == VALUE_UNKNOWN)
		return obj;
	if (obj.kind != VALUE_DICT) /* a scalar has no keys: certainly absent */
		return value_unknown_str(ev->arena, WHY_ABSENT, at, name);
	const struct entry *e = dict_find_str(obj.as.dict, name);
	if (e && !(e->flags & EF_MAYBE))
		return eval_seen(ev, e->val);
	return value_unknown_str(ev->arena, e || obj.as.dict->open ? WHY_BASE : WHY_ABSENT, at, name);
}

static struct value config_attr(struct eval *ev, struct value obj, const struct str *name, struct span at)
{
	const struct entry *e = dict_find_str(obj.as.dict, name);
	if (e)
		return e->flags & EF_MAYBE ? value_unknown(ev->arena, WHY_BRANCH, at, name->s) : eval_seen(ev, e->val);
	if (obj.as.dict->open)
		return value_unknown(ev->arena, WHY_BASE, at, name->s);
	return eval_raise(ev, "AttributeError", at, "'ConfigDict' object has no attribute '%s'", name->s);
}

/* An attribute of a class of this config or of its bases; __name__ of any class. */
static bool class_attr(struct eval *ev, const struct object *o, const struct str *name, struct span at, unsigned depth,
		       struct value *out)
{
	if (!strcmp(o->type->s, "type") && !strcmp(name->s, "__name__") && o->name && depth == 0)
		return *out = value_text(class_name(o), at), true;
	const struct entry *e = o->names ? dict_find_str(o->names, name) : NULL;
	if (e)
		return *out = e->flags & EF_MAYBE ? value_unknown(ev->arena, WHY_BRANCH, at, name->s)
						  : eval_seen(ev, e->val),
		       true;
	if (!o->bases || o->bases->n > 1 || depth > 50) /* several bases: their search order is not modelled */
		return false;
	return o->bases->n && class_attr(ev, o->bases->at[0].val.as.obj, name, at, depth + 1, out);
}

static bool exception_attr(struct eval *ev, const struct object *o, const struct str *name, struct span at,
			   struct value *out)
{
	if (!o->cls || strcmp(name->s, "args"))
		return false;
	*out = o->args->open ? value_unknown(ev->arena, WHY_RAISED, at, "args")
			     : (struct value){ .kind = VALUE_TUPLE, .at = at, .as.list = o->args };
	return true;
}

static struct value attr_of(struct eval *ev, struct value obj, const struct str *name, struct span at)
{
	obj = eval_seen(ev, obj);
	if (obj.kind == VALUE_UNKNOWN)
		return first_unknown(ev, obj, at);
	if (obj.kind == VALUE_REF)
		return ref_attr(ev, obj, name, at);
	const struct builtin *b = method_find(obj, name);
	if (b)
		return method_value(ev, b, obj, at);
	if (obj.kind == VALUE_DICT && obj.as.dict->config)
		return config_attr(ev, obj, name, at);
	if (obj.kind == VALUE_OBJECT) {
		struct value v;
		if (class_attr(ev, obj.as.obj, name, at, 0, &v) || exception_attr(ev, obj.as.obj, name, at, &v))
			return v;
		if (obj.as.obj->name && module_value(ev->arena, obj.as.obj->name, name, at, &v))
			return v;
		return value_unknown(ev->arena, WHY_IMPORT, at, name->s);
	}
	struct value field;
	if (obj.kind == VALUE_TUPLE && obj.as.list->named)
		return named_attr(ev, obj.as.list, name, at, &field) ? field
								     : value_unknown(ev->arena, WHY_TYPE, at, name->s);
	if (builtin_has_attr(obj, name) != FALSE3)
		return value_unknown(ev->arena, WHY_TYPE, at, name->s);
	const char *type = value_type_name(obj);
	return eval_raise(ev, "AttributeError", at, "'%s' object has no attribute '%s'", type, name->s);
}

struct value eval_attr(struct eval *ev, const struct node *n)
{
	struct value obj;
	if (ev->host && ev->host->attr && ev->host->attr(ev, n, &obj))
		return obj;
	obj = eval_expr(ev, n->kid[0]);
	if (stopped(ev))
		return obj;
	if (ev->rule)
		return eval_key(ev, obj, n->text, eval_span(ev, n));
	return attr_of(ev, obj, n->text, eval_span(ev, n));
}

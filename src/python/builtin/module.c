// SPDX-License-Identifier: MIT
/* The content of the evaluated standard modules: constants, functions of the table, classes, and the small functions
 * of copy, functools, collections and operator. Results that depend on the machine or the date are Unknown.
 *
 * Example: module_value("math", "pi")      3.141592653589793
 *          module_value("os", "cpu_count") Unknown when called */
#include "python/builtin/module.h"
#include "python/builtin/builtin_names.h"
#include "python/builtin/priv.h"
#include "python/ops/seq.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

struct constant {
	const char *name;
	double f;
};
static const struct constant constants[] = {
	{ "math.pi", 3.14159265358979323846 },
	{ "math.e", 2.7182818284590452354 },
	{ "math.tau", 6.283185307179586476925 },
	{ "math.inf", INFINITY },
	{ "math.nan", NAN },
};
static const char *const opaque_classes[] = {
	"collections.Counter",	  "collections.deque", "collections.ChainMap", "collections.UserDict",
	"collections.UserList",	  "datetime.datetime", "datetime.date",	       "datetime.timedelta",
	"datetime.time",	  "pathlib.Path",      "pathlib.PurePath",     "decimal.Decimal",
	"fractions.Fraction",	  "enum.Enum",	       "enum.IntEnum",	       "itertools.permutations",
	"itertools.combinations",
};
/* MMEngine is installed whenever its loader reads a config; the classes that it exports by several paths. */
static const char *config_class(const char *module, const char *name)
{
	if (strcmp(module, "mmengine") && strcmp(module, "mmengine.config") && strcmp(module, "mmengine.config.config"))
		return NULL;
	return !strcmp(name, "Config")	     ? "mmengine.config.config.Config"
	       : !strcmp(name, "ConfigDict") ? "mmengine.config.config.ConfigDict"
					     : NULL;
}

static const char *const submodules[] = { "os.path", "collections.abc", "importlib.util" };
static const char *const environment[] = { "os.environ",       "os.name",     "sys.argv",
					   "sys.path",	       "sys.version", "sys.platform",
					   "sys.version_info", "sys.modules", "os.linesep" };

/* Names used only in annotations; they become keys of the config all the same. Separated by spaces. */
static const struct {
	const char *type, *names;
} annotations[] = {
	{ "_SpecialGenericAlias",
	  " Type AbstractSet ByteString Container ContextManager Hashable ItemsView Iterable Iterator "
	  "KeysView Mapping MappingView MutableMapping MutableSequence MutableSet Sequence Sized ValuesView "
	  "Awaitable AsyncIterator AsyncIterable Coroutine Collection AsyncGenerator AsyncContextManager "
	  "Reversible ChainMap Counter Deque Dict DefaultDict List OrderedDict Set FrozenSet Generator Match "
	  "Pattern " },
	{ "_SpecialForm",
	  " ClassVar Concatenate Final Optional Union LiteralString Never NoReturn NotRequired Required Self "
	  "TypeAlias TypeGuard Unpack " },
	{ "_TupleType", " Tuple " },
	{ "_CallableType", " Callable " },
	{ "_AnyMeta", " Any " },
	{ "_LiteralSpecialForm", " Literal " },
	{ "TypeVar", " AnyStr " },
	{ "function", " NamedTuple TypedDict cast final overload " },
	{ "type", " TypeVar Generic NewType Text " },
};

static bool annotation_value(struct arena *a, const char *module, const char *name, struct span at, struct value *out)
{
	char word[64];
	if (!strcmp(module, "__future__")) {
		*out = value_object(a, "_Feature", NULL, at);
		return true;
	}
	snprintf(word, sizeof word, " %s ", name);
	for (size_t i = 0; !strcmp(module, "typing") && i < ARRAY_SIZE(annotations); i++)
		if (strstr(annotations[i].names, word)) {
			*out = value_object(a, annotations[i].type, NULL, at);
			return true;
		}
	if (strcmp(module, "typing") || strcmp(name, "TYPE_CHECKING"))
		return false;
	*out = value_bool(false, at);
	return true;
}

static bool listed(const char *name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name, list[i]))
			return true;
	return false;
}

#define LISTED(name, list) listed(name, list, ARRAY_SIZE(list))

static bool constant_value(struct arena *a, const char *name, struct span at, struct value *out)
{
	for (size_t i = 0; i < ARRAY_SIZE(constants); i++)
		if (!strcmp(name, constants[i].name)) {
			*out = value_float(constants[i].f, at);
			return true;
		}
	if (!strcmp(name, "os.sep") || !strcmp(name, "os.path.sep"))
		*out = value_text("/", at);
	else if (!strcmp(name, "os.curdir") || !strcmp(name, "os.extsep"))
		*out = value_text(".", at);
	else if (!strcmp(name, "os.pathsep"))
		*out = value_text(":", at);
	else if (!strcmp(name, "os.pardir"))
		*out = value_text("..", at);
	else if (LISTED(name, environment))
		*out = value_unknown(a, WHY_ENV, at, name);
	else
		return false;
	return true;
}

/* Attributes of a builtin type, such as dict.fromkeys; others need an object. */
static bool type_attribute(struct arena *a, const char *name, struct span at, struct value *out)
{
	if (strcmp(name, "builtins.dict.fromkeys"))
		return false;
	const struct object o = { .type = str_lit("builtin_function_or_method"),
				  .name = str_lit(name),
				  .call = builtin_find("dict.fromkeys") };
	*out = value_of_object(a, &o, at);
	return true;
}

bool module_value(struct arena *a, const struct str *module, const struct str *name, struct span at, struct value *out)
{
	char dotted[128];
	if (module->len + name->len + 2 > sizeof dotted)
		return false;
	memcpy(dotted, module->s, module->len);
	dotted[module->len] = '.';
	memcpy(dotted + module->len + 1, name->s, name->len + 1);
	if (!strncmp(dotted, "posixpath.", 10))
		memmove(dotted, "os.path", 7), memmove(dotted + 7, dotted + 9, strlen(dotted + 9) + 1);
	const char *config = config_class(module->s, name->s);
	if (config) {
		const struct object o = { .type = str_lit("type"),
					  .name = str_lit(config),
					  .call = builtin_find(config) };
		*out = value_of_object(a, &o, at);
		return true;
	}
	if (!strcmp(dotted, "mmengine.config.read_base")) {
		*out = value_object(a, "function", dotted, at);
		return true;
	}
	if (!strcmp(module->s, "builtins"))
		return builtin_value(a, name, at, out);
	if (constant_value(a, dotted, at, out) || type_attribute(a, dotted, at, out))
		return true;
	if (annotation_value(a, module->s, name->s, at, out))
		return true;
	if (LISTED(dotted, submodules)) {
		*out = value_object(a, "module", dotted, at);
		return true;
	}
	const struct builtin *b = strchr(dotted, '.') ? builtin_find(dotted) : NULL;
	bool method = b && builtin_find(module->s) && !strchr(module->s, '.'); /* "str.join" is no module's */
	if ((!b && !LISTED(dotted, opaque_classes)) || method)
		return false;
	bool is_class = b ? b->flags & BF_CLASS : LISTED(dotted, opaque_classes);
	bool written_in_c = !strncmp(dotted, "math.", 5) || !strncmp(dotted, "operator.", 9) ||
			    !strcmp(dotted, "functools.reduce") || strstr(dotted, ".from_iterable");
	bool abstract = !strncmp(dotted, "contextlib.", 11); /* of AbstractContextManager */
	const char *type = abstract	  ? "ABCMeta"
			   : is_class	  ? "type"
			   : written_in_c ? "builtin_function_or_method"
					  : "function";
	const struct object o = { .type = str_lit(type), .name = str_lit(dotted), .call = b };
	*out = value_of_object(a, &o, at);
	return true;
}

/* It is a module or raises, as an import statement does. */
static struct value fn_importlib_import_module(struct eval *ev, const struct call *c)
{
	struct value name = call_arg(c, 0, "name", value_none(c->at));
	return value_object(ev->arena, "module", name.kind == VALUE_STR && *name.as.s->s != '.' ? name.as.s->s : NULL,
			    c->at);
}

/* copy */
static struct value fn_copy_copy(struct eval *ev, const struct call *c)
{
	struct call with = *c;
	struct value v = eval_seen(ev, c->arg[0]);
	struct value why;
	with.self = v;
	with.n = 0;
	if (v.kind == VALUE_DICT)
		return v.as.dict->config ? fn_configdict_copy(ev, &with) : fn_dict_copy(ev, &with);
	if (v.kind == VALUE_LIST)
		return fn_list_copy(ev, &with);
	if (v.kind == VALUE_SET)
		return fn_set_copy(ev, &with);
	if (v.kind == VALUE_ITER)
		return op_unknown(ev, WHY_TYPE, c->at);
	if (v.kind == VALUE_OBJECT && !strcmp(v.as.obj->type->s, "module"))
		return why = eval_raise(ev, "TypeError", c->at, "cannot pickle 'module' object"), why;
	return v;
}

/* The type of the first part that deepcopy rejects, or NULL. */
static const char *not_picklable(struct value v, unsigned depth)
{
	const char *bad = NULL;
	if (v.kind == VALUE_ITER && v.as.list->type && strcmp(v.as.list->type->s, "generator") &&
	    strncmp(v.as.list->type->s, "dict_", 5))
		return NULL; /* iterators can be copied */
	if (v.kind == VALUE_ITER || (v.kind == VALUE_OBJECT && !strcmp(v.as.obj->type->s, "module")))
		return value_type_name(v);
	if (depth > 50)
		return NULL;
	if (v.kind == VALUE_DICT) {
		struct dict_iter it;
		dict_begin(&it, v.as.dict);
		for (const struct entry *e; !bad && (e = dict_next(&it));)
			bad = not_picklable(e->val, depth + 1);
	} else if (value_is_listlike(v)) {
		for (uint32_t i = 0; !bad && i < v.as.list->n; i++)
			bad = not_picklable(v.as.list->at[i].val, depth + 1);
	}
	return bad;
}

static struct value deep_copy(struct eval *ev, struct value v, struct span at)
{
	v = op_deep(ev, v);
	const char *bad = not_picklable(v, 0);
	if (bad)
		return eval_raise(ev, "TypeError", at, "cannot pickle '%s' object", bad);
	return value_copy(ev->arena, v);
}

static struct value fn_copy_deepcopy(struct eval *ev, const struct call *c)
{
	return deep_copy(ev, c->arg[0], c->at);
}

static struct value fn_configdict_deepcopy(struct eval *ev, const struct call *c)
{
	return deep_copy(ev, c->self, c->at);
}

/* functools */
static struct value fn_functools_partial(struct eval *ev, const struct call *c)
{
	return value_object(ev->arena, "partial", NULL, c->at);
}

static struct value fn_functools_reduce(struct eval *ev, const struct call *c)
{
	struct value why, pair[2];
	uint32_t i = 0;
	if (value_is_number(c->arg[1]) || c->arg[1].kind == VALUE_NONE || c->arg[1].kind == VALUE_FUNC)
		return eval_raise(ev, "TypeError", c->at, "reduce() arg 2 must support iteration");
	const struct list *l = op_iterate(ev, c->arg[1], c->at, &why);
	if (!l)
		return why;
	if (c->n > 2)
		pair[0] = c->arg[2];
	else if (l->n == 0)
		return eval_raise(ev, "TypeError", c->at, "reduce() of empty iterable with no initial value");
	else
		pair[0] = l->at[i++].val;
	for (; i < l->n && !ev->exc && !ev->dead; i++) {
		pair[1] = l->at[i].val;
		pair[0] = eval_call(ev, c->arg[0], pair, 2, c->at);
	}
	return pair[0];
}

/* collections */
static struct value fn_collections_OrderedDict(struct eval *ev, const struct call *c)
{
	struct value v = fn_dict(ev, c);
	if (v.kind == VALUE_DICT)
		v.as.dict->type = str_lit("OrderedDict");
	return v;
}

/* A read of a missing key adds the factory's result; only builtin types are supported. */
static struct value fn_collections_defaultdict(struct eval *ev, const struct call *c)
{
	struct call rest = *c;
	struct value factory = c->n ? c->arg[0] : value_none(c->at);
	rest.n = 0;
	struct value v = fn_dict(ev, &rest);
	v.as.dict->type = str_lit("defaultdict");
	if (factory.kind == VALUE_OBJECT && factory.as.obj->call && !strcmp(factory.as.obj->type->s, "type"))
		v.as.dict->factory = factory.as.obj->call;
	else if (factory.kind != VALUE_NONE)
		v.as.dict->open = true;
	if (c->n > 1)
		v.as.dict->open = true;
	return v;
}

/* operator */
static struct value operate(struct eval *ev, const struct call *c, enum node_op op)
{
	return op_binary(ev, op, c->arg[0], c->arg[1], c->at);
}

static struct value fn_operator_add(struct eval *ev, const struct call *c)
{
	return operate(ev, c, OP_ADD);
}

static struct value fn_operator_sub(struct eval *ev, const struct call *c)
{
	return operate(ev, c, OP_SUB);
}

static struct value fn_operator_mul(struct eval *ev, const struct call *c)
{
	return operate(ev, c, OP_MUL);
}

static struct value fn_operator_truediv(struct eval *ev, const struct call *c)
{
	return operate(ev, c, OP_DIV);
}

static struct value fn_operator_floordiv(struct eval *ev, const struct call *c)
{
	return operate(ev, c, OP_FLOORDIV);
}

static struct value fn_operator_mod(struct eval *ev, const struct call *c)
{
	return operate(ev, c, OP_MOD);
}

static struct value fn_operator_pow(struct eval *ev, const struct call *c)
{
	return operate(ev, c, OP_POW);
}

static struct value fn_operator_getitem(struct eval *ev, const struct call *c)
{
	return op_index(ev, c->arg[0], c->arg[1], c->at);
}

const struct builtin rows_module[] = {
	{ "collections.OrderedDict", 0, 1, BF_TAKES_UNKNOWN | BF_CLASS, "*", fn_collections_OrderedDict, "a dict" },
	{ "collections.defaultdict", 0, 2, BF_TAKES_UNKNOWN | BF_CLASS, "*", fn_collections_defaultdict,
	  "a dict that may hold more" },
	{ "configdict.deepcopy", 0, 0, 0, NULL, fn_configdict_deepcopy, "an independent copy" },
	{ "copy.copy", 1, 1, 0, "x", fn_copy_copy, "shallow copy" },
	{ "copy.deepcopy", 1, 2, 0, "x memo", fn_copy_deepcopy, "independent copy" },
	{ "functools.partial", 1, 255, BF_TAKES_UNKNOWN | BF_CLASS, "*", fn_functools_partial, "an opaque partial" },
	{ "functools.reduce", 2, 3, BF_CALLS, NULL, fn_functools_reduce, "folds the items" },
	{ "importlib.import_module", 1, 2, BF_TAKES_UNKNOWN, "name package", fn_importlib_import_module, "a module" },
	{ "operator.add", 2, 2, 0, NULL, fn_operator_add, "add" },
	{ "operator.floordiv", 2, 2, 0, NULL, fn_operator_floordiv, "floordiv" },
	{ "operator.getitem", 2, 2, 0, NULL, fn_operator_getitem, "getitem" },
	{ "operator.mod", 2, 2, 0, NULL, fn_operator_mod, "mod" },
	{ "operator.mul", 2, 2, 0, NULL, fn_operator_mul, "mul" },
	{ "operator.pow", 2, 2, 0, NULL, fn_operator_pow, "pow" },
	{ "operator.sub", 2, 2, 0, NULL, fn_operator_sub, "sub" },
	{ "operator.truediv", 2, 2, 0, NULL, fn_operator_truediv, "truediv" },
	{ 0 },
};

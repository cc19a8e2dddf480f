// SPDX-License-Identifier: MIT
/* Builtin functions and methods: one sorted table. A name is "len" or "TYPE.method" ("dict.update", "str.startswith",
 * "math.ceil" for functions of known standard modules). Strict rows never see an Unknown argument: the evaluator
 * answers Unknown for them (and poisons mutable arguments of rows that mutate). */
#ifndef PYTHON_BUILTIN_BUILTIN_H
#define PYTHON_BUILTIN_BUILTIN_H
#include "python/value/ops.h"

struct kwarg {
	const struct str *name;
	struct value val;
	struct span at, use; /* name's place, value's place */
};
struct call {
	struct value self; /* methods: the object; may be replaced by its thawed copy */
	const struct value *arg;
	const struct span *use; /* each argument's place */
	const struct kwarg *kw;
	uint32_t n, nkw;
	struct span at;
};
enum {
	BF_LAZY = 1 /* takes Unknown arguments */,
	BF_MUTATES = 2 /* changes self */,
	BF_RULE = 4 /* rule expressions only */
};
struct builtin {
	const char *name;
	uint8_t min, max; /* positional arguments; max 255: any */
	uint8_t flags;
	const char *kw; /* keyword names it takes, space separated; NULL none; "*" any */
	struct value (*fn)(struct eval *ev, const struct call *c);
	const char *doc;
};
struct method {
	const struct builtin *fn;
	struct value self;
};
/* eval(s): the expression of a text, with the names that are seen where it is called. Values of it can't be edited. */
struct value eval_text(struct eval *ev, const struct str *s, struct span at);
const struct builtin *builtin_find(const char *name); /* NULL: none */
const struct builtin *method_find(struct value self,
				  const struct str *name); /* by kind; plain dict vs ConfigDict ("configdict.update") */
enum truth builtin_has_attr(struct value v, const struct str *name); /* FALSE3: AttributeError for certain */
const struct builtin *builtin_all(size_t *n);
/* A name of Python's builtins module: types and functions as values (VALUE_OBJECT with call), exceptions, True-like
 * constants. false: no such builtin (NameError). Known but not evaluated ones (open, eval, print ...) give an object
 * without call. */
bool builtin_value(struct arena *a, const struct str *name, struct span at, struct value *out);
/* An attribute of a standard module that is evaluated (math.pi, math.ceil, copy.deepcopy, functools.partial,
 * os.path.join, collections.OrderedDict ...). false: not known. */
bool module_value(struct arena *a, const struct str *module, const struct str *name, struct span at, struct value *out);
/* What storing v in a ConfigDict makes of it (mmengine): plain dicts and lists become fresh ConfigDicts and lists,
 * recursively. */
struct value value_to_config(struct eval *ev, struct value v);
/* Checks counts and keyword names as CPython would (TypeError), answers Unknown for strict rows, then calls. */
/* cls(...) of a namedtuple class, its TypeError when only the first `given` fields get a value, an attribute of an
 * instance. */
struct value named_new(struct eval *ev, const struct object *cls, const struct call *c);
struct value named_missing(struct eval *ev, const struct object *cls, uint32_t given, struct span at);
bool named_attr(struct eval *ev, const struct list *tuple, const struct str *name, struct span at, struct value *out);
enum truth class_inherits(struct value cls,
			  struct value from); /* issubclass(cls, from) of exception classes and this config's classes */
const char *class_name(const struct object *cls); /* cls.__name__ */
struct value builtin_call(struct eval *ev, const struct builtin *b, const struct call *c);
#endif

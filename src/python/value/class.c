// SPDX-License-Identifier: MIT
/* Class relations between values: CPython's exceptions by name, classes of this config by their bases.
 *
 * Example: KeyError is a LookupError, an Exception, a BaseException
 *          class E(ValueError): pass    E inherits ValueError: true
 *          class C(Unknown): pass       C inherits ValueError: unknown */
#include "python/value/class.h"
#include "python/value/dict.h"
#include <string.h>

static const char *const parent[][2] = {
	{ "KeyError", "LookupError" },
	{ "IndexError", "LookupError" },
	{ "ZeroDivisionError", "ArithmeticError" },
	{ "OverflowError", "ArithmeticError" },
	{ "FloatingPointError", "ArithmeticError" },
	{ "ModuleNotFoundError", "ImportError" },
	{ "UnboundLocalError", "NameError" },
	{ "UnicodeDecodeError", "UnicodeError" },
	{ "UnicodeEncodeError", "UnicodeError" },
	{ "UnicodeTranslateError", "UnicodeError" },
	{ "UnicodeError", "ValueError" },
	{ "FileNotFoundError", "OSError" },
	{ "FileExistsError", "OSError" },
	{ "PermissionError", "OSError" },
	{ "TimeoutError", "OSError" },
	{ "IsADirectoryError", "OSError" },
	{ "NotADirectoryError", "OSError" },
	{ "InterruptedError", "OSError" },
	{ "ProcessLookupError", "OSError" },
	{ "ChildProcessError", "OSError" },
	{ "BlockingIOError", "OSError" },
	{ "ConnectionError", "OSError" },
	{ "BrokenPipeError", "ConnectionError" },
	{ "ConnectionResetError", "ConnectionError" },
	{ "ConnectionAbortedError", "ConnectionError" },
	{ "ConnectionRefusedError", "ConnectionError" },
	{ "RecursionError", "RuntimeError" },
	{ "NotImplementedError", "RuntimeError" },
	{ "IndentationError", "SyntaxError" },
	{ "TabError", "IndentationError" },
	{ "DeprecationWarning", "Warning" },
	{ "UserWarning", "Warning" },
	{ "FutureWarning", "Warning" },
	{ "RuntimeWarning", "Warning" },
	{ "SyntaxWarning", "Warning" },
	{ "PendingDeprecationWarning", "Warning" },
	{ "ImportWarning", "Warning" },
	{ "UnicodeWarning", "Warning" },
	{ "BytesWarning", "Warning" },
	{ "ResourceWarning", "Warning" },
	{ "EncodingWarning", "Warning" },
	{ "SystemExit", "BaseException" },
	{ "KeyboardInterrupt", "BaseException" },
	{ "GeneratorExit", "BaseException" },
	{ "BaseExceptionGroup", "BaseException" },
	{ "Exception", "BaseException" },
};
static const char *const top[] = { "ArithmeticError",	 "AssertionError", "AttributeError", "BufferError",
				   "EOFError",		 "ImportError",	   "LookupError",    "MemoryError",
				   "NameError",		 "OSError",	   "ReferenceError", "RuntimeError",
				   "StopAsyncIteration", "StopIteration",  "SyntaxError",    "SystemError",
				   "TypeError",		 "ValueError",	   "Warning" };

/* The base class of a builtin exception; NULL: none, or no exception. */
static const char *above(const char *type)
{
	for (size_t i = 0; i < ARRAY_SIZE(parent); i++)
		if (!strcmp(type, parent[i][0]))
			return parent[i][1];
	for (size_t i = 0; i < ARRAY_SIZE(top); i++)
		if (!strcmp(type, top[i]))
			return "Exception";
	return NULL;
}

static const char *canonical(const char *name)
{
	return !strcmp(name, "IOError") || !strcmp(name, "EnvironmentError") ? "OSError" : name;
}

bool exception_is_a(const char *type, const char *of)
{
	CHECK(type && of);
	for (type = canonical(type), of = canonical(of); type; type = above(type))
		if (!strcmp(type, of))
			return true;
	return false;
}

const char *exception_builtin(const struct object *o)
{
	const char *name =
		o->name && !strcmp(o->type->s, "type") && !strncmp(o->name->s, "builtins.", 9) ? o->name->s + 9 : NULL;
	return name && (!strcmp(name, "BaseException") || above(canonical(name))) ? canonical(name) : NULL;
}

/* Does a class inherit from another one? Both are objects of type "type". */
static enum truth inherits(const struct object *cls, const struct object *from, unsigned depth)
{
	const char *x = exception_builtin(cls), *y = exception_builtin(from);
	if (cls == from || (x && y && exception_is_a(x, y)) ||
	    (!x && !y && !cls->names && cls->name && cls->name == from->name && !from->names))
		return TRUE3;
	if (x || !cls->bases || depth > 50)
		return x ? FALSE3 : cls->names ? FALSE3 : UNKNOWN3;
	enum truth any = FALSE3;
	for (uint32_t i = 0; i < cls->bases->n && any != TRUE3; i++) {
		enum truth t = inherits(cls->bases->at[i].val.as.obj, from, depth + 1);
		any = t == FALSE3 ? any : t;
	}
	return any;
}

enum truth class_inherits(struct value cls, struct value from)
{
	bool both = cls.kind == VALUE_OBJECT && from.kind == VALUE_OBJECT && !strcmp(cls.as.obj->type->s, "type") &&
		    !strcmp(from.as.obj->type->s, "type");
	return both ? inherits(cls.as.obj, from.as.obj, 0) : UNKNOWN3;
}

static bool is_exception_class(const struct object *o, unsigned depth)
{
	if (exception_builtin(o))
		return true;
	for (uint32_t i = 0; o->bases && i < o->bases->n && depth < 50; i++)
		if (is_exception_class(o->bases->at[i].val.as.obj, depth + 1))
			return true;
	return false;
}

static bool has_own_ways(const struct object *o, unsigned depth)
{
	static const char *const special[] = { "__init__", "__new__",	  "__str__",
					       "__repr__", "__getattr__", "__getattribute__" };
	for (size_t i = 0; o->names && i < ARRAY_SIZE(special); i++)
		if (dict_find_lit(o->names, special[i]))
			return true;
	for (uint32_t i = 0; o->bases && i < o->bases->n && depth < 50; i++)
		if (has_own_ways(o->bases->at[i].val.as.obj, depth + 1))
			return true;
	return false;
}

/* Classes whose constructor does more than store its arguments. */
static bool keeps_arguments(const struct object *o, uint32_t n, unsigned depth)
{
	const char *name = exception_builtin(o);
	if (name)
		return !(exception_is_a(name, "OSError") && n > 1) && !exception_is_a(name, "UnicodeError") &&
		       !exception_is_a(name, "SyntaxError") && !exception_is_a(name, "SystemExit") &&
		       !exception_is_a(name, "BaseExceptionGroup") && !exception_is_a(name, "ImportError");
	for (uint32_t i = 0; o->bases && i < o->bases->n && depth < 50; i++)
		if (!keeps_arguments(o->bases->at[i].val.as.obj, n, depth + 1))
			return false;
	return true;
}

bool class_is_exception(const struct object *cls)
{
	return is_exception_class(cls, 0);
}

bool class_keeps_arguments(const struct object *cls, uint32_t n)
{
	return !has_own_ways(cls, 0) && keeps_arguments(cls, n, 0);
}

const char *class_name(const struct object *cls)
{
	const char *dot = cls->name ? strrchr(cls->name->s, '.') : NULL;
	return dot ? dot + 1 : cls->name ? cls->name->s : "?";
}

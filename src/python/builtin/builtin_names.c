// SPDX-License-Identifier: MIT
/* The names of Python's builtins module: types, functions, exceptions, as values. */
#include "python/builtin/builtin_names.h"
#include "python/builtin/builtin.h"
#include "python/builtin/module.h"
#include "python/ops/op_call.h"
#include <stdlib.h>
#include <string.h>

/* Names of Python's builtins module that are no rows. The lists are sorted. */
static int by_text(const void *name, const void *row)
{
	return strcmp(name, *(const char *const *)row);
}
#define SORTED_HAS(list, name) (bsearch(name, list, ARRAY_SIZE(list), sizeof *(list), by_text) != NULL)

static const char *const other_types[] = {
	"bytearray", "classmethod", "memoryview", "property", "staticmethod", "super"
};

/* Known, but not evaluated. */
static const char *const functions[] = {
	"__build_class__", "__import__", "aiter",  "anext", "breakpoint", "compile", "copyright",
	"credits",	   "delattr",	 "dir",	   "exec",  "exit",	  "globals", "help",
	"input",	   "license",	 "locals", "open",  "quit",	  "setattr", "vars"
};

static const char *const exceptions[] = {
	"ArithmeticError",
	"AssertionError",
	"AttributeError",
	"BaseException",
	"BaseExceptionGroup",
	"BlockingIOError",
	"BrokenPipeError",
	"BufferError",
	"BytesWarning",
	"ChildProcessError",
	"ConnectionAbortedError",
	"ConnectionError",
	"ConnectionRefusedError",
	"ConnectionResetError",
	"DeprecationWarning",
	"EOFError",
	"EncodingWarning",
	"EnvironmentError",
	"Exception",
	"ExceptionGroup",
	"FileExistsError",
	"FileNotFoundError",
	"FloatingPointError",
	"FutureWarning",
	"GeneratorExit",
	"IOError",
	"ImportError",
	"ImportWarning",
	"IndentationError",
	"IndexError",
	"InterruptedError",
	"IsADirectoryError",
	"KeyError",
	"KeyboardInterrupt",
	"LookupError",
	"MemoryError",
	"ModuleNotFoundError",
	"NameError",
	"NotADirectoryError",
	"NotImplementedError",
	"OSError",
	"OverflowError",
	"PendingDeprecationWarning",
	"PermissionError",
	"ProcessLookupError",
	"RecursionError",
	"ReferenceError",
	"ResourceWarning",
	"RuntimeError",
	"RuntimeWarning",
	"StopAsyncIteration",
	"StopIteration",
	"SyntaxError",
	"SyntaxWarning",
	"SystemError",
	"SystemExit",
	"TabError",
	"TimeoutError",
	"TypeError",
	"UnboundLocalError",
	"UnicodeDecodeError",
	"UnicodeEncodeError",
	"UnicodeError",
	"UnicodeTranslateError",
	"UnicodeWarning",
	"UserWarning",
	"ValueError",
	"Warning",
	"ZeroDivisionError",
};

static struct value builtin_object(struct arena *a, const char *type, const char *name, const struct builtin *call,
				   struct span at)
{
	char dotted[80] = "builtins.";
	size_t n = strnlen(name, 64);
	memcpy(dotted + 9, name, n);
	dotted[9 + n] = 0;
	const struct object o = { .type = str_lit(type), .name = str_of(dotted, 9 + n), .call = call };
	return value_of_object(a, &o, at);
}

bool builtin_value(struct arena *a, const struct str *name, struct span at, struct value *out)
{
	const struct builtin *b = strchr(name->s, '.') ? NULL : builtin_find(name->s);
	if (b)
		*out = builtin_object(a, b->flags & BF_CLASS ? "type" : "builtin_function_or_method", name->s, b, at);
	else if (SORTED_HAS(exceptions, name->s) || SORTED_HAS(other_types, name->s))
		*out = builtin_object(a, "type", name->s, NULL, at);
	else if (SORTED_HAS(functions, name->s))
		*out = builtin_object(a, "builtin_function_or_method", name->s, NULL, at);
	else if (!strcmp(name->s, "Ellipsis"))
		*out = value_object(a, "ellipsis", "Ellipsis", at);
	else if (!strcmp(name->s, "NotImplemented"))
		*out = value_object(a, "NotImplementedType", "NotImplemented", at);
	else if (!strcmp(name->s, "__debug__"))
		*out = value_bool(true, at);
	else
		return false;
	return true;
}

struct value type_object(struct arena *a, struct value v, struct span at)
{
	const char *name = value_type_name(v);
	struct value out;
	if (v.kind == VALUE_DICT && v.as.dict->config)
		return value_object(a, "type", "mmengine.config.config.ConfigDict", at);
	if (v.kind == VALUE_DICT && v.as.dict->type)
		return module_value(a, str_lit("collections"), v.as.dict->type, at, &out)
			       ? out
			       : value_object(a, "type", NULL, at);
	if (v.kind == VALUE_TUPLE && v.as.list->named)
		return (struct value){ .kind = VALUE_OBJECT, .at = at, .as.obj = v.as.list->named };
	if (v.kind == VALUE_OBJECT && v.as.obj->cls)
		return (struct value){ .kind = VALUE_OBJECT, .at = at, .as.obj = v.as.obj->cls };
	if (v.kind == VALUE_OBJECT && strcmp(name, "type") && strcmp(name, "module"))
		return value_object(a, "type", NULL, at);
	if (builtin_value(a, str_lit(name), at, &out))
		return out;
	return builtin_object(a, "type", name, NULL, at);
}

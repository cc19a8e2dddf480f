// SPDX-License-Identifier: MIT
/* Inheritance of Python's exceptions and the classes of this config. A class is a VALUE_OBJECT of type "type". */
#ifndef PYTHON_VALUE_CLASS_H
#define PYTHON_VALUE_CLASS_H
#include "python/value/truth.h"

enum truth class_inherits(struct value cls, struct value from); /* issubclass(cls, from) */
const char *class_name(const struct object *cls);		/* cls.__name__ */
bool class_is_exception(const struct object *cls); /* certainly an exception class: a builtin one, or one of this config
						    * derived from one */
/* cls(n arguments) only stores them, and shows them as BaseException does. */
bool class_keeps_arguments(const struct object *cls, uint32_t n);
/* The name of the builtin exception class, by its first name ("OSError" for IOError); NULL: another object. */
const char *exception_builtin(const struct object *cls);
bool exception_is_a(const char *type, const char *of); /* of builtin exceptions, by name */
#endif

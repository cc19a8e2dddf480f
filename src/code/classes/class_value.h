// SPDX-License-Identifier: MIT
/* Values of attributes of classes and of defaults of parameters, as far as the text of the project gives them. */
#ifndef CODE_CLASSES_CLASS_VALUE_H
#define CODE_CLASSES_CLASS_VALUE_H
#include "pymodel/names.h"
#include "python/value/value.h"

struct index;
struct value_lookup {
	struct index *c;
	struct arena *a;
	struct cfile *file;
	struct cls *cls; /* whose body contains it; NULL: none */
	const struct str *trusted;
	uint32_t depth;
};
/* Finds the value of one class, whose bases are computed: l has c, a and trusted. false: no class of the project has
 * it. An Unknown's detail says why. */
typedef bool class_value_fn(struct value_lookup *l, struct cls *k, const char *name, struct value *out);
class_value_fn class_attribute_value; /* "METAINFO.classes": that key of the attribute */
class_value_fn class_default_value;   /* of the parameter of the first constructor that names it */
#endif

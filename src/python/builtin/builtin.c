// SPDX-License-Identifier: MIT
/* Lookup of builtins by name: the rows of all files, joined and sorted once, then binary search.
 *
 * Example: builtin_find("len")                the row of len()
 *          method_find({} as ConfigDict, update)   "configdict.update", else "dict.update" */
#include "python/builtin/builtin.h"
#include "python/builtin/priv.h"
#include "python/value/dict.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 400 };
static const struct builtin *sorted[ROOM];
static size_t nsorted;
static pthread_once_t joined = PTHREAD_ONCE_INIT;

static int by_both(const void *a, const void *b)
{
	return strcmp((*(const struct builtin *const *)a)->name, (*(const struct builtin *const *)b)->name);
}

static void join(void)
{
	static const struct builtin *const files[] = {
#define X(file) rows_##file,
		BUILTIN_FILES(X)
#undef X
	};
	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		for (const struct builtin *b = files[i]; b->name; b++) {
			if (nsorted == ROOM)
				BUG("more than %d builtins", ROOM);
			sorted[nsorted++] = b;
		}
	qsort(sorted, nsorted, sizeof *sorted, by_both);
}

static int by_name(const void *name, const void *row)
{
	return strcmp(name, (*(const struct builtin *const *)row)->name);
}

const struct builtin *builtin_find(const char *name)
{
	pthread_once(&joined, join);
	const struct builtin *const *row = bsearch(name, sorted, nsorted, sizeof *sorted, by_name);
	return row ? *row : NULL;
}

const struct builtin *const *builtin_all(size_t *n)
{
	pthread_once(&joined, join);
	*n = nsorted;
	return sorted;
}

static const struct builtin *find_in(const char *type, const struct str *name)
{
	char text[64];
	size_t n = strlen(type);
	if (n + name->len + 2 > sizeof text)
		return NULL;
	memcpy(text, type, n);
	text[n] = '.';
	memcpy(text + n + 1, name->s, name->len + 1);
	return builtin_find(text);
}

static const struct builtin *dict_method(const struct dict *d, const struct str *name)
{
	const struct builtin *b = NULL;
	if (d->config)
		b = find_in("configdict", name);
	else if (d->type && !strcmp(d->type->s, "OrderedDict"))
		b = find_in("ordereddict", name);
	return b ? b : find_in("dict", name);
}

const struct builtin *method_find(struct value self, const struct str *name)
{
	switch (self.kind) {
	case VALUE_DICT:
		return dict_method(self.as.dict, name);
	case VALUE_BOOL:
	case VALUE_INT:
		return find_in("int", name);
	case VALUE_FLOAT:
	case VALUE_STR:
	case VALUE_BYTES:
	case VALUE_LIST:
	case VALUE_TUPLE:
	case VALUE_SET:
	case VALUE_FROZENSET:
	case VALUE_RANGE:
		return find_in(value_type_name(self), name);
	default:
		return NULL;
	}
}

static struct value fn_not_evaluated(struct eval *ev, const struct call *c)
{
	return op_unknown(ev, WHY_TYPE, c->at);
}

/* Attributes of the kinds whose methods are not all in the table. */
static const char *const int_attributes[] = { "as_integer_ratio", "bit_count", "bit_length", "conjugate", "denominator",
					      "from_bytes",	  "imag",      "numerator",  "real",	  "to_bytes",
					      "is_integer" };
static const char *const float_attributes[] = { "as_integer_ratio", "conjugate", "fromhex", "hex", "imag",
						"is_integer",	    "real" };
static const char *const range_attributes[] = { "count", "index", "start", "step", "stop" };

static bool is_one_of(const char *name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name, list[i]))
			return true;
	return false;
}

#define ONE_OF(name, list) is_one_of(name, list, ARRAY_SIZE(list))

/* Methods have rows; other attributes of numbers and ranges are listed. Names with two underscores, and kinds that
 * can have any attribute, are undecided. */
enum truth builtin_has_attr(struct value v, const struct str *name)
{
	if (method_find(v, name))
		return TRUE3;
	if (name->len > 4 && !strncmp(name->s, "__", 2))
		return UNKNOWN3;
	if (v.kind == VALUE_TUPLE && v.as.list->named)
		return UNKNOWN3;
	switch (v.kind) {
	case VALUE_DICT:
		if (v.as.dict->config) {
			const struct entry *e = dict_find_str(v.as.dict, name);
			return e ? (e->flags & EF_MAYBE ? UNKNOWN3 : TRUE3) : v.as.dict->open ? UNKNOWN3 : FALSE3;
		}
		return v.as.dict->type ? UNKNOWN3 : FALSE3;
	case VALUE_NONE:
	case VALUE_STR:
	case VALUE_LIST:
	case VALUE_TUPLE:
	case VALUE_SET:
	case VALUE_FROZENSET:
		return FALSE3;
	case VALUE_BOOL:
	case VALUE_INT:
	case VALUE_BIGINT:
		return ONE_OF(name->s, int_attributes) ? UNKNOWN3 : FALSE3;
	case VALUE_FLOAT:
		return ONE_OF(name->s, float_attributes) ? UNKNOWN3 : FALSE3;
	case VALUE_RANGE:
		return ONE_OF(name->s, range_attributes) ? UNKNOWN3 : FALSE3;
	default:
		return UNKNOWN3;
	}
}

const struct builtin rows_builtin[] = {
	{ "configdict.freeze", 0, 1, 0, "shouldFreeze", fn_not_evaluated, "not evaluated" },
	{ "configdict.unfreeze", 0, 0, 0, NULL, fn_not_evaluated, "not evaluated" },
	{ "hash", 1, 1, 0, NULL, fn_not_evaluated, "not evaluated" },
	{ "id", 1, 1, BF_QUICK, NULL, fn_not_evaluated, "not evaluated" },
	{ "issubclass", 2, 2, 0, NULL, fn_not_evaluated, "not evaluated" },
	{ "mmengine.config.config.Config", 0, 255, BF_TAKES_UNKNOWN, "*", fn_not_evaluated, "not evaluated" },
	{ "object", 0, 0, BF_CLASS, NULL, fn_not_evaluated, "not evaluated" },
	{ "slice", 1, 3, BF_CLASS, NULL, fn_not_evaluated, "not evaluated" },
	{ "str.format_map", 0, 255, BF_TAKES_UNKNOWN, "*", fn_not_evaluated, "not evaluated" },
	{ "str.maketrans", 0, 255, BF_TAKES_UNKNOWN, "*", fn_not_evaluated, "not evaluated" },
	{ "str.translate", 0, 255, BF_TAKES_UNKNOWN, "*", fn_not_evaluated, "not evaluated" },
	{ 0 },
};

// SPDX-License-Identifier: MIT
/* Python values with provenance. A zeroed value is Unknown without a cause; if a value is Unknown, no rule fires on
 * it. Values are 24 bytes and are passed by copy; containers live in arenas. `frozen` containers are immutable and
 * may be shared by threads and by several configs; frozen data is a tree (no container is reachable twice).
 *
 * Two places for every value: value.at is the place of its literal (or of the expression that computed it);
 * entry.use / item.use is the place where it was put under its key or into its list. In `lr = 2e-4; opt =
 * dict(lr=lr)` opt.lr has at = `2e-4`, use = the second `lr`. */
#ifndef PYTHON_VALUE_VALUE_H
#define PYTHON_VALUE_VALUE_H
#include "base/buf.h"
#include "base/str.h"
#include "text/source.h"

enum value_kind {
	VALUE_UNKNOWN, /* as.cause, may be NULL */
	VALUE_NONE,
	VALUE_BOOL,	 /* as.b */
	VALUE_INT,	 /* as.i */
	VALUE_BIGINT,	 /* as.s: decimal digits with '-'; exact literals only, arithmetic on it is Unknown(OVERFLOW) */
	VALUE_FLOAT,	 /* as.f */
	VALUE_COMPLEX,	 /* as.c */
	VALUE_STR,	 /* as.s: UTF-8 (lone surrogates as WTF-8) */
	VALUE_BYTES,	 /* as.s */
	VALUE_LIST,	 /* as.list */
	VALUE_TUPLE,	 /* as.list */
	VALUE_SET,	 /* as.list: no duplicates, insertion order */
	VALUE_FROZENSET, /* as.list */
	VALUE_DICT,	 /* as.dict */
	VALUE_RANGE,	 /* as.range */
	VALUE_ITER,	 /* as.list, with list->type: zip, map, dict_items ... : the items it would yield, in order */
	VALUE_DATE,	 /* as.s: ISO text, from YAML */
	VALUE_REF,	 /* as.ref: imported, not analysed (torch.optim.AdamW) */
	VALUE_FUNC,	 /* as.func: def or lambda of this config */
	VALUE_OBJECT,	 /* as.obj: opaque Python object with a type name: class, builtin function, module, partial */
	VALUE_METHOD,	 /* as.method: a builtin bound to its object */
};

/* Why a value is unknown. Texts: why_text(). */
// clang-format off
#define WHYS(X) \
	X(NONE, "not known") \
	X(ABSENT, "the key is absent") \
	X(IMPORT, "comes from an import that is not evaluated") \
	X(CALL, "is the result of a call that is not evaluated") \
	X(ENV, "comes from an environment variable") \
	X(SYNTAX, "stands in a file with syntax errors") \
	X(BRANCH, "depends on a condition that is not known") \
	X(FUEL, "takes more steps or memory than a config may") \
	X(DEPTH, "is nested too deeply") \
	X(OVERFLOW, "is a number too large to compute with") \
	X(TYPE, "uses an operation that is not evaluated") \
	X(BASE, "may come from what can't be evaluated") \
	X(UNMAPPED, "has no key path in this dialect") \
	X(GPUS, "was not given") \
	X(NODES, "was not given") \
	X(CORES, "was not given") \
	X(GPU_MEM, "was not given") \
	X(TEMPLATE, "is text built around a {{ }} placeholder") \
	X(RAISED, "raises an exception") \
	X(LOG, "is not in the log") \
	X(VERSION, "depends on the version, which no file says") \
	X(SHELL, "is known only when the script runs: from its arguments, the environment or a command") \
	X(CODE, "so that the training code of this project may read it") \
	X(PART, "so that what it is a part of can't be judged") \
	X(CLASS, "is a class of which too little is known") \
	X(NAMES, "so that not all that the model's code names is known") \
	X(READER, "so that any code may read it") \
	X(STARTED, "is no file of this project") \
	X(SEVERAL, "is the name of several files of this project") \
	X(PLACE, "is started in a folder that is not known") \
	X(VARIABLE, "has a variable whose value is not known")
// clang-format on
enum why {
#define X(k, t) WHY_##k,
	WHYS(X)
#undef X
};
const char *why_text(enum why w);

struct cause { /* only the first reason; every operation preserves it */
	enum why why;
	struct span at;
	const struct str *detail; /* name of the import, call, variable, key; may be NULL */
};

enum {
	VF_LITERAL = 1,	 /* the text at `at` is the value itself */
	VF_MANY = 2,	 /* created in a loop, comprehension or function: one text, many values */
	VF_TEMPLATE = 4, /* created by {{ }} substitution */
};

struct list;
struct dict;
struct range {
	int64_t start, stop, step;
};
struct ref {
	enum { REF_OBJECT, REF_ATTR, REF_MODULE } how; /* from m import n; that.attr; import m */
	const struct str *module, *name; /* dotted; name NULL for a bare module; ATTR: name has the chain */
};
struct object {
	const struct str *
		type; /* Python's type name as type(x).__name__ shows: "type", "builtin_function_or_method", "module" */
	const struct str *name;	    /* dotted name where there is one, else NULL */
	const struct builtin *call; /* what calling it does, NULL: Unknown */
	struct dict *names;	    /* class attributes of a class defined in the config, or NULL */
	const struct list *bases;   /* its base classes (VALUE_OBJECT), or NULL */
	const struct list *fields;  /* a namedtuple class: its fields' names (VALUE_STR), else NULL */
	const struct object *cls;   /* an exception: its class; NULL otherwise */
	struct list
		*args; /* an exception: its arguments, open when they are not known; contextlib's managers: theirs */
	const struct str *text; /* an exception raised by an operation: str() of it, or NULL: by its arguments */
};
struct cplx {
	double re, im;
};

struct value {
	uint8_t kind, flags;
	uint16_t spare; /* unused padding after `at`; always 0 */
	struct span at;
	union {
		bool b;
		int64_t i;
		double f;
		const struct str *s;
		struct list *list;
		struct dict *dict;
		const struct range *range;
		const struct cause *cause;
		const struct cplx *c;
		const struct ref *ref;
		const struct func *func;
		const struct object *obj;
		const struct bound *method;
	} as;
};
_Static_assert(sizeof(struct value) == 24, "values travel by copy");

struct func {
	const struct node *def;	      /* NODE_DEF or NODE_LAMBDA */
	struct frame *frame;	      /* closure */
	const struct value *defaults; /* one per PARAM, Unknown without cause if it has none */
	const struct str *name;
	const struct dict *locals; /* names that its body binds: reading one early is UnboundLocalError */
};
struct bound {
	const struct builtin *fn; /* python/ops/op_call.h */
	struct value self;
};

enum {
	EF_MAYBE = 1,	  /* the key (item) may be absent; its value is then Unknown or one of the possible ones */
	EF_TOMBSTONE = 2, /* dict overlays only: deletes the base dict's key */
	EF_OVER = 4,	  /* dict overlays only: takes the position of the base dict's key */
};
struct item {
	struct value val;
	struct span use;
	uint32_t flags;
};
struct list {
	struct item *at;
	uint32_t n, cap;
	bool frozen, open;	    /* open: may contain more (or fewer) items than known */
	bool config;		    /* its dicts are ConfigDicts (mmengine) */
	_Atomic uint32_t noted;	    /* used by python/value/contents.c, once frozen */
	const struct str *type;	    /* VALUE_ITER: type name */
	const struct object *named; /* VALUE_TUPLE: the namedtuple class that it is of, else NULL */
	struct iter *iter; /* VALUE_ITER: computes its items on demand (python/ops/op_iter.h); NULL: `at` has them */
	struct dict *view; /* VALUE_ITER of a dict's keys, values or items: the dict, whose changes it shows */
};
struct entry {
	struct value key, val; /* key.at: place of the key */
	struct span use;
	uint32_t flags;
	const struct entry *over; /* the base entry that this one replaced, for provenance chains; may be NULL */
};
/* Insertion-ordered. May be an overlay over a frozen `base`: its own entries take precedence, keys of the base stay
 * in the base's order, EF_TOMBSTONE entries hide keys. dict_find and others see through overlays; no other code
 * reads `at` directly, except python/value/contents.c, which distinguishes overlays. */
struct dict {
	struct entry *at;
	uint32_t n, cap;
	struct dict *base;	/* frozen, or NULL; only `noted` changes */
	uint32_t count;		/* live keys, base's included */
	_Atomic uint32_t noted; /* used by python/value/contents.c, once frozen */
	uint32_t *index;	/* open addressing over at[], built at > 8 own entries; entry number + 1 */
	uint32_t nindex;	/* its size, a power of two, or 0 */
	uint8_t depth;		/* overlay depth; flattened past 8 */
	bool frozen, open;	/* open: may contain unknown keys */
	bool config;		/* a ConfigDict: attribute access, converting stores, recursive update (mmengine) */
	const struct str *type; /* NULL: dict; else "OrderedDict" ... */
	const struct builtin *factory; /* defaultdict: computes the value of a missing key on its first read; else
					* NULL */
};

/* Constructors. at may be (struct span){0}. They intern strings. */
struct value value_unknown(struct arena *a, enum why why, struct span at, const char *detail); /* detail may be NULL */
struct value value_unknown_str(struct arena *a, enum why why, struct span at, const struct str *detail);
struct value value_none(struct span at);
struct value value_bool(bool b, struct span at);
struct value value_int(int64_t i, struct span at);
struct value value_float(double f, struct span at);
struct value value_str(const struct str *s, struct span at);
struct value value_text(const char *s, struct span at); /* of a C string */
struct value value_list(struct arena *a, enum value_kind kind, uint32_t cap,
			struct span at);		  /* empty; any list-backed kind */
struct value value_dict(struct arena *a, struct span at); /* empty, plain */
struct value value_ref(struct arena *a, int how, const struct str *module, const struct str *name, struct span at);
struct value value_object(struct arena *a, const char *type, const char *name, struct span at);
struct value value_of_object(struct arena *a, const struct object *o, struct span at); /* a copy of o */

static inline bool value_is_known(struct value v)
{
	return v.kind != VALUE_UNKNOWN;
}
bool value_is_listlike(struct value v);	     /* backed by as.list */
const void *value_container(struct value v); /* address of its dict or list, its identity; NULL: no container */
bool value_is_frozen(struct value v);	     /* a frozen dict, list or tuple */
bool value_is_number(struct value v);	     /* BOOL INT FLOAT (not BIGINT, COMPLEX) */
double value_number(struct value v);	     /* its value, for these kinds */
int64_t range_count(const struct range *r);  /* its length, INT64_MAX at most */
bool value_is_deep_known(struct value v);    /* no Unknown, open or doubtful part anywhere inside; bounded depth */
const char *value_type_name(struct value v); /* as Python's type(x).__name__ */

/* Lists. Writers BUG() on frozen containers. */
void list_push(struct arena *a, struct list *l, struct value v, struct span use);

/* Deep. All of these stop at VALUE_DEPTH_MAX levels. */
enum { VALUE_DEPTH_MAX = 400 };
bool key_same(struct value a, struct value b); /* Python's == for hashable values */
uint32_t key_hash(struct value v);
bool value_hashable(struct value v);
bool value_same(struct value a, struct value b); /* same kind and content, dict order ignored, places ignored;
						  * Unknowns are the same if their causes' why and place are */
#endif

// SPDX-License-Identifier: MIT
/* Builtins for operators and calls: the row, the arguments, the checks before the call. */
#ifndef PYTHON_OPS_OP_CALL_H
#define PYTHON_OPS_OP_CALL_H
#include "python/state/state.h"

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
	BF_TAKES_UNKNOWN = 1, /* Unknown arguments are passed in */
	BF_MUTATES = 2,	      /* changes self */
	BF_CALLS = 4,	      /* calls its arguments: an unknown function may change what it receives */
	BF_CLASS = 8,	      /* a class, not a function */
	BF_QUICK = 16,	      /* constant cost, or charges its cost itself */
};
struct builtin {
	const char *name;
	uint8_t min, max; /* positional arguments; max 255: any */
	uint8_t flags;
	const char *kw; /* accepted keyword names, space separated; NULL none; "*" any */
	struct value (*fn)(struct eval *ev, const struct call *c);
	const char *doc;
};

/* Checks counts and keyword names as CPython does (TypeError). For an Unknown argument it returns Unknown (and
 * poisons what the call might have changed), unless the row has BF_TAKES_UNKNOWN. Then it calls the function. */
struct value builtin_call(struct eval *ev, const struct builtin *b, const struct call *c);

/* Arguments of a call. */
bool call_has(const struct call *c, uint32_t i, const char *name); /* positional i or keyword */
struct value call_arg(const struct call *c, uint32_t i, const char *name, struct value otherwise);
const struct kwarg *call_kw(const struct call *c, const char *name);
/* An argument that must be a str / a whole number. false: *why (TypeError "EXPECTED, not TYPE" where that is certain).
 */
bool call_text(struct eval *ev, const struct call *c, struct value v, const char *expected, const struct str **out,
	       struct value *why);
bool call_int(struct eval *ev, const struct call *c, struct value v, int64_t *out, struct value *why);
void poison_self(struct eval *ev, const struct call *c, struct value why);
#endif

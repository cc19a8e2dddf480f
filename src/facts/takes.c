// SPDX-License-Identifier: MIT
#include "facts/takes.h"
#include "facts/dialect.h"
#include "facts/priv.h"
#include "python/value/dict.h"

enum { KEYS_LEAST = 6 /* that distinguish a trainer from code that takes parts */, KEYS_SHOWN = 3 };

struct keys_read {	   /* of the top-level keys of the config that the dialect's training code uses */
	uint32_t n, read;  /* all; those that the project's code reads, or may read */
	const char *names; /* "data", of those that it certainly reads */
};

/* Keys that only uncalled functions look up aren't read. false: code that isn't followed gets the config. */
static bool keys_read(struct facts *f, struct keys_read *k)
{
	struct dict_iter it;
	const struct entry *e;
	uint32_t shown = 0;
	*k = (struct keys_read){ .names = "" };
	for (dict_begin(&it, f->subject->tree.as.dict); (e = dict_next(&it));) {
		if (e->key.kind != VALUE_STR || !dialect_knows_key(f->dialect, e->key.as.s))
			continue;
		struct code_answer x = code_key(f->code, f->arena, (struct keypath){ &e->key, 1 });
		if (x.fate == CODE_ABROAD)
			return false;
		k->n++;
		k->read += x.fate == CODE_READ || (x.fate == CODE_NOT_KNOWN && !x.idle);
		if (x.fate == CODE_READ && ++shown <= KEYS_SHOWN)
			k->names = arena_printf(f->arena, "%s%s%s", k->names, *k->names ? ", " : "", e->key.as.s->s);
	}
	return true;
}

const char *facts_takes_parts(struct facts *f)
{
	struct keys_read k;
	if (f->parts)
		return *f->parts ? f->parts : NULL;
	f->parts = "";
	if (!f->code || !f->dialect || f->subject->tree.kind != VALUE_DICT)
		return NULL;
	bool known = keys_read(f, &k);
	const char *by = code_reader(f->code, f->arena, (struct keypath){ 0 });
	if (known && k.n >= KEYS_LEAST && k.read * 4 <= k.n)
		f->parts = arena_printf(f->arena, "%s trains with something else and takes only %s of the config",
					by ? by : "the project's code", *k.names ? k.names : "other keys");
	return *f->parts ? f->parts : NULL;
}

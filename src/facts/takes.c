// SPDX-License-Identifier: MIT
#include "facts/takes.h"
#include "facts/dialect.h"
#include "facts/priv.h"
#include "python/value/dict.h"

enum { KEYS_LEAST = 6 /* that tell a trainer from who takes parts */, KEYS_SHOWN = 3 };

/* "data", of the top-level keys of the config that the dialect's training code looks at, those that the project's code
 * reads; *n: how many there are. NULL: it can't be followed. */
static const char *keys_read(struct facts *f, uint32_t *n, uint32_t *read)
{
	const char *names = "";
	struct dict_iter it;
	const struct entry *e;
	*n = *read = 0;
	for (dict_begin(&it, f->subject->tree.as.dict); (e = dict_next(&it));) {
		if (e->key.kind != VALUE_STR || !dialect_knows_key(f->dialect, e->key.as.s))
			continue;
		enum code_fate fate = code_key(f->code, f->arena, (struct keypath){ &e->key, 1 }).fate;
		if (fate == CODE_NOT_KNOWN || fate == CODE_ABROAD)
			return NULL;
		++*n;
		if (fate == CODE_READ && ++*read <= KEYS_SHOWN)
			names = arena_printf(f->arena, "%s%s%s", names, *names ? ", " : "", e->key.as.s->s);
	}
	return names;
}

const char *facts_takes_parts(struct facts *f)
{
	uint32_t n, read;
	if (f->parts)
		return *f->parts ? f->parts : NULL;
	f->parts = "";
	if (!f->code || !f->dialect || f->subject->tree.kind != VALUE_DICT)
		return NULL;
	const char *names = keys_read(f, &n, &read);
	const char *by = code_reader(f->code, f->arena, (struct keypath){ 0 });
	if (names && n >= KEYS_LEAST && read * 4 <= n)
		f->parts = arena_printf(f->arena, "%s trains with something else and takes only %s of the config",
					by ? by : "the project's code", *names ? names : "other keys");
	return *f->parts ? f->parts : NULL;
}

// SPDX-License-Identifier: MIT
/* Rule functions about names that packages have had, by the tables of rules/exports/. */
#include "project/exports.h"
#include "facts/function/priv.h"
#include "python/value/dict.h"

static const struct span nowhere;

static void put_text(struct facts *f, struct value d, const char *key, const char *text)
{
	if (text)
		dict_put(f->arena, d.as.dict, value_text(key, nowhere), value_text(text, nowhere), nowhere);
}

/* exported('transformers.trainer', 'ShardedDDPOption'): {package, oldest, newest, whole}, and where they are: since,
 * until, now; absent where no table says anything. name '': the module itself */
static struct value fn_exported(struct rulecall *c)
{
	const struct str *module, *name;
	struct facts *f = c->facts;
	struct export_row x;
	struct value why;
	if (!rule_text(c, 0, &module, &why) || !rule_text(c, 1, &name, &why))
		return why;
	if (!export_find(f->arena, module->s, name->len ? name->s : NULL, &x))
		return facts_absent(f, nowhere, name->s);
	struct value d = value_dict(f->arena, nowhere);
	put_text(f, d, "package", x.package);
	put_text(f, d, "since", x.since);
	put_text(f, d, "until", x.until);
	put_text(f, d, "now", x.now);
	put_text(f, d, "oldest", x.oldest);
	put_text(f, d, "newest", x.newest);
	dict_put(f->arena, d.as.dict, value_text("whole", nowhere), value_bool(x.whole, nowhere), nowhere);
	return d;
}

static const struct rulefn rows[] = {
	{ "exported", 2, 2, fn_exported, LOOKS_VALUE, OF_ANY },
};

const struct rulefns rulefns_exports = { rows, ARRAY_SIZE(rows) };

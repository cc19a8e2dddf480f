// SPDX-License-Identifier: MIT
/* The loader of mmcv 1.x (mmcv/utils/config.py): it imports the file as a module, which also yields its bases, and
 * merges its names over theirs. */
#include "config/priv.h"
#include "python/builtin/namedtuple.h"
#include "python/eval/eval.h"

/* The module runs before its bases are read: `_base_` is the final value of the variable. */
static void find_bases(struct unit *u)
{
	struct value v;
	unit_execute(u, NULL, &v);
	if (!(v.kind == VALUE_UNKNOWN && v.as.cause && v.as.cause->why == WHY_ABSENT))
		unit_set_bases(u, v);
}

/* Tuples are rebuilt by type(x)(generator): a namedtuple's first field receives the generator, the others nothing. */
static void rebuild_named(struct unit *u, struct value *v)
{
	struct eval ev;
	const struct object *cls = v->as.list->named;
	if (u->m.state != MODULE_OK)
		return;
	eval_init(&ev, u->a, u->m.src->id);
	if (cls->fields->n > 1)
		named_missing(&ev, cls, 1, v->at);
	else if (!cls->fields->n)
		eval_raise(&ev, "TypeError", v->at, "%s.__new__() takes 1 positional argument but 2 were given",
			   cls->name->s);
	if (ev.exc)
		unit_exception(u, ev.exc);
	else
		*v = value_unknown(u->a, WHY_TYPE, v->at, cls->name->s);
	eval_release(&ev);
}

static const char *const reserved[] = { "filename", "text", "pretty_text", NULL };

const struct loader_style mmcv1_style = {
	.name = "mmcv1",
	.as_module = true,
	.last_options = true,
	.may_lack = "mmengine",
	.reserved = reserved,
	.missing_py = { "FileNotFoundError: file \"", "\" does not exist" },
	.no_dict = { "TypeError: cfg_dict must be a dict, but got <class '", "'>" },
	.relative_import = { "ImportError", "attempted relative import with no known parent package" },
	.find_bases = find_bases,
	.rebuild_named = rebuild_named,
};

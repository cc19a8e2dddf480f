// SPDX-License-Identifier: MIT
/* The loader of MMEngine (mmengine/config/config.py) for configs with `_base_`: it evaluates that expression alone,
 * then runs the file with `_base_` bound to the bases' content. The other style is in imported.c. */
#include "config/priv.h"
#include "config/scan.h"
#include "python/eval/eval.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <string.h>

/* The first `_base_ = ...` is evaluated alone, with the names of the module mmengine/config/config.py. */
static bool base_name(struct eval *ev, const struct node *n, struct value *out)
{
	static const char *const modules[][2] = { { "osp", "os.path" },	  { "os", "os" },
						  { "copy", "copy" },	  { "sys", "sys" },
						  { "re", "re" },	  { "platform", "platform" },
						  { "shutil", "shutil" }, { "tempfile", "tempfile" } };
	for (size_t i = 0; i < ARRAY_SIZE(modules); i++)
		if (!strcmp(n->text->s, modules[i][0])) {
			*out = value_object(ev->arena, "module", modules[i][1], eval_span(ev, n));
			return true;
		}
	return unit_host_name(ev, n, out);
}

static void find_bases(struct unit *u)
{
	const struct node *expr = scan_base(u->m.tree.root);
	if (!expr)
		return;
	struct eval ev;
	struct eval_host host = { .ctx = u, .name = base_name };
	eval_init(&ev, u->a, u->m.src->id);
	ev.host = &host;
	struct value v = eval_expr(&ev, expr);
	if (ev.exc)
		unit_exception(u, ev.exc);
	else
		unit_set_bases(u, v);
	eval_release(&ev);
}

/* Values of the bases that the file changed may also be in its own keys. Those get copies, like the loader's
 * deepcopy, since placeholders are filled in only there. */
static void execute(struct unit *u)
{
	struct value bases = u->m.inherited;
	unit_execute(u, &bases, NULL);
	if (!bases.as.dict->frozen && u->sub.ntokens && u->executed.kind == VALUE_DICT)
		u->executed = value_copy(u->a, u->executed);
	u->m.inherited = bases.as.dict->frozen ? bases : value_freeze(u->a, bases);
}

/* Keys that start with `__` are removed from the merged config (yaml can have them). */
static void remove_keys(struct unit *u)
{
	struct dict_iter it;
	const struct entry *e;
	VEC(keys, struct value) keys = { 0 };
	for (dict_begin(&it, u->executed.as.dict); (e = dict_next(&it));)
		if (e->key.kind == VALUE_STR && !strncmp(e->key.as.s->s, "__", 2))
			vec_push(&keys, e->key);
		else if (e->key.kind != VALUE_STR)
			unit_refuse(u, NOTE_RAISES, e->key.at,
				    arena_printf(u->a, "AttributeError: '%s' object has no attribute 'startswith'",
						 value_type_name(e->key)));
	for (size_t i = 0; i < keys.n; i++)
		dict_delete(u->a, u->executed.as.dict, keys.at[i]);
	vec_release(&keys);
}

static const char *const reserved[] = { "filename", "text", "pretty_text", "env_variables", NULL };

const struct loader_style mmengine_style = {
	.name = "mmengine",
	.imports = true,
	.packages = true,
	.environment = true,
	.config_dicts = true,
	.merges_alone = true,
	.reserved = reserved,
	.missing_py = { "FileNotFoundError: [Errno 2] No such file or directory: \"", "\"" },
	.no_dict = { "AttributeError: '", "' object has no attribute 'get'" },
	.relative_import = { "KeyError", "\"'__name__' not in globals\"" },
	.find_bases = find_bases,
	.execute = execute,
	.drop_keys = remove_keys,
};

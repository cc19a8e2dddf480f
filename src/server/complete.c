// SPDX-License-Identifier: MIT
#include "server/complete.h"
#include "server/context.h"
#include "server/hover.h"
#include "base/path.h"
#include "base/str.h"
#include "cli/effective.h"
#include "code/listing.h"
#include "code/member.h"
#include "facts/vocab.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

/* As the protocol numbers them. */
enum { KIND_FIELD = 5, KIND_CLASS = 7, KIND_FILE = 17, KIND_FOLDER = 19 };
enum { ITEMS_MAX = 1000, VALUE_SHOWN = 60 };

struct completing {
	struct server *s;
	struct arena *a;
	const struct module *m;	 /* as it last loaded; NULL: it never did */
	const struct code *code; /* NULL: none is known */
	struct context at;
	const struct source *src; /* the text as it is */
	uint32_t cursor;
	struct map seen;
	json_t *list;
};

static bool is_new(struct completing *c, const char *name)
{
	const struct str *key = str_lit(name);

	for (const char **g = c->at.given; *g; g++)
		if (strcmp(*g, name) == 0)
			return false;
	if (map_get(&c->seen, key) || json_array_size(c->list) >= ITEMS_MAX)
		return false;
	map_put(c->a, &c->seen, key, c);
	return true;
}

static void add(struct completing *c, int kind, const char *name, const char *text, const char *detail, int rank)
{
	json_t *x;

	if (!is_new(c, name))
		return;
	x = json_pack("{s:s, s:i, s:{s:o, s:s}, s:o}", "label", name, "kind", kind, "textEdit", "range",
		      place_range(c->s->docs.unit, c->src, c->at.from, c->cursor), "newText", text, "sortText",
		      json_sprintf("%d%s", rank, name));
	if (!x) /* a name that is no UTF-8 */
		return;
	if (detail && *detail)
		json_object_set_new(x, "detail", json_string(detail));
	json_array_append_new(c->list, x);
}

static void add_key(struct completing *c, const char *name, const char *detail, int rank)
{
	const char *text = c->at.quoted ? name
			   : c->at.call ? arena_printf(c->a, c->at.container.n ? "%s=" : "%s = ", name)
					: arena_printf(c->a, "'%s': ", name);

	add(c, KIND_FIELD, name, text, detail, rank);
}

/* "now 0.02" where the effective config has it. */
static const char *worth(struct completing *c, struct value in, const char *name)
{
	struct value v = dict_get(in, name);
	const char *text;
	struct buf b = { 0 };

	if (in.kind != VALUE_DICT || !dict_find_lit(in.as.dict, name))
		return "";
	value_line(&b, v, VALUE_SHOWN);
	text = arena_printf(c->a, "now %s", buf_str(&b));
	buf_release(&b);
	return text;
}

/* ---- keys ---- */

static const char *default_of(struct completing *c, const struct str *type, const struct str *name)
{
	struct code_member x = code_member(c->code, CODE_GIVEN, &(struct code_class_name){ .type = type }, name);
	struct buf b = { 0 };
	const char *text;

	if (x.is != CODE_MEMBER_KNOWN)
		return "";
	value_line(&b, x.val, VALUE_SHOWN);
	text = arena_printf(c->a, "default %s", buf_str(&b));
	buf_release(&b);
	return text;
}

static void add_param(struct completing *c, struct value in, const char *name, const char *given)
{
	const char *now = worth(c, in, name);

	add_key(c, name, arena_printf(c->a, "%s%s%s", now, *now && *given ? ", " : "", given), *now ? 1 : 2);
}

/* What a class outside the project takes, as far as it is known. */
static void add_known(struct completing *c, struct value in, const char *type)
{
	const struct classes *all = &c->s->world.s.linter.rules->dialects.vocab->classes;

	for (uint32_t i = 0; i < all->n; i++)
		for (uint32_t k = 0; strcmp(all->at[i].name->s, type) == 0 && k < all->at[i].nparams; k++)
			add_param(c, in, all->at[i].param[k]->s, "");
}

static void add_params(struct completing *c, struct value in, const char *type)
{
	const struct str *name = str_lit(type);
	const struct code_params *p = c->code ? code_type(c->code, name) : NULL;

	for (uint32_t i = 0; p && i < p->n; i++)
		add_param(c, in, p->name[i]->s, default_of(c, name, p->name[i]));
	if (!p)
		add_known(c, in, type);
}

/* What the container is in the effective config; where it is being written, what the bases make of it. */
static struct value container(struct completing *c)
{
	struct value in = { 0 };

	if (c->m)
		in = keypath_get(c->a, c->m->merged, c->at.container).val;
	if (c->m && in.kind != VALUE_DICT)
		in = keypath_get(c->a, c->m->inherited, c->at.container).val;
	return in;
}

static void add_keys(struct completing *c)
{
	struct value in = container(c);
	const char *type = c->at.type ? c->at.type : dict_get_text(in, "type");
	const char **read = c->code ? code_keys(c->code, c->a, c->at.container) : NULL;
	struct dict_iter it;
	const struct entry *e;

	if (type)
		add_params(c, in, type);
	for (; read && *read; read++)
		add_param(c, in, *read, "");
	if (in.kind == VALUE_DICT) {
		dict_begin(&it, in.as.dict);
		while ((e = dict_next(&it)))
			if (e->key.kind == VALUE_STR)
				add_param(c, in, e->key.as.s->s, "");
	}
	if (c->at.container.n && !type)
		add_key(c, "type", "class", 0);
}

/* ---- names ---- */

static void add_types(struct completing *c)
{
	const char **type = c->code ? code_types(c->code, c->a) : NULL;
	const struct classes *all = &c->s->world.s.linter.rules->dialects.vocab->classes;

	for (; type && *type; type++)
		add(c, KIND_CLASS, *type, *type, "", 1);
	for (uint32_t i = 0; i < all->n; i++)
		add(c, KIND_CLASS, all->at[i].name->s, all->at[i].name->s,
		    arena_printf(c->a, "of %s", all->at[i].family->s), 2);
}

/* Files and folders behind what is written of the name up to its last slash. */
static void add_files(struct completing *c, const struct document *d)
{
	const char *word = arena_strndup(c->a, c->src->bytes + c->at.from, c->cursor - c->at.from),
		   *slash = strrchr(word, '/');
	const char *lead = slash ? arena_strndup(c->a, word, (size_t)(slash - word) + 1) : "";
	const char *dir = path_join(c->a, path_dir(c->a, d->path), lead);
	const struct vfs *fs = c->s->world.disk;
	char **name;
	size_t n = vfs_list(fs, dir, &name, NULL);

	for (size_t i = 0; i < n; i++) {
		const char *path = path_join(c->a, dir, name[i]);
		bool file = vfs_exists(fs, path);

		if (name[i][0] != '.' && strcmp(path, d->path) != 0 && (!file || strcmp(path_ext(path), ".py") == 0))
			add(c, file ? KIND_FILE : KIND_FOLDER, name[i],
			    arena_printf(c->a, "%s%s%s", lead, name[i], file ? "" : "/"), "", 1);
		free(name[i]);
	}
	free(name);
}

json_t *complete(struct server *s, const json_t *params, struct refusal *why)
{
	struct arena a = { 0 };
	struct asked_place p;
	struct completing c = { .s = s, .a = &a };
	json_t *result = NULL;

	if (server_place(s, params, &p, why)) {
		c.m = world_last_good(p.a);
		c.code = c.m ? analysis_code(s, c.m) : NULL;
		c.src = p.src;
		c.cursor = p.offset;
		c.list = json_array();
		context_at(&a, p.src->bytes, p.src->len, p.offset, &c.at);
		if (c.at.in == CONTEXT_KEY)
			add_keys(&c);
		else if (c.at.in == CONTEXT_TYPE)
			add_types(&c);
		else if (c.at.in == CONTEXT_BASE)
			add_files(&c, p.d);
		result = json_pack("{s:b, s:o}", "isIncomplete", json_array_size(c.list) >= ITEMS_MAX, "items", c.list);
	}
	arena_release(&a);
	return result;
}

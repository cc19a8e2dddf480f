// SPDX-License-Identifier: MIT
/* Lists the values of a settings file, key by key: maps are followed, a list is one value. */
#include "base/buf.h"
#include "lint/settings/priv.h"
#include <string.h>

struct lister {
	struct arena *a;
	const struct layer *l;
	const char *of;
	struct listed_settings *out;
};

static void put_value(struct buf *b, const struct ynode *n)
{
	if (n->kind == Y_SCALAR) {
		buf_printf(b, n->plain ? "%s" : "'%s'", yaml_str(n));
		return;
	}
	buf_putc(b, n->kind == Y_SEQ ? '[' : '{');
	for (uint32_t i = 0; i < n->n; i++) {
		buf_puts(b, i ? ", " : "");
		if (n->kind == Y_MAP) {
			put_value(b, n->key[i]);
			buf_puts(b, ": ");
		}
		put_value(b, n->kid[i]);
	}
	buf_putc(b, n->kind == Y_SEQ ? ']' : '}');
}

/* at: the place; top: the key of the settings that it belongs to */
static void add_value(struct lister *t, const char *key, const char *top, const struct ynode *at, const struct ynode *n)
{
	struct buf b = { 0 };

	put_value(&b, n);
	vec_push(t->out, ((struct listed_setting){
				 .key = key,
				 .value = arena_strdup(t->a, buf_str(&b)),
				 .file = t->l->path,
				 .line = source_point(t->l->src, at->at.lo).line + 1,
				 .of = t->of,
				 .adds = settings_key_adds(top) || !strcmp(key, "rules"),
				 .users = t->l->users,
				 .trusted = !t->l->may_name,
			 }));
	buf_release(&b);
}

static void add_entry(struct lister *t, const char *key, const char *top, const struct ynode *at,
		      const struct ynode *n);

static void add_map(struct lister *t, const char *prefix, const char *top, const struct ynode *map)
{
	for (uint32_t i = 0; i < map->n; i++) {
		const char *name = yaml_str(map->key[i]);

		add_entry(t, arena_printf(t->a, "%s.%s", prefix, name), top, map->key[i], map->kid[i]);
	}
}

/* `rules: [FOLDER, {ID: {...}}]`: each by itself */
static void add_entry(struct lister *t, const char *key, const char *top, const struct ynode *at, const struct ynode *n)
{
	if (n->kind == Y_MAP && n->n) {
		add_map(t, key, top, n);
		return;
	}
	if (strcmp(key, "rules") || n->kind != Y_SEQ) {
		add_value(t, key, top, at, n);
		return;
	}
	for (uint32_t i = 0; i < n->n; i++)
		add_entry(t, key, top, n->kid[i], n->kid[i]);
}

void layer_list(struct arena *a, const struct layer *l, const struct ynode *map, const char *of,
		struct listed_settings *out)
{
	struct lister t = { a, l, of, out };

	for (uint32_t i = 0; i < map->n; i++) {
		const char *key = yaml_str(map->key[i]);

		if (strcmp(key, "overrides") && strcmp(key, "files"))
			add_entry(&t, key, key, map->key[i], map->kid[i]);
	}
}

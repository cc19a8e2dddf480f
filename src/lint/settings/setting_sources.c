// SPDX-License-Identifier: MIT
/* What a settings file says, key by key: maps are followed, a list is one value. */
#include "base/buf.h"
#include "lint/settings/priv.h"
#include <string.h>

struct telling {
	struct arena *a;
	const struct layer *l;
	const char *of;
	struct settings_told *out;
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

/* at: where it is said; top: the key of the settings that it belongs to */
static void tell_value(struct telling *t, const char *key, const char *top, const struct ynode *at,
		       const struct ynode *n)
{
	struct buf b = { 0 };

	put_value(&b, n);
	vec_push(t->out, ((struct setting_told){
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

static void tell_entry(struct telling *t, const char *key, const char *top, const struct ynode *at,
		       const struct ynode *n);

static void tell_map(struct telling *t, const char *prefix, const char *top, const struct ynode *map)
{
	for (uint32_t i = 0; i < map->n; i++) {
		const char *name = yaml_str(map->key[i]);

		tell_entry(t, arena_printf(t->a, "%s.%s", prefix, name), top, map->key[i], map->kid[i]);
	}
}

/* `rules: [FOLDER, {ID: {...}}]`: each by itself */
static void tell_entry(struct telling *t, const char *key, const char *top, const struct ynode *at,
		       const struct ynode *n)
{
	if (n->kind == Y_MAP && n->n) {
		tell_map(t, key, top, n);
		return;
	}
	if (strcmp(key, "rules") || n->kind != Y_SEQ) {
		tell_value(t, key, top, at, n);
		return;
	}
	for (uint32_t i = 0; i < n->n; i++)
		tell_entry(t, key, top, n->kid[i], n->kid[i]);
}

void layer_tell(struct arena *a, const struct layer *l, const struct ynode *map, const char *of,
		struct settings_told *out)
{
	struct telling t = { a, l, of, out };

	for (uint32_t i = 0; i < map->n; i++) {
		const char *key = yaml_str(map->key[i]);

		if (strcmp(key, "overrides") && strcmp(key, "files"))
			tell_entry(&t, key, key, map->key[i], map->kid[i]);
	}
}

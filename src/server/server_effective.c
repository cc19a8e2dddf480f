// SPDX-License-Identifier: MIT
#include "server/server_effective.h"
#include "cli/shared/shown_effective.h"
#include "config/config_subject.h"
#include "python/value/containers.h"
#include "python/value/dict.h"
#include "server/diagnostics.h"

enum { VALUE_SHOWN = 500 };

struct effective_builder {
	struct server *s;
	const struct module *m;
	const struct graph *g;
	struct arena a;
	uint32_t n, more;
};

static json_t *line_of(struct value v)
{
	struct buf b = { 0 };
	json_t *text;

	value_line(&b, v, VALUE_SHOWN);
	text = wire_textn(buf_str(&b), b.n);
	buf_release(&b);
	return text;
}

static void add_place(struct effective_builder *t, json_t *to, struct span at)
{
	const struct source *src = at.file ? graph_source(t->g, at.file) : NULL;
	json_t *place = location_json(t->s->docs.unit, src, at);

	if (!place)
		return;
	json_object_set_new(to, "at", place);
	json_object_set_new(to, "file", wire_text(session_name(&t->s->world.s, src->path)));
	json_object_set_new(to, "line", json_integer(source_point(src, at.lo).line + 1));
	json_object_set_new(to, "own", json_boolean(src == t->m->src));
}

/* The value of the bases there, if it differs. */
static void add_replaced(struct effective_builder *t, json_t *to, struct keypath path, struct value v)
{
	struct slot was = keypath_get(&t->a, t->m->inherited, path);

	if (was.found == path.n && value_is_known(was.val) && !tree_holds(was.val) && !value_same(was.val, v))
		json_object_set_new(to, "was", line_of(was.val));
}

static json_t *kids_of(struct effective_builder *t, struct value v, struct keypath path);

static void add_kid(struct effective_builder *t, json_t *to, struct value key, struct value v, struct span use,
		    struct keypath up)
{
	struct keypath path = keypath_add(&t->a, up, key);
	json_t *x;

	if (t->n == EFFECTIVE_MAX) {
		t->more++;
		return;
	}
	t->n++;
	x = json_pack("{s:o}", "key", key.kind == VALUE_STR ? wire_textn(key.as.s->s, key.as.s->len) : line_of(key));
	if (tree_holds(v)) {
		json_object_set_new(x, "kids", kids_of(t, v, path));
		json_object_set_new(x, "brackets",
				    json_string(v.kind == VALUE_DICT   ? "{}"
						: v.kind == VALUE_LIST ? "[]"
								       : "()"));
	} else {
		json_object_set_new(x, "value", line_of(v));
		add_replaced(t, x, path, v);
	}
	add_place(t, x, use.file ? use : v.at);
	json_array_append_new(to, x);
}

static json_t *kids_of(struct effective_builder *t, struct value v, struct keypath path)
{
	json_t *list = json_array();
	struct dict_iter it;
	const struct entry *e;

	if (v.kind == VALUE_DICT) {
		dict_begin(&it, v.as.dict);
		while ((e = dict_next(&it)))
			add_kid(t, list, e->key, e->val, e->use, path);
		return list;
	}
	for (uint32_t i = 0; i < v.as.list->n; i++)
		add_kid(t, list, value_int(i, (struct span){ 0 }), v.as.list->at[i].val, v.as.list->at[i].use, path);
	return list;
}

json_t *effective_tree(struct server *s, const struct module *m)
{
	struct effective_builder t = { .s = s, .m = m, .g = subject_graph(m->subject.set) };
	json_t *kids = tree_holds(m->merged) ? kids_of(&t, m->merged, (struct keypath){ 0 }) : json_array();

	arena_release(&t.a);
	return json_pack("{s:o, s:i, s:o}", "config", wire_text(session_name(&s->world.s, m->path)), "more",
			 (int)t.more, "kids", kids);
}

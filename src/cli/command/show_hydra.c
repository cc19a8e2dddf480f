// SPDX-License-Identifier: MIT
/* A composed config is printed one key a line, with the place that sets it; `where` lists what each file of the
 * defaults list and each override says of one key, in the order in which they are merged.
 *
 *	model.depth = 18	# conf/config.yaml:4:9
 *	out = "${root}/x"	# conf/config.yaml:5:6, is "/data/x" */
#include "cli/command/show_hydra.h"
#include "cli/command/priv.h"
#include "cli/shared/shown_effective.h"
#include "config/differ.h"
#include "python/value/dict.h"
#include "report/draw/terminal.h"
#include "report/value_json.h"
#include "report/value_yaml.h"
#include <string.h>

enum { LONGEST = 80, WIDEST = 48, DEEP = 64 };
struct hydra_view_printer {
	struct session *s;
	const struct hydra_shown *x;
	struct buf *b;
};

static void put_place(const struct hydra_view_printer *v, struct buf *b, struct span at)
{
	if (at.file)
		terminal_place(b, sources_get(v->x->files.sources, at.file), v->s->cwd, at);
	else
		buf_puts(b, "command line");
}

static bool is_interpolation(struct value v)
{
	return v.kind == VALUE_STR && strstr(v.as.s->s, "${");
}

/* ---- show ---- */

static void put_resolved(const struct hydra_view_printer *v, struct keypath path)
{
	struct value r = keypath_get(&v->s->arena, v->x->resolved, path).val;
	const struct cause *c = r.kind == VALUE_UNKNOWN ? r.as.cause : NULL;

	if (r.kind != VALUE_UNKNOWN) {
		buf_puts(v->b, ", is ");
		value_line(v->b, r, LONGEST);
	} else if (c && c->why == WHY_ABSENT) {
		buf_printf(v->b, ", there is no key %s", c->detail ? c->detail->s : "");
	} else if (c && (c->why == WHY_ENV || c->why == WHY_CALL)) {
		buf_printf(v->b, ", %s", why_text(c->why));
	}
}

static void put_leaf(const struct hydra_view_printer *v, struct keypath path, const struct entry *e)
{
	size_t from = v->b->n;
	const char *name = keypath_text(&v->s->arena, path);

	terminal_escape(v->b, name, strlen(name));
	buf_puts(v->b, " = ");
	if (e->val.kind == VALUE_UNKNOWN)
		buf_putc(v->b, '?');
	else
		value_line(v->b, e->val, LONGEST);
	while (v->b->n - from < WIDEST)
		buf_putc(v->b, ' ');
	buf_puts(v->b, "  # ");
	put_place(v, v->b, e->use.file ? e->use : e->val.at);
	if (is_interpolation(e->val))
		put_resolved(v, path);
	buf_putc(v->b, '\n');
}

static void put_tree(const struct hydra_view_printer *v, struct value d, struct keypath at, unsigned depth)
{
	struct dict_iter it;

	dict_begin(&it, d.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		struct keypath path = keypath_add(&v->s->arena, at, e->key);

		if (e->val.kind == VALUE_DICT && e->val.as.dict->count && depth < DEEP)
			put_tree(v, e->val, path, depth + 1);
		else
			put_leaf(v, path, e);
	}
}

static void put_parts(const struct hydra_view_printer *v)
{
	const struct hydra_parts *all = &v->x->config.list.part;

	buf_puts(v->b, "# composed of:");
	for (size_t i = 0; i < all->n; i++) {
		const struct hydra_part *p = &all->at[i];

		buf_printf(v->b, "%s %s", i ? "," : "", p->config);
		if (*p->package)
			buf_printf(v->b, " at %s", p->package);
		if (!p->file)
			buf_puts(v->b, " (not known)");
	}
	buf_putc(v->b, '\n');
	if (v->x->config.tree.as.dict->open)
		buf_puts(v->b, "# more keys are possible than those that are known\n");
}

static void put_keys(const struct hydra_view_printer *v, struct value d, struct keypath at, unsigned depth)
{
	struct dict_iter it;

	dict_begin(&it, d.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		struct keypath path = keypath_add(&v->s->arena, at, e->key);

		buf_printf(v->b, "%s\n", session_shown(v->s, keypath_text(&v->s->arena, path)));
		if (e->val.kind == VALUE_DICT && depth < DEEP)
			put_keys(v, e->val, path, depth + 1);
	}
}

static void put_view(const struct hydra_view_printer *v)
{
	const char *format = v->s->o->output_format ? v->s->o->output_format : "py";
	struct buf why = { 0 };

	if (!strcmp(format, "json") || !strcmp(format, "jsonl")) {
		value_json_text(v->b, v->x->config.tree, !strcmp(format, "json"));
		buf_putc(v->b, '\n');
	} else if (!strcmp(format, "yaml")) {
		value_yaml(v->b, v->x->config.tree, &why);
	} else if (v->s->o->keys) {
		put_keys(v, v->x->config.tree, (struct keypath){ 0 }, 0);
	} else {
		put_parts(v);
		put_tree(v, v->x->config.tree, (struct keypath){ 0 }, 0);
	}
	buf_release(&why);
}

static bool view_is_possible(struct session *s)
{
	const char *format = s->o->output_format;
	const char *other = s->o->model				? "--model"
			    : s->o->facts			? "--facts"
			    : s->o->unknown			? "--unknown"
			    : format && !strcmp(format, "html") ? "this format"
								: NULL;

	if (other)
		complain(s,
			 "%s is for configs of mmcv and MMEngine, and these are Hydra's: py, yaml, json and jsonl "
			 "print them",
			 other);
	return !other;
}

void show_hydra(struct session *s, const struct hydra_views *v)
{
	struct buf b = { 0 };

	for (size_t i = 0; i < v->n && view_is_possible(s); i++) {
		struct hydra_shown x;

		if (hydra_shown_make(s, &v->at[i], &x))
			put_view(&(struct hydra_view_printer){ s, &x, &b });
		print_out(&b);
		hydra_shown_release(&x);
	}
}

/* ---- where ---- */

/* What a part says of the key: the part's keys stand below its package. Unknown(ABSENT): nothing. */
static struct slot slot_of(struct arena *a, const struct hydra_part *p, struct keypath path)
{
	struct slot none = { .val = value_unknown(a, WHY_ABSENT, (struct span){ 0 }, NULL) };
	const char *package = p->package;

	while (*package && path.n) {
		size_t n = strcspn(package, ".");

		if (path.part[0].kind != VALUE_STR || path.part[0].as.s->len != n ||
		    strncmp(path.part[0].as.s->s, package, n) != 0)
			return none;
		path = (struct keypath){ path.part + 1, path.n - 1 };
		package += n + (package[n] == '.');
	}
	return *package || !path.n || !p->file ? none : keypath_get(a, p->file->data, path);
}

static void put_step(const struct hydra_view_printer *v, struct jwrite *list, struct value value, struct span at,
		     const char *config)
{
	const struct source *src = at.file ? sources_get(v->x->files.sources, at.file) : NULL;

	if (list) {
		struct jwrite j = jwrite_object(list, NULL, false);

		jwrite_text(&j, "config", config);
		value_json(&j, "value", value);
		point_json(&j, v->s, src ? src->path : NULL, src ? source_in_file(src, at.lo) : (struct point){ 0 });
		jwrite_end(&j);
		return;
	}
	buf_puts(v->b, "  ");
	put_place(v, v->b, at);
	buf_puts(v->b, "  ");
	value_line(v->b, value, LONGEST);
	buf_putc(v->b, '\n');
}

static void put_steps(const struct hydra_view_printer *v, struct jwrite *list, struct keypath path, const char *key)
{
	const struct hydra_parts *all = &v->x->config.list.part;

	for (size_t i = 0; i < all->n; i++) {
		struct slot slot = slot_of(&v->s->arena, &all->at[i], path);

		if (slot.entry)
			put_step(v, list, slot.val, slot.use.file ? slot.use : slot.val.at, all->at[i].config);
	}
	for (uint32_t i = 0; i < v->x->program.noverrides; i++) {
		const struct hydra_override *o = &v->x->program.override[i];

		if (o->key && !strcmp(o->key, key))
			put_step(v, list, o->value, o->at, o->text);
	}
}

static void where_one(struct session *s, const char *key, const struct hydra_view *view, struct jwrite *all)
{
	struct hydra_shown x;
	struct buf b = { 0 };
	struct hydra_view_printer v = { s, &x, &b };
	struct keypath path;
	struct err e = { 0 };

	if (hydra_shown_make(s, view, &x) && keypath_parse(&s->arena, key, &path, &e)) {
		struct slot slot = keypath_get(&s->arena, x.config.tree, path);

		if (!slot.entry && path.n && slot.found < path.n) {
			complain(s, "%s: no key %s", view->given, key);
		} else if (all) {
			struct jwrite j = jwrite_object(all, NULL, true), list;

			jwrite_text(&j, "path", view->given);
			jwrite_text(&j, "key", key);
			value_json(&j, "value", slot.val);
			value_json(&j, "resolved", keypath_get(&s->arena, x.resolved, path).val);
			list = jwrite_list(&j, "set_by", true);
			put_steps(&v, &list, path, key);
			jwrite_end(&list);
			jwrite_end(&j);
		} else {
			buf_printf(&b, "%s: %s = ", session_shown(s, view->given), session_shown(s, key));
			value_line(&b, slot.val, LONGEST);
			if (is_interpolation(slot.val))
				put_resolved(&v, path);
			buf_puts(&b, "\nset by, in this order:\n");
			put_steps(&v, NULL, path, key);
		}
	}
	print_out(&b);
	hydra_shown_release(&x);
}

void where_hydra(struct session *s, const char *key, const struct hydra_views *v, struct jwrite *all)
{
	for (size_t i = 0; i < v->n; i++)
		where_one(s, key, &v->at[i], all);
}

/* ---- diff ---- */

static void put_side(const struct hydra_view_printer *v, const struct change *c, bool after)
{
	struct slot slot;

	if (c->kind == (after ? CHANGE_REMOVED : CHANGE_ADDED))
		return;
	slot = keypath_get(&v->s->arena, v->x->config.tree, c->path);
	buf_putc(v->b, after ? '+' : '-');
	value_line(v->b, after ? c->after : c->before, LONGEST);
	buf_puts(v->b, "  # ");
	put_place(v, v->b, slot.use.file ? slot.use : slot.val.at);
	buf_putc(v->b, '\n');
}

static void side_json(const struct hydra_view_printer *v, struct jwrite *j, const struct change *c, bool after)
{
	const char *key = after ? "after" : "before";

	if (c->kind == (after ? CHANGE_REMOVED : CHANGE_ADDED)) {
		jwrite_null(j, key);
		return;
	}
	struct slot slot = keypath_get(&v->s->arena, v->x->config.tree, c->path);
	struct span at = slot.use.file ? slot.use : slot.val.at;
	const struct source *src = at.file ? sources_get(v->x->files.sources, at.file) : NULL;
	struct jwrite side = jwrite_object(j, key, false);

	value_json(&side, "value", after ? c->after : c->before);
	point_json(&side, v->s, src ? src->path : NULL, src ? source_in_file(src, at.lo) : (struct point){ 0 });
	jwrite_end(&side);
}

static void put_changes(struct session *s, const struct hydra_shown *x, const struct hydra_shown *y,
			const struct changes *all, struct buf *b)
{
	static const char *const kind[] = { "added", "removed", "changed", "order" };
	struct hydra_view_printer before = { s, x, b }, after = { s, y, b };
	struct jwrite top = { .b = b }, list;
	bool json = json_wanted(s);

	if (json)
		list = jwrite_list(&top, NULL, true);
	for (size_t i = 0; i < all->n; i++) {
		const struct change *c = &all->at[i];
		const char *name = keypath_text(&s->arena, c->path);

		if (c->kind == CHANGE_ORDER)
			continue;
		session_raise(s, EXIT_FINDINGS);
		if (json) {
			struct jwrite one = jwrite_object(&list, NULL, false);

			jwrite_text(&one, "key", name);
			jwrite_text(&one, "kind", kind[c->kind]);
			side_json(&before, &one, c, false);
			side_json(&after, &one, c, true);
			jwrite_end(&one);
			continue;
		}
		buf_printf(b, "@@ %s @@\n", session_shown(s, name));
		put_side(&before, c, false);
		put_side(&after, c, true);
	}
	if (json) {
		jwrite_end(&list);
		buf_putc(b, '\n');
	}
}

void diff_hydra(struct session *s, const struct hydra_view *a, const struct hydra_view *b)
{
	struct hydra_shown x, y;
	struct changes all = { 0 };
	struct buf out = { 0 };
	bool good = hydra_shown_make(s, a, &x), other = hydra_shown_make(s, b, &y);

	if (good && other) {
		config_diff(&s->arena, x.config.tree, y.config.tree, &all);
		if (all.n && !json_wanted(s))
			buf_printf(&out, "--- %s\n+++ %s\n", session_shown(s, a->given), session_shown(s, b->given));
		put_changes(s, &x, &y, &all, &out);
	}
	print_out(&out);
	vec_release(&all);
	hydra_shown_release(&x);
	hydra_shown_release(&y);
}

// SPDX-License-Identifier: MIT
/* Renders what is known of the key, base or class at the cursor as Markdown: its effective value, the steps of its
 * history over the bases, the code that reads it or the class that takes it.
 *
 * Invariant: values, keys and paths from configs are written as code, so that Markdown in it is not interpreted.
 *
 *	workers_per_gpu		`data.workers_per_gpu` = `4`, then a list: the file and line of each value it had
 *	type='ResNet'		the class, its place, its parameters
 *	'./base.py'		the number of keys that it gives and of its bases */
#include "server/hover.h"
#include "server/server_arguments.h"
#include "cli/shared/shown_effective.h"
#include "cli/shared/history.h"
#include "config/config_subject.h"
#include "plain/plain_subject.h"
#include "server/server_classes.h"
#include "server/server_data.h"
#include "server/server_settings.h"
#include "lint/lint.h"
#include "python/value/containers.h"
#include "python/value/dict.h"
#include <string.h>

enum { VALUE_SHOWN = 120, STEPS_SHOWN = 8, USES_SHOWN = 5, PARAMS_SHOWN = 30 };

struct hover_builder {
	struct session *s;
	const struct module *m;
	const struct graph *g;
	struct buf b; /* Markdown */
};

const struct code *analysis_code(struct server *s, const struct module *m)
{
	struct session *session = &s->world.s;
	const struct settings *st = settings_for(session->linter.settings, m->path, NULL);

	return st ? linter_code(&session->linter, st, m->home, m->lent, NULL) : NULL;
}

const struct dialect *analysis_dialect(struct server *s, const struct module *m)
{
	struct session *session = &s->world.s;
	const struct settings *st = settings_for(session->linter.settings, m->path, NULL);

	return st ? lint_dialect(&session->linter, &(struct judged){ &m->subject, st }, NULL) : NULL;
}

/* As code: Markdown in it is not interpreted. */
static void put_code(struct buf *b, const char *text, size_t n)
{
	const char *fence = memchr(text, '`', n) ? "``" : "`";

	buf_printf(b, "%s%s", fence, fence[1] ? " " : "");
	for (size_t i = 0; i < n; i++)
		buf_putc(b, text[i] == '\n' || text[i] == '\r' ? ' ' : text[i]);
	buf_printf(b, "%s%s", fence[1] ? " " : "", fence);
}

static void put_value(struct buf *b, struct value v)
{
	struct buf text = { 0 };

	value_line(&text, v, VALUE_SHOWN);
	put_code(b, buf_str(&text), text.n);
	buf_release(&text);
}

static void put_path(struct buf *b, struct keypath p)
{
	struct buf text = { 0 };

	keypath_print(&text, p);
	put_code(b, buf_str(&text), text.n);
	buf_release(&text);
}

static void put_source(struct hover_builder *t, const struct source *src, uint32_t lo)
{
	const char *text;

	if (!src)
		return;
	text = arena_printf(&t->s->arena, "%s:%u", session_name(t->s, src->path), source_point(src, lo).line + 1);
	put_code(&t->b, text, strlen(text));
}

static void put_step(struct hover_builder *t, const struct event *e, bool first)
{
	buf_puts(&t->b, "- ");
	if (e->how != HOW_DELETED) {
		put_value(&t->b, e->val);
		buf_puts(&t->b, " ");
	}
	buf_printf(&t->b, "%s ", history_how(e, first));
	if (e->at.file)
		put_source(t, graph_source(t->g, e->at.file), e->at.lo);
	else if (e->place)
		put_code(&t->b, e->place, strlen(e->place));
	if (e->from.file) {
		buf_puts(&t->b, ", value from ");
		put_source(t, graph_source(t->g, e->from.file), e->from.lo);
	}
	buf_putc(&t->b, '\n');
}

static void put_history(struct hover_builder *t, struct keypath p)
{
	struct history h = { .s = t->s, .g = t->g, .path = p };
	struct slot slot = history_of(&h, t->m);

	put_path(&t->b, p);
	if (history_found(&h, &slot)) {
		buf_puts(&t->b, " = ");
		put_value(&t->b, slot.val);
	} else {
		buf_puts(&t->b, " is not in the effective config");
	}
	buf_puts(&t->b, "\n\n");
	for (size_t i = h.step.n > STEPS_SHOWN ? h.step.n - STEPS_SHOWN : 0; i < h.step.n; i++)
		put_step(t, &h.step.at[i], i == 0);
	history_release(&h);
}

/* false: no class of the project takes it, as far as that is known. */
static bool put_taker(struct hover_builder *t, const struct code *c, struct keypath p)
{
	const struct class_use use = class_use(t->s, c, &t->s->arena, t->m, p);
	const struct code_params *x = class_taking(&use, p);
	struct code_place at;

	if (!x)
		return false;
	at = code_params_at(c, x, false);
	buf_puts(&t->b, "\n");
	put_code(&t->b, x->by, strlen(x->by));
	buf_puts(&t->b, " takes it, ");
	put_source(t, at.file, at.lo);
	buf_puts(&t->b, "\n");
	return true;
}

/* The code that reads it, or that none does. */
static void put_readers(struct hover_builder *t, const struct code *c, struct keypath p)
{
	struct code_answer x = code_key(c, &t->s->arena, p);
	struct code_use *use;

	if ((x.fate == CODE_NOT_KNOWN || x.fate == CODE_ABROAD) && put_taker(t, c, p))
		return;
	size_t n = code_uses(c, &t->s->arena, p, &use);

	buf_puts(&t->b, x.fate == CODE_READ	  ? "\ntraining reads it\n"
			: x.fate == CODE_UNREAD	  ? "\n**no training code reads it**\n"
			: x.fate == CODE_REJECTED ? "\n**training raises TypeError: it is not taken**\n"
						  : "\nit is unknown whether training reads it");
	if (x.fate == CODE_NOT_KNOWN || x.fate == CODE_ABROAD)
		buf_printf(&t->b, ": %s\n", x.why ? x.why : "");
	for (size_t i = 0; i < n && i < USES_SHOWN; i++) {
		buf_puts(&t->b, "- ");
		put_source(t, use[i].at.file, use[i].at.lo);
		buf_printf(&t->b, " %s", use[i].how);
		if (*use[i].where) {
			buf_puts(&t->b, " in ");
			put_code(&t->b, use[i].where, strlen(use[i].where));
		}
		buf_putc(&t->b, '\n');
	}
	if (n > USES_SHOWN)
		buf_printf(&t->b, "- and %zu more\n", n - USES_SHOWN);
}

static void put_class(struct hover_builder *t, const struct class_use *use, const char *name)
{
	const struct code_params *p = class_params(use, name);
	struct code_place place;

	if (!p)
		return;
	buf_puts(&t->b, "\nclass ");
	put_code(&t->b, name, strlen(name));
	if (class_place(use, name, &place)) {
		buf_puts(&t->b, ", ");
		put_source(t, place.file, place.lo);
	}
	buf_puts(&t->b, p->n ? " takes " : "");
	for (uint32_t i = 0; i < p->n && i < PARAMS_SHOWN; i++)
		buf_printf(&t->b, "%s`%s`", i ? ", " : "", p->name[i]->s);
	buf_puts(&t->b, p->n > PARAMS_SHOWN ? ", ...\n" : p->open ? " and perhaps others\n" : "\n");
}

static void put_base(struct hover_builder *t, const struct base_ref *base)
{
	const char *name = base->path ? session_name(t->s, base->path) : base->text;

	put_code(&t->b, name, strlen(name));
	if (!base->module)
		buf_puts(&t->b, base->path ? ": no such file, or it can't be read" : ": can't be followed");
	else if (base->module->merged.kind == VALUE_DICT)
		buf_printf(&t->b, " gives %u keys and has %u base%s itself", base->module->merged.as.dict->count,
			   base->module->nbases, plural(base->module->nbases));
	buf_putc(&t->b, '\n');
}

static void put_imported(struct hover_builder *t, const struct code *c, const char *name)
{
	put_code(&t->b, name, strlen(name));
	buf_puts(&t->b, "\n");
	if (c) {
		const struct class_use use = class_use(t->s, c, &t->s->arena, NULL, (struct keypath){ 0 });

		put_class(t, &use, name);
	}
}

static bool names_class(const struct config_spot *at)
{
	const struct value *last = &at->path.part[at->path.n - 1];

	return last->kind == VALUE_STR && strcmp(last->as.s->s, "type") == 0;
}

static void put_key(struct hover_builder *t, const struct code *c, const struct config_spot *at)
{
	put_history(t, at->path);
	for (uint32_t i = 0; i < at->nalso; i++) {
		buf_puts(&t->b, i ? ", " : "\nalso ");
		put_path(&t->b, at->also[i]);
	}
	buf_puts(&t->b, at->nalso ? "\n" : "");
	const struct keypath dict = { at->path.part, at->path.n - 1 };
	const struct class_use use = class_use(t->s, c, &t->s->arena, t->m, dict);

	if (c && names_class(at))
		put_class(t, &use, class_named(&t->s->arena, at->val));
	else if (c)
		put_readers(t, c, at->path);
}

/* ---- a file that scripts read themselves (docs/writing-rules.md, "Rules about plain configs") ---- */

/* The key at the offset; Unknown: none. */
static struct value plain_key(struct value keys, const struct source *src, uint32_t offset)
{
	for (uint32_t i = 0; value_is_listlike(keys) && i < keys.as.list->n; i++) {
		struct span at = dict_get(keys.as.list->at[i].val, "name").at;

		if (at.file == src->id && at.lo <= offset && offset <= at.hi)
			return keys.as.list->at[i].val;
	}
	return (struct value){ 0 };
}

static void put_fate(struct hover_builder *t, struct value key)
{
	const char *fate = dict_get_text(key, "fate"), *near = dict_get_text(key, "near"),
		   *by = dict_get_text(key, "by");

	if (!fate)
		buf_puts(&t->b, "It is unknown whether code reads it.\n");
	else if (strcmp(fate, "read") == 0)
		buf_puts(&t->b, "Code reads it.\n");
	else if (strcmp(fate, "unread") == 0)
		buf_puts(&t->b, "**No code reads it.**\n");
	else
		buf_printf(&t->b, "**%s refuses it.**\n", by ? by : "Code");
	if (near)
		buf_printf(&t->b, "Did you mean `%s`?\n", near);
	if (dict_get_text(key, "expects"))
		buf_printf(&t->b, "Its default is of type %s (`%s`).\n", dict_get_text(key, "expects"),
			   dict_get_text(key, "place"));
}

static void put_reader(struct hover_builder *t, struct value readers)
{
	for (uint32_t i = 0; value_is_listlike(readers) && i < readers.as.list->n && i < USES_SHOWN; i++) {
		struct value r = readers.as.list->at[i].val;

		if (dict_get_text(r, "name") && dict_get_text(r, "place"))
			buf_printf(&t->b, "%s- `%s` of `%s` reads the file\n", i ? "" : "\n", dict_get_text(r, "name"),
				   dict_get_text(r, "place"));
	}
}

static json_t *hover_plain(struct server *s, const struct request_place *p)
{
	struct value tree = p->a->subject->tree, key = plain_key(dict_get(tree, "keys"), p->src, p->offset);
	struct hover_builder t = { .s = &s->world.s };
	const char *path = dict_get_text(key, "path");
	struct span at = dict_get(key, "name").at;
	json_t *result = NULL;

	if (path) {
		put_code(&t.b, path, strlen(path));
		buf_puts(&t.b, " = ");
		if (value_container(dict_get(key, "value")))
			buf_puts(&t.b, "...");
		else
			put_value(&t.b, dict_get(key, "value"));
		buf_puts(&t.b, "\n\n");
		put_fate(&t, key);
		put_reader(&t, dict_get(tree, "readers"));
		result = json_pack("{s:{s:s, s:o}, s:o}", "contents", "kind", "markdown", "value",
				   wire_textn(buf_str(&t.b), t.b.n), "range",
				   place_range(s->docs.unit, p->src, source_offset(p->src, at.lo),
					       source_offset(p->src, at.hi)));
	}
	buf_release(&t.b);
	return result;
}

/* ---- */

static json_t *hover_config(struct server *s, const struct request_place *p)
{
	const struct module *m = analysis_config(p->a);
	struct arena a = { 0 };
	struct hover_builder t = { .s = &s->world.s, .m = m };
	struct config_spot at;
	json_t *result = NULL;

	if (spot_find(&a, m, p->offset, &at)) {
		t.g = subject_graph(p->a->subject->set);
		if (at.base)
			put_base(&t, at.base);
		else if (at.path.n == 0)
			put_imported(&t, analysis_code(s, m), at.imported);
		else
			put_key(&t, analysis_code(s, m), &at);
		result = json_pack("{s:{s:s, s:o}, s:o}", "contents", "kind", "markdown", "value",
				   wire_textn(buf_str(&t.b), t.b.n), "range",
				   place_range(s->docs.unit, p->src, source_offset(p->src, at.at.lo),
					       source_offset(p->src, at.at.hi)));
	}
	buf_release(&t.b);
	arena_release(&a);
	return result;
}

json_t *hover(struct server *s, const json_t *params, struct refusal *why)
{
	struct request_place p;
	struct document *d = server_document(s, params, why);

	if (d && data_is_settings(d))
		return settings_hover(s, d, params, why);
	if (!d || !server_place(s, params, &p, why))
		return NULL;
	if (analysis_config(p.a))
		return hover_config(s, &p);
	if (p.a->subject && p.a->subject->kind == &plain_kind)
		return hover_plain(s, &p);
	return arguments_hover(s, &p);
}

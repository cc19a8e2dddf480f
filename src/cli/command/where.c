// SPDX-License-Identifier: MIT
/* `cfglint where KEY FILE...`: prints which files set a key of the effective config, and which values they replaced
 * (cli/shared/history.h). One line per file; for a folder one line per config.
 *
 *	configs/base.py:1:6  0.1  set
 *	configs/a.py:2:6     0.2  overrides */
#include "cli/command/priv.h"
#include "cli/command/show_hydra.h"
#include "base/path.h"
#include "cli/command/where_arguments.h"
#include "cli/shared/argument_sets.h"
#include "cli/shared/argument_words.h"
#include "cli/shared/shown_effective.h"
#include "cli/shared/history.h"
#include "cli/launching.h"
#include "report/draw/terminal.h"
#include "report/value_json.h"
#include "text/jwrite.h"
#include <string.h>
#include <sys/stat.h>

enum { LONGEST = 60 };

struct printer {
	struct history h;
	const char *key; /* as given */
	struct buf *out;
	struct jwrite *all;	 /* where each file's JSON goes; NULL: text is wanted */
	uint32_t walked, having; /* configs of folders; those with the key */
};

/* --- text */
static void put_place(struct printer *w, struct buf *b, const struct event *t)
{
	if (t->how == HOW_OPTION || !t->at.file)
		buf_puts(b, t->place ? t->place : "--cfg-options");
	else
		terminal_place(b, graph_source(w->h.g, t->at.file), w->h.s->cwd, t->at);
}

static void pad(struct buf *b, size_t from, size_t width)
{
	while (b->n - from < width)
		buf_putc(b, ' ');
}

enum column { COLUMN_PLACES, COLUMN_VALUES };

static size_t widest(struct printer *w, enum column of)
{
	size_t most = 0;

	for (size_t i = 0; i < w->h.step.n; i++) {
		struct buf b = { 0 };

		if (of == COLUMN_PLACES)
			put_place(w, &b, &w->h.step.at[i]);
		else if (w->h.step.at[i].how != HOW_DELETED)
			value_line(&b, w->h.step.at[i].val, LONGEST);
		most = b.n > most ? b.n : most;
		buf_release(&b);
	}
	return most;
}

static void put_step(struct printer *w, size_t i, size_t places, size_t values)
{
	const struct event *t = &w->h.step.at[i];
	struct buf *b = w->out;
	bool color = session_colors(w->h.s, stdout);
	size_t from = b->n, text;

	put_place(w, b, t);
	pad(b, from, places + 2);
	terminal_paint(b, color, i + 1 == w->h.step.n ? PAINT_BOLD : PAINT_NONE);
	text = b->n;
	if (t->how == HOW_DELETED)
		buf_putc(b, '-');
	else
		value_line(b, t->val, LONGEST);
	pad(b, text, values + 2);
	terminal_paint(b, color, PAINT_NONE);
	buf_puts(b, history_how(t, i == 0));
	if (t->filled)
		buf_puts(b, ", filled in by {{ }}");
	if (t->from.file) {
		buf_puts(b, ", value from ");
		terminal_place(b, graph_source(w->h.g, t->from.file), w->h.s->cwd, t->from);
	}
	buf_putc(b, '\n');
}

static void print_text(struct printer *w)
{
	size_t places = widest(w, COLUMN_PLACES), values = widest(w, COLUMN_VALUES);

	for (size_t i = 0; i < w->h.step.n; i++)
		put_step(w, i, places, values);
}

/* --- JSON */
static void json_step(struct printer *w, struct jwrite *list, const struct event *t)
{
	static const char *const kind[] = {
		"set", "override", "merge", "delete", "option", "launch", "name", "setting"
	};
	struct jwrite j = jwrite_object(list, NULL, false), from;

	jwrite_text(&j, "kind", kind[t->how]);
	place_json(&j, w->h.s, w->h.g, t->how == HOW_OPTION ? (struct span){ 0 } : t->at);
	if (t->how != HOW_DELETED)
		value_json(&j, "value", t->val);
	jwrite_bool(&j, "placeholder", t->filled);
	if (t->from.file) {
		from = jwrite_object(&j, "from", false);
		place_json(&from, w->h.s, w->h.g, t->from);
		jwrite_end(&from);
	} else {
		jwrite_null(&j, "from");
	}
	jwrite_end(&j);
}

static void put_json(struct printer *w, const struct module *m, const struct slot *slot)
{
	struct jwrite j = jwrite_object(w->all, NULL, false), history;

	jwrite_text(&j, "filename", session_name(w->h.s, m->path));
	jwrite_text(&j, "key", w->key);
	if (history_found(&w->h, slot))
		value_json(&j, "value", slot->val);
	else
		jwrite_null(&j, "value");
	jwrite_bool(&j, "found", history_found(&w->h, slot));
	jwrite_text(&j, "near", history_found(&w->h, slot) ? NULL : key_meant(w->h.s, w->h.g, m, w->h.path));
	history = jwrite_list(&j, "history", true);
	for (size_t i = 0; i < w->h.step.n; i++)
		json_step(w, &history, &w->h.step.at[i]);
	jwrite_end(&history);
	jwrite_end(&j);
}

/* --- an absent key */
static void report_absent(struct printer *w, const struct module *m, const struct slot *slot)
{
	struct keypath parent = { w->h.path.part, slot->found };
	struct value in = keypath_get(&w->h.s->arena, m->merged, parent).val;
	const char *near = key_meant(w->h.s, w->h.g, m, w->h.path);
	enum why why = slot->val.kind == VALUE_UNKNOWN && slot->val.as.cause ? slot->val.as.cause->why : WHY_NONE;
	struct buf *b = w->out;

	put_name(b, w->h.s, m->path);
	buf_puts(b, why == WHY_ABSENT ? ": no key " : ": unknown whether it has a key ");
	terminal_escape(b, w->key, strlen(w->key));
	if (near) {
		buf_puts(b, "; did you mean ");
		terminal_escape(b, near, strlen(near));
		buf_putc(b, '?');
	}
	if (parent.n) {
		buf_puts(b, "\n  ");
		keypath_print(b, parent);
		buf_puts(b, " is ");
		value_line(b, in, LONGEST);
		if (slot->parent_at.file) {
			buf_puts(b, " (");
			terminal_place(b, graph_source(w->h.g, slot->parent_at.file), w->h.s->cwd, slot->parent_at);
			buf_putc(b, ')');
		}
	}
	buf_putc(b, '\n');
}

/* --- a folder */
/* One line per config that has the key: the value, and the file that set it last. */
static void put_last(struct printer *w, const struct target *t, size_t width)
{
	const struct event *last = &w->h.step.at[w->h.step.n - 1];
	size_t from = w->out->n;

	put_name(w->out, w->h.s, t->path);
	pad(w->out, from, width + 2);
	from = w->out->n;
	value_line(w->out, last->val, LONGEST);
	pad(w->out, from, 12);
	buf_puts(w->out, "  ");
	put_place(w, w->out, last);
	buf_putc(w->out, '\n');
}

static void count_walked(struct printer *w, const struct module *m, const struct target *t, size_t width)
{
	struct slot slot = history_of(&w->h, m);
	bool found = history_found(&w->h, &slot);

	w->walked++;
	w->having += found;
	if (w->all)
		put_json(w, m, &slot);
	else if (found && w->h.step.n)
		put_last(w, t, width);
}

static size_t widest_name(const struct targets *t)
{
	size_t most = 0;

	for (size_t i = 0; i < t->n; i++)
		if (t->at[i].walked && strlen(t->at[i].given) > most)
			most = strlen(t->at[i].given);
	return most;
}

/* Of a folder most files may be fragments without the key: they are counted. */
static void print_walked(struct printer *w)
{
	uint32_t without = w->walked - w->having;

	if (w->walked && !w->having)
		session_raise(w->h.s, EXIT_FINDINGS);
	if (without && !w->h.s->o->quiet)
		remark("%u of %u configs %s no key %s", without, w->walked, without == 1 ? "has" : "have", w->key);
}

/* --- the command */
static void where_one(struct printer *w, const struct module *m)
{
	struct slot slot = history_of(&w->h, m);

	if (w->all)
		put_json(w, m, &slot);
	else if (w->h.step.n)
		print_text(w);
	if (history_found(&w->h, &slot))
		return;
	if (!w->all)
		report_absent(w, m, &slot);
	session_raise(w->h.s, EXIT_FINDINGS);
}

static void where_each(struct printer *w, const struct targets *t)
{
	size_t width = widest_name(t);

	for (size_t i = 0; i < t->n; i++) {
		const struct module *m = effective_config(w->h.s, w->h.g, &t->at[i]);

		if (t->n > 1 && !w->all && !t->at[i].walked)
			say("%s# %s\n", i ? "\n" : "", session_shown(w->h.s, t->at[i].given));
		if (m && t->at[i].walked)
			count_walked(w, m, &t->at[i], width);
		else if (m)
			where_one(w, m);
		print_out(w->out);
	}
	print_walked(w);
}

static void where_configs(struct printer *w, const struct strings *words)
{
	struct session *s = w->h.s;
	struct targets t = { 0 };
	struct graph *g;

	targets_configs(s, words, true, &t);
	launching_take(s, &t);
	w->h.g = g = session_load(s, &t);
	where_each(w, &t);
	graph_free(g);
	vec_release(&t);
}

/* Sets of arguments come first. */
static void where_all(struct session *s, struct keypath path, const char *key, const struct strings *words, bool json)
{
	struct buf b = { 0 };
	struct printer w = { .h = { .s = s, .path = path }, .key = key, .out = &b };
	struct jwrite top = { .b = &b }, list;
	struct strings arguments = { 0 }, configs = { 0 }, rest = { 0 };
	struct hydra_views hydra = { 0 };

	hydra_words(s, words, &hydra, &rest);
	argument_words(s, &rest, &arguments, &configs);
	if (json) {
		list = jwrite_list(&top, NULL, true);
		w.all = &list;
	}
	where_hydra(s, key, &hydra, w.all);
	where_arguments(s, key, &arguments, w.all);
	if (json)
		print_out(&b);
	if (configs.n)
		where_configs(&w, &configs);
	if (json) {
		jwrite_end(&list);
		buf_putc(&b, '\n');
	}
	print_out(&b);
	history_release(&w.h);
	hydra_views_release(&hydra);
	vec_release(&rest);
	vec_release(&arguments);
	vec_release(&configs);
}

/* `cfglint where FILE KEY`, as other tools take it? */
static bool turned_around(struct session *s)
{
	const struct strings *w = &s->o->words;
	struct stat st;
	return w->n == 2 && stat(path_join(&s->arena, s->cwd, w->at[0]), &st) == 0 &&
	       stat(path_join(&s->arena, s->cwd, w->at[1]), &st) != 0;
}

int cmd_where(struct session *s)
{
	struct strings words = { 0 };
	struct keypath path;
	struct err e = { 0 };

	for (size_t i = 1; i < s->o->words.n; i++)
		vec_push(&words, s->o->words.at[i]);
	if (words.n == 0)
		complain(s, "missing %s; usage: cfglint where KEY PATH..., such as cfglint where optimizer.lr FILE",
			 s->o->words.n ? "FILE" : "KEY and FILE");
	else if (turned_around(s))
		complain(s, "where takes the key first: `cfglint where %s %s`", s->o->words.at[1], s->o->words.at[0]);
	else if (!keypath_parse(&s->arena, s->o->words.at[0], &path, &e) || !path.n)
		complain(s, "'%s' is no key: %s; write it as optimizer.lr or data.train.pipeline[0].type",
			 s->o->words.at[0], e.msg);
	else
		where_all(s, path, s->o->words.at[0], &words, json_wanted(s));
	vec_release(&words);
	return s->status;
}

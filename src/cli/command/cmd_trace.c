// SPDX-License-Identifier: MIT
/* `cfglint trace KEY [FILE...]`: where a key is set, and every place of the training code that reads it.
 * `cfglint unread FILE...`: the keys of an effective config that no training code reads. */
#include "cli/command/priv.h"
#include "cli/command/unread_arguments.h"
#include "cli/shared/argument_sets.h"
#include "cli/shared/argument_words.h"
#include "base/path.h"
#include "base/utf8.h"
#include "cli/admit.h"
#include "cli/foreign_counts.h"
#include "cli/shared/shown_effective.h"
#include "config/uses.h"
#include "python/value/dict.h"
#include "report/draw/terminal.h"
#include "text/jwrite.h"
#include "project/home.h"
#include <string.h>

enum { LONGEST = 60, DEEPEST = 64 };

/* ---- what both print ---- */

static void put_code_place(struct buf *b, struct session *s, struct code_place p)
{
	struct point at = source_point(p.file, p.lo);
	put_name(b, s, p.file->path);
	buf_printf(b, ":%u:%u", at.line + 1, at.col32 + 1);
}

/* Source text on one line. */
static void put_excerpt(struct buf *b, struct code_place p)
{
	struct buf t = { 0 };
	uint32_t hi = p.hi < p.file->len ? p.hi : p.file->len;
	bool blank = false;

	for (uint32_t i = p.lo; i < hi; i++) {
		char c = p.file->bytes[i];
		bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';

		if (!space || !blank)
			buf_putc(&t, space ? ' ' : c);
		blank = space;
		if (t.n >= LONGEST && utf8_starts(c) && i + 1 < hi) {
			buf_puts(&t, "...");
			break;
		}
	}
	terminal_escape(b, buf_str(&t), t.n);
	buf_release(&t);
}

static const struct code *project_code(struct session *s, const char *path, const char *home, const char *const *lent)
{
	const struct settings *st = settings_for(s->linter.settings, path, NULL);
	const char *why = "the settings file is broken";
	const struct code *c = st ? linter_code(&s->linter, st, home, lent, &why) : NULL;

	if (!c)
		complain(s, "%s: %s, so what reads a key is unknown", session_name(s, home), why);
	return c;
}

/* ---- trace ---- */

struct trace_ctx {
	struct session *s;
	struct keypath path;
	const char *key;
	bool json;
};

static void json_place(struct jwrite *j, struct session *s, struct code_place p)
{
	if (p.file)
		point_json(j, s, p.file->path, source_point(p.file, p.lo));
	else
		point_json(j, s, NULL, (struct point){ 0 });
}

static const char *const fate_names[] = { "unknown", "outside", "read", "unread", "rejected" };

static void use_json(struct jwrite *list, struct session *s, const struct code_use *use)
{
	struct jwrite j = jwrite_object(list, NULL, false);

	json_place(&j, s, use->at);
	jwrite_text(&j, "how", use->how);
	jwrite_text(&j, "function", use->where);
	jwrite_bool(&j, "sets", use->sets);
	jwrite_bool(&j, "training", use->training);
	jwrite_end(&j);
}

static void trace_json(struct trace_ctx *t, const struct code *c, struct code_answer x, const struct code_use *use,
		       size_t n)
{
	struct keypath in = { t->path.part, t->path.n - 1 };
	struct buf b = { 0 };
	/* indented as if it stood in a list */
	struct jwrite top = { .b = &b, .indent = 1 }, j = jwrite_object(&top, NULL, false), uses;

	jwrite_text(&j, "key", t->key);
	jwrite_text(&j, "fate", fate_names[x.fate]);
	jwrite_text(&j, "why", x.why);
	jwrite_text(&j, "reader", code_reader(c, &t->s->arena, in));
	uses = jwrite_list(&j, "uses", true);
	for (size_t i = 0; i < n; i++)
		use_json(&uses, t->s, &use[i]);
	jwrite_end(&uses);
	jwrite_end(&j);
	buf_putc(&b, '\n');
	print_out(&b);
}

static void verdict(struct trace_ctx *t, const struct code *c, struct code_answer x)
{
	struct buf b = { 0 };
	struct keypath in = { t->path.part, t->path.n - 1 };
	const char *reader = code_reader(c, &t->s->arena, in);

	terminal_escape(&b, t->key, strlen(t->key));
	switch (x.fate) {
	case CODE_READ:
		buf_puts(&b, ": training reads it");
		break;
	case CODE_UNREAD:
		buf_puts(&b, ": no training code reads it");
		if (reader)
			buf_printf(&b, "; %s reads other keys beside it", reader);
		break;
	case CODE_REJECTED:
		buf_printf(&b, ": raises TypeError in training; %s does not take it (", x.why);
		put_code_place(&b, t->s, x.at);
		buf_putc(&b, ')');
		break;
	case CODE_NOT_KNOWN:
	case CODE_ABROAD:
		buf_puts(&b, ": it is not known whether training reads it: ");
		terminal_escape(&b, x.why, strlen(x.why));
		if (x.at.file) {
			buf_puts(&b, " (");
			put_code_place(&b, t->s, x.at);
			buf_putc(&b, ')');
		}
		break;
	}
	buf_putc(&b, '\n');
	print_out(&b);
}

static void trace_text(struct trace_ctx *t, const struct code *c, struct code_answer x, const struct code_use *use,
		       size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct buf b = { 0 };

		put_code_place(&b, t->s, use[i].at);
		buf_puts(&b, "  ");
		put_excerpt(&b, use[i].at);
		buf_printf(&b, "  %s", use[i].how);
		if (*use[i].where)
			buf_printf(&b, ", in %s", use[i].where);
		if (!use[i].training)
			buf_puts(&b, " (not in training)");
		buf_putc(&b, '\n');
		print_out(&b);
	}
	verdict(t, c, x);
}

static void trace_code(struct trace_ctx *t, const char *path, const char *home, const char *const *lent)
{
	const struct code *c = project_code(t->s, path, home, lent);
	struct code_use *use;

	if (!c)
		return;
	struct code_answer x = code_key(c, &t->s->arena, t->path);
	size_t n = code_uses(c, &t->s->arena, t->path, &use);

	if (t->json)
		trace_json(t, c, x, use, n);
	else
		trace_text(t, c, x, use, n);
	if (x.fate == CODE_UNREAD || x.fate == CODE_REJECTED)
		session_raise(t->s, EXIT_FINDINGS);
}

static void trace_set(struct trace_ctx *t, const struct graph *g, const struct module *m)
{
	struct slot slot = keypath_get(&t->s->arena, m->merged, t->path);
	struct buf b = { 0 };
	const char *near;

	if (t->json)
		return; /* `where --output-format json` prints more */
	if (slot.found == t->path.n) {
		terminal_place(&b, graph_source(g, (slot.use.file ? slot.use : slot.val.at).file), t->s->cwd,
			       slot.use.file ? slot.use : slot.val.at);
		buf_puts(&b, "  ");
		value_line(&b, slot.val, LONGEST);
		buf_puts(&b, "  set\n");
	} else {
		put_name(&b, t->s, m->path);
		buf_puts(&b, ": no key ");
		terminal_escape(&b, t->key, strlen(t->key));
		if ((near = key_meant(t->s, g, m, t->path))) {
			buf_puts(&b, "; did you mean ");
			terminal_escape(&b, near, strlen(near));
			buf_putc(&b, '?');
		}
		buf_putc(&b, '\n');
	}
	print_out(&b);
}

static void trace_all(struct trace_ctx *t, const struct strings *words)
{
	struct session *s = t->s;
	struct targets targets = { 0 };

	targets_name(s, words, true, &targets);
	struct graph *g = session_load(s, &targets);

	for (size_t i = 0; i < targets.n; i++) {
		const struct module *m = effective_config(s, g, &targets.at[i]);

		if (targets.n > 1 && !t->json)
			say("%s# %s\n", i ? "\n" : "", session_shown(s, targets.at[i].given));
		if (!m)
			continue;
		trace_set(t, g, m);
		trace_code(t, m->path, m->home, m->lent);
	}
	if (!targets.n) {
		const char *here = path_join(&s->arena, s->cwd, "config.py");
		admit(s, here);
		trace_code(t, here, project_home(graph_folders(g), here), project_lent(graph_folders(g), here));
	}
	graph_free(g);
	vec_release(&targets);
}

int cmd_trace(struct session *s)
{
	struct trace_ctx t = { .s = s, .json = json_wanted(s) };
	struct strings words = { 0 };
	struct err e = { 0 };

	for (size_t i = 1; i < s->o->words.n; i++)
		vec_push(&words, s->o->words.at[i]);
	if (!s->o->words.n)
		complain(s, "missing KEY; usage: cfglint trace KEY [FILE...], such as cfglint trace optimizer.lr FILE");
	else if (!keypath_parse(&s->arena, s->o->words.at[0], &t.path, &e) || !t.path.n)
		complain(s, "'%s' is no key: %s; write it as optimizer.lr or data.train.type", s->o->words.at[0],
			 e.msg);
	else {
		t.key = s->o->words.at[0];
		trace_all(&t, &words);
	}
	vec_release(&words);
	return s->status;
}

/* ---- unread ---- */

struct unread {
	struct session *s;
	const struct graph *g;
	const struct module *m;
	const struct code *c;
	struct keypath path;
	struct value part[DEEPEST];
	uint32_t found, open;
	struct code_answer why; /* the first that is not known */
	struct buf *out;
	struct jwrite *all; /* where each file's JSON goes; NULL: text is wanted */
	struct jwrite keys; /* of the file at hand */
};

static void unread_json(struct unread *u, struct span at, const char *key, enum code_fate fate)
{
	struct jwrite one = jwrite_object(&u->keys, NULL, false);

	place_json(&one, u->s, u->g, at);
	jwrite_text(&one, "key", key);
	jwrite_text(&one, "fate", fate_names[fate]);
	jwrite_end(&one);
}

static void print_unread(struct unread *u, const struct slot *slot, enum code_fate fate)
{
	struct buf *b = u->out, key = { 0 };
	struct span at = slot->use.file ? slot->use : slot->val.at;

	keypath_print(&key, u->path);
	if (u->all) {
		unread_json(u, at, buf_str(&key), fate);
	} else {
		terminal_place(b, graph_source(u->g, at.file), u->s->cwd, at);
		buf_puts(b, "  ");
		terminal_escape(b, buf_str(&key), key.n);
		buf_puts(b, " = ");
		value_line(b, slot->val, LONGEST);
		buf_puts(b, fate == CODE_REJECTED ? "  raises TypeError\n" : "\n");
	}
	u->found++;
	buf_release(&key);
}

static void walk_dict(struct unread *u, const struct dict *d);

static void see_key(struct unread *u, const struct entry *e)
{
	u->part[u->path.n] = e->key;
	u->path.n++;
	struct code_answer x = code_key(u->c, &u->s->arena, u->path);
	bool helper = u->path.n == 1 && e->key.kind == VALUE_STR && name_is_used(u->g, u->m, e->key.as.s);

	if ((x.fate == CODE_UNREAD || x.fate == CODE_REJECTED) && !helper) {
		struct slot slot = keypath_get(&u->s->arena, u->m->merged, u->path);

		print_unread(u, &slot, x.fate);
	} else if (x.fate == CODE_READ && e->val.kind == VALUE_DICT && u->path.n < DEEPEST) {
		walk_dict(u, e->val.as.dict);
	} else if ((x.fate == CODE_NOT_KNOWN || x.fate == CODE_ABROAD) && !u->open++) {
		u->why = x;
	}
	u->path.n--;
}

static void walk_dict(struct unread *u, const struct dict *d)
{
	struct dict_iter it;
	const struct entry *e;

	dict_begin(&it, d);
	while ((e = dict_next(&it)))
		see_key(u, e);
}

static void print_count(const struct unread *u)
{
	struct buf *b = u->out;

	buf_printf(b, "%u key%s that no training code reads", u->found, plural(u->found));
	if (u->open) {
		buf_printf(b, "; of %u it is not known: ", u->open);
		terminal_escape(b, u->why.why, strlen(u->why.why));
		if (u->why.at.file) {
			buf_puts(b, " (");
			put_code_place(b, u->s, u->why.at);
			buf_putc(b, ')');
		}
	}
	buf_putc(b, '\n');
}

static void unread_one(struct unread *u)
{
	struct jwrite file;

	u->path = (struct keypath){ u->part, 0 };
	u->found = u->open = 0;
	if (u->all) {
		file = jwrite_object(u->all, NULL, false);
		jwrite_text(&file, "filename", session_name(u->s, u->m->path));
		u->keys = jwrite_list(&file, "unread", true);
	}
	if (u->m->merged.kind == VALUE_DICT)
		walk_dict(u, u->m->merged.as.dict);
	if (u->all) {
		jwrite_end(&u->keys);
		jwrite_int(&file, "not_known", u->open);
		jwrite_end(&file);
	} else if (!u->s->o->quiet) {
		print_count(u);
	}
	if (u->found)
		session_raise(u->s, EXIT_FINDINGS);
}

static void unread_all(struct unread *u, const struct targets *t)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct foreign *f = foreign_data(u->s, t->at[i].path);

		if (f && f->family) {
			foreign_report_reader(u->s, t->at[i].given, f);
			continue;
		}
		u->m = effective_config(u->s, u->g, &t->at[i]);
		if (t->n > 1 && !u->all)
			say("%s# %s\n", i ? "\n" : "", session_shown(u->s, t->at[i].given));
		u->c = u->m ? project_code(u->s, u->m->path, u->m->home, u->m->lent) : NULL;
		if (u->c)
			unread_one(u);
		print_out(u->out);
	}
}

static void unread_configs(struct unread *u, const struct strings *words)
{
	struct targets t = { 0 };

	targets_name(u->s, words, true, &t);
	struct graph *g = session_load(u->s, &t);

	u->g = g;
	unread_all(u, &t);
	graph_free(g);
	vec_release(&t);
}

/* Sets of arguments come first. */
int cmd_unread(struct session *s)
{
	struct buf b = { 0 };
	struct jwrite top = { .b = &b }, list;
	struct unread u = { .s = s, .out = &b };
	struct strings arguments = { 0 }, configs = { 0 };
	bool json = json_wanted(s);

	if (!s->o->words.n) {
		complain(s, "missing FILE; usage: cfglint unread FILE...");
		return s->status;
	}
	argument_words(s, &s->o->words, &arguments, &configs);
	if (json) {
		list = jwrite_list(&top, NULL, true);
		u.all = &list;
	}
	unread_arguments(s, &arguments, u.all);
	print_out(&b);
	if (configs.n)
		unread_configs(&u, &configs);
	if (json) {
		jwrite_end(&list);
		buf_putc(&b, '\n');
	}
	print_out(&b);
	vec_release(&arguments);
	vec_release(&configs);
	return s->status;
}

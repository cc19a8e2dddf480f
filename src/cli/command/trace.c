// SPDX-License-Identifier: MIT
/* `cfglint trace KEY [FILE...]`: where a key is set, and every place of the training code that reads it.
 * `cfglint unread FILE...`: the keys of an effective config that no training code reads. */
#include "base/path.h"
#include "cli/effective.h"
#include "config/uses.h"
#include "lint/codelink.h"
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
		if (t.n >= LONGEST && ((unsigned char)c & 0xC0) != 0x80 && i + 1 < hi) {
			buf_puts(&t, "...");
			break;
		}
	}
	out_escape(b, buf_str(&t), t.n);
	buf_release(&t);
}

static void flush(struct buf *b)
{
	fwrite(buf_str(b), 1, b->n, stdout);
	buf_release(b);
}

static const struct code *project_code(struct session *s, const char *path, const char *home, const char *const *lent)
{
	const struct settings *st = settings_for(s->settings, path, NULL);
	const char *why = "the settings file is broken";
	const struct code *c = st ? settings_code(st, home, lent, &why) : NULL;

	if (!c)
		complain(s, "%s: %s, so that nothing can be said about what reads a key", session_name(s, home), why);
	return c;
}

/* ---- trace ---- */

struct tracing {
	struct session *s;
	struct keypath path;
	const char *key;
	bool json;
};

static void json_place(struct buf *b, struct session *s, struct code_place p)
{
	if (!p.file) {
		buf_puts(b, "\"filename\": null, \"line\": null, \"column\": null");
		return;
	}
	struct point at = source_point(p.file, p.lo);
	const char *name = session_name(s, p.file->path);

	buf_puts(b, "\"filename\": ");
	buf_json(b, name, strlen(name));
	buf_printf(b, ", \"line\": %u, \"column\": %u", at.line + 1, at.col32 + 1);
}

static const char *const fate_names[] = { "unknown", "outside", "read", "unread", "rejected" };

static void trace_json(struct tracing *t, const struct code *c, struct code_answer x, const struct code_use *use,
		       size_t n)
{
	struct buf b = { 0 };

	buf_puts(&b, "{\"key\": ");
	buf_json(&b, t->key, strlen(t->key));
	buf_printf(&b, ", \"fate\": \"%s\"", fate_names[x.fate]);
	buf_puts(&b, ", ");
	out_json_text(&b, "why", x.why);
	buf_puts(&b, ", ");
	out_json_text(&b, "reader", code_reader(c, &t->s->arena, (struct keypath){ t->path.part, t->path.n - 1 }));
	buf_puts(&b, ", \"uses\": [");
	for (size_t i = 0; i < n; i++) {
		buf_puts(&b, i ? ",\n    {" : "\n    {");
		json_place(&b, t->s, use[i].at);
		buf_puts(&b, ", ");
		out_json_text(&b, "how", use[i].how);
		buf_puts(&b, ", ");
		out_json_text(&b, "function", use[i].where);
		buf_printf(&b, ", \"sets\": %s, \"training\": %s}", use[i].sets ? "true" : "false",
			   use[i].training ? "true" : "false");
	}
	buf_puts(&b, n ? "\n  ]}\n" : "]}\n");
	flush(&b);
}

static void verdict(struct tracing *t, const struct code *c, struct code_answer x)
{
	struct buf b = { 0 };
	struct keypath in = { t->path.part, t->path.n - 1 };
	const char *reader = code_reader(c, &t->s->arena, in);

	out_escape(&b, t->key, strlen(t->key));
	switch (x.fate) {
	case CODE_READ:
		buf_puts(&b, ": training reads it");
		break;
	case CODE_UNREAD:
		buf_puts(&b, ": nothing in training reads it");
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
		out_escape(&b, x.why, strlen(x.why));
		if (x.at.file) {
			buf_puts(&b, " (");
			put_code_place(&b, t->s, x.at);
			buf_putc(&b, ')');
		}
		break;
	}
	buf_putc(&b, '\n');
	flush(&b);
}

static void trace_text(struct tracing *t, const struct code *c, struct code_answer x, const struct code_use *use,
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
		flush(&b);
	}
	verdict(t, c, x);
}

static void trace_code(struct tracing *t, const char *path, const char *home, const char *const *lent)
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

static void trace_set(struct tracing *t, const struct graph *g, const struct module *m)
{
	struct slot slot = keypath_get(&t->s->arena, m->merged, t->path);
	struct buf b = { 0 };

	if (t->json)
		return; /* `where --format json` tells more */
	if (slot.found == t->path.n) {
		out_place(&b, g, t->s->cwd, slot.use.file ? slot.use : slot.val.at);
		buf_puts(&b, "  ");
		value_line(&b, slot.val, LONGEST);
		buf_puts(&b, "  set\n");
	} else {
		put_name(&b, t->s, m->path);
		buf_puts(&b, ": no key ");
		out_escape(&b, t->key, strlen(t->key));
		buf_putc(&b, '\n');
	}
	flush(&b);
}

static void trace_all(struct tracing *t, const struct strings *words)
{
	struct session *s = t->s;
	struct targets targets = { 0 };

	targets_name(s, words, true, &targets);
	struct graph_opts go = session_graph_opts(s, &targets);
	struct graph *g = session_load(s, &targets, &go);

	for (size_t i = 0; i < targets.n; i++) {
		const struct module *m = effective_config(s, g, &targets.at[i]);

		if (targets.n > 1 && !t->json)
			printf("%s# %s\n", i ? "\n" : "", targets.at[i].given);
		if (!m)
			continue;
		trace_set(t, g, m);
		trace_code(t, m->path, m->home, m->lent);
	}
	if (!targets.n) {
		const char *here = path_join(&s->arena, s->cwd, "config.py");
		trace_code(t, here, project_home(graph_folders(g), here), project_lent(graph_folders(g), here));
	}
	graph_free(g);
	vec_release(&targets);
}

static bool format_of(struct session *s, const char *command, bool *json)
{
	const char *format = s->o->format ? s->o->format : "text";

	*json = strcmp(format, "json") == 0;
	if (*json || strcmp(format, "text") == 0)
		return true;
	complain(s, "%s has the formats text and json", command);
	return false;
}

int cmd_trace(struct session *s)
{
	struct tracing t = { .s = s };
	struct strings words = { 0 };
	struct err e = { 0 };

	for (size_t i = 1; i < s->o->words.n; i++)
		vec_push(&words, s->o->words.at[i]);
	if (!s->o->words.n)
		complain(s, "trace which key? `cfglint trace data.prefetch_factor FILE`");
	else if (!format_of(s, "trace", &t.json))
		;
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
	bool json, first;
};

static void tell_unread(struct unread *u, const struct slot *slot, enum code_fate fate)
{
	struct buf b = { 0 }, key = { 0 };
	struct span at = slot->use.file ? slot->use : slot->val.at;

	keypath_print(&key, u->path);
	if (u->json) {
		buf_puts(&b, u->found ? ",\n    {" : "\n    {");
		place_json(&b, u->s, u->g, at);
		buf_puts(&b, ", ");
		out_json_text(&b, "key", buf_str(&key));
		buf_printf(&b, ", \"fate\": \"%s\"}", fate_names[fate]);
	} else {
		out_place(&b, u->g, u->s->cwd, at);
		buf_puts(&b, "  ");
		out_escape(&b, buf_str(&key), key.n);
		buf_puts(&b, " = ");
		value_line(&b, slot->val, LONGEST);
		buf_puts(&b, fate == CODE_REJECTED ? "  raises TypeError\n" : "\n");
	}
	u->found++;
	buf_release(&key);
	flush(&b);
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

		tell_unread(u, &slot, x.fate);
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

static void unread_one(struct unread *u)
{
	u->path = (struct keypath){ u->part, 0 };
	u->found = u->open = 0;
	if (u->json) {
		const char *name = session_name(u->s, u->m->path);
		struct buf b = { 0 };

		buf_puts(&b, u->first ? "\n  {\"filename\": " : ",\n  {\"filename\": ");
		buf_json(&b, name, strlen(name));
		buf_puts(&b, ", \"unread\": [");
		flush(&b);
	}
	if (u->m->merged.kind == VALUE_DICT)
		walk_dict(u, u->m->merged.as.dict);
	if (u->json)
		printf("%s], \"not_known\": %u}", u->found ? "\n  " : "", u->open);
	else if (!u->s->o->quiet) {
		struct buf b = { 0 };

		buf_printf(&b, "%u key%s that no training code reads", u->found, plural(u->found));
		if (u->open) {
			buf_printf(&b, "; of %u it is not known: ", u->open);
			out_escape(&b, u->why.why, strlen(u->why.why));
			if (u->why.at.file) {
				buf_puts(&b, " (");
				put_code_place(&b, u->s, u->why.at);
				buf_putc(&b, ')');
			}
		}
		buf_putc(&b, '\n');
		flush(&b);
	}
	if (u->found)
		session_raise(u->s, EXIT_FINDINGS);
	u->first = false;
}

int cmd_unread(struct session *s)
{
	struct unread u = { .s = s, .first = true };
	struct targets t = { 0 };

	if (!format_of(s, "unread", &u.json))
		return s->status;
	if (!s->o->words.n) {
		complain(s, "unread keys of which file? `cfglint unread FILE`");
		return s->status;
	}
	targets_name(s, &s->o->words, true, &t);
	struct graph_opts go = session_graph_opts(s, &t);
	struct graph *g = session_load(s, &t, &go);

	u.g = g;
	if (u.json)
		putchar('[');
	for (size_t i = 0; i < t.n; i++) {
		u.m = effective_config(s, g, &t.at[i]);
		if (t.n > 1 && !u.json)
			printf("%s# %s\n", i ? "\n" : "", t.at[i].given);
		u.c = u.m ? project_code(s, u.m->path, u.m->home, u.m->lent) : NULL;
		if (u.c)
			unread_one(&u);
	}
	if (u.json)
		puts(u.first ? "]" : "\n]");
	graph_free(g);
	vec_release(&t);
	return s->status;
}

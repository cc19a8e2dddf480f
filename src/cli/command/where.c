// SPDX-License-Identifier: MIT
/* `cfglint where KEY FILE...`: who set a key of the effective config, and whom that replaced. A line a file, the
 * base first, so that the last line is what counts. Each config of the chain is asked whether the key's place lies in
 * its own file; so one answer holds for merged, substituted and lazily imported configs alike. */
#include "cli/command/priv.h"
#include "base/near.h"
#include "base/path.h"
#include "cli/effective.h"
#include "cli/launching.h"
#include "launch/starts.h"
#include "python/value/dict.h"
#include "report/terminal.h"
#include "report/value_json.h"
#include "text/jwrite.h"
#include <string.h>
#include <sys/stat.h>

enum how {
	HOW_SET,
	HOW_OVERRIDES,
	HOW_MERGES,
	HOW_DELETED,
	HOW_OPTION,
	HOW_LAUNCH, /* what a launch line makes of it */
	HOW_NAME,   /* machine.gpus: told by the config's name, */
	HOW_SETTING /* or by the settings */
};
struct event {
	enum how how;
	struct span at;
	struct value val;  /* DELETED: unused */
	bool filled;	   /* by a placeholder */
	struct span from;  /* where the value's text stands when that is elsewhere, else zero */
	const char *place; /* where `at` is nowhere in a file; NULL: --cfg-options */
};
VEC(events, struct event);
VEC(visited, const struct module *);
enum { DEPTH_MAX = 200, LONGEST = 60 };

struct history {
	struct session *s;
	const struct graph *g;
	const char *key; /* as given */
	struct keypath path;
	struct buf *out;
	struct jwrite *all; /* where each file's JSON goes; NULL: text is wanted */
	struct events step;
	struct visited seen;
};

static bool found(struct keypath p, const struct slot *slot)
{
	return slot->found == p.n;
}

static struct slot look(struct history *w, struct value root)
{
	return keypath_get(&w->s->arena, root, w->path);
}

static bool is_option(const struct history *w, const struct slot *slot)
{
	return slot->use.file && !graph_owner(w->g, slot->use.file);
}

/* What the file and its bases give before --cfg-options take part. */
static struct slot look_before_options(struct history *w, const struct module *m)
{
	struct slot slot = look(w, m->merged);

	if (!m->requested || !w->s->o->cfg_options.n || (found(w->path, &slot) && !is_option(w, &slot)))
		return slot;
	slot = look(w, m->own);
	return found(w->path, &slot) ? slot : look(w, m->inherited);
}

static bool is_of(const struct history *w, struct span at, const struct module *m)
{
	return at.file && graph_owner(w->g, at.file) == m;
}

static struct span place_of(const struct slot *slot)
{
	return slot->use.file ? slot->use : slot->val.at;
}

/* Another file, or another line of this one. */
static struct span other_place(const struct history *w, struct span use, struct value v)
{
	const struct source *s = graph_source(w->g, use.file);

	if (!v.at.file || !s)
		return (struct span){ 0 };
	if (v.at.file == use.file && source_point(s, v.at.lo).line == source_point(s, use.lo).line)
		return (struct span){ 0 };
	return v.at;
}

static void add_step(struct history *w, enum how how, const struct slot *slot, struct value shown)
{
	struct span at = place_of(slot);
	bool filled = slot->val.flags & VF_TEMPLATE;

	vec_push(&w->step, ((struct event){ how, at, shown, filled, other_place(w, at, slot->val), NULL }));
}

/* What took the key away: `_delete_` of one of its parents, a parent that became something else, else the file. */
static struct span deleted_at(struct history *w, const struct module *m)
{
	struct keypath p = w->path;
	struct span at = { 0 };

	for (p.n = 1; p.n < w->path.n; p.n++) {
		struct slot own = keypath_get(&w->s->arena, m->own, p);

		if (own.found == p.n)
			at = place_of(&own);
		if (own.found == p.n && own.val.kind == VALUE_DICT) {
			const struct entry *e = dict_find_lit(own.val.as.dict, "_delete_");

			if (e)
				return e->key.at.file ? e->key.at : e->use;
		}
	}
	if (!at.file && m->src)
		at.file = m->src->id;
	return at;
}

static bool was_seen(struct history *w, const struct module *m)
{
	for (size_t i = 0; i < w->seen.n; i++)
		if (w->seen.at[i] == m)
			return true;
	vec_push(&w->seen, m);
	return false;
}

/* Adds the steps of m's bases, then its own. true: the key is there in m. */
static bool trace(struct history *w, const struct module *m, unsigned depth)
{
	bool inherited = false;
	struct slot now = look_before_options(w, m), effective, own;

	if (depth > DEPTH_MAX || was_seen(w, m))
		return found(w->path, &now);
	for (uint32_t i = 0; i < m->nbases; i++)
		if (m->base[i].module && trace(w, m->base[i].module, depth + 1))
			inherited = true;
	effective = look(w, m->merged);
	if (inherited && !found(w->path, &now))
		vec_push(&w->step, ((struct event){ .how = HOW_DELETED, .at = deleted_at(w, m) }));
	own = look(w, m->own);
	if (found(w->path, &now) && is_of(w, place_of(&now), m)) {
		bool part = inherited && !m->imported && found(w->path, &own) && own.val.kind == VALUE_DICT &&
			    !dict_find_lit(own.val.as.dict, "_delete_");

		add_step(w, part ? HOW_MERGES : inherited ? HOW_OVERRIDES : HOW_SET, &now, part ? own.val : now.val);
	}
	if (found(w->path, &effective) && is_option(w, &effective))
		add_step(w, HOW_OPTION, &effective, effective.val);
	else if (found(w->path, &now) && !found(w->path, &effective))
		vec_push(&w->step, ((struct event){ .how = HOW_DELETED }));
	return found(w->path, &effective);
}

/* --- launch lines, and figures of the machine */
static void add_launches(struct history *w, const struct subject *s)
{
	for (uint32_t i = 0; i < s->nstarted; i++) {
		struct slot slot = look(w, s->started[i]->tree);

		if (found(w->path, &slot) && slot.use.file == s->started[i]->start->at.file)
			add_step(w, HOW_LAUNCH, &slot, slot.val);
	}
}

static void add_figure(struct history *w, enum how how, struct value v, struct span at, const char *place)
{
	if (value_is_known(v))
		vec_push(&w->step, ((struct event){ .how = how, .at = at, .val = v, .place = place }));
}

static void add_start(struct history *w, const struct subject *s, bool nodes)
{
	const struct start *by = s->start;

	if (by && by->gpus)
		add_figure(w, HOW_LAUNCH, value_int(nodes ? by->machines : by->gpus, by->at), by->at, NULL);
}

/* machine.gpus and its like, which no config holds; what counts is last, of several launch lines each for its runs */
static bool add_machine(struct history *w, const struct subject *s)
{
	static const char *const known[] = { "gpus", "nodes", "cores", "gpu_mem" };
	const struct settings *st = settings_for(w->s->linter.settings, s->path, NULL);
	const char *name = w->path.n == 2 && w->path.part[1].kind == VALUE_STR ? w->path.part[1].as.s->s : "";
	const struct value given[] = { st->machine.gpus, st->machine.nodes, st->machine.cores, st->machine.gpu_mem };
	struct machine alone;
	struct subject unstarted = *s;
	size_t i = 0;

	while (i < ARRAY_SIZE(known) && strcmp(known[i], name) != 0)
		i++;
	if (w->path.part[0].kind != VALUE_STR || strcmp(w->path.part[0].as.s->s, "machine") != 0 ||
	    i == ARRAY_SIZE(known))
		return false;
	unstarted.start = NULL;
	alone = lint_machine(&w->s->arena, st, &unstarted);
	if (alone.gpus_guessed && i < 2)
		add_figure(w, HOW_NAME, i ? alone.nodes : alone.gpus, (struct span){ 0 }, path_base(s->path));
	else if (!st->machine.gpus_asked || i > 1)
		add_figure(w, HOW_SETTING, given[i], (struct span){ 0 },
			   i < 2 && alone.gpus_why ? alone.gpus_why : "settings");
	if (i < 2)
		add_start(w, s, i == 1);
	for (uint32_t k = 0; k < s->nstarted && i < 2; k++)
		add_start(w, s->started[k], i == 1);
	if (st->machine.gpus_asked && i < 2)
		add_figure(w, HOW_SETTING, given[i], (struct span){ 0 }, "--gpus");
	return w->step.n > 0;
}

/* --- text */
static const char *how_text(const struct event *t, bool first)
{
	static const char *const text[] = { "set",
					    "overrides",
					    "merges these keys in",
					    "deletes it",
					    NULL,
					    "in the runs that this line starts",
					    "told by the name",
					    "set" };

	if (t->how == HOW_OPTION)
		return first ? "set by --cfg-options" : "overridden by --cfg-options";
	return text[t->how];
}

static void put_place(struct history *w, struct buf *b, const struct event *t)
{
	if (t->how == HOW_OPTION || !t->at.file)
		buf_puts(b, t->place ? t->place : "--cfg-options");
	else
		terminal_place(b, graph_source(w->g, t->at.file), w->s->cwd, t->at);
}

static void pad(struct buf *b, size_t from, size_t width)
{
	while (b->n - from < width)
		buf_putc(b, ' ');
}

enum column { COLUMN_PLACES, COLUMN_VALUES };

static size_t widest(struct history *w, enum column of)
{
	size_t most = 0;

	for (size_t i = 0; i < w->step.n; i++) {
		struct buf b = { 0 };

		if (of == COLUMN_PLACES)
			put_place(w, &b, &w->step.at[i]);
		else if (w->step.at[i].how != HOW_DELETED)
			value_line(&b, w->step.at[i].val, LONGEST);
		most = b.n > most ? b.n : most;
		buf_release(&b);
	}
	return most;
}

static void put_step(struct history *w, size_t i, size_t places, size_t values)
{
	const struct event *t = &w->step.at[i];
	struct buf *b = w->out;
	bool color = session_colors(w->s, stdout);
	size_t from = b->n, text;

	put_place(w, b, t);
	pad(b, from, places + 2);
	terminal_paint(b, color, i + 1 == w->step.n ? PAINT_BOLD : PAINT_NONE);
	text = b->n;
	if (t->how == HOW_DELETED)
		buf_putc(b, '-');
	else
		value_line(b, t->val, LONGEST);
	pad(b, text, values + 2);
	terminal_paint(b, color, PAINT_NONE);
	buf_puts(b, how_text(t, i == 0));
	if (t->filled)
		buf_puts(b, ", filled in by {{ }}");
	if (t->from.file) {
		buf_puts(b, ", value from ");
		terminal_place(b, graph_source(w->g, t->from.file), w->s->cwd, t->from);
	}
	buf_putc(b, '\n');
}

static void print_text(struct history *w)
{
	size_t places = widest(w, COLUMN_PLACES), values = widest(w, COLUMN_VALUES);

	for (size_t i = 0; i < w->step.n; i++)
		put_step(w, i, places, values);
}

/* --- JSON */
static void json_step(struct history *w, struct jwrite *list, const struct event *t)
{
	static const char *const kind[] = {
		"set", "override", "merge", "delete", "option", "launch", "name", "setting"
	};
	struct jwrite j = jwrite_object(list, NULL, false), from;

	jwrite_text(&j, "kind", kind[t->how]);
	place_json(&j, w->s, w->g, t->how == HOW_OPTION ? (struct span){ 0 } : t->at);
	if (t->how != HOW_DELETED)
		value_json(&j, "value", t->val);
	jwrite_bool(&j, "placeholder", t->filled);
	if (t->from.file) {
		from = jwrite_object(&j, "from", false);
		place_json(&from, w->s, w->g, t->from);
		jwrite_end(&from);
	} else {
		jwrite_null(&j, "from");
	}
	jwrite_end(&j);
}

static const char *meant(struct history *w, const struct module *m, const struct slot *slot);

static void put_json(struct history *w, const struct module *m, const struct slot *slot)
{
	struct jwrite j = jwrite_object(w->all, NULL, false), history;

	jwrite_text(&j, "filename", session_name(w->s, m->path));
	jwrite_text(&j, "key", w->key);
	if (found(w->path, slot))
		value_json(&j, "value", slot->val);
	else
		jwrite_null(&j, "value");
	jwrite_bool(&j, "found", found(w->path, slot));
	jwrite_text(&j, "near", found(w->path, slot) ? NULL : meant(w, m, slot));
	history = jwrite_list(&j, "history", true);
	for (size_t i = 0; i < w->step.n; i++)
		json_step(w, &history, &w->step.at[i]);
	jwrite_end(&history);
	jwrite_end(&j);
}

/* --- an absent key */
static const char *near_key(struct session *s, const struct dict *d, struct value key)
{
	const char **name = arena_array(&s->arena, const char *, d->count + 1);
	struct dict_iter it;
	const struct entry *e;
	size_t n = 0;

	if (key.kind != VALUE_STR)
		return NULL;
	dict_begin(&it, d);
	while ((e = dict_next(&it)))
		if (e->key.kind == VALUE_STR)
			name[n++] = e->key.as.s->s;
	return near_find(key.as.s->s, name, n);
}

/* The path that was meant, or NULL: a key beside the absent one is spelled nearly so, or it stands elsewhere. */
static const char *meant(struct history *w, const struct module *m, const struct slot *slot)
{
	struct keypath parent = { w->path.part, slot->found }, at;
	struct value in = keypath_get(&w->s->arena, m->merged, parent).val;
	const char *near = in.kind == VALUE_DICT ? near_key(w->s, in.as.dict, w->path.part[slot->found]) : NULL;

	at = near ? keypath_add(&w->s->arena, parent, value_str(str_lit(near), (struct span){ 0 }))
		  : key_elsewhere(w->s, w->g, m, w->path);
	for (uint32_t i = slot->found + 1; near && i < w->path.n; i++) {
		struct keypath deeper = keypath_add(&w->s->arena, at, w->path.part[i]);

		if (keypath_get(&w->s->arena, m->merged, deeper).found < deeper.n)
			break;
		at = deeper;
	}
	return at.n ? keypath_text(&w->s->arena, at) : NULL;
}

static void tell_absent(struct history *w, const struct module *m, const struct slot *slot)
{
	struct keypath parent = { w->path.part, slot->found };
	struct value in = keypath_get(&w->s->arena, m->merged, parent).val;
	const char *near = meant(w, m, slot);
	enum why why = slot->val.kind == VALUE_UNKNOWN && slot->val.as.cause ? slot->val.as.cause->why : WHY_NONE;
	struct buf *b = w->out;

	put_name(b, w->s, m->path);
	buf_puts(b, why == WHY_ABSENT ? ": no key " : ": it is not known whether there is a key ");
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
			terminal_place(b, graph_source(w->g, slot->parent_at.file), w->s->cwd, slot->parent_at);
			buf_putc(b, ')');
		}
	}
	buf_putc(b, '\n');
}

/* --- the command */
static void where_one(struct history *w, const struct module *m)
{
	struct slot slot = look(w, m->merged);

	w->step.n = w->seen.n = 0;
	trace(w, m, 0);
	add_launches(w, &m->subject);
	if (!w->step.n && add_machine(w, &m->subject)) {
		slot.val = w->step.at[w->step.n - 1].val;
		slot.found = w->path.n;
	}
	if (w->all)
		put_json(w, m, &slot);
	else if (w->step.n)
		print_text(w);
	if (found(w->path, &slot))
		return;
	if (!w->all)
		tell_absent(w, m, &slot);
	session_raise(w->s, EXIT_FINDINGS);
}

static void where_each(struct history *w, const struct targets *t)
{
	for (size_t i = 0; i < t->n; i++) {
		const struct module *m = effective_config(w->s, w->g, &t->at[i]);

		if (t->n > 1 && !w->all)
			say("%s# %s\n", i ? "\n" : "", session_shown(w->s, t->at[i].given));
		if (m)
			where_one(w, m);
		print_out(w->out);
	}
}

static void where_all(struct session *s, struct keypath path, const char *key, const struct strings *words, bool json)
{
	struct buf b = { 0 };
	struct history w = { .s = s, .path = path, .key = key, .out = &b };
	struct jwrite top = { .b = &b }, list;
	struct targets t = { 0 };
	struct graph *g;

	targets_name(s, words, true, &t);
	launching_take(s, &t);
	w.g = g = session_load(s, &t);
	if (json) {
		list = jwrite_list(&top, NULL, true);
		w.all = &list;
		print_out(&b);
	}
	where_each(&w, &t);
	if (json) {
		jwrite_end(&list);
		buf_putc(&b, '\n');
	}
	print_out(&b);
	vec_release(&w.step);
	vec_release(&w.seen);
	graph_free(g);
	vec_release(&t);
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
	bool json;
	struct strings words = { 0 };
	struct keypath path;
	struct err e = { 0 };

	for (size_t i = 1; i < s->o->words.n; i++)
		vec_push(&words, s->o->words.at[i]);
	if (words.n == 0)
		complain(s, "where is what, in which file? `cfglint where optimizer.lr FILE`");
	else if (turned_around(s))
		complain(s, "where takes the key first: `cfglint where %s %s`", s->o->words.at[1], s->o->words.at[0]);
	else if (!json_wanted(s, &json))
		; /* told */
	else if (!keypath_parse(&s->arena, s->o->words.at[0], &path, &e) || !path.n)
		complain(s, "'%s' is no key: %s; write it as optimizer.lr or data.train.pipeline[0].type",
			 s->o->words.at[0], e.msg);
	else
		where_all(s, path, s->o->words.at[0], &words, json);
	vec_release(&words);
	return s->status;
}

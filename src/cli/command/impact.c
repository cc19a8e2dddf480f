// SPDX-License-Identifier: MIT
/* `cfglint impact [REV] [PATH...]`: the effective configs of the work tree beside those of a revision: an edit of a
 * base counts in each config that inherits from it. */
#include "base/disk.h"
#include "base/path.h"
#include "base/str.h"
#include "base/map.h"
#include "cli/admit.h"
#include "cli/command/impact_arguments.h"
#include "cli/command/priv.h"
#include "cli/shared/argument_sets.h"
#include "cli/shared/argument_words.h"
#include "cli/missing.h"
#include "cli/shared/shown_effective.h"
#include "cli/foreign_counts.h"
#include "cli/revision.h"
#include "config/differ.h"
#include "config/config_subject.h"
#include "config/data_config.h"
#include "launch/starts.h"
#include "python/value/repr.h"
#include "report/draw/terminal.h"
#include "text/jwrite.h"
#include "text/notebook.h"
#include <string.h>
#include <sys/stat.h>

enum { CONFIGS_SHOWN = 3, VALUE_SHOWN = 60, VALUE_PRINTED = 200 /* bytes, as text and as JSON */ };
enum what {
	IS_NEW,
	IS_ADDED,
	IS_LOST,
	IS_CHANGED
}; /* new: no such file was there; added: it did not load; lost: it
    * loaded, and does no longer */

struct key { /* of which a value became another, and the configs in which it did */
	const char *name, *change;
	struct strings in;
};
struct change_reported {
	const char *key, *old, *now; /* NULL: absent */
};
struct touched {
	const char *path;
	enum what what;
	VEC(, struct change_reported) changes;
};
struct impact {
	struct session *s;
	struct revision old;
	VEC(, struct touched) all;
	VEC(, struct key *) keys;
	struct map by_change, names; /* "lr: 0.1 -> 0.2"; "lr" */
	uint32_t nkeys, configs;     /* different keys; configs that were compared */
};

/* repr() of what is short; of the rest its kind and size. */
static const char *shown(struct arena *a, struct value v, size_t most)
{
	struct buf b = { 0 };
	const char *text;

	if (op_repr_within(&b, v, most)) {
		text = arena_strdup(a, buf_str(&b));
		buf_release(&b);
		return text;
	}
	buf_release(&b);
	return v.kind == VALUE_STR	 ? arena_printf(a, "text of %u bytes", v.as.s->len)
	       : v.kind == VALUE_DICT	 ? "a dict"
	       : value_is_listlike(v)	 ? arena_printf(a, "a list of %u", v.as.list->n)
	       : v.kind == VALUE_UNKNOWN ? "not known"
					 : "a value";
}

static const char *text_of(struct arena *a, const struct change *c, bool old, size_t most)
{
	bool absent = c->kind == (old ? CHANGE_ADDED : CHANGE_REMOVED);

	return absent ? NULL : shown(a, old ? c->before : c->after, most);
}

static void add_key(struct impact *x, struct touched *t, const struct change *c)
{
	struct arena *a = &x->s->arena;
	const char *name = c->path.n ? keypath_text(a, c->path) : "(the config)";
	const char *old = text_of(a, c, true, VALUE_SHOWN), *now = text_of(a, c, false, VALUE_SHOWN);
	const char *change = arena_printf(a, "%s -> %s", old ? old : "(absent)", now ? now : "(absent)");
	const struct str *id = str_lit(arena_printf(a, "%s: %s", name, change));
	struct key *k = map_get(&x->by_change, id);

	if (!k) {
		k = arena_new(a, struct key);
		*k = (struct key){ .name = name, .change = change };
		map_put(a, &x->by_change, id, k);
		vec_push(&x->keys, k);
	}
	if (!map_get(&x->names, str_lit(name))) {
		map_put(a, &x->names, str_lit(name), k);
		x->nkeys++;
	}
	vec_push(&k->in, t->path);
	vec_push(&t->changes, ((struct change_reported){ name, text_of(a, c, true, VALUE_PRINTED),
							 text_of(a, c, false, VALUE_PRINTED) }));
}

static void compare(struct impact *x, const struct module *was, const struct module *is)
{
	struct touched t = { .path = is->path, .what = IS_CHANGED };
	struct changes changes = { 0 };
	struct arena tmp = { 0 };

	config_diff(&tmp, was->merged, is->merged, &changes);
	for (size_t i = 0; i < changes.n; i++)
		if (changes.at[i].kind != CHANGE_ORDER)
			add_key(x, &t, &changes.at[i]);
	if (t.changes.n)
		vec_push(&x->all, t);
	vec_release(&changes);
	arena_release(&tmp);
}

static void look(struct impact *x, const struct graph *was, const struct graph *is, const char *path)
{
	const struct module *a = graph_find(was, path), *b = graph_find(is, path);
	bool before = a && a->state == MODULE_OK, now = b && b->state == MODULE_OK;

	x->configs += before;
	if (before && now)
		compare(x, a, b);
	else if (before != now)
		vec_push(&x->all, ((struct touched){ .path = arena_strdup(&x->s->arena, path),
						     .what = !now			   ? IS_LOST
							     : revision_has(&x->old, path) ? IS_ADDED
											   : IS_NEW }));
}

/* ---- telling ---- */

static int more_first(const void *x, const void *y)
{
	const struct key *a = *(struct key *const *)x, *b = *(struct key *const *)y;

	if (a->in.n != b->in.n)
		return (a->in.n < b->in.n) - (a->in.n > b->in.n);
	return strcmp(a->name, b->name) ? strcmp(a->name, b->name) : strcmp(a->change, b->change);
}

static uint32_t count(const struct impact *x, enum what what)
{
	uint32_t n = 0;

	for (size_t i = 0; i < x->all.n; i++)
		n += x->all.at[i].what == what;
	return n;
}

static void put_key(struct impact *x, struct buf *b, const struct key *k)
{
	struct buf line = { 0 };

	buf_printf(&line, "%s: %s in %zu config%s: ", k->name, k->change, k->in.n, plural((uint32_t)k->in.n));
	for (size_t i = 0; i < k->in.n && i < CONFIGS_SHOWN; i++)
		buf_printf(&line, "%s%s", i ? ", " : "", session_name(x->s, k->in.at[i]));
	if (k->in.n > CONFIGS_SHOWN)
		buf_printf(&line, " and %zu more", k->in.n - CONFIGS_SHOWN);
	terminal_escape(b, buf_str(&line), line.n);
	buf_putc(b, '\n');
	buf_release(&line);
}

static void put_others(struct impact *x, struct buf *b, enum what what, const char *said)
{
	for (size_t i = 0; i < x->all.n; i++) {
		if (x->all.at[i].what != what)
			continue;
		put_name(b, x->s, x->all.at[i].path);
		buf_printf(b, ": %s\n", said);
	}
}

static void print_text(struct impact *x)
{
	struct buf b = { 0 };
	uint32_t changed = count(x, IS_CHANGED), lost = count(x, IS_LOST);

	for (size_t i = 0; i < x->keys.n; i++)
		put_key(x, &b, x->keys.at[i]);
	put_others(x, &b, IS_NEW,
		   arena_printf(&x->s->arena, "%s has no such file (it is new, or git does not track it)",
				x->old.name));
	put_others(x, &b, IS_ADDED, "did not load there");
	put_others(x, &b, IS_LOST, "loaded there, and no longer does");
	if (!x->s->o->quiet) {
		buf_printf(&b, "Since %s: ", session_shown(x->s, x->old.name));
		buf_printf(&b, "changes %u key%s of %u config%s", x->nkeys, plural(x->nkeys), changed, plural(changed));
		if (lost)
			buf_printf(&b, ", breaks %u", lost);
		buf_printf(&b, "; %u compared.\n", x->configs);
	}
	print_out(&b);
}

static void json_changes(struct jwrite *one, const struct touched *t)
{
	struct jwrite list = jwrite_list(one, "keys", false);

	for (size_t i = 0; i < t->changes.n; i++)
		jwrite_text(&list, NULL, t->changes.at[i].key);
	jwrite_end(&list);
	list = jwrite_list(one, "changes", false);
	for (size_t i = 0; i < t->changes.n; i++) {
		const struct change_reported *c = &t->changes.at[i];
		struct jwrite o = jwrite_object(&list, NULL, false);

		jwrite_text(&o, "key", c->key);
		jwrite_text(&o, "old", c->old);
		jwrite_text(&o, "new", c->now);
		jwrite_end(&o);
	}
	jwrite_end(&list);
}

static void print_json(struct impact *x)
{
	static const char *const name[] = { "new", "new", "lost", "changed" };
	struct buf b = { 0 };
	struct jwrite top = { .b = &b }, o = jwrite_object(&top, NULL, true), list, one;

	jwrite_text(&o, "since", x->old.name);
	jwrite_int(&o, "compared", x->configs);
	jwrite_int(&o, "changed", count(x, IS_CHANGED));
	jwrite_int(&o, "keys", x->nkeys);
	list = jwrite_list(&o, "configs", true);
	for (size_t i = 0; i < x->all.n; i++) {
		one = jwrite_object(&list, NULL, false);
		jwrite_text(&one, "filename", session_name(x->s, x->all.at[i].path));
		jwrite_text(&one, "what", name[x->all.at[i].what]);
		json_changes(&one, &x->all.at[i]);
		jwrite_end(&one);
	}
	jwrite_end(&list);
	jwrite_end(&o);
	buf_putc(&b, '\n');
	print_out(&b);
}

/* ---- the command ---- */

static void run(struct impact *x, const struct strings *words, bool json)
{
	struct session *s = x->s;
	struct targets t = { 0 };
	struct graph *is, *was;
	const char **path;
	size_t n;

	targets_find(s, words, &t);
	revision_report_others(s, &x->old, &t);
	is = session_load(s, &t);
	path = targets_paths(s, &t, &config_kind, &n);
	was = revision_load(s, &x->old, path, n);
	for (size_t i = 0; i < n; i++)
		look(x, was, is, path[i]);
	if (x->keys.n)
		qsort(x->keys.at, x->keys.n, sizeof *x->keys.at, more_first);
	if (json)
		print_json(x);
	else
		print_text(x);
	session_raise(s, x->all.n ? EXIT_FINDINGS : EXIT_CLEAN);
	graph_free(was);
	graph_free(is);
	vec_release(&t);
}

static void release(struct impact *x)
{
	for (size_t i = 0; i < x->all.n; i++)
		vec_release(&x->all.at[i].changes);
	for (size_t i = 0; i < x->keys.n; i++)
		vec_release(&x->keys.at[i]->in);
	vec_release(&x->all);
	vec_release(&x->keys);
}

/* The first word is a revision, unless a file is called so. */
static const char *take_words(struct session *s, struct strings *paths)
{
	const struct strings *all = &s->o->words;
	bool rev = all->n && !vfs_stands(s->linter.vfs, path_absolute(&s->arena, all->at[0]));

	for (size_t i = rev; i < all->n; i++)
		vec_push(paths, all->at[i]);
	if (!paths->n)
		vec_push(paths, ".");
	return rev ? all->at[0] : "HEAD";
}

/* The first word names neither a file nor, by its ending, a revision. */
static bool is_missing_file(const struct session *s)
{
	const char *word = s->o->words.n ? s->o->words.at[0] : "";
	struct arena a = { 0 };
	bool is = *word && !strpbrk(word, ":~^@") &&
		  (config_is_named(word) || notebook_named(word) || starts_named(word)) &&
		  !vfs_stands(s->linter.vfs, path_absolute(&a, word));

	arena_release(&a);
	return is;
}

static void impact_configs(struct session *s, const char *name, const struct strings *paths)
{
	struct impact x = { .s = s };

	if (!revision_open(s, name, path_absolute(&s->arena, paths->at[0]), &x.old))
		return;
	run(&x, paths, json_wanted(s));
	release(&x);
	revision_close(&x.old);
}

static void impact_of_arguments(struct session *s, const char *name, const struct strings *words)
{
	bool named = s->o->words.n && name == s->o->words.at[0];
	struct buf b = { 0 };
	struct jwrite top = { .b = &b }, list;

	if (!json_wanted(s)) {
		impact_arguments(s, named ? name : NULL, words, NULL);
		return;
	}
	list = jwrite_list(&top, NULL, true);
	impact_arguments(s, named ? name : NULL, words, &list);
	jwrite_end(&list);
	buf_putc(&b, '\n');
	print_out(&b);
}

/* What no config loader reads may still be named by a launch line or an argument. */
static void take_others(struct session *s, struct strings *configs, struct strings *arguments)
{
	size_t n = 0;

	for (size_t i = 0; i < configs->n; i++) {
		const char *path = *configs->at[i] ? path_absolute(&s->arena, configs->at[i]) : "";
		bool other = S_ISREG(disk_mode(path)) && admitted(s, path) && foreign_data(s, path);

		if (other)
			vec_push(arguments, configs->at[i]);
		else
			configs->at[n++] = configs->at[i];
	}
	configs->n = n;
}

/* Sets of arguments come first. */
int cmd_impact(struct session *s)
{
	struct strings paths = { 0 }, arguments = { 0 }, configs = { 0 };
	const char *name = take_words(s, &paths);

	if (is_missing_file(s)) {
		missing_report(s, name, path_absolute(&s->arena, name));
		vec_release(&paths);
		return s->status;
	}
	argument_words(s, &paths, &arguments, &configs);
	take_others(s, &configs, &arguments);
	if (arguments.n)
		impact_of_arguments(s, name, &arguments);
	if (configs.n)
		impact_configs(s, name, &configs);
	vec_release(&paths);
	vec_release(&arguments);
	vec_release(&configs);
	return s->status;
}

// SPDX-License-Identifier: MIT
/* `cfglint diff A B`: what differs between two effective configs, key by key, with both places. The order of keys in a
 * dict is no difference: training code reads them by name.
 *
 *	@@ data.workers_per_gpu @@
 *	-2  # configs/base.py:2:29
 *	+0  # configs/a.py:3:29 */
#include "base/path.h"
#include "cli/admit.h"
#include "cli/command/diff_arguments.h"
#include "cli/command/priv.h"
#include "cli/command/show_hydra.h"
#include "cli/shared/argument_sets.h"
#include "cli/shared/argument_words.h"
#include "cli/shared/shown_effective.h"
#include "cli/revision.h"
#include "config/differ.h"
#include "report/draw/terminal.h"
#include "report/value_json.h"
#include "text/jwrite.h"
#include <string.h>

enum { LONGEST = 100 };

struct comparison {
	struct session *s;
	const struct graph *g[2];
	const struct module *m[2];
	const char *name[2];
	struct changes changes;
};

static const char *kind_name(enum change_kind k)
{
	static const char *const name[] = { "added", "removed", "changed", "order" };

	return name[k];
}

/* Where side i has the key; zero when it has not. */
static struct span place_of(struct comparison *c, const struct change *ch, unsigned i)
{
	struct slot slot;

	if (ch->kind == (i ? CHANGE_REMOVED : CHANGE_ADDED))
		return (struct span){ 0 };
	slot = keypath_get(&c->s->arena, c->m[i]->merged, ch->path);
	return slot.use.file ? slot.use : slot.val.at;
}

/* --- text */
static void put_side(struct comparison *c, struct buf *b, const struct change *ch, unsigned i)
{
	static const char *const color[] = { "\033[31m", "\033[32m" };
	bool colored = session_colors(c->s, stdout);
	struct span at = place_of(c, ch, i);

	if (ch->kind == (i ? CHANGE_REMOVED : CHANGE_ADDED))
		return;
	buf_puts(b, colored ? color[i] : "");
	buf_putc(b, "-+"[i]);
	value_line(b, i ? ch->after : ch->before, LONGEST);
	buf_puts(b, colored ? "\033[m" : "");
	if (at.file) {
		buf_puts(b, "  # ");
		if (graph_owner(c->g[i], at.file))
			terminal_place(b, graph_source(c->g[i], at.file), c->s->cwd, at);
		else
			buf_puts(b, "--cfg-options");
	}
	buf_putc(b, '\n');
}

static void print_text(struct comparison *c)
{
	bool colored = session_colors(c->s, stdout);
	struct buf b = { 0 };

	for (unsigned i = 0; i < 2; i++) {
		buf_puts(&b, colored ? "\033[1m" : "");
		buf_puts(&b, i ? "+++ " : "--- ");
		terminal_escape(&b, c->name[i], strlen(c->name[i]));
		buf_puts(&b, colored ? "\033[m\n" : "\n");
	}
	for (size_t k = 0; k < c->changes.n; k++) {
		const struct change *ch = &c->changes.at[k];
		struct buf name = { 0 };

		if (ch->path.n)
			keypath_print(&name, ch->path);
		else
			buf_puts(&name, "(the config)");
		buf_puts(&b, colored ? "\033[36m@@ " : "@@ ");
		terminal_escape(&b, buf_str(&name), name.n);
		buf_puts(&b, colored ? " @@\033[m\n" : " @@\n");
		put_side(c, &b, ch, 0);
		put_side(c, &b, ch, 1);
		buf_release(&name);
	}
	print_out(&b);
}

/* --- JSON */
static void json_side(struct comparison *c, struct jwrite *j, const struct change *ch, unsigned i)
{
	const char *key = i ? "after" : "before";
	struct jwrite side;

	if (ch->kind == (i ? CHANGE_REMOVED : CHANGE_ADDED)) {
		jwrite_null(j, key);
		return;
	}
	side = jwrite_object(j, key, false);
	value_json(&side, "value", i ? ch->after : ch->before);
	place_json(&side, c->s, c->g[i], place_of(c, ch, i));
	jwrite_end(&side);
}

static void print_json(struct comparison *c)
{
	struct buf b = { 0 };
	struct jwrite top = { .b = &b }, list = jwrite_list(&top, NULL, true), one;

	for (size_t k = 0; k < c->changes.n; k++) {
		const struct change *ch = &c->changes.at[k];
		struct buf name = { 0 };

		keypath_print(&name, ch->path);
		one = jwrite_object(&list, NULL, false);
		jwrite_text(&one, "key", buf_str(&name));
		jwrite_text(&one, "kind", kind_name(ch->kind));
		json_side(c, &one, ch, 0);
		json_side(c, &one, ch, 1);
		jwrite_end(&one);
		buf_release(&name);
	}
	jwrite_end(&list);
	buf_putc(&b, '\n');
	print_out(&b);
}

/* --- the command */
static void drop_orders(struct changes *all)
{
	size_t remaining = 0;

	for (size_t i = 0; i < all->n; i++)
		if (all->at[i].kind != CHANGE_ORDER)
			all->at[remaining++] = all->at[i];
	all->n = remaining;
}

struct side {
	struct revision old;
	bool of_revision;
	struct targets t;
	struct graph *g;
};

/* "REV:PATH", where no file is called so; NULL: none. */
static const char *revision_in(struct session *s, const char *word)
{
	const char *colon = strchr(word, ':');

	if (!colon || colon == word || !colon[1] || vfs_stands(s->linter.vfs, path_absolute(&s->arena, word)))
		return NULL;
	return arena_strndup(&s->arena, word, (size_t)(colon - word));
}

static bool load_old(struct session *s, const char *name, const char *word, struct side *to)
{
	const char *path = path_absolute(&s->arena, word + strlen(name) + 1);

	if (!admit(s, path) || !revision_open(s, name, path_dir(&s->arena, path), &to->old))
		return false;
	to->of_revision = true;
	if (!vfs_exists(to->old.linter.vfs, path)) {
		complain(s, "%s: revision %s has no such file, or none that is read", word, name);
		return false;
	}
	vec_push(&to->t, ((struct target){ .given = word, .path = path, .kind = s->kinds[0] }));
	session_set_loading(s, &to->t);
	to->g = revision_load(s, &to->old, &path, 1);
	return true;
}

static bool load_side(struct session *s, const char *word, struct side *to)
{
	const char *name = revision_in(s, word);
	struct strings one = { 0 };

	if (name)
		return load_old(s, name, word, to);
	vec_push(&one, word);
	targets_name(s, &one, true, &to->t);
	to->g = session_load(s, &to->t);
	vec_release(&one);
	return true;
}

static void side_release(struct side *x)
{
	if (x->g)
		graph_free(x->g);
	if (x->of_revision)
		revision_close(&x->old);
	vec_release(&x->t);
}

static void print(struct comparison *c, bool json)
{
	config_diff(&c->s->arena, c->m[0]->merged, c->m[1]->merged, &c->changes);
	drop_orders(&c->changes);
	if (json)
		print_json(c);
	else if (c->changes.n)
		print_text(c);
	session_raise(c->s, c->changes.n ? EXIT_FINDINGS : EXIT_CLEAN);
	vec_release(&c->changes);
}

static void compare(struct session *s, bool json)
{
	struct comparison c = { .s = s };
	struct side side[2] = { 0 };
	bool good = true;

	for (unsigned i = 0; i < 2; i++) {
		const char *word = s->o->words.at[i];

		if (!load_side(s, word, &side[i])) {
			good = false;
			continue;
		}
		c.g[i] = side[i].g;
		c.m[i] = effective_config(s, side[i].g, &side[i].t.at[0]);
		good &= c.m[i] != NULL;
		c.name[i] = side[i].of_revision || !c.m[i] ? word : session_name(s, c.m[i]->path);
	}
	if (good)
		print(&c, json);
	for (unsigned i = 0; i < 2; i++)
		side_release(&side[i]);
}

static struct argument_word argument_word_of(struct session *s, const char *word)
{
	const char *rev = revision_in(s, word), *path = path_absolute(&s->arena, rev ? word + strlen(rev) + 1 : word);

	return (struct argument_word){ word, path, rev };
}

/* Both, or none: a config is no set of arguments. */
static void diff_others(struct session *s)
{
	struct strings plain = { 0 }, arguments = { 0 }, configs = { 0 };
	struct argument_word word[2];

	for (unsigned i = 0; i < 2; i++) {
		word[i] = argument_word_of(s, s->o->words.at[i]);
		vec_push(&plain, word[i].path);
	}
	argument_words(s, &plain, &arguments, &configs);
	if (arguments.n == 2)
		diff_arguments(s, word);
	else if (arguments.n && configs.n && vfs_stands(s->linter.vfs, configs.at[0]))
		complain(s, "%s holds arguments, and %s is a config: diff compares two of one kind",
			 session_name(s, arguments.at[0]), session_name(s, configs.at[0]));
	else if (arguments.n + configs.n == 2) /* otherwise it is already reported */
		compare(s, json_wanted(s));
	vec_release(&plain);
	vec_release(&arguments);
	vec_release(&configs);
}

static void diff_words(struct session *s)
{
	struct hydra_views hydra = { 0 };
	struct strings rest = { 0 };

	hydra_words(s, &s->o->words, &hydra, &rest);
	if (hydra.n == 2)
		diff_hydra(s, &hydra.at[0], &hydra.at[1]);
	else if (hydra.n && rest.n && vfs_stands(s->linter.vfs, path_absolute(&s->arena, rest.at[0])))
		complain(s, "%s is a config of Hydra, and %s is none: diff compares two of one kind", hydra.at[0].given,
			 rest.at[0]);
	else if (hydra.n == 1 && !rest.n)
		complain(s, "diff takes two configs: `cfglint diff '%s' '%s KEY=VALUE'`", hydra.at[0].given,
			 hydra.at[0].given);
	else
		diff_others(s);
	hydra_views_release(&hydra);
	vec_release(&rest);
}

int cmd_diff(struct session *s)
{
	if (s->o->words.n != 2)
		complain(s, "diff takes two configs: `cfglint diff A B`");
	else
		diff_words(s);
	return s->status;
}

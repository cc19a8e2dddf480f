// SPDX-License-Identifier: MIT
/* `cfglint config [FILE | KEY]...`: which setting holds for a file, and which settings file and line, or option, says
 * so; what is replaced is told too. */
#include "base/near.h"
#include "base/path.h"
#include "cli/admit.h"
#include "cli/command/priv.h"
#include "cli/effective.h"
#include "report/terminal.h"
#include "text/jwrite.h"
#include <string.h>

struct telling {
	struct session *s;
	struct strings keys, files; /* that were asked for; none: all; this folder */
	struct settings_told told;
};

/* ---- options ---- */

static void add_option(struct telling *t, const char *key, const char *option, const char *value)
{
	if (!value)
		return;
	for (size_t i = 0; i < t->told.n; i++)
		t->told.at[i].holds &= strcmp(t->told.at[i].key, key) != 0;
	vec_push(&t->told, ((struct setting_told){ .key = key, .value = value, .file = option, .holds = true }));
}

static void add_list(struct telling *t, const char *key, const char *option, const struct strings *all, bool adds)
{
	const char *text = "";

	for (size_t i = 0; i < all->n; i++)
		text = arena_printf(&t->s->arena, "%s%s%s", text, i ? ", " : "[", all->at[i]);
	if (!all->n)
		return;
	for (size_t i = 0; i < t->told.n; i++)
		t->told.at[i].holds &= adds || strcmp(t->told.at[i].key, key) != 0;
	vec_push(&t->told, ((struct setting_told){ .key = key,
						   .value = arena_printf(&t->s->arena, "%s]", text),
						   .file = option,
						   .adds = adds,
						   .holds = true }));
}

static void add_options(struct telling *t)
{
	const struct opts *o = t->s->o;

	add_option(t, "machine.gpus", "--gpus", o->gpus);
	add_option(t, "machine.nodes", "--nodes", o->nodes);
	add_option(t, "machine.cores", "--cores", o->cores);
	add_option(t, "machine.gpu_mem", "--gpu-mem", o->gpu_mem);
	add_option(t, "dialect", "--dialect", o->dialect);
	add_option(t, "loader", "--loader", o->loader);
	add_option(t, "pedantic", "--pedantic", o->pedantic ? "true" : NULL);
	add_list(t, "select", "--select", &o->select, false);
	add_list(t, "extend-select", "--extend-select", &o->extend_select, true);
	add_list(t, "ignore", "--ignore", &o->ignore, true);
}

/* ---- what was asked for ---- */

static bool is_key(const char *word)
{
	size_t n = strcspn(word, ".");
	const char *key;

	for (size_t i = 0; (key = settings_key(i)); i++)
		if (strlen(key) == n && !strncmp(key, word, n))
			return true;
	return false;
}

static const char *nearest_key(const char *word)
{
	const char *all[64], *key;
	size_t n = 0;

	for (size_t i = 0; n < ARRAY_SIZE(all) && (key = settings_key(i)); i++)
		all[n++] = key;
	return near_word(word, all, n);
}

static bool take_words(struct telling *t)
{
	struct session *s = t->s;

	for (size_t i = 0; i < s->o->words.n; i++) {
		const char *word = s->o->words.at[i], *path = path_absolute(&s->arena, word), *near;

		if (!vfs_stands(s->linter.vfs, path) && is_key(word)) {
			vec_push(&t->keys, word);
			continue;
		}
		if (!admit(s, path))
			return false;
		if (vfs_stands(s->linter.vfs, path)) {
			vec_push(&t->files, vfs_missing(s->linter.vfs, path) ? path_join(&s->arena, path, "x") : path);
			continue;
		}
		near = nearest_key(word);
		complain(s, "'%s' is no file, no folder and no key of settings%s%s", word,
			 near ? "; did you mean " : "", near ? near : "");
		return false;
	}
	if (!t->files.n)
		vec_push(&t->files, path_join(&s->arena, s->cwd, "x"));
	return true;
}

static bool is_asked(const struct telling *t, const char *key)
{
	for (size_t i = 0; i < t->keys.n; i++) {
		size_t n = strlen(t->keys.at[i]);

		if (!strncmp(t->keys.at[i], key, n) && (!key[n] || key[n] == '.'))
			return true;
	}
	return !t->keys.n;
}

/* ---- telling ---- */

static const char *place(struct telling *t, const struct setting_told *x)
{
	const char *name = x->line ? session_name(t->s, x->file) : x->file;

	return x->line ? arena_printf(&t->s->arena, "%s:%u", name, x->line) : name;
}

/* Those that hold first, each with what it replaces. */
static void put_one(struct telling *t, struct buf *b, const struct setting_told *x)
{
	struct buf line = { 0 };

	buf_printf(&line, "%s%s: %s  # %s%s", x->holds ? "" : "  # replaced: ", x->key, x->value, place(t, x),
		   x->users ? " (your own)" : "");
	if (x->of)
		buf_printf(&line, " (overrides for %s)", x->of);
	terminal_escape(b, buf_str(&line), line.n);
	buf_putc(b, '\n');
	buf_release(&line);
}

static void print_text(struct telling *t, const char *file)
{
	struct buf b = { 0 };
	size_t n = 0;

	if (t->files.n > 1)
		buf_printf(&b, "# %s\n", session_shown(t->s, session_name(t->s, file)));
	for (size_t i = 0; i < t->told.n; i++) {
		if (!t->told.at[i].holds || !is_asked(t, t->told.at[i].key))
			continue;
		n++;
		put_one(t, &b, &t->told.at[i]);
		for (size_t k = 0; k < i; k++)
			if (!t->told.at[k].holds && !strcmp(t->told.at[k].key, t->told.at[i].key))
				put_one(t, &b, &t->told.at[k]);
	}
	print_out(&b);
	if (!n && !t->s->o->quiet)
		remark(t->keys.n ? "no settings file and no option says that: the default holds"
				 : "no settings file and no option says anything: all defaults hold");
}

static void print_json(struct telling *t, struct jwrite *list, const char *file)
{
	for (size_t i = 0; i < t->told.n; i++) {
		const struct setting_told *x = &t->told.at[i];
		struct jwrite one;

		if (!is_asked(t, x->key))
			continue;
		one = jwrite_object(list, NULL, false);
		jwrite_text(&one, "for", session_name(t->s, file));
		jwrite_text(&one, "key", x->key);
		jwrite_text(&one, "value", x->value);
		jwrite_bool(&one, "holds", x->holds);
		jwrite_bool(&one, "adds", x->adds);
		jwrite_text(&one, "option", x->line ? NULL : x->file);
		jwrite_text(&one, "filename", x->line ? session_name(t->s, x->file) : NULL);
		if (x->line)
			jwrite_int(&one, "line", x->line);
		else
			jwrite_null(&one, "line");
		jwrite_bool(&one, "user", x->users);
		jwrite_text(&one, "overrides", x->of);
		jwrite_end(&one);
	}
}

static void tell_all(struct telling *t, bool json)
{
	struct buf b = { 0 };
	struct jwrite top = { .b = &b }, list = jwrite_list(&top, NULL, true);

	for (size_t i = 0; i < t->files.n; i++) {
		struct err e = { 0 };

		t->told.n = 0;
		if (!settings_tell(t->s->linter.settings, t->files.at[i], &t->told, &e)) {
			complain(t->s, "%s", session_message(t->s, e.msg));
			continue;
		}
		add_options(t);
		if (json)
			print_json(t, &list, t->files.at[i]);
		else
			print_text(t, t->files.at[i]);
	}
	jwrite_end(&list);
	buf_putc(&b, '\n');
	if (json)
		print_out(&b);
	else
		buf_release(&b);
}

int cmd_config(struct session *s)
{
	struct telling t = { .s = s };
	bool json;

	if (json_wanted(s, &json) && take_words(&t))
		tell_all(&t, json);
	vec_release(&t.keys);
	vec_release(&t.files);
	vec_release(&t.told);
	return s->status;
}

// SPDX-License-Identifier: MIT
/* `cfglint config [FILE | KEY]...`: which settings are in effect for a file, and which settings file and line, or
 * option, sets them; replaced values are printed too. */
#include "base/near.h"
#include "base/path.h"
#include "cli/admit.h"
#include "cli/command/priv.h"
#include "cli/shared/shown_effective.h"
#include "cli/load_configs.h"
#include "lint/settings/select.h"
#include "report/draw/terminal.h"
#include "text/jwrite.h"
#include <string.h>

struct config_printer {
	struct session *s;
	struct strings keys, files; /* requested keys; none: all; this folder */
	struct listed_settings settings;
};

/* ---- options ---- */

static void add_option(struct config_printer *t, const char *key, const char *option, const char *value)
{
	if (!value)
		return;
	for (size_t i = 0; i < t->settings.n; i++)
		t->settings.at[i].holds &= strcmp(t->settings.at[i].key, key) != 0;
	vec_push(&t->settings, ((struct listed_setting){ .key = key, .value = value, .file = option, .holds = true }));
}

static void add_list(struct config_printer *t, const char *key, const char *option, const struct strings *all,
		     bool adds)
{
	const char *text = "";

	for (size_t i = 0; i < all->n; i++)
		text = arena_printf(&t->s->arena, "%s%s%s", text, i ? ", " : "[", all->at[i]);
	if (!all->n)
		return;
	for (size_t i = 0; i < t->settings.n; i++)
		t->settings.at[i].holds &= adds || strcmp(t->settings.at[i].key, key) != 0;
	vec_push(&t->settings, ((struct listed_setting){ .key = key,
							 .value = arena_printf(&t->s->arena, "%s]", text),
							 .file = option,
							 .adds = adds,
							 .holds = true }));
}

static void add_options(struct config_printer *t)
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

/* ---- what was requested ---- */

static bool is_key(const char *word)
{
	size_t n = strcspn(word, ".");
	const char *key;

	for (size_t i = 0; (key = settings_key(i).name); i++)
		if (strlen(key) == n && !strncmp(key, word, n))
			return true;
	return false;
}

static const char *nearest_key(const char *word)
{
	const char *all[64], *key;
	size_t n = 0;

	for (size_t i = 0; n < ARRAY_SIZE(all) && (key = settings_key(i).name); i++)
		all[n++] = key;
	return near_word(word, all, n);
}

static bool take_words(struct config_printer *t, const struct strings *words)
{
	struct session *s = t->s;

	for (size_t i = 0; i < words->n; i++) {
		const char *word = words->at[i], *path = path_absolute(&s->arena, word), *near;

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

static bool is_requested(const struct config_printer *t, const char *key)
{
	for (size_t i = 0; i < t->keys.n; i++) {
		size_t n = strlen(t->keys.at[i]);

		if (!strncmp(t->keys.at[i], key, n) && (!key[n] || key[n] == '.'))
			return true;
	}
	return !t->keys.n;
}

/* ---- defaults ---- */

static const struct {
	const char *key, *value;
} defaults[] = {
	{ "extends", "[]" },
	{ "overrides", "[]" },
	{ "machine", "unknown, except as launch scripts and configs set it" },
	{ "dialect", "detected from the training code" },
	{ "loader", "detected from the nearest package's requirements" },
	{ "lr", "unknown" },
	{ "select", "all rules but opt-in ones, suggestions for speed and those of level info" },
	{ "extend-select", "[]" },
	{ "ignore", "[]" },
	{ "fixable", "[all]" },
	{ "unfixable", "[]" },
	{ "extend-safe-fixes", "[]" },
	{ "extend-unsafe-fixes", "[]" },
	{ "pedantic", "false" },
	{ "fail-on", "warning" },
	{ "dependents", "true" },
	{ "rules", "the built-in ones, with their own levels and options" },
	{ "profiles", "the built-in ones" },
	{ "exclude", "[]" },
	{ "roots", "[]" },
	{ "packages", "{}" },
	{ "code", "[]" },
	{ "evidence", "[]" },
	{ "env", "{}" },
	{ "baseline", "the nearest .cfglint-baseline.json" },
	{ "limits", "{seconds: 2, memory: 240MiB, run_memory: 1GiB}" },
};

static bool is_said(const struct config_printer *t, const char *key)
{
	size_t n = strlen(key);

	for (size_t i = 0; i < t->settings.n; i++) {
		const char *said = t->settings.at[i].key;

		if (t->settings.at[i].holds && !strncmp(said, key, n) && (!said[n] || said[n] == '.'))
			return true;
	}
	return false;
}

static void put_default(const struct config_printer *t, struct buf *b, const char *key)
{
	size_t n = strcspn(key, ".");

	for (size_t i = 0; i < ARRAY_SIZE(defaults) && !is_said(t, key); i++)
		if (strlen(defaults[i].key) == n && !strncmp(defaults[i].key, key, n))
			buf_printf(b, "%s: %s  # default\n", key, defaults[i].value);
}

/* Prints the requested keys; with -v and --show-settings all keys. */
static void put_defaults(const struct config_printer *t, struct buf *b)
{
	bool all = t->s->o->verbose || t->s->o->show_settings;

	for (size_t i = 0; i < t->keys.n; i++)
		put_default(t, b, t->keys.at[i]);
	for (size_t i = 0; !t->keys.n && all && i < ARRAY_SIZE(defaults); i++)
		put_default(t, b, defaults[i].key);
}

/* ---- rules ---- */

struct id_list {
	struct buf text; /* "A, B error" */
	uint32_t n;
};
struct rule_lists {
	uint32_t by_default;
	struct id_list on, more, less, level;
};

static void add_id(struct id_list *to, const struct rule *r, const char *level)
{
	buf_printf(&to->text, "%s%s%s%s", to->n++ ? ", " : "", r->id, *level ? " " : "", level);
}

static void count_rule(struct rule_lists *l, const struct rule *r, const struct settings *st,
		       const struct settings *plain)
{
	enum severity level = settings_severity(st, r, r->severity);
	bool on = settings_selects(st, r, level), was = settings_selects(plain, r, r->severity);

	l->by_default += was;
	if (on)
		add_id(&l->on, r, "");
	if (on && !was)
		add_id(&l->more, r, "");
	if (was && !on)
		add_id(&l->less, r, "");
	if (on && level != r->severity)
		add_id(&l->level, r, severity_name(level));
}

/* A long list is printed as a number, except with -v. */
static void put_ids(struct buf *b, const char *what, struct id_list *ids, bool whole)
{
	enum { SHORT = 12 };

	if (ids->n && (whole || ids->n <= SHORT))
		buf_printf(b, "#   %s: %s\n", what, buf_str(&ids->text));
	else if (ids->n)
		buf_printf(b, "#   %s: %u rules\n", what, ids->n);
	buf_release(&ids->text);
}

/* How many rules run on the file, and how that differs from what runs without settings; with -v which. */
static void put_rules(struct config_printer *t, struct buf *b, const char *file)
{
	struct session *s = t->s;
	const struct ruleset *rs = s->linter.rules;
	bool all = s->o->verbose;
	struct settings_cache *none = settings_cache_new(rs, s->linter.vfs, &(struct overrides){ .isolated = true });
	const struct settings *st = settings_for(s->linter.settings, file, NULL),
			      *plain = settings_for(none, file, NULL);
	struct rule_lists l = { 0 };

	for (uint32_t i = 0; st && plain && i < rs->n; i++)
		count_rule(&l, rs->at[i], st, plain);
	buf_printf(b, "# %u of %u rules are on (default: %u)%s\n", l.on.n, rs->n, l.by_default,
		   all ? "" : "; -v lists them");
	put_ids(b, "on, and off by default", &l.more, all);
	put_ids(b, "off, and on by default", &l.less, all);
	put_ids(b, "with another level", &l.level, all);
	if (all)
		put_ids(b, "on", &l.on, all);
	else
		buf_release(&l.on.text);
	settings_cache_free(none);
}

/* ---- telling ---- */

static const char *place(struct config_printer *t, const struct listed_setting *x)
{
	const char *name = x->line ? session_name(t->s, x->file) : x->file;

	return x->line ? arena_printf(&t->s->arena, "%s:%u", name, x->line) : name;
}

/* Those that hold first, each with what it replaces. */
static void put_one(struct config_printer *t, struct buf *b, const struct listed_setting *x)
{
	struct buf line = { 0 };

	buf_printf(&line, "%s%s: %s  # %s%s",
		   x->holds	? ""
		   : x->refused ? "# not taken: "
				: "  # replaced: ",
		   x->key, x->value, place(t, x), x->users ? " (your own)" : "");
	if (x->of)
		buf_printf(&line, " (overrides for %s)", x->of);
	terminal_escape(b, buf_str(&line), line.n);
	buf_putc(b, '\n');
	buf_release(&line);
}

static void print_text(struct config_printer *t, const char *file)
{
	struct buf b = { 0 };
	size_t n = 0;

	if (t->files.n > 1)
		buf_printf(&b, "# %s\n", session_shown(t->s, session_name(t->s, file)));
	for (size_t i = 0; i < t->settings.n; i++) {
		if (!(t->settings.at[i].holds || t->settings.at[i].refused) || !is_requested(t, t->settings.at[i].key))
			continue;
		n++;
		put_one(t, &b, &t->settings.at[i]);
		if (t->settings.at[i].refused)
			continue;
		for (size_t k = 0; k < i; k++)
			if (!t->settings.at[k].holds && !t->settings.at[k].refused &&
			    !strcmp(t->settings.at[k].key, t->settings.at[i].key))
				put_one(t, &b, &t->settings.at[k]);
	}
	put_defaults(t, &b);
	if (!t->keys.n)
		put_rules(t, &b, file);
	print_out(&b);
	if (!n && !t->keys.n && !t->s->o->quiet)
		remark("no settings file and no option sets anything: all settings have their defaults (-v lists "
		       "them)");
}

static void print_json(struct config_printer *t, struct jwrite *list, const char *file)
{
	for (size_t i = 0; i < t->settings.n; i++) {
		const struct listed_setting *x = &t->settings.at[i];
		struct jwrite one;

		if (!is_requested(t, x->key))
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

static void print_all(struct config_printer *t, bool json)
{
	struct buf b = { 0 };
	struct jwrite top = { .b = &b }, list = jwrite_list(&top, NULL, true);

	for (size_t i = 0; i < t->files.n; i++) {
		struct err e = { 0 };

		t->settings.n = 0;
		if (!settings_list(t->s->linter.settings, t->files.at[i], &t->settings, &e)) {
			complain(t->s, "%s", session_message(t->s, e.msg));
			continue;
		}
		add_options(t);
		session_warn(t->s, settings_for(t->s->linter.settings, t->files.at[i], NULL));
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

void config_print(struct session *s, const struct strings *words)
{
	struct config_printer t = { .s = s };

	if (take_words(&t, words))
		print_all(&t, json_wanted(s));
	vec_release(&t.keys);
	vec_release(&t.files);
	vec_release(&t.settings);
}

int cmd_config(struct session *s)
{
	config_print(s, &s->o->words);
	return s->status;
}

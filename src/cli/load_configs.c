// SPDX-License-Identifier: MIT
/* From targets to a loaded graph: options of the loader from the command line and the settings, and messages about
 * files that could not be read or parsed. */
#include "base/map.h"
#include "base/str.h"
#include "cli/limit.h"
#include "cli/load_configs.h"
#include "cli/report_cache.h"
#include "cli/messages.h"
#include "config/config_subject.h"
#include "text/encoding.h"
#include <string.h>

struct seen { /* of each list, its texts */
	struct map env, roots, packages;
};

static void add_new(struct session *s, struct strings *to, struct map *seen, const char *const *from)
{
	for (; from && *from; from++) {
		const struct str *word = str_lit(*from);

		if (map_get(seen, word))
			continue;
		map_put(&s->arena, seen, word, to);
		vec_push(to, *from);
	}
}

/* One graph has one set of variables and roots: those of the command line first, then of every settings file involved.
 */
static void take_settings(struct session *s, struct seen *seen, const struct settings *st)
{
	add_new(s, &s->env, &seen->env, st->env);
	add_new(s, &s->roots, &seen->roots, st->roots);
	add_new(s, &s->packages, &seen->packages, st->packages);
}

/* The loader is each file's own matter: a run may be about several projects. */
static enum loader loader_in_settings(void *settings, const char *path)
{
	const struct settings *st = settings_for(settings, path, NULL);

	return st ? st->loader : LOADER_AUTO;
}

void session_warn(struct session *s, const struct settings *st)
{
	for (const char *const *text = st->warnings; text && *text; text++) {
		bool reported = false;

		for (size_t i = 0; i < s->warned.n && !reported; i++)
			reported = !strcmp(s->warned.at[i], *text);
		if (reported)
			continue;
		vec_push(&s->warned, *text);
		remark("%s", session_message(s, *text));
	}
}

/* A run has one set of limits: the highest of what holds for its files. */
static void raise_limits(struct graph_limits *to, const struct graph_limits *from)
{
	to->seconds = from->seconds > to->seconds ? from->seconds : to->seconds;
	to->mib = from->mib > to->mib ? from->mib : to->mib;
	to->run_mib = from->run_mib > to->run_mib ? from->run_mib : to->run_mib;
}

static struct graph_opts graph_opts_of(struct session *s, const struct targets *t)
{
	struct graph_opts go = { .loader = s->overrides.loader,
				 .wanted = loader_in_settings,
				 .wanted_ctx = s->linter.settings };
	const struct settings *last = NULL;
	struct seen seen = { 0 };

	s->env.n = s->roots.n = s->packages.n = 0;
	add_new(s, &s->env, &seen.env, strings_list(&s->o->env));
	add_new(s, &s->roots, &seen.roots, s->overrides.allow);
	for (size_t i = 0; i < t->n; i++) {
		const struct settings *st =
			t->at[i].path ? settings_for(s->linter.settings, t->at[i].path, NULL) : NULL;

		if (st && st != last) {
			session_warn(s, st);
			take_settings(s, &seen, st);
			raise_limits(&go.limits, &st->limits);
		}
		last = st;
	}
	limits_put(s->o, &go.limits);
	go.packages_none = s->o->packages && strcmp(s->o->packages, "none") == 0;
	go.env = strings_list(&s->env);
	go.roots = strings_list(&s->roots);
	go.packages = strings_list(&s->packages);
	go.dependents = strings_list(&s->dependents);
	go.launch_scripts = strings_list(&s->launch_scripts);
	go.cfg_options = strings_list(&s->o->cfg_options);
	go.cfg_options_last = s->o->cfg_options_last;
	return go;
}

static const char *encoding_hint(struct session *s, const struct subject *x)
{
	struct encodings as = { 0 };

	const char *reader = x->kind->dialects ? "the loaders read" : "cfglint reads";

	if (x->src && !x->src->bom)
		as = encoding_guess(x->src->bytes, x->src->len);
	if (!as.likely)
		return arena_printf(&s->arena, "%s UTF-8 only; save the file as UTF-8 without a byte order mark",
				    reader);
	return arena_printf(&s->arena, "%s UTF-8 only; it may be %s: iconv -f %s -t UTF-8 %s", reader,
			    encodings_text(&s->arena, as), as.likely, session_name(s, x->path));
}

static const char *hint_for(struct session *s, const struct subject *x)
{
	switch (x->err->code) {
	case ERR_ENCODING:
		return encoding_hint(s, x);
	case ERR_TOO_LARGE:
		return arena_printf(&s->arena, "%s are small texts; is this one?", x->kind->many);
	case ERR_DENIED:
		return "the file exists but can't be read; check its permissions";
	case ERR_SYNTAX:
		return "it can't be loaded or run as it is, so nothing in it was checked";
	default:
		return NULL;
	}
}

/* A base exists but could not be read: configs that inherit from it only report that something is wrong. */
static void report_base(struct session *s, const struct subject *x, struct strings *reported)
{
	for (size_t i = 0; i < reported->n; i++)
		if (strcmp(reported->at[i], x->path) == 0)
			return;
	vec_push(reported, x->path);
	complain_at(s, x->path, x->err, hint_for(s, x));
}

static void report_bases(struct session *s, const struct subject_set *set)
{
	struct strings reported = { 0 };
	struct ancestry all;
	size_t unread = 0;

	for (size_t i = 0; i < set->n; i++)
		unread += !set->at[i]->src && !set->at[i]->requested;
	for (size_t i = 0; unread && i < set->n; i++) {
		const struct module *m = set->at[i]->requested ? subject_config(set->at[i]) : NULL;

		all.n = 0;
		if (m)
			module_ancestry(m, &all);
		for (uint32_t k = 1; k < all.n; k++)
			if (!all.at[k]->src && !all.at[k]->requested)
				report_base(s, &all.at[k]->subject, &reported);
	}
	vec_release(&reported);
}

/* Python 3's messages about statements that only Python 2 accepts. */
static bool is_python2(const struct subject *x)
{
	static const char *const says[] = { "Missing parentheses in call to '",
					    "multiple exception types must be parenthesized",
					    "leading zeros in decimal integer literals" };

	for (size_t i = 0; x->err->code == ERR_SYNTAX && i < ARRAY_SIZE(says); i++)
		if (!strncmp(x->err->msg, says[i], strlen(says[i])))
			return true;
	return false;
}

/* Of several such files one line: the project is written in Python 2. Returns whether it was printed. */
static bool report_python2(struct session *s, const struct subject_set *set, const struct targets *t)
{
	const struct subject *first = NULL;
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		const struct subject *x = t->at[i].path ? subject_find(set, t->at[i].path) : NULL;

		if (!x || x->readable || !is_python2(x))
			continue;
		first = first ? first : x;
		n++;
	}
	if (n < 2)
		return false;
	complain_as_reported(s,
			     arena_printf(&s->arena,
					  "%zu files are Python 2 and were not checked (first: %s: %s): cfglint reads "
					  "Python 3, and `2to3 -w .` converts them",
					  n, session_name(s, first->path), first->err->msg));
	return true;
}

void session_report_unreadable(struct session *s, const struct subject_set *set, const struct targets *t)
{
	bool old = report_python2(s, set, t);

	for (size_t i = 0; i < t->n; i++) {
		const struct subject *x = t->at[i].path ? subject_find(set, t->at[i].path) : NULL;

		if (x && !x->readable && !(old && is_python2(x)))
			complain_at(s, x->path, x->err, hint_for(s, x));
	}
	report_bases(s, set);
}

void session_report_assumptions(struct session *s, const struct subject_set *set, const struct targets *t)
{
	for (size_t i = 0; set->kind->dialects && i < t->n; i++) {
		const struct subject *x = t->at[i].path ? subject_find(set, t->at[i].path) : NULL;
		const struct settings *st = x ? settings_for(s->linter.settings, x->path, NULL) : NULL;
		const struct module *m = x ? subject_config(x) : NULL;
		const char *why = NULL;
		const struct dialect *d;

		if (!st || !m || !x->readable)
			continue;
		d = lint_dialect(&s->linter, &(struct judged){ x, st }, &why);
		remark("%s: loader %s (%s); dialect %s (%s)", t->at[i].given, loader_name(m->loader),
		       m->loader_why ? m->loader_why : "default", d ? d->name : "none", why ? why : "default");
	}
}

void session_set_loading(struct session *s, const struct targets *t)
{
	s->linter.graph = graph_opts_of(s, t);
}

struct graph *session_load(struct session *s, const struct targets *t)
{
	size_t n;
	const char **path = targets_paths(s, t, NULL, &n);

	session_set_loading(s, t);
	return linter_load(&s->linter, path, n);
}

const struct subject_set *session_subjects(struct session *s, const struct targets *t, const struct subject_kind *kind)
{
	size_t n;
	const char **path = targets_paths(s, t, kind, &n);

	session_set_loading(s, t);
	return n ? linter_subjects(&s->linter, kind, path, n, NULL) : NULL;
}

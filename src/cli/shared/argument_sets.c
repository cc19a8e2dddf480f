// SPDX-License-Identifier: MIT
/* Loads the file as the kind that it is, and the launch scripts of its project whose lines start it.
 *
 * Invariant: a set is joined with a launch line only where it is certain which one: the line names the file, and no
 *other line does.
 *
 *	run.sh: torchrun --nproc_per_node 8 train.py	train.py calls TrainingArguments itself: that set, with 8
 *processes train.py parses dataclasses			the set of each launch line that starts it */
#include "cli/shared/argument_sets.h"
#include "base/disk.h"
#include "base/path.h"
#include "cli/foreign_counts.h"
#include "cli/launching.h"
#include "cli/load_configs.h"
#include "cli/messages.h"
#include "cli/revision.h"
#include "cli/shared/shown_effective.h"
#include "launch/starts.h"
#include "launch/words.h"
#include "project/root.h"
#include "python/value/dict.h"
#include "report/draw/terminal.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LINES_MAX = 16 /* launch scripts that are read for one file */, FILES_DEEP = 4 };

static const struct subject_kind *kind_of(const struct session *s, const char *name)
{
	return subject_kind_find(s->kinds, name);
}

static bool is_kind(const struct subject *s, const char *name)
{
	return !strcmp(s->kind->name, name);
}

/* ---- loading ---- */

/* Of all launch scripts only these count: for the values of flags, and for how many processes there are. */
static const struct subject_set *load_with(struct session *s, const struct targets *t, const struct strings *lines)
{
	struct strings all = s->launch_scripts;

	s->launch_scripts = *lines;
	const struct subject_set *set = session_subjects(s, t, t->at[0].kind);

	s->launch_scripts = all;
	return set;
}

static const char *names_of(struct session *s, const struct strings *lines)
{
	const char *all = "";

	for (size_t i = 0; i < lines->n; i++)
		all = arena_printf(&s->arena, "%s%s\n", all, lines->at[i]);
	return all;
}

/* NULL: it can't be read; that is reported. */
static const struct subject *load(struct argument_sets *out, const char *path, const char *kind,
				  const struct strings *lines)
{
	const char *counted = names_of(out->s, lines);
	struct targets t = { 0 };

	for (size_t i = 0; i < out->loaded.n; i++) {
		const struct subject *x = subject_find(out->loaded.at[i].set, path);

		if (x && is_kind(x, kind) && !strcmp(out->loaded.at[i].lines, counted))
			return x->good ? x : NULL;
	}
	vec_push(&t,
		 ((struct target){ .given = session_name(out->s, path), .path = path, .kind = kind_of(out->s, kind) }));
	const struct subject_set *set = load_with(out->s, &t, lines);
	const struct subject *x = set ? subject_find(set, path) : NULL;

	if (set) {
		vec_push(&out->loaded, ((struct argument_subjects){ set, counted }));
		session_report_unreadable(out->s, set, &t);
	}
	vec_release(&t);
	return x && x->good ? x : NULL;
}

static const struct subject *load_launch(struct argument_sets *out, const char *path)
{
	static const struct strings none;

	return load(out, path, "launch", &none);
}

static struct value element_at(const struct subject *x, uint32_t i)
{
	struct value all = dict_get(x->tree, "arguments");

	return value_is_listlike(all) && i < all.as.list->n ? all.as.list->at[i].val : (struct value){ 0 };
}

/* The element of that launch; Unknown: it has none. */
static struct value element_of(const struct subject *line, struct value launch)
{
	struct value e = { 0 }, all = dict_get(line->tree, "launches");

	for (uint32_t i = 0; (e = element_at(line, i)).kind == VALUE_DICT; i++) {
		int64_t n = dict_get(e, "number").as.i;

		if (value_is_listlike(all) && n < all.as.list->n && all.as.list->at[n].val.as.dict == launch.as.dict)
			return e;
	}
	return (struct value){ 0 };
}

/* Arguments that only hand objects on say nothing. */
bool argument_says_something(const struct effective *e)
{
	unsigned kind = e->value.kind;

	return e->by == EFFECTIVE_GIVEN &&
	       (kind == VALUE_BOOL || kind == VALUE_INT || kind == VALUE_FLOAT || kind == VALUE_STR);
}

bool argument_set_is_trainer(const struct argument_sets *all, const struct effective_set *x)
{
	const char *form = dict_get_text(x->element, "form");

	return x->class && form && !strcmp(form, "call") &&
	       meaning_is_trainer(all->from.meanings, all->from.schemas, x->class);
}

/* A trainer is given a set, and is none, unless it takes some arguments of its own. */
static bool is_set(const struct argument_sets *all, const struct effective_set *x)
{
	bool is = !argument_set_is_trainer(all, x);

	for (uint32_t i = 0; i < x->n && !is; i++)
		is = argument_says_something(&x->at[i]);
	return is;
}

/* {argument: flag} of a call. what: `taken`, those that are an argument of the command line as it is, or `flags`, those
 * that are made of one. */
static struct value flags_of(const struct subject *x, struct value element, const char *what)
{
	const char *class = dict_get_text(element, "class");
	struct value calls = class ? dict_get(dict_get(x->tree, "calls"), class) : (struct value){ 0 },
		     n = dict_get(element, "number");

	return value_is_listlike(calls) && n.kind == VALUE_INT && n.as.i < calls.as.list->n
		       ? dict_get(calls.as.list->at[n.as.i].val, what)
		       : (struct value){ 0 };
}

static void add(struct argument_sets *out, const struct subject *x, struct value element, const struct subject *line,
		struct value launch)
{
	struct argument_set set = { .subject = x, .line = line };

	if (line && line != x && dict_get(element, "launch").kind != VALUE_DICT)
		set.line_files = dict_get(element_of(line, launch), "files");

	effective_of(&out->from, element, launch, &set.x);
	if (line && line != x) {
		effective_forget_flags(&set.x, flags_of(x, element, "flags"), flags_of(x, element, "taken"));
		effective_take_flags(&set.x, flags_of(x, element, "taken"));
	}
	if (is_set(out, &set.x))
		vec_push(out, set);
}

/* The sets of a script, or of a file. */
static void add_own(struct argument_sets *out, const struct subject *x, const struct subject *line, struct value launch)
{
	for (uint32_t i = 0; element_at(x, i).kind == VALUE_DICT; i++)
		add(out, x, element_at(x, i), line, launch);
}

/* ---- launch lines ---- */

static struct value launch_at(const struct subject *line, uint32_t number)
{
	return dict_get(line->tree, "launches").as.list->at[number].val;
}

static bool has_class(struct value element)
{
	const char *class = dict_get_text(element, "class");

	return class && *class;
}

static const char *path_named(struct argument_sets *out, const struct subject *line, struct value launch,
			      const char *key)
{
	const char *name = dict_get_text(launch, key);

	return name && line->root ? path_join(&out->s->arena, line->root, name) : NULL;
}

/* What stands behind the line: its flags, else the file or the script that it names. */
static void add_line(struct argument_sets *out, const struct subject *line, uint32_t number)
{
	struct value launch = launch_at(line, number), element = element_of(line, launch),
		     args = dict_get(element, "args");
	bool flags = has_class(element) && args.kind == VALUE_DICT && args.as.dict->count;
	const char *script = path_named(out, line, launch, "script_path"),
		   *file = path_named(out, line, launch, "config_path");
	struct strings lines = { 0 };
	const struct subject *x = NULL;

	vec_push(&lines, line->path);
	if (!flags && file && targets_kind(out->s, file) == kind_of(out->s, "arguments"))
		x = load(out, file, "arguments", &lines);
	else if (!has_class(element) && script)
		x = load(out, script, "script", &lines);
	size_t before = out->n;

	vec_release(&lines);
	if (x)
		add_own(out, x, line, launch);
	if (out->n == before && element.kind == VALUE_DICT)
		add(out, line, element, line, launch);
}

static uint32_t launches_of_script(const struct subject *line)
{
	struct value all = dict_get(line->tree, "launches");

	return value_is_listlike(all) ? all.as.list->n : 0;
}

struct launch_use { /* a launch that starts a file */
	const struct subject *line;
	uint32_t number;
};
VEC(launch_uses, struct launch_use);

static void see_script(struct argument_sets *out, const char *script, const char *path, struct launch_uses *to,
		       uint32_t *read)
{
	struct session *s = out->s;
	struct script_starts all = { 0 };

	script_starts_add(s->linter.vfs, script, project_root(s->folders, script), path, &all);

	const struct subject *line = all.n && ++*read <= LINES_MAX ? load_launch(out, script) : NULL;

	for (size_t i = 0; line && i < all.n && all.at[i].number < launches_of_script(line); i++)
		vec_push(to, ((struct launch_use){ line, all.at[i].number }));
	vec_release(&all);
}

/* Where nothing says how far the project goes: those in the file's own folder. */
static void see_folder(struct argument_sets *out, const char *path, struct launch_uses *to, uint32_t *read)
{
	struct arena *a = &out->s->arena;
	const char *dir = path_dir(a, path);
	struct err e = { 0 };
	char **name = NULL;
	size_t n = vfs_list(out->s->linter.vfs, dir, &name, &e);

	for (size_t i = 0; i < n; i++) {
		if (starts_named(name[i]))
			see_script(out, path_join(a, dir, name[i]), path, to, read);
		free(name[i]);
	}
	free(name);
}

static bool is_of_arguments(struct session *s, const char *path)
{
	return targets_kind(s, path) == kind_of(s, "arguments");
}

/* The launches of the project that start the file. */
static void find_lines(struct argument_sets *out, const char *path, struct launch_uses *to)
{
	struct session *s = out->s;
	struct targets t = { 0 };
	uint32_t read = 0;

	vec_push(&t, ((struct target){ .given = path, .path = path, .kind = targets_kind(s, path) }));
	launching_take(s, &t);
	for (size_t i = 0; i < s->launch_scripts.n; i++)
		see_script(out, s->launch_scripts.at[i], path, to, &read);
	if (!project_marked_root(s->folders, path) &&
	    !is_of_arguments(s, path)) /* launching_take looks there for these */
		see_folder(out, path, to, &read);
	vec_release(&t);
}

/* The line gives a class of its own: it has flags, or sets keys of the file. */
static bool sets_keys(const struct launch_use *b)
{
	struct value launch = launch_at(b->line, b->number), args = dict_get(element_of(b->line, launch), "args");

	return dict_get_text(launch, "table") && args.kind == VALUE_DICT && args.as.dict->count;
}

static void add_file(struct argument_sets *out, const char *path, const char *kind)
{
	struct launch_uses lines = { 0 };
	struct strings names = { 0 };

	find_lines(out, path, &lines);
	for (size_t i = 0; i < lines.n; i++)
		if (!i || lines.at[i].line != lines.at[i - 1].line)
			vec_push(&names, lines.at[i].line->path);
	const struct subject *x = load(out, path, kind, &names);
	bool one = lines.n == 1;

	vec_release(&names);
	if (!x) {
		vec_release(&lines);
		return;
	}

	if (one && sets_keys(&lines.at[0]))
		add_line(out, lines.at[0].line, lines.at[0].number);
	else
		add_own(out, x, one ? lines.at[0].line : NULL,
			one ? launch_at(lines.at[0].line, lines.at[0].number) : (struct value){ 0 });
	bool own = false;

	for (size_t i = 0; i < out->n; i++) {
		own |= argument_set_trains(out, &out->at[i]) || is_kind(x, "arguments");
		out->at[i].nlines = one ? 0 : (uint32_t)lines.n;
		if (out->at[i].nlines)
			effective_forget_flags(&out->at[i].x, flags_of(x, out->at[i].x.element, "flags"),
					       (struct value){ 0 });
	}
	for (size_t i = 0; !own && i < lines.n; i++)
		if (has_class(element_of(lines.at[i].line, launch_at(lines.at[i].line, lines.at[i].number))))
			add_line(out, lines.at[i].line, lines.at[i].number);
	vec_release(&lines);
}

/* A file that is of no kind by itself: the sets of the launch lines that name it. */
static void add_named(struct argument_sets *out, const char *path)
{
	struct launch_uses lines = { 0 };

	find_lines(out, path, &lines);
	for (size_t i = 0; i < lines.n; i++)
		if (has_class(element_of(lines.at[i].line, launch_at(lines.at[i].line, lines.at[i].number))))
			add_line(out, lines.at[i].line, lines.at[i].number);
	vec_release(&lines);
}

void argument_sets_of(struct session *s, const char *path, struct argument_sets *out)
{
	const struct subject_kind *kind = targets_kind(s, path);

	*out = (struct argument_sets){ .s = s,
				       .from = { &s->arena, schemas_of(s->linter.vfs), meanings_of(s->linter.vfs) } };
	if (kind == kind_of(s, "arguments") || kind == kind_of(s, "script"))
		add_file(out, path, kind->name);
	if (starts_named(path) || starts_in_notebook(s->linter.vfs, path, project_root(s->folders, path))) {
		const struct subject *line = load_launch(out, path);

		for (uint32_t i = 0; line && i < launches_of_script(line); i++)
			add_line(out, line, i);
	} else if (kind != kind_of(s, "arguments") && kind != kind_of(s, "script") && foreign_may_be(s, path)) {
		add_named(out, path);
	}
}

void argument_sets_of_revision(struct session *s, struct revision *r, const char *path, struct argument_sets *out)
{
	struct linter today = s->linter;

	if (r) {
		r->linter.graph = today.graph;
		s->linter = r->linter;
	}
	argument_sets_of(s, path, out);
	s->linter = today;
}

void argument_sets_release(struct argument_sets *x)
{
	for (size_t i = 0; i < x->loaded.n; i++)
		x->loaded.at[i].set->kind->free(x->loaded.at[i].set);
	vec_release(&x->loaded);
	vec_release(x);
}

void argument_sets_report_none(struct session *s, const char *word)
{
	if (starts_named(word))
		complain(s,
			 "%s: starts nothing that has a set of arguments of a known trainer; `cfglint launches %s` "
			 "lists "
			 "what it starts",
			 word, word);
	else
		complain(s,
			 "%s: takes its arguments from the command line, and no launch script beside it or in its "
			 "repository starts it: write the line that starts it, such as `accelerate launch %s "
			 "--output_dir "
			 "out`, into a .sh file and name that",
			 word, word);
}

/* ---- words for people ---- */

void argument_span(struct buf *b, const struct session *s, const struct subject *of, struct span at)
{
	if (of && at.file)
		terminal_place(b, sources_get(of->set->sources, at.file), s->cwd, at);
}

void argument_place(struct buf *b, const struct session *s, const struct argument_set *x, const struct subject *of,
		    const struct effective *e)
{
	if (e->at.file)
		argument_span(b, s, e->of_line ? x->line : of, e->at);
	else
		buf_puts(b, e->says ? e->says : "not known");
}

static void each_file(const struct subject *of, struct value files, unsigned depth, argument_file_see *see,
		      const void *ctx)
{
	struct dict_iter it;

	if (files.kind != VALUE_DICT || depth == FILES_DEEP)
		return;
	dict_begin(&it, files.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		see(ctx, of, e->key.as.s->s, e->val);
		each_file(of, dict_get(e->val, "files"), depth + 1, see, ctx);
	}
}

void argument_files_each(const struct argument_set *x, argument_file_see *see, const void *ctx)
{
	each_file(x->subject, dict_get(x->x.element, "files"), 0, see, ctx);
	each_file(x->line, x->line_files, 0, see, ctx);
}

const char *argument_set_name(const struct argument_set *x)
{
	const char *name = dict_get_text(x->x.element, "name");

	return name ? name : "arguments";
}

bool argument_set_trains(const struct argument_sets *all, const struct argument_set *x)
{
	return effective_role(&all->from, &x->x, "batch_per_device") != NULL;
}

const struct argument_set *argument_set_main(const struct argument_sets *all)
{
	for (size_t i = 0; i < all->n; i++)
		if (argument_set_trains(all, &all->at[i]))
			return &all->at[i];
	return all->n ? &all->at[0] : NULL;
}

// SPDX-License-Identifier: MIT
/* `cfglint init [FOLDER]`: writes a settings file with what was detected, and with the machine's figures, from options
 * or, on a terminal, from the user. */
#include "base/path.h"
#include "cli/admit.h"
#include "cli/command/priv.h"
#include "config/config_subject.h"
#include "lint/finding/same_cause.h"
#include "lint/lint.h"
#include "project/root.h"
#include "text/replace.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIGURE_MOST = 1000000, LACKS_SHOWN = 3 };

struct detected {
	struct strings found;	    /* "12 configs", "1 script": the kinds that were found */
	uint32_t configs, unloaded; /* those that load, and those that don't */
	/* Missing folders that prevent configs from loading, and what to do about each. */
	struct lack {
		const char *folder, *remedy;
		bool outside;
	} lacks[LACKS_SHOWN];
	uint32_t nlacks;
	struct by_dialect {
		const struct dialect *dialect;
		uint32_t n;
	} of[256];
	size_t n;
};

static void count(struct detected *d, const struct dialect *x)
{
	size_t i = 0;

	while (i < d->n && d->of[i].dialect != x)
		i++;
	if (i == ARRAY_SIZE(d->of))
		return;
	if (i == d->n)
		d->of[d->n++] = (struct by_dialect){ x, 0 };
	d->of[i].n++;
}

static int most_first(const void *x, const void *y)
{
	const struct by_dialect *a = x, *b = y;

	return a->n != b->n ? (a->n < b->n) - (a->n > b->n) : strcmp(a->dialect->name, b->dialect->name);
}

static void add_lack(struct session *s, struct detected *d, const struct note *n)
{
	const char *remedy = n->missing_as == MISSING_FOLDER && !n->hint ? GATHER_REMEDY : n->hint;

	if (!n->missing || (n->missing_as != MISSING_FOLDER && !missing_is_outside(n->missing_as)) || !remedy)
		return;
	for (uint32_t i = 0; i < d->nlacks; i++)
		if (!strcmp(d->lacks[i].remedy, remedy))
			return;
	if (d->nlacks < LACKS_SHOWN)
		d->lacks[d->nlacks++] =
			(struct lack){ arena_strdup(&s->arena, session_name(s, n->missing)),
				       arena_strdup(&s->arena, remedy), missing_is_outside(n->missing_as) };
}

static void add_unloaded(struct session *s, struct detected *d, const struct subject *x)
{
	struct note_list notes = { 0 };

	d->unloaded++;
	x->kind->notes(x, &notes);
	for (size_t i = 0; i < notes.n; i++)
		add_lack(s, d, notes.at[i]);
	vec_release(&notes);
}

/* The dialects of all configs that load, and why others don't. */
static void detect_configs(struct session *s, const struct subject_set *set, struct detected *out)
{
	for (size_t i = 0; i < set->n; i++) {
		const struct subject *x = set->at[i];
		const struct settings *st = settings_for(s->linter.settings, x->path, NULL);
		const struct dialect *d;

		if (x->requested && !x->good)
			add_unloaded(s, out, x);
		if (!x->requested || !x->good || !st)
			continue;
		d = lint_dialect(&s->linter, &(struct judged){ x, st }, NULL);
		out->configs++;
		if (d)
			count(out, d);
	}
	if (out->n)
		qsort(out->of, out->n, sizeof *out->of, most_first);
}

/* Whether a YAML file is one that a script reads is known when it is loaded. */
static void detect_kind(struct session *s, const struct targets *t, const struct subject_kind *kind,
			struct detected *out)
{
	const struct subject_set *set = session_subjects(s, t, kind);
	uint32_t n = 0;

	if (!set)
		return;
	for (size_t i = 0; i < set->n; i++)
		n += set->at[i]->requested;
	if (n)
		vec_push(&out->found, arena_printf(&s->arena, "%u %s", n, n == 1 ? kind->one : kind->many));
	if (kind == &config_kind)
		detect_configs(s, set, out);
	set->kind->free(set);
}

static void detect(struct session *s, const char *folder, struct detected *out)
{
	struct strings words = { 0 };
	struct targets t = { 0 };

	vec_push(&words, folder);
	targets_find(s, &words, &t);
	for (size_t k = 0; s->kinds[k]; k++)
		detect_kind(s, &t, s->kinds[k], out);
	vec_release(&t);
	vec_release(&words);
}

/* "2 configs (2 as mmengine), 1 script and 1 launch script" */
static const char *found_text(struct session *s, const struct detected *d)
{
	struct buf b = { 0 };
	const char *text;

	for (size_t i = 0; i < d->found.n; i++) {
		buf_printf(&b, "%s%s", !i ? "" : i + 1 < d->found.n ? ", " : " and ", d->found.at[i]);
		if (i || !(d->configs + d->unloaded))
			continue;
		for (size_t k = 0; k < d->n; k++)
			buf_printf(&b, "%s%u as %s", k ? ", " : " (", d->of[k].n, d->of[k].dialect->name);
		if (d->unloaded)
			buf_printf(&b, "%s%u of which %s not load", d->n ? ", " : " (", d->unloaded,
				   d->unloaded == 1 ? "does" : "do");
		buf_puts(&b, d->n || d->unloaded ? ")" : " (training code not recognised)");
	}
	text = arena_strdup(&s->arena, d->found.n ? buf_str(&b) : "nothing to lint");
	buf_release(&b);
	return text;
}

/* ---- the machine ---- */

static bool is_figure(const char *text)
{
	return *text && strlen(text) <= 7 && !text[strspn(text, "0123456789")] && atol(text) > 0 &&
	       atol(text) <= FIGURE_MOST;
}

/* NULL: not known. */
static const char *ask_figure(struct session *s, const char *question)
{
	char *line = NULL;
	size_t cap = 0;
	const char *answer = NULL;

	for (;;) {
		fprintf(stderr, "%s (empty: not set) ", question);
		fflush(stderr);
		if (getline(&line, &cap, stdin) < 0)
			break;
		line[strcspn(line, "\r\n")] = 0;
		if (is_figure(line))
			answer = arena_strdup(&s->arena, line);
		if (answer || !*line)
			break;
		fprintf(stderr, "A whole number from 1 to %d, please.\n", FIGURE_MOST);
	}
	free(line);
	return answer;
}

static const char *figure(struct session *s, const char *given, const char *question)
{
	return given || !isatty(STDIN_FILENO) || !isatty(STDERR_FILENO) ? given : ask_figure(s, question);
}

static void put_figure(struct buf *b, const char *key, const char *value, const char *example, const char *what)
{
	buf_printf(b, "%s  %s: %s  # %s\n", value ? "" : "#", key, value ? value : example, what);
}

static void put_machine(struct session *s, struct buf *b)
{
	const char *gpus = figure(s, s->o->gpus, "GPUs on each node of the training machine?");
	const char *cores = figure(s, s->o->cores, "CPU cores on each node?");
	const char *mem = s->o->gpu_mem, *nodes = s->o->nodes;
	bool any = gpus || cores || mem || nodes;

	buf_printf(b,
		   "# Where training runs. It is never guessed: rules that need a figure are silent without "
		   "it.\n%smachine:\n",
		   any ? "" : "#");
	put_figure(b, "gpus", gpus, "8", "on each node");
	put_figure(b, "cores", cores, "64", "CPU cores on each node");
	put_figure(b, "nodes", nodes, "1", "machines");
	put_figure(b, "gpu_mem", mem, "80", "GiB of each GPU");
}

/* ---- the file ---- */

static void put_found(struct session *s, struct buf *b, const struct detected *d)
{
	buf_printf(b, "\n# Found here: %s.\n", found_text(s, d));
	if (d->configs + d->unloaded)
		buf_printf(
			b,
			"# Which training code reads a config is detected for each; to set it for all:\n#dialect: %s\n",
			d->n ? d->of[0].dialect->name : "NAME");
}

static void put_text(struct session *s, struct buf *b, const struct detected *d)
{
	const char *docs = session_docs();

	if (*docs)
		buf_printf(b, "# yaml-language-server: $schema=%s%s../schemas/settings.json\n", docs,
			   docs[strlen(docs) - 1] == '/' ? "" : "/");
	else
		buf_puts(b, "# For editors, with the path of cfglint's sources and without the first #:\n"
			    "## yaml-language-server: $schema=PATH/schemas/settings.json\n");
	buf_puts(b, "# What can stand here: man cfglint.yaml; what holds for a file: cfglint config FILE\n\n");
	put_machine(s, b);
	put_found(s, b, d);
	buf_puts(b, "\n#fail-on: error  # lowest level that makes the exit status 1 (default: warning)\n"
		    "#ignore: []  # ids, names or categories of rules\n"
		    "#exclude: []  # patterns as in .gitignore\n");
}

static void print_next_steps(struct session *s, const struct detected *d)
{
	if (s->o->quiet)
		return;
	say("Found: %s.\n", found_text(s, d));
	for (uint32_t i = 0; i < d->nlacks; i++)
		say("Bases lie in %s, which is %s; %s\n", session_shown(s, d->lacks[i].folder),
		    d->lacks[i].outside ? "outside the project" : "not here", session_shown(s, d->lacks[i].remedy));
	say("Next:\n"
	    "  cfglint .                  what is found\n"
	    "  cfglint . --add-baseline   ... and from now on only what is new (docs/adoption.md)\n"
	    "For pre-commit, in .pre-commit-config.yaml, with cfglint installed:\n"
	    "repos:\n"
	    "  - repo: local\n"
	    "    hooks:\n"
	    "      - id: cfglint\n"
	    "        name: cfglint\n"
	    "        entry: cfglint --hook\n"
	    "        language: system\n"
	    "        types_or: [python, jupyter, yaml, json, shell]\n"
	    "        require_serial: true\n");
}

static void write_settings(struct session *s, const char *path, const struct buf *b, const struct detected *d)
{
	struct err e = { 0 };

	if (file_replace(s->linter.vfs, path, b->s, b->n, NULL, 0, s->o->force, &e)) {
		remark("wrote %s", session_name(s, path));
		print_next_steps(s, d);
	} else {
		complain(s, "%s: %s", session_name(s, path), e.msg);
	}
}

static void init(struct session *s, const char *folder, const char *path)
{
	struct detected d = { 0 };
	struct buf b = { 0 };

	detect(s, folder, &d);
	s->status = EXIT_CLEAN; /* a folder without configs, or with broken ones, gets settings all the same */
	put_text(s, &b, &d);
	write_settings(s, path, &b, &d);
	vec_release(&d.found);
	buf_release(&b);
}

int cmd_init(struct session *s)
{
	const char *folder = s->o->words.n ? s->o->words.at[0] : ".", *dir = path_absolute(&s->arena, folder);
	const char *path = path_join(&s->arena, dir, SETTINGS_FILE);
	struct stat st;

	if (s->o->words.n > 1)
		complain(s, "init takes one folder: `cfglint init [FOLDER]`");
	else if (stat(dir, &st) || !S_ISDIR(st.st_mode))
		complain(s, "%s: no such folder", folder);
	else if (!s->o->force && !lstat(path, &st))
		complain(s, "%s exists and was not changed; --force replaces it", session_name(s, path));
	else if (admit(s, path_join(&s->arena, dir, "x")))
		init(s, folder, path);
	return s->status;
}

// SPDX-License-Identifier: MIT
/* `cfglint init [FOLDER]`: writes a settings file with what was detected, and with the machine's figures where they are
 * given or, on a terminal, asked for. */
#include "base/path.h"
#include "cli/admit.h"
#include "cli/command/priv.h"
#include "config/subject.h"
#include "lint/lint.h"
#include "project/root.h"
#include "text/replace.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIGURE_MOST = 1000000 };

struct detected {
	uint32_t configs;
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

/* The dialects of all configs in the folder that load. */
static void detect(struct session *s, const char *folder, struct detected *out)
{
	struct strings words = { 0 };
	struct targets t = { 0 };
	const struct subject_set *set;

	vec_push(&words, folder);
	targets_find(s, &words, &t);
	set = session_subjects(s, &t, &config_kind);
	for (size_t i = 0; set && i < set->n; i++) {
		const struct subject *x = set->at[i];
		const struct settings *st = settings_for(s->linter.settings, x->path, NULL);
		const struct dialect *d;

		if (!x->requested || !x->good || !st)
			continue;
		d = lint_dialect(&s->linter, &(struct judged){ x, st }, NULL);
		out->configs++;
		if (d)
			count(out, d);
	}
	if (out->n)
		qsort(out->of, out->n, sizeof *out->of, most_first);
	if (set)
		set->kind->free(set);
	vec_release(&t);
	vec_release(&words);
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
		fprintf(stderr, "%s (empty: not said) ", question);
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

static void put_dialects(struct buf *b, const struct detected *d)
{
	buf_printf(b, "\n# %u config%s: ", d->configs, plural(d->configs));
	for (size_t i = 0; i < d->n; i++)
		buf_printf(b, "%s%u as %s", i ? ", " : "", d->of[i].n, d->of[i].dialect->name);
	buf_printf(b, "%s. It is detected for each config; to set it for all:\n#dialect: %s\n",
		   d->n ? "" : "no training code was recognised", d->n ? d->of[0].dialect->name : "NAME");
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
	put_dialects(b, d);
	buf_puts(b, "\n#fail-on: error  # lowest level that makes the exit status 1 (default: warning)\n"
		    "#ignore: []  # ids, names or categories of rules\n"
		    "#exclude: []  # patterns as in .gitignore\n");
}

static void tell_next(struct session *s)
{
	if (s->o->quiet)
		return;
	say("Next:\n"
	    "  cfglint .                  what is found\n"
	    "  cfglint . --add-baseline   ... and from now on only what is new (docs/adoption.md)\n"
	    "For pre-commit, in .pre-commit-config.yaml, with cfglint installed:\n"
	    "  - repo: local\n"
	    "    hooks:\n"
	    "    - {id: cfglint, name: cfglint, entry: cfglint --force-exclude, language: system, require_serial: "
	    "true,\n"
	    "       types: [python], files: '(^|/)(local_)?configs?/.*\\.py$'}\n");
}

static void write_settings(struct session *s, const char *path, const struct buf *b)
{
	struct err e = { 0 };

	if (file_replace(s->linter.vfs, path, b->s, b->n, NULL, 0, s->o->force, &e)) {
		remark("wrote %s", session_name(s, path));
		tell_next(s);
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
	write_settings(s, path, &b);
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
		complain(s, "%s is there already, and was not changed; --force replaces it", session_name(s, path));
	else if (admit(s, path_join(&s->arena, dir, "x")))
		init(s, folder, path);
	return s->status;
}

// SPDX-License-Identifier: MIT
/* Finds the Python script that a launch starts, and reads from its text what rules ask of launches.
 *
 * Algorithm: a path is tried in the folder of the launch script and in each folder above it, up to the project's; of a
 * path of another machine each shorter end is tried. Invariant: each text is read, parsed and searched once in a run,
 * whatever number of launches start it, and the search for words ends at SCANNED_MAX bytes.
 *
 *	scripts/run.sh: python tools/train.py --lr 0.1	scripts/tools/train.py is not there: tools/train.py
 *	python /home/me/p/tools/train.py		the same, if the project has tools/train.py */
#include "launch/target.h"
#include "base/path.h"
#include "launch/dataclass_flags.h"
#include "launch/model_names.h"
#include "launch/parser_home.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <string.h>

enum { TARGETS_MAX = 16, SCANNED_MAX = 64 << 20 };

static const char *try_path(struct launch_targets *t, const char *dir, const char *name, bool module)
{
	const char *path = path_join(t->a, dir, name);

	if (!path_inside(t->e->root, path))
		return NULL;
	if (!module)
		return vfs_exists(t->e->fs, path) ? path : NULL;
	const char *file = arena_printf(t->a, "%s.py", path), *package = arena_printf(t->a, "%s/__main__.py", path);

	return vfs_exists(t->e->fs, file) ? file : vfs_exists(t->e->fs, package) ? package : NULL;
}

/* "/home/me/code/p/tools/train.py" of another machine is tools/train.py here if its end lies in the project. A bare
 * file name counts only after the name of the project's folder. */
static const char *ending_here(struct launch_targets *t, const char *name)
{
	const char *root = path_base(t->e->root);
	size_t n = strlen(root);

	if (path_inside(t->e->root, name) || vfs_exists(t->e->fs, name))
		return NULL;
	for (const char *p = name; (p = strchr(p, '/')); p++) {
		bool named = (size_t)(p - name) > n && p[-1 - (ptrdiff_t)n] == '/' && !memcmp(p - n, root, n);
		const char *path = p[1] && (named || strchr(p + 1, '/')) ? try_path(t, t->e->root, p + 1, false) : NULL;

		if (path)
			return path;
	}
	return NULL;
}

const char *target_path(struct launch_targets *t, const struct launch *l, const char *name, bool module)
{
	const char *dir = path_dir(t->a, t->e->main->path), *found = NULL;

	t->several = false;
	if (!name || !*name || strlen(name) > 1000)
		return NULL;
	if (module) {
		char *slashed = arena_strdup(t->a, name);

		for (char *p = slashed; *p; p++)
			*p = *p == '.' ? '/' : *p;
		name = slashed;
	}
	name = state_name(t->a, l->folder, name);
	if (!name)
		return NULL;
	for (int up = 0; up < 8 && path_inside(t->e->root, dir); up++, dir = path_dir(t->a, dir)) {
		const char *here = try_path(t, dir, name, module);

		t->several |= here && found && strcmp(here, found) != 0;
		if (t->several)
			return NULL;
		found = here ? here : found;
	}
	if (!found && !module && *name == '/')
		return ending_here(t, path_normal(t->a, name));
	return found || !module ? found : try_path(t, path_join(t->a, t->e->root, "src"), name, true);
}

/* A script without a parser gets that of a module that it imports. */
static struct value flags_of(struct launch_targets *t, const char *path, struct buf *text, struct launch_target *new)
{
	struct parser_file file[PARSER_FILES_MAX];
	size_t n = 1;

	if (text->n > UINT32_MAX - 8)
		return (struct value){ 0 };
	file[0].text = buf_str(text);
	file[0].parsed = parse_once(vfs_results(t->e->fs), path, file[0].text, (uint32_t)text->n);
	if (!strstr(file[0].text, "ArgumentParser"))
		n = parser_home(t, path, file);
	new->dataclasses = value_freeze(t->a, dataclass_flags(t, path, &file[0]));
	new->models = value_freeze(t->a, model_names(t, &file[0]));
	return parser_flags(t->a, file, n);
}

struct launch_target *target_of(struct launch_targets *t, const char *path)
{
	struct buf text = { 0 };
	struct err e = { 0 };

	for (size_t i = 0; i < t->n; i++)
		if (!strcmp(t->at[i].path, path))
			return &t->at[i];
	if (t->n == TARGETS_MAX)
		return NULL;
	if (vfs_read(t->e->fs, path, &text, &e)) {
		struct launch_target new = { .path = path, .text = arena_strdup(t->e->a, buf_str(&text)) };

		if (!t->brief)
			new.parser = value_freeze(t->a, flags_of(t, path, &text, &new));
		vec_push(t, new);
	}
	buf_release(&text);
	return e.code ? NULL : &t->at[t->n - 1];
}

bool target_says(struct launch_targets *t, const char *text, const char *word)
{
	t->scanned += strlen(text);
	return t->scanned < SCANNED_MAX && strstr(text, word);
}

bool target_reads(struct launch_targets *t, const char *name)
{
	const char *plain = arena_printf(t->a, "$%s", name), *braced = arena_printf(t->a, "${%s", name);

	for (size_t i = 0; i < t->e->script.n; i++)
		if (target_says(t, t->e->script.at[i]->src->bytes, plain) ||
		    target_says(t, t->e->script.at[i]->src->bytes, braced))
			return true;
	if (target_says(t, t->e->main->src->bytes, plain) || target_says(t, t->e->main->src->bytes, braced))
		return true;
	for (size_t i = 0; i < t->n; i++)
		if (target_says(t, t->at[i].text, name))
			return true;
	return false;
}

struct value target_said(struct launch_targets *t, bool is)
{
	return is || t->scanned < SCANNED_MAX ? value_bool(is, (struct span){ 0 })
					      : value_unknown(t->a, WHY_FUEL, (struct span){ 0 }, NULL);
}

bool target_trains(struct launch_targets *t, struct launch_target *of)
{
	const struct word_list *all = &t->e->words->train_text;

	for (uint32_t i = 0; of->trains == TRAINS_UNDETERMINED && i < all->n; i++)
		if (target_says(t, of->text, all->at[i]))
			of->trains = TRAINS_BY_TEXT;
	if (of->trains == TRAINS_UNDETERMINED)
		of->trains = TRAINS_NOT_BY_TEXT;
	return of->trains == TRAINS_BY_TEXT;
}

/* The module that a line imports, as a path: "utils/dist" of `from utils.dist import setup`; NULL: none. */
static char *imported(struct arena *a, const char *line)
{
	const char *name = !strncmp(line, "from ", 5) ? line + 5 : !strncmp(line, "import ", 7) ? line + 7 : NULL;
	size_t n = name ? strcspn(name, " ,;\t\r\n") : 0;
	char *path = n && *name != '.' ? arena_strndup(a, name, n) : NULL;

	for (char *p = path; p && *p; p++)
		*p = *p == '.' ? '/' : *p;
	return path;
}

/* The files of the project beside a script that its text imports. */
static void find_imports(struct launch_targets *t, struct launch_target *of)
{
	const char *dir = path_dir(t->a, of->path);

	for (const char *line = of->text; line && of->nimports < IMPORTS_MAX; line = strchr(line, '\n')) {
		const char *name, *file;
		struct buf text = { 0 };

		line += *line == '\n';
		name = imported(t->a, line);
		file = name ? path_join(t->a, dir, arena_printf(t->a, "%s.py", name)) : NULL;
		if (file && path_inside(t->e->root, file) && vfs_exists(t->e->fs, file) &&
		    vfs_read(t->e->fs, file, &text, NULL))
			of->import[of->nimports++] = arena_strdup(t->e->a, buf_str(&text));
		buf_release(&text);
	}
}

static struct value words_beside(struct launch_targets *t, struct launch_target *of)
{
	static const struct span nowhere;
	const struct word_list *all = &t->e->words->says;

	if (value_is_known(of->says_beside))
		return of->says_beside;
	find_imports(t, of);
	of->says_beside = value_dict(t->a, nowhere);
	for (uint32_t i = 0; i < all->n; i++) {
		bool is = target_says(t, of->text, all->at[i]);

		for (uint32_t k = 0; k < of->nimports && !is; k++)
			is = target_says(t, of->import[k], all->at[i]);
		dict_put(t->a, of->says_beside.as.dict, value_text(all->at[i], nowhere), target_said(t, is), nowhere);
	}
	return of->says_beside = value_freeze(t->a, of->says_beside);
}

static struct value words(struct launch_targets *t, struct launch_target *of)
{
	static const struct span nowhere;
	const struct word_list *all = &t->e->words->says;

	if (value_is_known(of->says))
		return of->says;
	of->says = value_dict(t->a, nowhere);
	for (uint32_t i = 0; i < all->n; i++)
		dict_put(t->a, of->says.as.dict, value_text(all->at[i], nowhere),
			 target_said(t, target_says(t, of->text, all->at[i])), nowhere);
	return of->says = value_freeze(t->a, of->says);
}

void target_put(struct launch_targets *t, struct launch_target *of, struct value d)
{
	static const struct span nowhere;

	/* all are frozen, so launches share them */
	dict_put(t->a, d.as.dict, value_text("says", d.at), words(t, of), d.at);
	dict_put(t->a, d.as.dict, value_text("says_beside", d.at), words_beside(t, of), d.at);
	if (value_is_known(of->parser))
		dict_put(t->a, d.as.dict, value_text("parser", nowhere), of->parser, nowhere);
	if (value_is_known(of->dataclasses))
		dict_put(t->a, d.as.dict, value_text("dataclasses", nowhere), of->dataclasses, nowhere);
	if (value_is_known(of->models))
		dict_put(t->a, d.as.dict, value_text("models", nowhere), of->models, nowhere);
}

/* The package of `from package.x import y` lies beside the script: the project may have changed it. */
static bool has_own_copy(struct launch_targets *t, const char *path, const char *import)
{
	const char *package = import + strlen("from ");
	const char *name = arena_strndup(t->a, package, strcspn(package, ". "));

	return vfs_exists(t->e->fs, path_join(t->a, path_dir(t->a, path), arena_printf(t->a, "%s/__init__.py", name)));
}

static bool has_flag(const struct launch *l, const char *flag)
{
	size_t n = strlen(flag);

	for (uint32_t i = 0; i < l->nargs; i++) {
		const char *s = l->arg[i].text;

		if (s && !strncmp(s, flag, n) && (!s[n] || s[n] == '='))
			return true;
	}
	return false;
}

/* known: the end of its path, and, behind a blank, a flag that the line has: `train_network.py --network_module`. */
static bool is_script(const struct launch *l, const char *known)
{
	size_t n = strcspn(known, " "), len = l->script.text ? strlen(l->script.text) : 0;
	const char *end = len >= n ? l->script.text + len - n : NULL;

	return end && !strncmp(end, known, n) && (len == n || end[-1] == '/') &&
	       (!known[n] || has_flag(l, known + n + 1));
}

const char *target_table(struct launch_targets *t, const struct launch *l, const char *path)
{
	const struct launch_words *w = t->e->words;

	for (uint32_t i = 0; !l->table && !path && i < w->known_script.n; i++)
		if (is_script(l, w->known_script.at[i]))
			return w->known_table.at[i];
	const struct launch_target *of = path && !l->table ? target_of(t, path) : NULL;

	for (uint32_t i = 0; of && i < w->known_import.n; i++)
		if (target_says(t, of->text, w->known_import.at[i]) && !has_own_copy(t, path, w->known_import.at[i]))
			return w->import_table.at[i];
	return l->table;
}

// SPDX-License-Identifier: MIT
#include "launch/hydra_launch.h"
#include "python/value/dict.h"
#include <string.h>

/* `$@`, "${@}", "$*": what the launch script is called with. */
static bool is_rest(const struct source *src, struct span at)
{
	static const char *const all[] = { "$@", "\"$@\"", "${@}", "\"${@}\"", "$*", "\"$*\"" };

	for (size_t i = 0; src && at.file == src->id && i < ARRAY_SIZE(all); i++)
		if (at.hi - at.lo == strlen(all[i]) && !memcmp(src->bytes + at.lo, all[i], at.hi - at.lo))
			return true;
	return false;
}

/* Of `lr=$LR` the key is known, and the value is taken for one word; a word that may be an option or several words
 * makes the line open. */
static struct hydra_word word_of(const struct source *src, const struct expanded *f)
{
	const char *begins = f->text ? NULL : f->begins;
	bool key = begins && *begins != '-' && strchr(begins, '=');

	return (struct hydra_word){ .text = key ? begins : f->text,
				    .at = f->at,
				    .cut = key,
				    .open = !key && (f->open || !f->text),
				    .rest = is_rest(src, f->at) };
}

/* What is left of the script's path without the words that name it: "/p" of tools/train.py at /p/tools/train.py. */
static const char *start_folder(struct arena *a, const struct launch *l, const char *path)
{
	const char *said = l->script.text;
	char *rel = said ? arena_strdup(a, said) : NULL;

	if (!said || !path || *said == '/')
		return NULL;
	for (char *p = rel; l->module && *p; p++)
		*p = *p == '.' ? '/' : *p;
	while (!l->module && !strncmp(rel, "./", 2))
		rel += 2;
	if (l->module)
		rel = arena_printf(a, "%s.py", rel);
	size_t n = strlen(path), m = strlen(rel);

	return n > m && path[n - m - 1] == '/' && !strcmp(path + n - m, rel) ? arena_strndup(a, path, n - m - 1) : NULL;
}

void launch_hydra_put(struct hydra_files *files, const struct source *src, const struct launch *l, const char *path,
		      struct value d)
{
	struct hydra_word *w = arena_array(files->a, struct hydra_word, l->nargs + 1);
	struct budget *outer = files->a->budget;
	uint32_t n = 0;

	for (uint32_t i = 0; i < l->nargs; i++)
		if (!l->arg[i].gone)
			w[n++] = word_of(src, &l->arg[i]);
	files->a->budget = NULL;
	struct value v =
		path ? hydra_launch_facts(files, path, start_folder(files->a, l, path), w, n) : (struct value){ 0 };

	files->a->budget = outer;
	if (value_is_known(v))
		dict_put(files->a, d.as.dict, value_text("hydra", v.at), v, v.at);
}

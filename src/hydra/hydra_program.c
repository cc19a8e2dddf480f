// SPDX-License-Identifier: MIT
/* Chooses the entry for a script or config, and parses its command line as hydra/_internal/utils.py (get_args_parser)
 * does: options of Hydra, and all other words are overrides.
 *
 * Invariant: an option that changes the search path in a way that is not followed makes the search path open.
 *
 *	train.py -m -cn tiny lr=1,2	multirun, primary "tiny", overrides [lr=1,2] */
#include "hydra/hydra_program.h"
#include "base/path.h"
#include <string.h>

static bool has_option(const char *path)
{
	const char *ext = path_ext(path);

	return !strcmp(ext, ".yaml") || !strcmp(ext, ".yml");
}

/* A folder that holds the program itself has other files, too. */
static bool is_config_folder(const char *folder, const char *script)
{
	return !path_inside(folder, script);
}

static const char *without_ext(struct arena *a, const char *name)
{
	return has_option(name) ? arena_strndup(a, name, strlen(name) - strlen(path_ext(name))) : name;
}

const char *hydra_entry_config(struct arena *a, const struct hydra_entry *e, const char *path, bool *primary)
{
	*primary = false;
	if (!e->folder || !has_option(path) || !path_inside(e->folder, path) || !strcmp(e->folder, path))
		return NULL;
	const char *config = without_ext(a, path_relative(a, e->folder, path));

	*primary = e->name && !strcmp(config, without_ext(a, e->name));
	return config;
}

bool hydra_project_has(const struct hydra_project *p, const char *path)
{
	struct arena a = { 0 };
	bool found = false, primary;

	for (uint32_t i = 0; i < p->nentries && !found; i++) {
		const struct hydra_entry *e = &p->entry[i];

		found = hydra_entry_config(&a, e, path, &primary) &&
			(primary || is_config_folder(e->folder, e->script));
	}
	arena_release(&a);
	return found;
}

void hydra_program_of_entry(struct hydra_files *files, const struct hydra_project *p, uint32_t i,
			    struct hydra_program *out)
{
	const struct hydra_entry *e = &p->entry[i];

	*out = (struct hydra_program){ .project = p, .entry = e, .primary = e->name, .starts = true };
	hydra_search_of(files, p, e, &out->search);
	out->composer = (struct hydra_composer){ .base = e->base };
}

static const struct hydra_project *project_of(struct hydra_files *files, const char *path)
{
	return hydra_project_of(files->fs, hydra_root(files->a, files->fs, path));
}

bool hydra_program_of_script(struct hydra_files *files, const char *path, struct hydra_program *out)
{
	const struct hydra_project *p = project_of(files, path);
	uint32_t n = 0, found = 0;

	for (uint32_t i = 0; i < p->nentries; i++)
		if (p->entry[i].main && !strcmp(p->entry[i].script, path)) {
			found = i;
			n++;
		}
	if (n == 1)
		hydra_program_of_entry(files, p, found, out);
	return n == 1;
}

bool hydra_program_of_config(struct hydra_files *files, const char *path, struct hydra_program *out)
{
	const struct hydra_project *p = project_of(files, path);
	bool primary;

	for (uint32_t i = 0; i < p->nentries; i++)
		if (hydra_entry_config(files->a, &p->entry[i], path, &primary) && primary) {
			hydra_program_of_entry(files, p, i, out);
			return true;
		}
	return false;
}

static const char *key_of_group(const struct hydra_config *base, const char *config, size_t n)
{
	for (size_t i = 0; i < base->list.choice.n; i++) {
		const struct hydra_choice *c = &base->list.choice.at[i];

		if (strlen(c->group) == n && !strncmp(c->group, config, n))
			return c->key;
	}
	return NULL;
}

const char *hydra_program_choice(struct arena *a, const struct hydra_config *base, const char *config, uint32_t i)
{
	for (size_t n = strlen(config); n-- > 0;) {
		const char *key = config[n] == '/' ? key_of_group(base, config, n) : NULL;

		if (config[n] != '/' || i-- > 0)
			continue;
		return key ? arena_printf(a, "%s=%s", key, config + n + 1)
			   : arena_printf(a, "+%.*s=%s", (int)n, config, config + n + 1);
	}
	return NULL;
}

/* The file as the option of the group that has it in a defaults list, else of a group that is added. */
static void choose(struct hydra_program *p, const char *config)
{
	struct arena *a = p->search.a;
	struct hydra_word *w = arena_new(a, struct hydra_word);
	const char *choice;
	struct hydra_config base;

	if (!strchr(config, '/')) {
		p->primary = config;
		p->guessed = true;
		return;
	}
	if (!hydra_program_compose(p, &base))
		return;
	for (uint32_t i = 0; (choice = hydra_program_choice(a, &base, config, i)) && *choice == '+';)
		i++;
	p->added = !choice;
	w->text = choice ? choice : hydra_program_choice(a, &base, config, 0);
	hydra_program_words(p, w, 1);
	hydra_list_release(&base.list);
}

bool hydra_program_of_file(struct hydra_files *files, const char *path, struct hydra_program *out)
{
	const struct hydra_project *p = project_of(files, path);
	bool primary;

	if (hydra_program_of_script(files, path, out) || hydra_program_of_config(files, path, out))
		return true;
	for (uint32_t i = 0; i < p->nentries && hydra_project_has(p, path); i++) {
		const char *config = hydra_entry_config(files->a, &p->entry[i], path, &primary);

		if (!config || (!p->entry[i].name && strchr(config, '/')))
			continue;
		hydra_program_of_entry(files, p, i, out);
		choose(out, config);
		return true;
	}
	return false;
}

/* ---- the command line ---- */

struct option {
	const char *name, *brief;
	enum { NO_VALUE, VALUE, NAME, FOLDER, EXTRA, MULTIRUN, SHOWS, SHOWS_VALUE } does;
};
static const struct option options[] = {
	{ "--help", "-h", SHOWS },
	{ "--hydra-help", NULL, SHOWS },
	{ "--version", NULL, SHOWS },
	{ "--cfg", "-c", SHOWS_VALUE },
	{ "--resolve", NULL, NO_VALUE },
	{ "--package", "-p", VALUE },
	{ "--run", "-r", NO_VALUE },
	{ "--multirun", "-m", MULTIRUN },
	{ "--shell-completion", "-sc", SHOWS },
	{ "--config-path", "-cp", FOLDER },
	{ "--config-name", "-cn", NAME },
	{ "--config-dir", "-cd", EXTRA },
	{ "--experimental-rerun", NULL, SHOWS_VALUE },
	{ "--info", "-i", SHOWS },
};

/* *eq: the value behind `=`, or NULL. A beginning of one name counts, as for argparse. */
static const struct option *option_of(const char *text, const char **eq)
{
	size_t n = strcspn(text, "=");
	const struct option *found = NULL;

	*eq = text[n] ? text + n + 1 : NULL;
	for (size_t i = 0; i < ARRAY_SIZE(options); i++) {
		const struct option *o = &options[i];

		if ((strlen(o->name) == n && !strncmp(o->name, text, n)) ||
		    (o->brief && strlen(o->brief) == n && !strncmp(o->brief, text, n)))
			return o;
		if (n > 3 && !strncmp(o->name, text, n))
			found = o;
	}
	return found;
}

/* --config-dir: searched last. A folder that is not there, or not known, may hold anything. */
static void add_folder(struct hydra_program *p, const char *value)
{
	struct hydra_search *s = &p->search;
	const char *folder = value && *value == '/'   ? value
			     : value && p->started_in ? path_join(s->a, p->started_in, value)
						      : NULL;

	if (folder && hydra_is_folder(s->fs, folder) && s->nfolders < HYDRA_FOLDERS_MAX)
		s->folder[s->nfolders++] = folder;
	else
		s->open = true;
}

static void take_option(struct hydra_program *p, const struct option *o, const char *value)
{
	struct hydra_search *s = &p->search;

	if (o->does == MULTIRUN)
		p->composer.multirun = true;
	if (o->does == SHOWS || o->does == SHOWS_VALUE)
		p->starts = false;
	if (o->does == NAME) {
		p->primary = value;
		s->open |= !value;
	}
	if (o->does == FOLDER && value) {
		s->nfolders = 1;
		s->folder[0] = path_join(s->a, path_dir(s->a, p->entry->script), value);
	}
	if (o->does == EXTRA)
		add_folder(p, value);
	s->open |= o->does == FOLDER && !value;
}

static bool takes_value(const struct option *o)
{
	return o->does != NO_VALUE && o->does != MULTIRUN && o->does != SHOWS;
}

static struct hydra_override override_of(struct arena *a, const struct hydra_word *w)
{
	const char *text = w->cut ? arena_strndup(a, w->text, strcspn(w->text, "=") + 1) : w->text;
	struct hydra_override o = hydra_override_parse(a, text, w->at);

	if (w->cut) {
		o.text = w->text;
		o.value = (struct value){ .at = w->at };
	}
	return o;
}

void hydra_program_words(struct hydra_program *p, const struct hydra_word *w, uint32_t n)
{
	struct arena *a = p->search.a;
	struct hydra_flag *flags = arena_array(a, struct hydra_flag, n + 1);
	struct hydra_override *all = arena_array(a, struct hydra_override, p->noverrides + n + 1);

	for (uint32_t i = 0; i < p->noverrides; i++)
		all[i] = p->override[i];
	p->override = all;
	p->flag = flags;
	for (uint32_t i = 0; i < n; i++) {
		const char *text = w[i].text, *eq = NULL;
		const struct option *o = text && *text == '-' && text[1] ? option_of(text, &eq) : NULL;

		p->open |= w[i].open;
		p->vague |= w[i].open && !w[i].rest;
		if (o && takes_value(o) && !eq) {
			eq = i + 1 < n ? w[i + 1].text : NULL;
			i++;
		}
		if (o)
			take_option(p, o, eq);
		else if (text && *text == '-' && text[1])
			flags[p->nflags++] = (struct hydra_flag){ arena_strndup(a, text, strcspn(text, "=")), w[i].at };
		else if (text && *text)
			p->override[p->noverrides++] = override_of(a, &w[i]);
	}
}

bool hydra_program_compose(struct hydra_program *p, struct hydra_config *out)
{
	if (!p->primary)
		return false;
	p->composer.search = &p->search;
	hydra_search_primary(&p->search, p->primary);
	hydra_compose(&p->composer, p->primary, p->override, p->noverrides, out);
	return true;
}

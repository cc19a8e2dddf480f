// SPDX-License-Identifier: MIT
/* Setting up and ending a run: rules, settings and threads from the options; options that name rules or dialects are
 * checked. */
#include "cli/session.h"
#include "base/disk.h"
#include "cli/admit.h"
#include "cli/baseline_file.h"
#include "cli/report_cache.h"
#include "base/near.h"
#include "base/path.h"
#include "base/str.h"
#include "cli/limit.h"
#include "cli/messages.h"
#include "lint/judge/code_rules.h"
#include "lint/rules/rule_word.h"
#include "report/draw/terminal.h"
#include "project/root.h"
#include "text/glob.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void session_raise(struct session *s, int status)
{
	if (status > s->status)
		s->status = status;
}

const char *session_name(struct session *s, const char *path)
{
	return path_shown(&s->arena, s->cwd, path);
}

const char *session_shown(struct session *s, const char *text)
{
	struct buf b = { 0 };
	const char *shown;

	terminal_escape(&b, text, strlen(text));
	shown = arena_strdup(&s->arena, buf_str(&b));
	buf_release(&b);
	return shown;
}

const char *session_message(struct session *s, const char *msg)
{
	size_t n = strlen(s->cwd);

	return strncmp(msg, s->cwd, n) == 0 && msg[n] == '/' ? msg + n + 1 : msg;
}

const char *session_patch_top(struct session *s, const char *path)
{
	return root_above(&s->arena, s->linter.vfs, path_dir(&s->arena, path), ROOT_GIT);
}

const char *session_patch_name(struct session *s, const char *path)
{
	struct arena *a = &s->arena;
	const char *git = session_patch_top(s, path);
	const char *top = path_real(a, git ? git : s->cwd), *real = path_real_new(a, path);

	if (top && path_inside(top, real)) /* git patches no file through a link */
		return path_relative(a, top, real);
	return git ? path_relative(a, git, path) : session_name(s, path);
}

/* As https://no-color.org and https://bixense.com/clicolors have it: empty is not set, and 0 forces nothing. */
static bool is_set(const char *name)
{
	const char *text = getenv(name);

	return text && *text && (strcmp(name, "NO_COLOR") == 0 || strcmp(text, "0") != 0);
}

/* Variables of a whole job are about what it shows, not about files that it writes. */
static bool to_file(const struct opts *o)
{
	return o->output_file && strcmp(o->output_file, "-") != 0;
}

bool session_colors(const struct session *s, FILE *to)
{
	const char *when = s->o->color, *term = getenv("TERM");

	if (when && strcmp(when, "auto") != 0)
		return strcmp(when, "always") == 0;
	if (is_set("NO_COLOR"))
		return false;
	if (!to_file(s->o) && (is_set("FORCE_COLOR") || is_set("CLICOLOR_FORCE")))
		return true;
	return !(term && strcmp(term, "dumb") == 0) && isatty(fileno(to)) == 1;
}

unsigned session_wrap(FILE *to)
{
	return isatty(fileno(to)) == 1 ? terminal_width() : 0;
}

const char *session_docs(void)
{
	const char *own = getenv("CFGLINT_DOCS_URL");

	return own && *own ? own : CFGLINT_DOCS;
}

static const char *given_rules(const struct session *s)
{
	const char *dir = s->o->rules ? s->o->rules : getenv("CFGLINT_RULES");

	return dir && *dir ? dir : NULL;
}

/* Where the XDG base directory specification puts settings. */
static const char *user_settings(struct session *s)
{
	const char *xdg = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	if (xdg && *xdg == '/')
		return path_join(&s->arena, xdg, "cfglint/config.yaml");
	return home && *home == '/' ? path_join(&s->arena, home, ".config/cfglint/config.yaml") : NULL;
}

static void set_overrides(struct session *s)
{
	struct opts *o = s->o;
	struct overrides *v = &s->overrides;

	v->gpus = o->gpus;
	v->nodes = o->nodes;
	v->cores = o->cores;
	v->gpu_mem = o->gpu_mem;
	v->dialect = o->dialect;
	v->isolated = o->isolated;
	v->settings = o->config;
	v->user = user_settings(s);
	v->sel.select = strings_list(&o->select);
	v->sel.extend = strings_list(&o->extend_select);
	v->sel.ignore = strings_list(&o->ignore);
	v->sel.only = o->only;
	v->sel.pedantic = o->pedantic;
	v->sel.slow = o->command == CMD_SLOW;
	if (o->loader)
		v->loader = loader_by_name(o->loader); /* it is one of them: opts looked */
}

/* Relative to the working directory, as a shell has them. */
static bool exclude_too(struct session *s)
{
	struct patterns *p = &s->overrides.exclude;
	struct err e = { 0 };

	p->at = arena_array(&s->arena, struct pattern, s->o->exclude.n + 1);
	for (size_t i = 0; i < s->o->exclude.n; i++) {
		const char *text = s->o->exclude.at[i];

		p->at[p->n] = (struct pattern){ glob_new(text, &e), s->cwd };
		if (!p->at[p->n].glob) {
			complain(s, "--exclude %s: %s", text, e.msg);
			return false;
		}
		p->n++;
	}
	return true;
}

/* Folders outside the projects: those of the command line and of the user's own settings. */
static void allow_folders(struct session *s)
{
	const char *const *root = settings_own_roots(&s->arena, s->linter.vfs, &s->overrides);

	for (size_t i = 0; i < s->o->allow.n; i++)
		vec_push(&s->allow, path_absolute(&s->arena, s->o->allow.at[i]));
	for (; *root; root++)
		vec_push(&s->allow, *root);
	for (size_t i = 0; i < s->allow.n; i++)
		vfs_allow(s->linter.vfs, s->allow.at[i]);
	s->overrides.allow = strings_list(&s->allow);
}

static bool words_are_rules(struct session *s, const char *option, const struct strings *words)
{
	bool good = true;

	for (size_t i = 0; i < words->n; i++) {
		const char *word = words->at[i], *near;
		enum severity level;
		bool all;

		if (word_is_level(word, &level, &all) || word_is_rules(s->linter.rules, word))
			continue;
		good = false;
		near = word_nearest(s->linter.rules, word, true);
		if (near)
			complain(s, "--%s: no rule or category '%s'; did you mean %s?", option, word, near);
		else
			complain(s, "--%s: no rule or category '%s'; `cfglint rules` lists them", option, word);
	}
	return good;
}

static bool dialect_is_good(struct session *s)
{
	const struct dialects *all = &s->linter.rules->dialects;
	const char **names, *near;

	if (!s->o->dialect || dialect_by_name(all, s->o->dialect))
		return true;
	names = arena_array(&s->arena, const char *, all->n + 1);
	for (uint32_t i = 0; i < all->n; i++)
		names[i] = all->at[i]->name;
	near = near_word(s->o->dialect, names, all->n);
	if (near)
		complain(s, "--dialect: no dialect '%s'; did you mean %s?", s->o->dialect, near);
	else
		complain(s, "--dialect: no dialect '%s'", s->o->dialect);
	return false;
}

/* Rules that the settings for files of a folder name. */
static bool add_rules_for(struct session *s, const char *folder, struct err *e)
{
	bool writing = s->o->command == CMD_NEW_RULE; /* its folder may not exist yet */
	struct rule_folder *f;
	size_t n = settings_rule_folders(&s->arena, s->linter.vfs, &s->overrides, folder, &f);

	for (size_t i = 0; i < n; i++) {
		if (!f[i].top)
			return err_set(e, ERR_OUTSIDE,
				       "%s: rules: %s lies outside the project; only --allow, or `roots:` in your own "
				       "settings, can allow that",
				       f[i].said, f[i].dir);
		if (!s->rule_folder) {
			s->rule_folder = f[i].dir;
			s->rule_folder_top = f[i].top;
		}
		if (ruleset_add(s->linter.rules, f[i].dir, f[i].top, !f[i].users, e) ||
		    (writing && e->code == ERR_NOT_FOUND))
			continue;
		if (e->code == ERR_NOT_FOUND)
			err_set(e, ERR_NOT_FOUND, "%s: rules: no rule files (NAME.yaml, CATEGORY/NAME.yaml) in %s",
				f[i].said, session_name(s, f[i].dir));
		return false;
	}
	return true;
}

/* Each folder is looked at once: hooks name every file of a large change. */
static bool seen_before(struct strings *seen, const char *folder)
{
	const char *name = str_lit(folder)->s;

	for (size_t i = seen->n; i > 0; i--)
		if (seen->at[i - 1] == name)
			return true;
	vec_push(seen, name);
	return false;
}

static bool add_project_rules(struct session *s, struct err *e)
{
	struct strings seen = { 0 };
	bool ok = add_rules_for(s, s->cwd, e);

	for (size_t i = 0; ok && i < s->o->words.n; i++) {
		const char *path = path_absolute(&s->arena, s->o->words.at[i]);
		mode_t mode = disk_mode(path);
		const char *folder;

		if (!mode)
			continue;
		folder = S_ISDIR(mode) ? path : path_dir(&s->arena, path);
		if (!admitted(s, path))
			continue; /* reported when the files are searched for */
		ok = seen_before(&seen, folder) || add_rules_for(s, folder, e);
	}
	vec_release(&seen);
	return ok;
}

static bool load_rules(struct session *s)
{
	struct err e = { 0 };
	const char *dir =
		s->o->command == CMD_NEW_RULE ? NULL /* where the rule goes, not what is loaded */ : given_rules(s);

	s->linter.rules = ruleset_load(dir, &(struct rule_host){ s->kinds, native_code_names() }, &e);
	if (s->linter.rules && add_project_rules(s, &e))
		return true;
	complain(s, "%s", session_message(s, e.msg));
	return false;
}

static bool options_are_good(struct session *s)
{
	/* & rather than &&: all mistakes at once */
	return words_are_rules(s, "select", &s->o->select) & words_are_rules(s, "extend-select", &s->o->extend_select) &
	       words_are_rules(s, "ignore", &s->o->ignore) & dialect_is_good(s) & limits_are_good(s);
}

bool session_open(struct session *s, struct opts *o, const struct subject_kind *const *kinds)
{
	clock_gettime(CLOCK_MONOTONIC, &s->began);
	s->o = o;
	s->kinds = kinds;
	s->cwd = path_absolute(&s->arena, ".");
	s->linter.vfs = vfs_new(NULL);
	vfs_fence(s->linter.vfs);
	s->folders = folders_new(s->linter.vfs);
	s->linter.pool = pool_new(o->jobs ? (unsigned)strtoul(o->jobs, NULL, 10) : 0);
	s->linter.carried = o->carried;
	set_overrides(s);
	allow_folders(s);
	if (!exclude_too(s) || !load_rules(s) || !options_are_good(s))
		return false;
	linter_open(&s->linter, &s->overrides, report_cache_folder(&s->arena, o));
	return true;
}

void session_close(struct session *s)
{
	baseline_forget(s);
	linter_close(&s->linter);
	if (s->linter.rules)
		ruleset_free(s->linter.rules);
	pool_free(s->linter.pool);
	loaders_free(s->loaders);
	folders_free(s->folders);
	vfs_free(s->linter.vfs);
	for (uint32_t i = 0; i < s->overrides.exclude.n; i++)
		glob_free(s->overrides.exclude.at[i].glob);
	vec_release(&s->env);
	vec_release(&s->roots);
	vec_release(&s->allow);
	vec_release(&s->warned);
	vec_release(&s->packages);
	vec_release(&s->dependents);
	vec_release(&s->written);
	vec_release(&s->launch_scripts);
	arena_release(&s->arena);
}

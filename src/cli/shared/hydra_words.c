// SPDX-License-Identifier: MIT
/* Splits words into files and overrides, and composes what they name.
 *
 * Invariant: a word that is a file of another kind is left to the other views.
 *
 *	"train.py model=a"	path train.py, overrides [model=a]
 *	"conf/b.yaml" "x=1"	path conf/b.yaml, overrides [x=1] */
#include "cli/shared/hydra_words.h"
#include "base/disk.h"
#include "base/path.h"
#include "cli/admit.h"
#include "cli/messages.h"
#include "hydra/interpolation.h"
#include <string.h>
#include <sys/stat.h>

static bool is_program(struct session *s, const char *path)
{
	struct hydra_files files = { .a = &s->arena, .fs = s->linter.vfs, .sources = sources_new() };
	struct hydra_program p;
	const char *ext = path_ext(path);
	bool yaml = !strcmp(ext, ".yaml") || !strcmp(ext, ".yml");
	bool is = (yaml || !strcmp(ext, ".py")) && hydra_program_of_file(&files, path, &p);

	sources_free(files.sources);
	return is;
}

static bool is_file(const char *path)
{
	return S_ISREG(disk_mode(path));
}

static bool is_override(const char *word)
{
	return *word == '~' || (strchr(word, '=') && *word != '-');
}

static void add_overrides(struct session *s, struct hydra_view *v, const char *text)
{
	while (*(text += strspn(text, " "))) {
		size_t n = strcspn(text, " ");

		vec_push(&v->overrides, arena_strndup(&s->arena, text, n));
		text += n;
	}
}

void hydra_words(struct session *s, const struct strings *words, struct hydra_views *mine, struct strings *rest)
{
	for (size_t i = 0; i < words->n; i++) {
		const char *word = words->at[i], *path = *word ? path_absolute(&s->arena, word) : "", *more = "";
		size_t n = strcspn(word, " ");

		if (*word && !is_file(path) && word[n]) {
			path = path_absolute(&s->arena, arena_strndup(&s->arena, word, n));
			more = word + n;
		}
		if (mine->n && !is_file(path) && is_override(word)) {
			vec_push(&mine->at[mine->n - 1].overrides, word);
		} else if (*path && is_file(path) && admitted(s, path) && is_program(s, path)) {
			vec_push(mine, ((struct hydra_view){ .given = word, .path = path }));
			add_overrides(s, &mine->at[mine->n - 1], more);
		} else {
			vec_push(rest, word);
		}
	}
	for (size_t i = 0; i < mine->n; i++)
		for (size_t k = 0; k < s->o->cfg_options.n; k++)
			vec_push(&mine->at[i].overrides, s->o->cfg_options.at[k]);
}

void hydra_views_release(struct hydra_views *v)
{
	for (size_t i = 0; i < v->n; i++)
		vec_release(&v->at[i].overrides);
	vec_release(v);
}

/* ---- composing ---- */

static const char *problem_text(struct arena *a, const struct hydra_problem *p)
{
	const char *in = p->in ? arena_printf(a, "in %s: ", p->in) : "",
		   *near = p->near ? arena_printf(a, " (did you mean %s?)", p->near) : "";

	switch (p->what) {
	case HYDRA_NO_CONFIG:
		return arena_printf(a, "%sno config %s%s", in, p->name, near);
	case HYDRA_NO_OPTION:
		return arena_printf(a, "%sgroup %s has no option %s%s", in, p->group, p->name, near);
	case HYDRA_UNUSED:
		return arena_printf(a, "%sno defaults list has %s, which is overridden%s", in, p->group, near);
	case HYDRA_NOT_CHOSEN:
		return arena_printf(a, "%sgroup %s has no choice: give %s=OPTION", in, p->group, p->group);
	case HYDRA_TWICE:
		return arena_printf(a, "%sgroup %s stands twice in the defaults list", in, p->group);
	default:
		return arena_printf(a, "%sthe defaults list is refused", in);
	}
}

static const char *const judged_text[] = { [HYDRA_NO_KEY] = "the config has no such key; + adds one",
					   [HYDRA_EXISTS] = "the key has a value; ++ replaces it",
					   [HYDRA_GONE] = "there is no such key to delete",
					   [HYDRA_NO_GROUP] = "there is no such group",
					   [HYDRA_SWEEP] = "several values need --multirun",
					   [HYDRA_TYPE] = "the dataclass of the config refuses it" };

/* "a float for an int" says why a type is refused; other verdicts have a key that may be meant. */
static const char *hint_text(struct arena *a, const struct hydra_judged *j)
{
	return !j->near		     ? ""
	       : j->is == HYDRA_TYPE ? arena_printf(a, " (%s)", j->near)
				     : arena_printf(a, " (did you mean %s?)", j->near);
}

static bool report_refused(struct session *s, const struct hydra_view *v, const struct hydra_config *c)
{
	const struct hydra_refused *r = c->schemas->refused;

	if (!c->schemas->nrefused || c->list.unclear)
		return true;
	if (r->why)
		complain(s, "%s: %s is %s in %s (%s)", v->given, r->key, r->why, r->of->name, r->of->place);
	else
		complain(s, "%s: %s is no field of %s (%s)", v->given, r->key, r->of->name, r->of->place);
	return false;
}

/* false: Hydra would raise. */
static bool report(struct session *s, const struct hydra_view *v, const struct hydra_shown *x)
{
	const struct hydra_config *c = &x->config;
	bool good = true;

	for (size_t i = 0; i < c->list.problem.n; i++)
		if (c->list.problem.at[i].what != HYDRA_KEYWORD) {
			complain(s, "%s: %s", v->given, problem_text(&s->arena, &c->list.problem.at[i]));
			good = false;
		}
	good = good && report_refused(s, v, c);
	for (uint32_t i = 0; i < x->program.noverrides && good && !c->list.unclear; i++)
		if (c->judged[i].is != HYDRA_FINE && c->judged[i].is != HYDRA_UNSURE) {
			complain(s, "%s: %s: %s%s", v->given, x->program.override[i].text, judged_text[c->judged[i].is],
				 hint_text(&s->arena, &c->judged[i]));
			good = false;
		}
	return good;
}

bool hydra_shown_make(struct session *s, const struct hydra_view *v, struct hydra_shown *out)
{
	*out = (struct hydra_shown){ 0 };
	out->files = (struct hydra_files){ .a = &out->arena, .fs = s->linter.vfs, .sources = sources_new() };

	struct hydra_word *w = arena_array(&out->arena, struct hydra_word, v->overrides.n + 1);

	for (size_t i = 0; i < v->overrides.n; i++)
		w[i] = (struct hydra_word){ .text = v->overrides.at[i] };
	if (hydra_program_of_file(&out->files, v->path, &out->program)) {
		hydra_program_words(&out->program, w, (uint32_t)v->overrides.n);
		out->composed = hydra_program_compose(&out->program, &out->config);
	}
	if (!out->composed) {
		complain(s, "%s: its program does not say which config it starts with", v->given);
		return false;
	}
	if (!report(s, v, out))
		return false;
	if (out->config.tree.kind != VALUE_DICT) {
		complain(s, "%s: the config takes too many steps to compose", v->given);
		return false;
	}
	out->resolved = hydra_resolved(&out->arena, out->config.tree, NULL);
	return true;
}

void hydra_shown_release(struct hydra_shown *x)
{
	if (x->composed)
		hydra_list_release(&x->config.list);
	sources_free(x->files.sources);
	arena_release(&x->arena);
}

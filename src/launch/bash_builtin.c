// SPDX-License-Identifier: MIT
/* Shell builtins: those that set variables and options, end a script, or read other scripts.
 *
 * Example: export GPUS=4     variable GPUS = 4, exported
 *          ulimit -n 65536   state.files = 65536
 *          shift 2           positionals from the third on */
#include "launch/priv.h"
#include "base/path.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is(const struct shell_fields *w, size_t i, const char *text)
{
	return i < w->n && w->at[i].text && !strcmp(w->at[i].text, text);
}

static void do_set(struct evaluation *e, const struct shell_fields *w)
{
	for (size_t i = 1; i < w->n; i++) {
		const char *s = w->at[i].text;

		if (!s)
			return;
		if (!strcmp(s, "--")) {
			struct shell_fields args = { .at = w->at + i + 1, .n = w->n - i - 1 };

			e->args = positionals_of(e, &args);
			return;
		}
		if (s[0] == '-' && strchr(s, 'e') && s[1] != '-')
			e->state.errexit = true;
		if (s[0] == '+' && strchr(s, 'e'))
			e->state.errexit = false;
		if ((s[0] == '-' || s[0] == '+') && strchr(s, 'o') && is(w, i + 1, "pipefail"))
			e->state.pipefail = s[0] == '-';
		if (is(w, i, "-o") && is(w, i + 1, "errexit"))
			e->state.errexit = true;
	}
}

/* ulimit -n 65536: the soft limit, unless -H is given. */
static void do_ulimit(struct evaluation *e, const struct shell_fields *w)
{
	const char *option = w->n == 3 ? w->at[1].text : "", *to = w->n == 3 ? w->at[2].text : NULL;

	if (option && (option[0] != '-' || !strchr(option, 'n') || (strchr(option, 'H') && !strchr(option, 'S'))))
		return;
	e->state.files = to && strspn(to, "0123456789") == strlen(to) && strlen(to) < 10 ? (uint32_t)atol(to) : 0;
}

static void do_shift(struct evaluation *e, const struct shell_fields *w)
{
	uint32_t n = w->n > 1 && w->at[1].text && isdigit((unsigned char)*w->at[1].text)
			     ? (uint32_t)(*w->at[1].text - '0')
			     : 1;

	if (e->args.n < n) {
		e->args.n = 0;
	} else if (n) {
		e->args.at += n;
		e->args.n -= n;
	}
	if (!e->args.known)
		e->args.n = 0;
}

/* export A=1 B; declare -x A=1; local a=b */
static void do_declare(struct evaluation *e, const struct shell_node *n, const struct shell_fields *w)
{
	bool exported = is(w, 0, "export") || is(w, 1, "-x"), taken_back = is(w, 1, "-n");

	for (uint32_t i = 0; i < n->nassigns; i++)
		variable_assign(e, &n->assign[i], exported);
	for (size_t i = 1; exported && i < w->n; i++) {
		struct shell_variable *v = w->at[i].text ? state_find(&e->state, str_lit(w->at[i].text)) : NULL;

		if (v)
			v->exported = !taken_back;
	}
}

static void do_cd(struct evaluation *e, const struct shell_fields *w)
{
	const char *to = w->n > 1 ? w->at[w->n - 1].text : NULL;
	const char *ends = !to && w->n > 1 ? w->at[w->n - 1].ends : to && *to == '~' ? to + 1 : NULL;

	if (ends && *ends == '/' && strlen(ends) < 1000) /* $HOME/code/x, ~/code/x: its end is known */
		to = arena_printf(e->a, "/$%s", ends);
	if (!to || !*to || *to == '~' || *to == '-' || strlen(to) > 1000 || !strcmp(w->at[0].text, "popd"))
		e->state.folder = "";
	else if (!(e->state.folder = state_name(e->a, e->state.folder, to)))
		e->state.folder = "";
	if (strlen(e->state.folder) > 4000)
		e->state.folder = "";
}

static void do_source(struct evaluation *e, const struct shell_fields *w, struct span at)
{
	const char *name = w->n > 1 && w->at[1].text ? state_name(e->a, e->state.folder, w->at[1].text) : NULL;
	const struct script *s = NULL;
	struct shell_fields args = { .at = w->at + 2, .n = w->n > 2 ? w->n - 2 : 0 };

	if (name && *name)
		s = script_open(e, path_join(e->a, path_dir(e->a, e->file->path), name));
	if (name && *name && !s)
		s = script_open(e, path_join(e->a, e->root, name));
	if (s)
		walk_script(e, s, w->n > 2 ? &args : NULL, &at, false);
	else if (w->n <= 2) /* it may shift */
		e->args = (struct positionals){ 0 };
}

static void do_eval(struct evaluation *e, const struct shell_fields *w, struct span at)
{
	struct buf text = { 0 };
	const struct script *s = NULL;

	for (size_t i = 1; i < w->n && w->at[i].text; i++)
		buf_printf(&text, "%s ", w->at[i].text);
	for (size_t i = 1; i < w->n; i++)
		if (!w->at[i].text || text.n > TEXT_MAX)
			buf_clear(&text);
	if (text.n)
		s = script_of_text(e, arena_strdup(e->a, buf_str(&text)));
	buf_release(&text);
	if (s)
		walk_script(e, s, NULL, &at, false);
}

static bool is_name(const char *s)
{
	if (isdigit((unsigned char)*s))
		return false;
	while (isalnum((unsigned char)*s) || *s == '_')
		s++;
	return !*s;
}

/* read -r A B: any word that may be a variable becomes unknown. */
static void do_read(struct evaluation *e, const struct shell_fields *w)
{
	for (size_t i = 1; i < w->n; i++)
		if (w->at[i].text && *w->at[i].text && is_name(w->at[i].text))
			variable_forget(e, str_lit(w->at[i].text));
}

static void do_let(struct evaluation *e, const struct shell_fields *w)
{
	for (size_t i = 1; i < w->n; i++)
		if (w->at[i].text)
			arithmetic_run(e, w->at[i].text);
}

bool builtin_run(struct evaluation *e, const struct shell_node *n, const struct shell_fields *w)
{
	static const char *const nothing[] = { "echo", "[",  "test", "true", "false", ":",   "mkdir",
					       "trap", "rm", "cp",   "mv",   "ls",    "cat", "sleep" };
	static const char *const reads[] = { "read", "mapfile", "readarray", "getopts" };
	static const char *const declares[] = { "export", "declare", "typeset", "local", "readonly" };
	static const char *const ends[] = { "exit", "return", "break", "continue" };
	const char *name = w->at[0].text;

	for (size_t i = 0; i < ARRAY_SIZE(nothing); i++)
		if (!strcmp(name, nothing[i]))
			return true;
	for (size_t i = 0; i < ARRAY_SIZE(declares); i++)
		if (!strcmp(name, declares[i])) {
			do_declare(e, n, w);
			return true;
		}
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		if (!strcmp(name, ends[i]))
			return e->state.dead = true;
	for (size_t i = 0; i < ARRAY_SIZE(reads); i++)
		if (!strcmp(name, reads[i])) {
			do_read(e, w);
			return true;
		}
	if (!strcmp(name, "let"))
		do_let(e, w);
	else if (!strcmp(name, "printf") && is(w, 1, "-v") && w->n > 2)
		do_read(e, &(struct shell_fields){ .at = w->at + 1, .n = 2 });
	else if (!strcmp(name, "printf"))
		;
	else if (!strcmp(name, "set"))
		do_set(e, w);
	else if (!strcmp(name, "ulimit"))
		do_ulimit(e, w);
	else if (!strcmp(name, "shift"))
		do_shift(e, w);
	else if (!strcmp(name, "wait"))
		e->round++;
	else if (!strcmp(name, "cd") || !strcmp(name, "pushd") || !strcmp(name, "popd"))
		do_cd(e, w);
	else if (!strcmp(name, "source") || !strcmp(name, "."))
		do_source(e, w, evaluation_span(e, n->lo, n->hi));
	else if (!strcmp(name, "eval"))
		do_eval(e, w, evaluation_span(e, n->lo, n->hi));
	else if (!strcmp(name, "unset"))
		for (size_t i = 1; i < w->n; i++)
			state_unset(&e->state, str_lit(w->at[i].text ? w->at[i].text : ""));
	else
		return false;
	return true;
}
